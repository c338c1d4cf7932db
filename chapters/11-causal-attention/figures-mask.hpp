#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// Figures of the scores and of the mask.
namespace epreuve {

/// Scores of the five tokens of the figures, rows are queries: invented.
arma::mat example_scores();

/// What each place of a sentence sees, and what it must answer.
void draw_one_pass(figures::Figure& figure);
/// Q K^T as a table, and as the copy of the document lists it.
void draw_outer_product(figures::Figure& figure);
/// The sign of the dot product, in the plane and against the angle.
void draw_angle(figures::Figure& figure);
/// Scores between three tokens.
void draw_one_sided(figures::Figure& figure, const arma::mat& scores);
/// Scores, masked scores, weights.
void draw_mask_steps(figures::Figure& figure, const arma::mat& scores);
/// Four ways to make zeros above the diagonal.
void draw_four_ways(figures::Figure& figure);
/// Root mean squares of GPT-2's biases: a row per layer, columns are queries, keys, values.
void draw_biases(figures::Figure& figure, const arma::mat& sizes);

} // namespace epreuve
