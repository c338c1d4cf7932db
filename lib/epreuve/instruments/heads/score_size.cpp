#include "epreuve/instruments/heads/score_size.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

namespace {

/// The covariance of M x, for x uniform among the vectors of mean 0 and length sqrt(n).
arma::mat covariance_of_image(arma::mat M)
{
  const double n = M.n_cols;
  M.each_col() -= arma::mean(M, 1);
  return n / (n - 1) * M * M.t();
}

} // namespace

ScoreSize score_size(const arma::mat& A, const arma::vec& a, const arma::mat& B, const arma::vec& b)
{
  if (arma::size(A) != arma::size(B) || a.n_elem != A.n_rows || b.n_elem != A.n_rows ||
      A.n_cols < 2)
    throw Error("score_size: A and B must be r x n with n >= 2, a and b of length r, got {} x {}, "
                "{} x {}, {} and {}",
                A.n_rows, A.n_cols, B.n_rows, B.n_cols, a.n_elem, b.n_elem);
  const arma::mat Q = covariance_of_image(A) + a * a.t(), C_k = covariance_of_image(B);
  return {std::sqrt(arma::trace(Q * (C_k + b * b.t()))), std::sqrt(arma::trace(Q * C_k))};
}

} // namespace epreuve::instruments
