#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

void draw_chain(epreuve::figures::Figure& figure);
/// @param logits  of lion, of cat, then of all others
void draw_gros_felin(epreuve::figures::Figure& figure, const arma::vec& logits);
void draw_decoder_output(epreuve::figures::Figure& figure);

void draw_example(epreuve::figures::Figure& figure);
void draw_confidence(epreuve::figures::Figure& figure);
void draw_most_near_zero(epreuve::figures::Figure& figure);
void draw_naive_overflow(epreuve::figures::Figure& figure);
void draw_temperature(epreuve::figures::Figure& figure);
void draw_jacobian(epreuve::figures::Figure& figure);

/// The five most probable tokens that exo7 prints for a sentence, and their probabilities in percent.
struct TopFive
{
  std::string sentence;
  std::vector<std::string> tokens;
  arma::vec percent;
};
void draw_top_five(epreuve::figures::Figure& figure, const TopFive& cat, const TopFive& child);
