#pragma once

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"

#include <armadillo>

/// "The animal didn't cross the street because it was too tired", and two heads that find out who "it" is.
namespace epreuve::pronoun {

inline constexpr arma::uword animal = 1, street = 5, it = 7, last = 10;

/// A column per word. Its coordinates: pronoun, noun, animate (or -1: not), adjective, asks for something animate
/// (or -1: not), looks for something animate.
/// @param tired  else the last word is "wide"
inline arma::mat sentence(bool tired)
{
  arma::mat x(6, 11, arma::fill::zeros);
  x.col(animal) = arma::vec{0, 1, 1, 0, 0, 0};
  x.col(street) = arma::vec{0, 1, -1, 0, 0, 0};
  x.col(it) = arma::vec{1, 0, 0, 0, 0, 0};
  x.col(last) = arma::vec{0, 0, 0, 1, tired ? 1. : -1., 0};
  return x;
}

/// Pronouns ask for adjectives, and note what these ask for in the last coordinate.
inline arma::mat told(const arma::mat& x)
{
  const arma::mat W_Q{{8, 0, 0, 0, 0, 0}}, W_K{{0, 0, 0, 1, 0, 0}}, W_V{{0, 0, 0, 0, 1, 0}};
  const arma::mat W_O = arma::mat{{0, 0, 0, 0, 0, 1}}.t();
  return x + attention::self_attention<double>({W_Q, W_K, W_V, W_O}, x);
}

/// Pronouns ask for nouns, and for animate ones if the first head has added that: the pattern.
inline arma::mat who_it_is(const arma::mat& x)
{
  const arma::mat W_Q{{8, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 8}},
      W_K{{0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}};
  return attention::attention_pattern(W_Q * x, W_K * x);
}

/// How much more it attends to the animal than to the street.
inline double odds(const arma::mat& pattern)
{
  return pattern(it, animal) / pattern(it, street);
}

} // namespace epreuve::pronoun
