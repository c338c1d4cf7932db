#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/layout.hpp"

#include <string>

namespace epreuve::figures {

/// The gnuplot commands that draw the figure, all but the choice of the terminal.
std::string figure_script(const Layout& page);

/// The gnuplot commands that draw one panel in characters.
std::string terminal_script(const Panel& panel);

} // namespace epreuve::figures
