#include "epreuve/math/layer_norm.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

namespace epreuve::math {

namespace {

void require_size(double epsilon, const char* function)
{
  if (!(epsilon >= 0 && std::isfinite(epsilon)))
    throw Error("{}: epsilon must be finite and not negative, got {}", function, epsilon);
}

/// The tokens with mean 0, divided by sqrt(variance + epsilon).
template <typename Real>
arma::Mat<Real> standardized(arma::Mat<Real> x, double epsilon)
{
  if (x.is_empty())
    throw Error("layer_norm: x must hold at least one token of at least one entry, got {}",
                shape(x));
  x.each_row() -= arma::Row<Real>(arma::mean(x, 0));
  const arma::Row<Real> variance = arma::mean(arma::square(x), 0);
  if (epsilon == 0 && variance.min() == 0)
    throw Error(
        "layer_norm: token {} has equal entries, so variance 0; a positive epsilon is needed",
        variance.index_min());
  x.each_row() /= arma::Row<Real>(arma::sqrt(variance + static_cast<Real>(epsilon)));
  return x;
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
arma::Mat<Real> rms_norm(const arma::Mat<Real>& x, const arma::Col<Real>& gain, double epsilon)
{
  if (x.is_empty() || gain.n_elem != x.n_rows)
    throw Error(
        "rms_norm: x must hold at least one token, and gain an entry for each row; got {} and {}",
        shape(x), gain.n_elem);
  require_size(epsilon, "rms_norm");
  const arma::Row<Real> square = arma::mean(arma::square(x), 0);
  if (epsilon == 0 && square.min() == 0)
    throw Error("rms_norm: token {} is 0; a positive epsilon is needed", square.index_min());
  arma::Mat<Real> y = x;
  y.each_row() /= arma::Row<Real>(arma::sqrt(square + static_cast<Real>(epsilon)));
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
  return (I - 1 / n - y * y.t() / n) / std::sqrt(arma::var(x, 1) + static_cast<Real>(epsilon));
}

template arma::fmat layer_norm(const arma::fmat&, const arma::fvec&, const arma::fvec&, double);
template arma::mat layer_norm(const arma::mat&, const arma::vec&, const arma::vec&, double);
template arma::fmat layer_norm(const arma::fmat&);
template arma::mat layer_norm(const arma::mat&);
template arma::fmat rms_norm(const arma::fmat&, const arma::fvec&, double);
template arma::mat rms_norm(const arma::mat&, const arma::vec&, double);
template arma::fmat layer_norm_jacobian(const arma::fvec&, double);
template arma::mat layer_norm_jacobian(const arma::vec&, double);

} // namespace epreuve::math
