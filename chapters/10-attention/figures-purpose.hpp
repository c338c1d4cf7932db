#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// What the page on purposes shows.
namespace epreuve {

void draw_purposes(figures::Figure& figure);
/// The mean weight of the word before, over the words of English, at each scale.
/// @return  a row for each scale: with one-hot places, and on a clock
arma::mat shares_before(const arma::vec& scales);
/// @param shares  of them, as above
void draw_clock(figures::Figure& figure, const arma::vec& scales, const arma::mat& shares);
void draw_subjects(figures::Figure& figure);

} // namespace epreuve
