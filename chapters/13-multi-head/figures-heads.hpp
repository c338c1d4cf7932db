#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/rational_matrix.hpp"

#include <armadillo>

/// Figures of a layer as a sum of heads, and of what its heads cost: what they show is computed in the sections.
namespace epreuve {

/// Tokens, what is wanted of them, the nearest that one head comes, and what two heads make.
void draw_two_errands(figures::Figure& figure, const instruments::RationalMatrix& x,
                      const instruments::RationalMatrix& wanted,
                      const instruments::RationalMatrix& two_heads);

} // namespace epreuve
