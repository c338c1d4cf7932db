#pragma once

#include <armadillo>

#include <cstdint>

namespace epreuve::math {

/// The digit of k at place i in base b, the units at place 0.
///
///     c_i = (k // b^i) % b
///
/// @param k  >= 0
/// @param i  any place; 0 from where b^i exceeds k
/// @param b  >= 2
/// @throws   Error if k or b is outside its domain
/// Source: exo7 4.3.
std::int64_t digit(std::int64_t k, std::uint64_t i, std::int64_t b);

/// The digits of k in base b as a vector, the units first.
///
///     (c_0, c_1, ..., c_{m-1}),    k = sum_i c_i b^i
///
/// @param k  >= 0
/// @param b  from 2 to 2^53, so that a digit is exact as a double
/// @return   as many digits as k has: c_{m-1} > 0, but a single 0 for k = 0
/// @throws   Error if k or b is outside its domain
/// Source: exo7 4.3.
arma::vec digits(std::int64_t k, std::int64_t b);

} // namespace epreuve::math
