#pragma once

#include "distances.hpp"
#include "epreuve/figures/figure.hpp"

#include <vector>

/// Of each width the least distance among the first positions, as it falls to its records, up to K positions.
void draw_least_distance(epreuve::figures::Figure& figure, const std::vector<arma::uword>& widths,
                         const std::vector<std::vector<epreuve::instruments::NearPositions>>& of_n,
                         arma::uword K);

/// How many of 300 noisy positions are read right: a row for each deviation, a column for n = 16, 64, 256;
/// and the bounds of the share.
void draw_noise(epreuve::figures::Figure& figure, const arma::vec& sigmas, const arma::mat& read,
                const arma::mat& surely, const arma::mat& at_most);
