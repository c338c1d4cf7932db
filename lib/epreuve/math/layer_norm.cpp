#include "epreuve/math/layer_norm.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <cmath>
#include <limits>

namespace epreuve::math {

namespace {

void require_size(double epsilon, const char* function)
{
  if (!(epsilon >= 0 && std::isfinite(epsilon)))
    throw Error("{}: epsilon must be finite and not negative, got {}", function, epsilon);
}

/// The power of 2 by which a token is divided before its entries are squared, which rounds nothing: near its largest
/// entry, where squares of these entries may overflow, or vanish although there is no epsilon; else 1.
template <typename Real>
Real unit_of(const arma::Col<Real>& x, double epsilon)
{
  constexpr int largest_exponent = std::numeric_limits<Real>::max_exponent / 2 - 16;
  const Real largest = arma::abs(x).max();
  const bool squares_are_safe = largest < std::ldexp(Real(1), largest_exponent);
  if (!std::isfinite(largest) || largest == 0 || (epsilon > 0 && squares_are_safe))
    return 1;
  return std::ldexp(Real(1), std::ilogb(largest));
}

template <typename Real>
arma::Row<Real> units_of(const arma::Mat<Real>& x, double epsilon)
{
  arma::Row<Real> units(x.n_cols);
  for (arma::uword k = 0; k < x.n_cols; ++k)
    units(k) = unit_of<Real>(x.col(k), epsilon);
  return units;
}

/// Throws Error for a token whose entries are equal, or so nearly that what the computed mean leaves of them is no more
/// than its rounding, n u max |x_i|.
template <typename Real>
void require_variance(const arma::Mat<Real>& centred, const arma::Mat<Real>& x)
{
  const Real rounding = static_cast<Real>(x.n_rows) * std::numeric_limits<Real>::epsilon() / 2;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const bool equal = x.col(k).max() == x.col(k).min();
    if (equal || arma::abs(centred.col(k)).max() <= rounding * arma::abs(x.col(k)).max())
      throw Error("layer_norm: token {} has {}, so variance 0; a positive epsilon is needed", k,
                  equal ? "equal entries" : "entries that differ by no more than rounding");
  }
}

/// The tokens with mean 0, divided by sqrt(variance + epsilon).
template <typename Real>
arma::Mat<Real> standardized(arma::Mat<Real> x, double epsilon)
{
  if (x.is_empty())
    throw Error("layer_norm: x must hold at least one token of at least one entry, got {}",
                shape(x));
  const arma::Row<Real> units = units_of(x, epsilon);
  x.each_row() /= units;
  arma::Mat<Real> y = x;
  y.each_row() -= arma::Row<Real>(arma::mean(x, 0));
  if (epsilon == 0)
    require_variance(y, x);
  const arma::Row<Real> variance = arma::mean(arma::square(y), 0);
  y.each_row() /=
      arma::Row<Real>(arma::sqrt(variance + static_cast<Real>(epsilon) / units / units));
  return y;
}

} // namespace

template <typename Real>
arma::Mat<Real> layer_norm(const arma::Mat<Real>& x, const arma::Col<Real>& gain,
                           const arma::Col<Real>& bias, double epsilon)
{
  if (gain.n_elem != x.n_rows || bias.n_elem != x.n_rows)
    throw Error(
        "layer_norm: gain and bias must have an entry for each row of x ({}), got {} and {}",
        shape(x), gain.n_elem, bias.n_elem);
  require_size(epsilon, "layer_norm");
  arma::Mat<Real> y = standardized(x, epsilon);
  y.each_col() %= gain;
  y.each_col() += bias;
  return y;
}

template <typename Real>
arma::Mat<Real> layer_norm(const arma::Mat<Real>& x)
{
  return standardized(x, 0);
}

template <typename Real>
arma::Row<Real> layer_norm_deviations(const arma::Mat<Real>& x, double epsilon)
{
  if (x.is_empty())
    throw Error(
        "layer_norm_deviations: x must hold at least one token of at least one entry, got {}",
        shape(x));
  require_size(epsilon, "layer_norm_deviations");
  const arma::Row<Real> units = units_of(x, epsilon);
  const arma::Mat<Real> in_units = x.each_row() / units;
  return units % arma::sqrt(arma::var(in_units, 1, 0) + static_cast<Real>(epsilon) / units / units);
}

template <typename Real>
arma::Mat<Real> rms_norm(const arma::Mat<Real>& x, const arma::Col<Real>& gain, double epsilon)
{
  if (x.is_empty() || gain.n_elem != x.n_rows)
    throw Error(
        "rms_norm: x must hold at least one token, and gain an entry for each row; got {} and {}",
        shape(x), gain.n_elem);
  require_size(epsilon, "rms_norm");
  const arma::Row<Real> units = units_of(x, epsilon);
  arma::Mat<Real> y = x;
  y.each_row() /= units;
  const arma::Row<Real> square = arma::mean(arma::square(y), 0);
  if (epsilon == 0 && square.min() == 0)
    throw Error("rms_norm: token {} is 0; a positive epsilon is needed", square.index_min());
  y.each_row() /= arma::Row<Real>(arma::sqrt(square + static_cast<Real>(epsilon) / units / units));
  y.each_col() %= gain;
  return y;
}

template <typename Real>
arma::Mat<Real> layer_norm_jacobian(const arma::Col<Real>& x, double epsilon)
{
  require_size(epsilon, "layer_norm_jacobian");
  const arma::Col<Real> y = standardized<Real>(x, epsilon);
  const Real n = static_cast<Real>(x.n_elem);
  const arma::Mat<Real> I(x.n_elem, x.n_elem, arma::fill::eye);
  return (I - 1 / n - y * y.t() / n) / layer_norm_deviations<Real>(x, epsilon)(0);
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> layer_norm(const arma::Mat<Real>&, const arma::Col<Real>&,              \
                                      const arma::Col<Real>&, double);                             \
  template arma::Mat<Real> layer_norm(const arma::Mat<Real>&);                                     \
  template arma::Row<Real> layer_norm_deviations(const arma::Mat<Real>&, double);                  \
  template arma::Mat<Real> rms_norm(const arma::Mat<Real>&, const arma::Col<Real>&, double);       \
  template arma::Mat<Real> layer_norm_jacobian(const arma::Col<Real>&, double);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::math
