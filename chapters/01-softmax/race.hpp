#pragma once

#include <armadillo>

#include <functional>

namespace epreuve::instruments {

/// The probabilities of each x_i + Z_i to be the largest, for independent Z_i of one law.
///
///     p_i = integral of f(t - x_i) prod_{j != i} F(t - x_j) dt
///
/// (i wins if it comes to some t and all others stay below), by the plain sum of step 1/4 from
/// max x - 15 to max x + 60. If the integrand is analytic for |Im t| < w, the sum errs by some
/// e^{-8 pi w}: by 10^-17 for Gumbel's law, where w = pi / 2, and less for a normal one.
///
/// @param x  N entries, finite
/// @param F  the distribution function of a Z that leaves [-15, 60] with a probability of 10^-17 at most
/// @param f  its density, F'
/// @return   N, of sum 1
/// @throws   Error if x is empty or not finite
arma::vec win_probabilities(const arma::vec& x, const std::function<double(double)>& F,
                            const std::function<double(double)>& f);

} // namespace epreuve::instruments
