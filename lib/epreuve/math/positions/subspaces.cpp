#include "epreuve/math/positions/subspaces.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::math {
namespace {

void require_columns(const char* caller, const arma::mat& A, const arma::mat& W)
{
  if (A.empty() || W.empty() || A.n_rows != W.n_rows)
    throw Error("{}: expected columns of the same length, got {} x {} and {} x {}", caller,
                A.n_rows, A.n_cols, W.n_rows, W.n_cols);
  if (!A.is_finite() || !W.is_finite())
    throw Error("{}: entries must be finite", caller);
}

/// An orthonormal basis of the columns' span.
arma::mat orthonormal(const char* caller, const arma::mat& A)
{
  if (const arma::uword rank = arma::rank(A); rank < A.n_cols)
    throw Error("{}: {} columns must be independent, but their rank is {}", caller, A.n_cols, rank);
  arma::mat Q, R;
  arma::qr_econ(Q, R, A);
  return Q;
}

} // namespace

double least_angle(const arma::mat& A, const arma::mat& W)
{
  require_columns("least_angle", A, W);
  const arma::mat Q = orthonormal("least_angle", A), basis = orthonormal("least_angle", W);
  const arma::mat inside = Q.t() * basis;
  const double cosine = arma::svd(inside).max();
  const double sine = arma::svd(basis - Q * inside).min();
  return std::atan2(sine, cosine);
}

double least_angle_at_random(arma::uword n, arma::uword N, arma::uword K)
{
  if (N < 1 || K < 1 || N > n || K > n)
    throw Error("least_angle_at_random: expected 1 <= N, K <= n, got n = {}, N = {}, K = {}", n, N,
                K);
  if (N + K >= n)
    return 0;
  const auto half = [n](arma::uword of) { return std::asin(std::sqrt(double(of) / double(n))); };
  return arma::datum::pi / 2 - half(N) - half(K);
}

arma::mat projection_along(const arma::mat& A, const arma::mat& W)
{
  require_columns("projection_along", A, W);
  const arma::mat both = arma::join_rows(A, W);
  if (const arma::uword rank = arma::rank(both); rank < both.n_cols)
    throw Error("projection_along: {} columns must be independent, but their rank is {}",
                both.n_cols, rank);
  return A * arma::pinv(both).eval().head_rows(A.n_cols);
}

} // namespace epreuve::math
