#pragma once

#include "epreuve/instruments/reference.hpp"

#include <armadillo>

#include <functional>
#include <vector>

namespace epreuve::instruments {

/// How many units of the last place functions in `float` err by, interval by interval.
///
///     W_ij = max over k of |f_j(x_k) - truth(x_k)| / ulp(truth(x_k)),
///     x_k = e_i + (e_{i+1} - e_i) (k + 1/2) / places,    0 <= k < places, rounded to float
///
/// (math/accuracy.hpp says what an ulp is, among subnormal numbers and beyond the largest one too.) A
/// sample: it shows where a function is bad, and cannot show that it is good everywhere.
///
/// @param edges  of the intervals, at least 2, in float's range
/// @return       a row per interval, a column per function
/// @throws       Error unless there are 2 edges, a function and places >= 1
arma::mat worst_ulps(const std::vector<std::function<float(float)>>& functions,
                     const std::function<Reference(float)>& truth, const arma::vec& edges,
                     int places = 64);

/// The edges of the binades of float, subnormal numbers included: 2^-149, 2^-148, ..., 2^128.
arma::vec binades_of_float();

} // namespace epreuve::instruments
