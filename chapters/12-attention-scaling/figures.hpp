#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <vector>

/// How the chapter's figures look. What they show is computed in its sections, or is a curve.
namespace epreuve {

/// Sample variances of scores, with their intervals. @param scores  a column for each dimension d
void draw_variance(figures::Figure& figure, const arma::vec& d, const arma::mat& scores);
void draw_density(figures::Figure& figure);
void draw_readings(figures::Figure& figure);

/// @param sizes  a row for each layer; mean squares of the stream, and of scores with layer norm,
///               these divided, without layer norm, these divided
void draw_layers(figures::Figure& figure, const arma::mat& sizes);
/// @param all, by_keys  root mean squares of undivided scores, a row per head, a column per layer
void draw_gpt2_scores(figures::Figure& figure, const arma::mat& all, const arma::mat& by_keys);

/// Steps 3 and 4 of self-attention: two scores, divided by 8, through softmax; and undivided.
void draw_divide_by_8(figures::Figure& figure, const arma::vec& scores);
void draw_matrix_form(figures::Figure& figure);

/// @param with, without  a row for each dimension d: of the entropy mean, 10 % quantile, median and
///                       90 % quantile, then the same of the gradient
/// @param c              cₙ: without the division the mean gradient approaches cₙ/√d
void draw_entropy(figures::Figure& figure, const arma::vec& d, const arma::mat& with,
                  const arma::mat& without, double c);
void draw_saturation(figures::Figure& figure);
void draw_gradient(figures::Figure& figure, const arma::vec& d, const arma::mat& with,
                   const arma::mat& without, double c);

/// @param with, without  a column of losses for each of the dimensions d
void draw_learning(figures::Figure& figure, const std::vector<arma::uword>& d,
                   const arma::mat& with, const arma::mat& without);

} // namespace epreuve
