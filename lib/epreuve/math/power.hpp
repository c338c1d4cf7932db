#pragma once

#include "epreuve/error.hpp"

namespace epreuve::math {

/// x^l by repeated squaring: at most 2 log2(l) + 2 products instead of l.
///
///     x^l = product of x^(2^b) over the binary digits b of l that are 1
///
/// @param x    of any type with an associative product: numbers, complex numbers, square matrices
/// @param l    >= 0
/// @param one  the neutral element, which x^0 is; of matrices the identity
/// @throws     Error if l < 0 (raise the inverse instead)
template <typename T>
T power(T x, long l, T one = T(1))
{
  if (l < 0)
    throw Error("power: the exponent must be at least 0, got {}", l);
  for (; l > 0; l /= 2) {
    if (l % 2 != 0)
      one = one * x;
    if (l > 1)
      x = x * x;
  }
  return one;
}

} // namespace epreuve::math
