#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

/// The figures of the sum and of the formula: what they show is computed in the sections.
namespace epreuve {

/// The matrix V of a sentence, a column for each of its words.
void draw_sentence(figures::Figure& figure, const std::vector<std::string>& words);
/// @param V, W  tokens and positions, n x K; the scores drawn are their dot products
void draw_four_scores(figures::Figure& figure, const std::vector<std::string>& words,
                      const arma::mat& V, const arma::mat& W);
/// @param cosine_first, sine_first, halves  the same position vectors in three orders, n x K
void draw_orders(figures::Figure& figure, const arma::mat& cosine_first,
                 const arma::mat& sine_first, const arma::mat& halves);
/// @param PE  position vectors, sine first, n x K
void draw_positions(figures::Figure& figure, const arma::mat& PE);
/// @param program, rounded_once  errors of two tables, a row for each position
void draw_single_precision(figures::Figure& figure, const arma::mat& program,
                           const arma::mat& rounded_once);

} // namespace epreuve
