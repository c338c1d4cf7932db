#pragma once

#include "epreuve/instruments/reference.hpp"

#include <armadillo>

#include <vector>

/// Softmax to 50 digits, typed as the documents print it: it shares no line with math/softmax.hpp, which
/// it measures. Logits are finite and of size up to 10^6 (their exponentials then stay in range). All
/// functions throw Error if there is no entry.
namespace epreuve::instruments {

/// Softmax at a temperature T, each entry to some 48 digits of itself, less those of max |x_i / T|
/// before its decimal point.
///
///     s_i = e^{x_i / T} / sum_j e^{x_j / T}
///
/// @param x  N logits; x / T is to be of size up to 10^6
/// @return   N, in [0, 1], of sum 1
/// @throws   Error unless T > 0
/// Source: exo7 2.1; thomas, Introduction.
std::vector<Reference> softmax_50(const std::vector<Reference>& x,
                                  const Reference& temperature = 1);

/// Logarithm of the softmax, as right as softmax_50, and so also where s_i is within 10^-50 of 1.
///
///     ln s_i = -ln(1 + sum_{j != i} e^{x_j - x_i})
///
/// @param x  N logits
/// @return   N, at most 0
std::vector<Reference> log_softmax_50(const std::vector<Reference>& x);

/// Entropy of a distribution, in nats: -sum p_i ln p_i, where 0 ln 0 = 0.
///
/// @param p  N, not negative, of sum 1 (which is not checked)
Reference entropy_50(const std::vector<Reference>& p);

/// Softmax and its logarithm of doubles, rounded to doubles.
arma::vec softmax_50(const arma::vec& x);
arma::vec log_softmax_50(const arma::vec& x);

} // namespace epreuve::instruments
