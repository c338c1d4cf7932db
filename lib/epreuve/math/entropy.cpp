#include "epreuve/math/entropy.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/compensated_sum.hpp"
#include "epreuve/shape.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace epreuve::math {

namespace {

template <typename Real>
Real entropy_of(const arma::Col<Real>& p, const std::string& name)
{
  if (p.is_empty())
    throw Error("{} is empty, expected at least one probability", name);
  for (arma::uword i = 0; i < p.n_elem; ++i)
    if (!(p(i) >= 0 && std::isfinite(p(i))))
      throw Error("{} must hold probabilities, got {} at index {}", name, p(i), i);

  arma::vec terms = arma::conv_to<arma::vec>::from(p);
  const double total = compensated_sum(terms);
  const double epsilon = static_cast<double>(std::numeric_limits<Real>::epsilon());
  const double tolerance = (static_cast<double>(p.n_elem) + 16) * epsilon;
  if (!(std::abs(total - 1) <= tolerance))
    throw Error("{} must sum to 1 within {:.2g}, got {}", name, tolerance, total);

  terms.transform([](double p_i) { return p_i == 0 || p_i >= 1 ? 0 : -p_i * std::log(p_i); });
  return static_cast<Real>(compensated_sum(terms));
}

} // namespace

template <typename Real>
Real entropy(const arma::Col<Real>& p)
{
  return entropy_of(p, "entropy: p");
}

template <typename Real>
arma::Col<Real> entropy_rows(const arma::Mat<Real>& P)
{
  if (P.is_empty())
    throw Error("entropy_rows: P must have at least one row and one column, got {}", shape(P));
  arma::Col<Real> result(P.n_rows);
  for (arma::uword i = 0; i < P.n_rows; ++i)
    result(i) =
        entropy_of(arma::Col<Real>(P.row(i).t()), fmt::format("entropy_rows: row {} of P", i));
  return result;
}

#define INSTANTIATE(Real)                                                                          \
  template Real entropy(const arma::Col<Real>&);                                                   \
  template arma::Col<Real> entropy_rows(const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::math
