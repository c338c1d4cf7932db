#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/subjects.hpp"

#include <armadillo>

#include <string>
#include <utility>
#include <vector>

/// What the page on purposes shows.
namespace epreuve {

void draw_purposes(figures::Figure& figure);
/// @param shares  a row for each scale: mean weight of the word before with one-hot places, and on a clock
void draw_clock(figures::Figure& figure, const arma::vec& scales, const arma::mat& shares);
/// @param heads  that look for subjects, with their names
void draw_subjects(figures::Figure& figure,
                   const std::vector<std::pair<std::string, instruments::SubjectTables>>& heads);

} // namespace epreuve
