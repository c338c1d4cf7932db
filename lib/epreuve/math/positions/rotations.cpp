#include "epreuve/math/positions/rotations.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/angles.hpp"

#include <cmath>
#include <string_view>
#include <vector>

namespace epreuve::math {
namespace {

/// cos(l omega_i) and sin(l omega_i) of the angles by which R_l turns the planes (2i, 2i + 1).
std::vector<CosineAndSine> turns(std::int64_t l, const std::vector<DoubleDouble>& omega,
                                 Ordering ordering)
{
  std::vector<CosineAndSine> result;
  result.reserve(omega.size());
  for (const DoubleDouble& omega_i : omega)
    result.push_back(turn(ordering == Ordering::cosine_first ? l : -l, omega_i));
  return result;
}

template <typename Real>
void rotate_column(const Real* x, Real* rotated, const std::vector<CosineAndSine>& planes)
{
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const auto cosine = static_cast<Real>(planes[i].cosine);
    const auto sine = static_cast<Real>(planes[i].sine);
    rotated[2 * i] = cosine * x[2 * i] - sine * x[2 * i + 1];
    rotated[2 * i + 1] = sine * x[2 * i] + cosine * x[2 * i + 1];
  }
}

} // namespace

template <typename Real>
arma::Mat<Real> rotation(Real omega)
{
  if (!std::isfinite(omega))
    throw Error("rotation: omega must be finite (an angle in radians), got {}", omega);
  return {{std::cos(omega), -std::sin(omega)}, {std::sin(omega), std::cos(omega)}};
}

template <typename Real>
arma::Mat<Real> rotation_block_matrix(std::int64_t l, arma::uword n, double base, Ordering ordering)
{
  const auto omega = precise_frequencies("rotation_block_matrix", n, base);
  require_known_angles("rotation_block_matrix", "l", l, omega);
  const auto planes = turns(l, omega, ordering);

  arma::Mat<Real> R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const auto cosine = static_cast<Real>(planes[i].cosine);
    const auto sine = static_cast<Real>(planes[i].sine);
    R.submat(2 * i, 2 * i, arma::size(2, 2)) = arma::Mat<Real>{{cosine, -sine}, {sine, cosine}};
  }
  return R;
}

template <typename Real>
arma::Mat<Real> rotate(const arma::Mat<Real>& X, std::int64_t l, double base, Ordering ordering)
{
  const auto omega = precise_frequencies("rotate", X.n_rows, base);
  require_known_angles("rotate", "l", l, omega);
  const auto planes = turns(l, omega, ordering);

  arma::Mat<Real> rotated(X.n_rows, X.n_cols);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    rotate_column(X.colptr(k), rotated.colptr(k), planes);
  return rotated;
}

template <typename Real>
arma::Col<Real> rotate(const arma::Col<Real>& x, std::int64_t l, double base, Ordering ordering)
{
  return rotate(static_cast<const arma::Mat<Real>&>(x), l, base, ordering);
}

template <typename Real>
arma::Mat<Real> rotary_embedding(const arma::Mat<Real>& X, double base, std::int64_t first_position)
{
  const auto omega = precise_frequencies("rotary_embedding", X.n_rows, base);
  require_known_angles("rotary_embedding", "first_position", first_position, omega);
  const auto last = first_position + static_cast<std::int64_t>(X.n_cols) - 1;
  require_known_angles("rotary_embedding", "first_position + K - 1", last, omega);

  arma::Mat<Real> rotated(X.n_rows, X.n_cols);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    const auto position = first_position + static_cast<std::int64_t>(k);
    rotate_column(X.colptr(k), rotated.colptr(k), turns(position, omega, Ordering::cosine_first));
  }
  return rotated;
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> rotation(Real);                                                         \
  template arma::Mat<Real> rotation_block_matrix(std::int64_t, arma::uword, double, Ordering);     \
  template arma::Mat<Real> rotate(const arma::Mat<Real>&, std::int64_t, double, Ordering);         \
  template arma::Col<Real> rotate(const arma::Col<Real>&, std::int64_t, double, Ordering);         \
  template arma::Mat<Real> rotary_embedding(const arma::Mat<Real>&, double, std::int64_t);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::math
