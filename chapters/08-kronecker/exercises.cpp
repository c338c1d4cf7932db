// Chapter 08, kronecker. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check kronecker checks it.

#include "exercises.hpp"

// [vectorized] A matrix as a vector
arma::vec exercise::vectorized(const arma::mat& M)
{
  throw NotStarted();
}

// [unvectorized] From a vector back to a matrix
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  throw NotStarted();
}

// [shuffle] From columns to rows
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  throw NotStarted();
}

// [kronecker] The Kronecker product
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  throw NotStarted();
}

// [product_entry] One entry of a product that is too large
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  throw NotStarted();
}

// [kronecker_times] Acting without forming
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  throw NotStarted();
}

// [mixed_product] Two Kronecker products, multiplied
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  throw NotStarted();
}

// [kronecker_solve] Solving without forming
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  throw NotStarted();
}
