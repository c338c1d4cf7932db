#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

/// Figures of what a mask does to a text that is read, that grows, and whose values are silenced.
namespace epreuve {

void draw_spoiled(figures::Figure& figure);
void draw_cache(figures::Figure& figure);

/// @param operations  for each length: of one more token with the cache, and of a new pass
void draw_next_token(figures::Figure& figure, const arma::vec& lengths,
                     const arma::mat& operations);

/// @param leak  for each second word, by its number: what is left of the first output
void draw_leak(figures::Figure& figure, const instruments::RationalMatrix& leak);

} // namespace epreuve
