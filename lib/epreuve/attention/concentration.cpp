#include "epreuve/attention/concentration.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::attention {

/// Of a key whose score is `lead` above those of all others.
static double weight_of_leader(const char* function, double beta, arma::uword tokens,
                               arma::uword least, double lead)
{
  if (!std::isfinite(beta) || beta < 0)
    throw Error("{}: beta must be finite and not negative, got {}", function, beta);
  if (tokens < least)
    throw Error("{}: expected at least {} tokens, got {}", function, least, tokens);
  return 1 / (1 + double(tokens - 1) * std::exp(-lead));
}

double most_for_one_query(double beta, arma::uword tokens)
{
  return weight_of_leader("most_for_one_query", beta, tokens, 1, 2 * beta);
}

double most_for_all_queries(double beta, arma::uword tokens)
{
  return weight_of_leader("most_for_all_queries", beta, tokens, 2,
                          beta * double(tokens) / (double(tokens) - 1));
}

} // namespace epreuve::attention
