#pragma once

#include "epreuve/figures/figure.hpp"

/// The figure that the first page's explorer stands around.
namespace epreuve {

void draw_attention_over_a_sentence(figures::Figure& figure);

} // namespace epreuve
