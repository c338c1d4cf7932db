// Chapter 07, tensor-product. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check tensor-product checks it.

#include "exercises.hpp"

// [tensor_action] The action of A (x) B
arma::mat exercise::tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  throw NotStarted();
}

// [image] One column of the image
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  throw NotStarted();
}

// [rearrangement] An action on positions
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  throw NotStarted();
}

// [one_after_the_other] Two heads as one
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  throw NotStarted();
}

// [invariants] Trace and determinant
exercise::Invariants exercise::invariants(const arma::mat& A, const arma::mat& B)
{
  throw NotStarted();
}

// [least_multiplications] Where to put the brackets
double exercise::least_multiplications(const arma::uvec& sizes)
{
  throw NotStarted();
}
