#include "epreuve/math/positions/positions.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/angles.hpp"

#include <algorithm>
#include <vector>

namespace epreuve::math {
namespace {

template <typename Real>
arma::Col<Real> position_vector(std::int64_t k, const std::vector<DoubleDouble>& omega,
                                Ordering ordering)
{
  arma::Col<Real> w(2 * omega.size());
  const arma::uword cosine_row = ordering == Ordering::cosine_first ? 0 : 1;
  const arma::uword sine_row = 1 - cosine_row;
  for (arma::uword i = 0; i < omega.size(); ++i) {
    const auto [cosine, sine] = turn(k, omega[i]);
    w(2 * i + cosine_row) = static_cast<Real>(cosine);
    w(2 * i + sine_row) = static_cast<Real>(sine);
  }
  return w;
}

} // namespace

template <typename Real>
arma::Col<Real> frequencies(arma::uword n, double base)
{
  const auto precise = precise_frequencies("frequencies", n, base);
  arma::Col<Real> omega(n / 2);
  for (arma::uword i = 0; i < omega.n_elem; ++i)
    omega(i) = static_cast<Real>(precise[i].head);
  return omega;
}

template <typename Real>
arma::Col<Real> position_vector(std::int64_t k, arma::uword n, double base, Ordering ordering)
{
  const auto omega = precise_frequencies("position_vector", n, base);
  require_known_angles("position_vector", "k", k, omega);
  return position_vector<Real>(k, omega, ordering);
}

template <typename Real>
arma::Mat<Real> position_matrix(arma::uword K, arma::uword n, double base, Ordering ordering)
{
  if (K == 0)
    throw Error("position_matrix: K must be positive (the number of positions), got 0");
  const auto omega = precise_frequencies("position_matrix", n, base);
  // Beyond 2^63 - 1 the last position would turn negative.
  const auto last =
      static_cast<std::int64_t>(std::min<std::uint64_t>(K - 1, std::uint64_t{1} << 62));
  require_known_angles("position_matrix", "k", last, omega);

  arma::Mat<Real> W(n, K);
  for (arma::uword k = 0; k < K; ++k)
    W.col(k) = position_vector<Real>(static_cast<std::int64_t>(k), omega, ordering);
  return W;
}

template arma::Col<float> frequencies(arma::uword, double);
template arma::Col<double> frequencies(arma::uword, double);
template arma::Col<float> position_vector(std::int64_t, arma::uword, double, Ordering);
template arma::Col<double> position_vector(std::int64_t, arma::uword, double, Ordering);
template arma::Mat<float> position_matrix(arma::uword, arma::uword, double, Ordering);
template arma::Mat<double> position_matrix(arma::uword, arma::uword, double, Ordering);

} // namespace epreuve::math
