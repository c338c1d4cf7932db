#include "epreuve/evidence/difference.hpp"

#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace epreuve::evidence {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <typename Real>
double spacing(Real x)
{
  const Real magnitude = std::abs(x);
  const Real above = std::nextafter(magnitude, std::numeric_limits<Real>::infinity());
  if (std::isfinite(above))
    return static_cast<double>(above) - static_cast<double>(magnitude);
  // The largest number has no neighbour above it.
  return static_cast<double>(magnitude) - static_cast<double>(std::nextafter(magnitude, Real(0)));
}

double in_units(double distance, double unit)
{
  return std::isinf(distance) ? infinity : distance / unit;
}

template <typename Real>
double distance(Real a, Real b)
{
  if (a == b)
    return 0;
  const double d = std::abs(static_cast<double>(a) - static_cast<double>(b));
  return std::isfinite(d) ? d : infinity;
}

} // namespace

template <typename Real>
Difference difference(const arma::Mat<Real>& a, const arma::Mat<Real>& b)
{
  Difference result;
  if (a.n_rows != b.n_rows || a.n_cols != b.n_cols || b.is_empty()) {
    result.absolute = result.ulps = result.ulps_of_norm = infinity;
    result.left = shape(a);
    result.right = shape(b);
    return result;
  }
  Real largest = 0;
  for (arma::uword j = 0; j < b.n_cols; ++j) {
    for (arma::uword i = 0; i < b.n_rows; ++i) {
      if (std::isfinite(b(i, j)))
        largest = std::max(largest, std::abs(b(i, j)));
      const double d = distance(a(i, j), b(i, j));
      if (d > 0)
        result.ulps = std::max(result.ulps, in_units(d, spacing(b(i, j))));
      if (d > result.absolute || (i == 0 && j == 0)) {
        result.absolute = d;
        result.row = i;
        result.col = j;
        result.left = fmt::format("{:.6g}", a(i, j));
        result.right = fmt::format("{:.6g}", b(i, j));
      }
    }
  }
  if (result.absolute > 0)
    result.ulps_of_norm = in_units(result.absolute, spacing(largest));
  return result;
}

template Difference difference(const arma::Mat<float>&, const arma::Mat<float>&);
template Difference difference(const arma::Mat<double>&, const arma::Mat<double>&);

Difference difference(double a, double b)
{
  return difference(arma::mat{a}, arma::mat{b});
}

Difference worst(const Difference& one, const Difference& other)
{
  Difference result = one.absolute >= other.absolute ? one : other;
  result.ulps = std::max(one.ulps, other.ulps);
  result.ulps_of_norm = std::max(one.ulps_of_norm, other.ulps_of_norm);
  return result;
}

bool Tolerance::admits(const Difference& d) const
{
  return std::isfinite(measured(d)) && measured(d) <= amount;
}

double Tolerance::measured(const Difference& d) const
{
  switch (measure) {
  case Measure::absolute:
    return d.absolute;
  case Measure::ulps:
    return d.ulps;
  case Measure::ulps_of_norm:
    return d.ulps_of_norm;
  }
  return infinity;
}

std::optional<double> Tolerance::share(const Difference& d) const
{
  return amount > 0 ? std::optional(measured(d) / amount) : std::nullopt;
}

std::string Tolerance::text() const
{
  if (amount == 0)
    return "equal";
  switch (measure) {
  case Measure::absolute:
    return fmt::format("{:.3g}", amount);
  case Measure::ulps:
    return fmt::format("{:.3g} ulp", amount);
  case Measure::ulps_of_norm:
    return fmt::format("{:.3g} ulp of the largest entry", amount);
  }
  return {};
}

Tolerance exactly()
{
  return {Tolerance::Measure::absolute, 0};
}

Tolerance ulps(double amount)
{
  return {Tolerance::Measure::ulps, amount};
}

Tolerance ulps_of_norm(double amount)
{
  return {Tolerance::Measure::ulps_of_norm, amount};
}

Tolerance absolute(double amount)
{
  return {Tolerance::Measure::absolute, amount};
}

std::string describe(const Difference& d, const Tolerance& tolerance, std::string_view word)
{
  const double measured = tolerance.measured(d);
  if (measured == 0)
    return "equal to the last bit";
  switch (tolerance.measure) {
  case Tolerance::Measure::absolute:
    return fmt::format("{} {:.2g}", word, measured);
  case Tolerance::Measure::ulps:
    return fmt::format("{} {:.2g} ulp", word, measured);
  case Tolerance::Measure::ulps_of_norm:
    return fmt::format("{} {:.2g} ulp of the largest entry", word, measured);
  }
  return {};
}

} // namespace epreuve::evidence
