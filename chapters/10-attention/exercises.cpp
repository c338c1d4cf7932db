// Chapter 10, attention. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check attention checks it.

#include "exercises.hpp"

// [sentence_scores] Everybody asks everybody
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  throw NotStarted();
}

// [pattern_by_rows] A pattern, tokens as rows
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  throw NotStarted();
}

// [head_by_columns] One head, tokens as columns
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  throw NotStarted();
}

// [translated] From exo7's letters to a paper's
exercise::RowHead exercise::translated(const exercise::Head& head)
{
  throw NotStarted();
}

// [head_by_rows] One head, tokens as rows
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  throw NotStarted();
}

// [head_as_matrix] A head as one matrix
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  throw NotStarted();
}

// [soft_lookup] A soft lookup
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  throw NotStarted();
}

// [largest_temperature] How cold is cold enough?
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  throw NotStarted();
}

// [cross_attention] Two sentences
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  throw NotStarted();
}

// [values_gradient] What a value hears back
arma::mat exercise::values_gradient(const arma::mat& A, const arma::mat& G)
{
  throw NotStarted();
}
