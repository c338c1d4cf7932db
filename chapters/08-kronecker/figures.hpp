#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

/// The example's two ways from M to M': `product` is (A (x) B) vec(M).
void draw_vec_diagram(figures::Figure& figure, const arma::mat& M, const arma::vec& product);

} // namespace epreuve
