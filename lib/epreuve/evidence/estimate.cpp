#include "epreuve/evidence/estimate.hpp"

#include "epreuve/error.hpp"

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

} // namespace

Estimate mean_of(const arma::vec& sample)
{
  require_sample("mean_of", sample, 2);
  const auto n = static_cast<double>(sample.n_elem);
  return {arma::mean(sample), arma::stddev(sample) / std::sqrt(n), sample.n_elem};
}

Estimate variance_of(const arma::vec& sample)
{
  require_sample("variance_of", sample, 4);
  const auto n = static_cast<double>(sample.n_elem);
  const arma::vec centred = sample - arma::mean(sample);
  const double variance = arma::dot(centred, centred) / (n - 1);
  const double fourth = arma::mean(arma::square(arma::square(centred)));
  const double of_variance = (fourth - variance * variance * (n - 3) / (n - 1)) / n;
  return {variance, std::sqrt(std::max(of_variance, 0.0)), sample.n_elem};
}

} // namespace epreuve::evidence
