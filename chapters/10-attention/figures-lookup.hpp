#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <functional>

/// Figures of sections 6 to 8: one head as a diagram, and what it can look up.
namespace epreuve {

// The documents' diagrams.
void draw_scaled_attention(figures::Figure& figure);
void draw_one_query(figures::Figure& figure);
void draw_queries_and_keys(figures::Figure& figure);
void draw_weighted_answers(figures::Figure& figure);

/// @param E      2 x 3, the embeddings of la, tour and Eiffel
/// @param after  where tour is after a head whose query has length c
void draw_tour(figures::Figure& figure, const arma::mat& E,
               const std::function<arma::vec(double)>& after);

void draw_soft_lookup(figures::Figure& figure);
/// @param keys  2 x K
void draw_regions(figures::Figure& figure, const arma::mat& keys);
/// @param x, y      what is known
/// @param at        where it is asked
/// @param smooth    kernel smoothing there
/// @param as_is     attention there, with x itself as the key
void draw_kernel_smoothing(figures::Figure& figure, const arma::vec& x, const arma::vec& y,
                           const arma::vec& at, const arma::vec& smooth, const arma::vec& as_is);
/// @param tokens   2, 3, ...
/// @param circle   beta at which keys on a circle give every query 90 %
void draw_concentration(figures::Figure& figure, const arma::vec& tokens, const arma::vec& circle);

} // namespace epreuve
