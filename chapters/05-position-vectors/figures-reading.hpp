#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// The figures of what is read from a sum of token and position, and of the positions that GPT-2 learned.
namespace epreuve {

/// The fourth document's: vectors of words and of places, added.
void draw_sum(figures::Figure& figure);
/// @param K, N  positions; numbers of tokens, 48 dimensions
/// @param seen  mean angles in degrees, a row for each K, a column for each N; NaN where nothing was drawn
void draw_least_angle(figures::Figure& figure, const arma::uvec& K, const arma::uvec& N,
                      const arma::mat& seen);
/// @param N      numbers of tokens
/// @param right  a row for each: how often three readers are right about both, n = 32, 16 positions
void draw_three_readers(figures::Figure& figure, const arma::uvec& N, const arma::mat& right);

/// @param formula  angles between step 0 and step l of the positions, in degrees, for l = 0, 1, ...
void draw_steps(figures::Figure& figure, const arma::vec& formula);
/// @param formula, learned  1022 positions each
void draw_similarities(figures::Figure& figure, const arma::mat& formula, const arma::mat& learned);
/// @param periods      shares of 1, 2, ... periods in 1022: of the formula, of GPT-2
/// @param coordinates  shares of the first 1, 2, ... coordinates, those first that vary most; likewise
void draw_frequencies(figures::Figure& figure, const arma::mat& periods,
                      const arma::mat& coordinates);

} // namespace epreuve
