#include "epreuve/math/kernel_smoothing.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

namespace epreuve::math {

template <typename Real>
arma::Mat<Real> kernel_smoothing(const arma::Mat<Real>& x, const arma::Mat<Real>& X,
                                 const arma::Mat<Real>& Y, std::type_identity_t<Real> h)
{
  if (X.is_empty() || x.n_rows != X.n_rows || Y.n_cols != X.n_cols)
    throw Error("kernel_smoothing: x and X must have the same number of rows, X and Y the same "
                "number of columns "
                "and not none, got x {}, X {}, Y {}",
                shape(x), shape(X), shape(Y));
  if (!std::isfinite(h) || h <= 0)
    throw Error("kernel_smoothing: the width h must be positive and finite, got {}", h);
  arma::Mat<Real> smooth(Y.n_rows, x.n_cols);
  for (arma::uword i = 0; i < x.n_cols; ++i) {
    const arma::Mat<Real> offsets = X.each_col() - x.col(i);
    const arma::Col<Real> logits = arma::sum(arma::square(offsets), 0).t() / (-2 * h * h);
    smooth.col(i) = Y * softmax(logits);
  }
  return smooth;
}

template arma::fmat kernel_smoothing(const arma::fmat&, const arma::fmat&, const arma::fmat&,
                                     float);
template arma::mat kernel_smoothing(const arma::mat&, const arma::mat&, const arma::mat&, double);

} // namespace epreuve::math
