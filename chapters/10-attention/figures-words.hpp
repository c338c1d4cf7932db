#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// Figures of the pages on two words, on the sentence of four, and on the six steps. What they show is computed there.
namespace epreuve {

/// Two keys that product and cosine put into different order; the greatest weight that cosines allow.
void draw_dot_and_cosine(figures::Figure& figure);

/// The printed table of weights, and the one that the text describes; both 4 x 4.
void draw_table_and_text(figures::Figure& figure, const arma::mat& table, const arma::mat& text);

/// Queries and keys of four words as arrows. @param Q, K  2 x 4
void draw_queries_and_keys(figures::Figure& figure, const arma::mat& Q, const arma::mat& K);

/// @param error, least  how far a pattern may be from the printed numbers, and the least determinant then
void draw_least_determinant(figures::Figure& figure, const arma::vec& error,
                            const arma::vec& least);

} // namespace epreuve
