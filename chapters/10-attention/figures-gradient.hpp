#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// What the page on a head's gradient shows.
namespace epreuve {

/// The error of dL/dW_Q by steps of h, in arithmetic of 53 binary digits that is the same everywhere.
/// @param decades  how many h: 1, 10^-1, ...
/// @return         a row for each h: h, and relative errors of forward difference, central difference, complex step
arma::mat errors_of_steps(arma::uword decades);
void draw_steps(figures::Figure& figure, const arma::mat& errors);

/// Lengths of the gradients of a head of four tokens whose W_Q is multiplied by each scale.
/// @return  a row for each scale: by W_Q, W_K, W_V, W_O
arma::mat gradient_lengths(const arma::vec& scales);
void draw_saturation(figures::Figure& figure, const arma::vec& scales, const arma::mat& lengths);

} // namespace epreuve
