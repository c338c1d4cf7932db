#pragma once

#include "epreuve/figures/figure.hpp"

/// What each of 16 places weighs in the last output, after one to four masked layers of means.
void draw_mask_tells(epreuve::figures::Figure& figure);

/// Patterns of the two sentences of exo7 4.1, and of the second with positions.
void draw_two_sentences(epreuve::figures::Figure& figure, const arma::mat& cat,
                        const arma::mat& mouse, const arma::mat& with_positions);
