#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

/// Steps 3 and 4 of self-attention: two scores, divided by 8, through softmax; and undivided.
void draw_divide_by_8(figures::Figure& figure, const arma::vec& scores);
void draw_matrix_form(figures::Figure& figure);

} // namespace epreuve
