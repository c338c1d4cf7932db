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
void draw_arrows_of_words(figures::Figure& figure, const arma::mat& Q, const arma::mat& K);

/// @param error, least  how far a pattern may be from the printed numbers, and the least determinant then
void draw_least_determinant(figures::Figure& figure, const arma::vec& error,
                            const arma::vec& least);

/// Where each word looks in "... because it was too tired" and "... too wide"; both 11 x 11.
void draw_it(figures::Figure& figure, const arma::mat& tired, const arma::mat& wide);

/// From two words to their queries, keys and values.
void draw_two_words(figures::Figure& figure);
/// Steps two to six of the first of two words.
void draw_thinking_machines(figures::Figure& figure);
/// MatMul, scale, mask, softmax, MatMul.
void draw_five_boxes(figures::Figure& figure);

} // namespace epreuve
