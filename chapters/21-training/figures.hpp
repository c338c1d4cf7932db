#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

namespace epreuve {

/// Of a gradient by forward and central differences and by complex steps of h = 2^-k, k = 0, ..., 53.
/// @return  54 rows: h, then the length of each one's error, of the gradient's
arma::mat errors_of_steps();
/// @param errors  as errors_of_steps
void draw_steps(figures::Figure& figure, const arma::mat& errors);

/// An output before training and the one that is right, for the word "thanks".
void draw_untrained(figures::Figure& figure);
/// Distributions over the six words at the places of "I am a student <eos>", in columns.
void draw_targets(figures::Figure& figure, const arma::mat& targets, const arma::mat& of_one,
                  const arma::mat& of_both);
/// H(p, q) of two words against q.
void draw_gibbs(figures::Figure& figure);
/// Two logits' loss, and descents with three rates.
void draw_surface(figures::Figure& figure);
/// Least losses, in nats: of the left neighbour, both neighbours, all words before, all others.
void draw_both_sides(figures::Figure& figure, const arma::vec& least);
/// The log of the masked model's training.
void draw_masked(figures::Figure& figure);
/// By number of hidden words, from 1: how probable it is that independent fillings make a sentence.
void draw_fillings(figures::Figure& figure, const arma::vec& sentences);
/// The log of the twins' training: KL by steps, of both languages.
void draw_forgetting(figures::Figure& figure);

} // namespace epreuve
