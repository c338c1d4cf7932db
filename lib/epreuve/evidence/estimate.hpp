#pragma once

#include <armadillo>

namespace epreuve::evidence {

/// A statistic of a sample with its standard error.
struct Estimate
{
  double value = 0;
  double standard_error = 0;
  arma::uword n = 0; ///< sample size
};

/// Sample mean; standard error s / sqrt(n). At least 2 finite values, else Error.
Estimate mean_of(const arma::vec& sample);

/// Unbiased sample variance s^2; standard error from the fourth central moment m4,
///
///     Var(s^2) ≈ (m4 - s^4 (n-3)/(n-1)) / n
///
/// At least 4 finite values, else Error.
Estimate variance_of(const arma::vec& sample);

/// Half-width, in standard errors, of the interval in which an estimate must hold the expected
/// value: two-sided normal confidence 1 - 10^-6. Wide by design: a chapter asks dozens of such
/// questions, and every seed must answer them; `Claim::estimates` demands in exchange that the
/// interval be narrower than the effect it is to tell apart.
constexpr double confidence_half_width = 4.891638475698590;
/// The interval that readers expect to see: 95 %.
constexpr double shown_half_width = 1.959963984540054;

} // namespace epreuve::evidence
