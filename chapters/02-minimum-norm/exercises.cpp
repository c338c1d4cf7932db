// Chapter 02, minimum norm. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check minimum-norm checks it.

#include "exercises.hpp"

// [residual_norm] How far is x from solving A x = y?
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  throw NotStarted();
}

// [right_inverse] A right inverse
arma::mat exercise::right_inverse(const arma::mat& A)
{
  throw NotStarted();
}

// [minimum_norm_solution] Of all solutions, the shortest
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  throw NotStarted();
}

// [kernel_projector] What may be added to a solution: the projection on the kernel
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  throw NotStarted();
}

// [numerical_rank] The rank, as far as rounding lets it be known
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  throw NotStarted();
}

// [shortest_solution] The shortest solution of any system, or none
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  throw NotStarted();
}
