// Chapter 03, learned unembedding. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check learned-unembedding checks it.

#include "exercises.hpp"

// [logits_after] From a token to logits
arma::vec exercise::logits_after(const arma::mat& A, const arma::mat& B, arma::uword i)
{
  throw NotStarted();
}

// [bigram_loss] What the logits lose
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  throw NotStarted();
}

// [unembedding_gradient] Back to the second layer
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  throw NotStarted();
}

// [embedding_gradient] Back to the first layer
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  throw NotStarted();
}

// [tied_gradient] One matrix, used twice
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  throw NotStarted();
}

// [optimal_logits] Where training ends
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  throw NotStarted();
}

// [dimensions_needed] The softmax bottleneck
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  throw NotStarted();
}
