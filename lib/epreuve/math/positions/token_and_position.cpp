#include "epreuve/math/positions/token_and_position.hpp"

#include "epreuve/error.hpp"

#include <boost/math/distributions/non_central_chi_squared.hpp>

#include <cmath>

namespace epreuve::math {
namespace {

void require_pairs(const char* caller, const arma::vec& u, const arma::mat& V, const arma::mat& W)
{
  if (V.empty() || W.empty() || V.n_rows != u.n_elem || W.n_rows != u.n_elem)
    throw Error("{}: expected columns as long as u, {}, got {} x {} tokens and {} x {} positions",
                caller, u.n_elem, V.n_rows, V.n_cols, W.n_rows, W.n_cols);
  if (!u.is_finite() || !V.is_finite() || !W.is_finite())
    throw Error("{}: entries must be finite", caller);
}

/// |x - a_i|^2 for each column of A.
arma::rowvec squared_distances(const arma::vec& x, const arma::mat& A)
{
  return arma::sum(arma::square(A.each_col() - x));
}

} // namespace

TokenAndPosition nearest_pair(const arma::vec& u, const arma::mat& V, const arma::mat& W)
{
  require_pairs("nearest_pair", u, V, W);
  TokenAndPosition nearest{0, 0};
  double least = arma::datum::inf;
  for (arma::uword k = 0; k < W.n_cols; ++k) {
    const arma::rowvec distances = squared_distances(u - W.col(k), V);
    const arma::uword t = distances.index_min();
    if (distances(t) < least) {
      least = distances(t);
      nearest = {t, k};
    }
  }
  return nearest;
}

TokenAndPosition token_first(const arma::vec& u, const arma::mat& V, const arma::mat& W)
{
  require_pairs("token_first", u, V, W);
  const arma::uword t = squared_distances(u, V).index_min();
  return {t, squared_distances(u - V.col(t), W).index_min()};
}

double wrong_token_probability(arma::uword n, double s, double length)
{
  if (n < 1 || !(s > 0) || !(length > 0) || !std::isfinite(s) || !std::isfinite(length))
    throw Error(
        "wrong_token_probability: expected n >= 1 and finite s, |w| > 0, got n = {}, s = {}, "
        "|w| = {}",
        n, s, length);
  const double square = length * length / (2 * s * s);
  const boost::math::non_central_chi_squared law(double(n), square);
  return boost::math::cdf(law, square);
}

} // namespace epreuve::math
