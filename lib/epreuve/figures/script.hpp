#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/layout.hpp"

#include <string>

namespace epreuve::figures {

/// The gnuplot commands that draw the figure, all but the choice of the terminal.
std::string figure_script(const Layout& page);

/// The gnuplot commands that draw one panel in that many columns and rows of characters; its y
/// label is left to the caller (characters cannot be turned).
std::string terminal_script(const Panel& panel, Size characters);

} // namespace epreuve::figures
