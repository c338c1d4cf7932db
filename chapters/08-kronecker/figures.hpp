#pragma once

#include "epreuve/figures/figure.hpp"
#include "growth.hpp"
#include "matrices.hpp"

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

/// The example's two ways from M to M': `product` is (A (x) B) vec(M).
void draw_vec_diagram(figures::Figure& figure, const arma::mat& M, const arma::vec& product);

void draw_blocks(figures::Figure& figure, const Example& example);
void draw_shuffle(figures::Figure& figure);
void draw_eigenvalues(figures::Figure& figure, const arma::vec& lambda, const arma::vec& mu,
                      const arma::vec& computed);
void draw_rearrangement(figures::Figure& figure, const Example& example);
/// @param A, B  the sizes of GPT-2's
void draw_operations(figures::Figure& figure, arma::SizeMat A, arma::SizeMat B);
void draw_measured(figures::Figure& figure, const instruments::Growth& forming,
                   const instruments::Growth& acting, double gpt2_seconds, double free_bytes);

} // namespace epreuve
