#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <vector>

/// The figures of digits and waves: what they show is computed in the sections.
namespace epreuve {

void draw_digits(figures::Figure& figure);
/// @param shares  explained of each binary digit's variance, a row per digit, a column per pair
void draw_digits_followed(figures::Figure& figure, const arma::mat& shares);
void draw_confusions(figures::Figure& figure);
/// @param drawn  pairs i, n = 64
void draw_one_coordinate(figures::Figure& figure, const arma::uvec& drawn);
/// @param drawn  positions k, n = 768
void draw_one_position(figures::Figure& figure, const std::vector<long>& drawn);
/// @param sines  a row for each wave, a column for each position
void draw_heat_map(figures::Figure& figure, const arma::mat& sines);

} // namespace epreuve
