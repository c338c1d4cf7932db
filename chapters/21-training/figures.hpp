#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

namespace epreuve {

/// Of a gradient by forward and central differences and by complex steps of h = 2^-k, k = 0, ..., 53.
/// @return  54 rows: h, then the length of each one's error, of the gradient's
arma::mat errors_of_steps();
/// @param errors  as errors_of_steps
void draw_steps(figures::Figure& figure, const arma::mat& errors);

} // namespace epreuve
