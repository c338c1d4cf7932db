#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

/// Figures of a layer as a sum of heads, and of what its heads cost: what they show is computed in the sections.
namespace epreuve {

/// Tokens, what is wanted of them, the nearest that one head comes, and what two heads make.
void draw_two_errands(figures::Figure& figure, const instruments::RationalMatrix& x,
                      const instruments::RationalMatrix& wanted,
                      const instruments::RationalMatrix& two_heads);
/// A layer as exo7 draws it: heads side by side, between two matrices each.
void draw_one_layer(figures::Figure& figure);
/// The matrix of two heads, tokens stacked and heads stacked.
void draw_direct_sum(figures::Figure& figure);
/// How much each of 144 heads hands on, sorted, and what chance does.
/// @param cosines  from -1 to 1
void draw_trades(figures::Figure& figure, const arma::vec& cosines, double chance);
/// Weights of a layer that its function depends on, against the number of heads: n = 768.
void draw_idle_weights(figures::Figure& figure);
/// Numbers that a layer computes for K tokens and keeps, by their kind, for several numbers of heads.
void draw_what_grows(figures::Figure& figure);
/// Heads and widths of published models.
/// @param width, heads  one per model
void draw_published(figures::Figure& figure, const arma::vec& width, const arma::vec& heads);

} // namespace epreuve
