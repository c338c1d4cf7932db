#pragma once

#include <armadillo>

#include <limits>

namespace epreuve::evidence {

/// A statistic of a sample with its standard error.
struct Estimate
{
  double value = 0;
  double standard_error = 0;
  arma::uword n = 0; ///< sample size
  /// Of Student's law, which the error follows in units of the standard error; infinite: normal.
  double degrees_of_freedom = std::numeric_limits<double>::infinity();
};

/// Half the width of the interval that contains the true value with this probability.
double half_width(const Estimate& estimate, double confidence);

/// Sample mean; standard error s / sqrt(n), and n - 1 degrees of freedom, or fewer where the values are skewed: then the
/// mean and its standard error err together. At least 2 finite values, else Error.
Estimate mean_of(const arma::vec& sample);

/// Unbiased sample variance s^2; standard error from the fourth central moment m4,
///
///     Var(s^2) ≈ (m4 - s^4 (n-3)/(n-1)) / n
///
/// and degrees of freedom as those of the mean of squared deviations.
/// At least 4 finite values, else Error.
Estimate variance_of(const arma::vec& sample);

/// Slope of the least-squares line through (x_i, y_i): b = S_xy / S_xx, with its standard error
/// from the residuals, sqrt(sum r_i^2 / (n - 2) / S_xx), and n - 2 degrees of freedom.
/// At least 3 finite points, whose x are not all equal, else Error.
Estimate slope_of(const arma::vec& x, const arma::vec& y);

/// The exponent b of y ~ c x^b: the slope of ln y against ln x. All values > 0, else Error.
Estimate exponent_of(const arma::vec& x, const arma::vec& y);

/// The confidence of the interval around an estimate that must contain the expected value. Wide by design: a chapter
/// asks dozens of such questions, and must pass with every seed; in exchange, `Claim::estimates` demands
/// that the interval be narrower than the effect to be noticed.
constexpr double demanded_confidence = 1 - 1e-6;
/// The confidence of the error bars in figures, which decide nothing.
constexpr double shown_confidence = 0.95;

/// Whether the interval of the demanded confidence excludes a value, so Claim::estimates would
/// refuse it: applied to numbers that have an effect, it says whether the test notices the effect.
bool notices(const Estimate& estimate, double value);

} // namespace epreuve::evidence
