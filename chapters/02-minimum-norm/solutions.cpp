#include "exercises.hpp"

// [residual_norm]
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return arma::norm(A * x - y);
}

// [right_inverse]
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return A.t() * arma::inv(A * A.t());
}

// [minimum_norm_solution]
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  return right_inverse(A) * y;
}

// [kernel_projector]
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
}

// [numerical_rank]
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  arma::uword rank = 0;
  while (rank < s.n_elem && s(rank) > 1e-10 * s(0))
    ++rank;
  return rank;
}

// [shortest_solution]
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::uword r = numerical_rank(A);
  arma::vec x(A.n_cols, arma::fill::zeros);
  if (r > 0) {
    arma::mat U, V;
    arma::vec s;
    arma::svd_econ(U, s, V, A);
    x = V.head_cols(r) * (U.head_cols(r).t() * y / s.head(r));
  }
  const bool solves = residual_norm(A, x, y) <= 1e-8 * arma::norm(y);
  return solves ? x : arma::vec();
}
