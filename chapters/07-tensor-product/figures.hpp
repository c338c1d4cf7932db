#pragma once

#include "epreuve/figures/figure.hpp"

/// The chapter's figures. What they show follows from a few numbers, which stand with them.
namespace epreuve {

void draw_two_sides(figures::Figure& figure);
void draw_wrong_index(figures::Figure& figure);
void draw_dropped(figures::Figure& figure);
void draw_spectrum(figures::Figure& figure);
void draw_orders_map(figures::Figure& figure);
void draw_five_orders(figures::Figure& figure);

} // namespace epreuve
