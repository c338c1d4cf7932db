#include "exercises.hpp"

#include <algorithm>

// [tensor_action]
arma::mat exercise::tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return B * M * A.t();
}

// [image]
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  // B may come last, since it is the same for all terms of the sum.
  arma::vec sum(M.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < M.n_cols; ++i)
    sum += A(j, i) * M.col(i);
  return B * sum;
}

// [rearrangement]
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  arma::mat A(order.n_elem, order.n_elem, arma::fill::zeros);
  for (arma::uword j = 0; j < order.n_elem; ++j)
    A(j, order(j)) = 1;
  return A;
}

// [one_after_the_other]
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  return {second.A * first.A, second.B * first.B};
}

// [invariants]
exercise::Invariants exercise::invariants(const arma::mat& A, const arma::mat& B)
{
  return {arma::trace(A) * arma::trace(B),
          std::pow(arma::det(A), B.n_rows) * std::pow(arma::det(B), A.n_rows)};
}

// [least_multiplications]
double exercise::least_multiplications(const arma::uvec& sizes)
{
  // least(i, j): for X_{i+1} ... X_j, whose last product joins two shorter ones at k
  const arma::uword m = sizes.n_elem - 1;
  arma::mat least(m + 1, m + 1, arma::fill::zeros);
  for (arma::uword length = 2; length <= m; ++length)
    for (arma::uword i = 0; i + length <= m; ++i) {
      const arma::uword j = i + length;
      least(i, j) = arma::datum::inf;
      for (arma::uword k = i + 1; k < j; ++k)
        least(i, j) =
            std::min(least(i, j), least(i, k) + least(k, j) +
                                      double(sizes(i)) * double(sizes(k)) * double(sizes(j)));
    }
  return least(0, m);
}
