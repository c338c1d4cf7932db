#include "epreuve/evidence/estimate.hpp"

#include "epreuve/error.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace epreuve::evidence {

namespace {

void require_sample(const char* function, const arma::vec& sample, arma::uword least)
{
  if (sample.n_elem < least)
    throw Error("{}: a sample of at least {} values was expected, got {}", function, least,
                sample.n_elem);
  if (!sample.is_finite())
    throw Error("{}: the sample holds NaN or infinity", function);
}

/// The degrees of freedom of Student's law that a mean's error follows in units of its standard error: n - 1 for normal
/// values; fewer for skewed ones, whose mean and standard deviation err together. With skewness g of the mean, a distance of
/// q standard errors is as improbable as one of q - g q²/3 of a normal law (Johnson, 1978); Student's quantile is
/// q + (q³ + q) / 4ν. Both are right for q = 4.9, where demanded_confidence is, if ν = ¾ (q + 1/q) / g.
double degrees_of_freedom(const arma::vec& sample)
{
  constexpr double q = 4.9;
  const auto n = static_cast<double>(sample.n_elem);
  const arma::vec centred = sample - arma::mean(sample);
  const double variance = arma::mean(arma::square(centred)),
               third = arma::mean(arma::square(centred) % centred);
  if (!(variance > 0) || third == 0)
    return n - 1;
  const double skewness_of_mean = std::abs(third) / std::pow(variance, 1.5) / std::sqrt(n);
  return std::min(n - 1, std::max(1.0, 0.75 * (q + 1 / q) / skewness_of_mean));
}

} // namespace

double half_width(const Estimate& estimate, double confidence)
{
  using boost::math::complement, boost::math::quantile;
  const double tail = (1 - confidence) / 2;
  const double in_standard_errors =
      std::isinf(estimate.degrees_of_freedom)
          ? quantile(complement(boost::math::normal(), tail))
          : quantile(complement(boost::math::students_t(estimate.degrees_of_freedom), tail));
  return in_standard_errors * estimate.standard_error;
}

bool notices(const Estimate& estimate, double value)
{
  return std::abs(estimate.value - value) > half_width(estimate, demanded_confidence);
}

Estimate mean_of(const arma::vec& sample)
{
  require_sample("mean_of", sample, 2);
  const auto n = static_cast<double>(sample.n_elem);
  return {arma::mean(sample), arma::stddev(sample) / std::sqrt(n), sample.n_elem,
          degrees_of_freedom(sample)};
}

Estimate variance_of(const arma::vec& sample)
{
  require_sample("variance_of", sample, 4);
  const auto n = static_cast<double>(sample.n_elem);
  const arma::vec centred = sample - arma::mean(sample);
  const double variance = arma::dot(centred, centred) / (n - 1);
  const double fourth = arma::mean(arma::square(arma::square(centred)));
  const double of_variance = (fourth - variance * variance * (n - 3) / (n - 1)) / n;
  return {variance, std::sqrt(std::max(of_variance, 0.0)), sample.n_elem,
          degrees_of_freedom(arma::square(centred))};
}

Estimate slope_of(const arma::vec& x, const arma::vec& y)
{
  require_sample("slope_of", x, 3);
  require_sample("slope_of", y, 3);
  if (x.n_elem != y.n_elem)
    throw Error("slope_of: as many x as y were expected, got {} and {}", x.n_elem, y.n_elem);
  const arma::vec from_centre = x - arma::mean(x);
  const double S_xx = arma::dot(from_centre, from_centre);
  if (!(S_xx > 0))
    throw Error("slope_of: all {} points have the same x, {}", x.n_elem, x.front());
  const double slope = arma::dot(from_centre, y) / S_xx;
  const arma::vec residuals = y - arma::mean(y) - slope * from_centre;
  const double freedom = double(x.n_elem) - 2;
  return {slope, std::sqrt(arma::dot(residuals, residuals) / freedom / S_xx), x.n_elem, freedom};
}

Estimate exponent_of(const arma::vec& x, const arma::vec& y)
{
  if (!arma::all(x > 0) || !arma::all(y > 0))
    throw Error(
        "exponent_of: positive values were expected, for they are drawn on logarithmic axes");
  return slope_of(arma::log(x), arma::log(y));
}

} // namespace epreuve::evidence
