#pragma once

#include "epreuve/figures/figure.hpp"

/// What the page on masks as sets shows.
namespace epreuve {

void draw_what_layers_see(figures::Figure& figure);
void draw_price_of_seeing(figures::Figure& figure);

} // namespace epreuve
