#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/math/rational_matrix.hpp"

#include <string>
#include <vector>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

void draw_pipeline(figures::Figure& figure);
/// The vectors of people, column by column, the columns that the neurons add, and their sums.
void draw_answers(figures::Figure& figure, const std::vector<std::string>& coordinates,
                  const math::RationalMatrix& people, const math::RationalMatrix& knowledge,
                  const math::RationalMatrix& known);

} // namespace epreuve
