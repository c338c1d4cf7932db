// Chapter 12, attention and its scaling. Replace each `throw NotStarted();` by what exercises.hpp
// asks for; ./epreuve check attention-scaling checks it.

#include "exercises.hpp"

// [attention_scores] Every query against every key
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  throw NotStarted();
}

// [scaled_scores] The division that gives the chapter its name
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  throw NotStarted();
}

// [mean_and_variance] Mean and variance, without losing digits
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  throw NotStarted();
}

// [score_variance] How the variance of a score grows with d
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  throw NotStarted();
}

// [attention_pattern] From scores to a pattern, whatever their size
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  throw NotStarted();
}

// [attention_output] Values, mixed by the pattern
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  throw NotStarted();
}

// [row_entropies] How spread a query's attention is
arma::vec exercise::row_entropies(const arma::mat& A)
{
  throw NotStarted();
}

// [pattern_gradient] Back through the softmax
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  throw NotStarted();
}

// [merged] Attention, a block of keys at a time
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  throw NotStarted();
}
