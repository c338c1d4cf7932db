#pragma once

#include "epreuve/figures/figure.hpp"

#include <string>

namespace epreuve::figures {

/// The panel's bars as lines of text, a bar of blocks each, at most `width` columns wide.
std::string bars_as_text(const Panel& panel, unsigned width);

/// The panel's heat map as text: a table of numbers when it fits, else a shade a cell, and when
/// that does not fit either, blocks of cells averaged.
std::string heat_map_as_text(const Panel& panel, unsigned width);

} // namespace epreuve::figures
