#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/picture.hpp"

#include <string>

namespace epreuve::figures {

/// The gnuplot commands that draw the picture, all but the choice of the terminal.
std::string figure_script(const Picture& sheet);

/// The gnuplot commands that draw one panel in that many columns and rows of characters; its y
/// label is left to the caller (characters cannot be turned).
std::string terminal_script(const Panel& panel, Size characters);

} // namespace epreuve::figures
