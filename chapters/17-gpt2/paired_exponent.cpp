#include "paired_exponent.hpp"
#include "epreuve/error.hpp"

#include <cmath>

epreuve::evidence::Estimate epreuve::instruments::paired_exponent(const arma::vec& before,
                                                                  const arma::vec& after,
                                                                  double factor)
{
  if (before.n_elem != after.n_elem)
    throw Error(
        "paired_exponent: expected a value before and one after of each system, got {} and {}",
        before.n_elem, after.n_elem);
  if (!arma::all(before > 0) || !arma::all(after > 0) || !(factor > 0) || factor == 1)
    throw Error("paired_exponent: expected values > 0 and a factor > 0 other than 1, got factor {}",
                factor);
  evidence::Estimate of_pairs =
      evidence::mean_of(after / arma::mean(after) - before / arma::mean(before));
  of_pairs.value = std::log(arma::mean(after) / arma::mean(before)) / std::log(factor);
  of_pairs.standard_error /= std::abs(std::log(factor));
  return of_pairs;
}
