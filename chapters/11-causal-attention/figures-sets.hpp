#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <vector>

/// What the page on masks as sets shows.
namespace epreuve {

/// Two masks that see everything together: the middle token reads all before it in the first layer, all after it read
/// it in the second, and so on in both halves.
/// @return  K x K each, causal, every token sees itself
std::vector<arma::umat> halving(arma::uword tokens);

void draw_what_layers_see(figures::Figure& figure);
void draw_halving(figures::Figure& figure);
void draw_price_of_seeing(figures::Figure& figure);

} // namespace epreuve
