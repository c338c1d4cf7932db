#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// The chapter's figures: what they show is computed in its sections, how they look is here.
namespace epreuve {

void draw_which_numbers(figures::Figure& figure);
void draw_encoder(figures::Figure& figure);
void draw_circle(figures::Figure& figure);
void draw_rms(figures::Figure& figure);

/// @param seen, expected  squared gradient at the input of each block, and at the end; a column each for no norm,
///                        pre-norm, post-norm
void draw_gradients_by_place(figures::Figure& figure, const arma::mat& seen,
                             const arma::mat& expected);
/// @param seen, expected  squared gradient of each block's weights; a column each for pre-norm, post-norm
void draw_weights_by_depth(figures::Figure& figure, const arma::mat& seen,
                           const arma::mat& expected);

} // namespace epreuve
