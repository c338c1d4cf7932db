// Chapter 18, what GPT-2's heads look at. Replace each `throw NotStarted();` by what exercises.hpp
// asks for; ./epreuve check gpt2-heads checks it.

#include "exercises.hpp"

// [weight_back] So many places back
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  throw NotStarted();
}

// [duplicate_token_score] A head that finds repetitions
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  throw NotStarted();
}

// [match] Whether a head compares, without forming its matrix
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  throw NotStarted();
}

// [nearest_rotation] The rotation from one position to the next
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  throw NotStarted();
}

// [composition] Whether one head reads what another wrote
double exercise::composition(const Head& first, const Head& second)
{
  throw NotStarted();
}
