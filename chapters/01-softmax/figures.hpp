#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>

/// In figures, negative numbers get a minus sign where the library writes a hyphen.
std::string minus(std::string number);

void draw_chain(epreuve::figures::Figure& figure);
/// @param logits  of lion, of cat, then of all others
void draw_gros_felin(epreuve::figures::Figure& figure, const arma::vec& logits);
void draw_decoder_output(epreuve::figures::Figure& figure);
