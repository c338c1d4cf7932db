#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// Figures of what a head does, and of its formula: what they show is computed in the sections.
namespace epreuve {

/// The weight of one word that leads by a gap, against the number of words.
void draw_reach(figures::Figure& figure, const arma::vec& gaps);
/// Weights of a free pattern and of a computed one.
void draw_free_pattern(figures::Figure& figure);

} // namespace epreuve
