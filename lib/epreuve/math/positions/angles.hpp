#pragma once

#include <armadillo>

#include <cstdint>
#include <string_view>
#include <vector>

namespace epreuve::math {

/// A real number to 106 bits, the unevaluated sum of two doubles.
struct DoubleDouble
{
  double head; ///< the number, rounded
  double tail; ///< what rounding left, at most half an ulp of head
};

struct CosineAndSine
{
  double cosine;
  double sine;
};

/// omega_i = base^{-2i/n}, i = 0 .. n/2 - 1, as frequencies has them but to 106 bits, so that
/// k omega_i is still an angle when k is a million.
/// @throws Error in the name of `caller` if n is odd or 0, or base not finite and positive, or so near
///         0 that a frequency overflows
std::vector<DoubleDouble> precise_frequencies(std::string_view caller, arma::uword n, double base);

/// @throws Error in the name of `caller` if |k| omega_i > 2^53 for an omega_i in `frequencies`:
///         the angle would no longer be known to double's precision
void require_known_angles(std::string_view caller, std::string_view k_name, std::int64_t k,
                          const std::vector<DoubleDouble>& frequencies);

/// cos(k omega) and sin(k omega), each within 2^-51 for |k| omega <= 2^53.
CosineAndSine turn(std::int64_t k, DoubleDouble omega);

} // namespace epreuve::math
