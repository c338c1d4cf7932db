#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace epreuve::gpt2 {

/// IEEE 754 binary16, as its bits: sign, 5 bits of exponent, 10 of fraction.
enum class Half : std::uint16_t
{
};

/// bfloat16, as its bits: the upper half of a float's.
enum class Bfloat : std::uint16_t
{
};

// The values of a checkpoint as float, which has all of them.

inline float to_float(float value)
{
  return value;
}

inline float to_float(Bfloat value)
{
  return std::bit_cast<float>(std::uint32_t{static_cast<std::uint16_t>(value)} << 16);
}

/// With the fraction moved to where a float has it, only the exponent is wrong, by the 112
/// between both biases: a multiplication by 2^112 corrects it, of subnormal numbers too.
/// A value that reaches 2^16 was infinite or not a number, and gets the exponent of infinity.
inline float to_float(Half value)
{
  const std::uint32_t bits = static_cast<std::uint16_t>(value);
  const std::uint32_t sign = (bits & 0x8000) << 16;
  const float magnitude = std::bit_cast<float>((bits & 0x7FFF) << 13) * 0x1p112F;
  const std::uint32_t infinite = magnitude >= 0x1p16F ? 0x7F800000 : 0;
  return std::bit_cast<float>(sign | infinite | std::bit_cast<std::uint32_t>(magnitude));
}

/// The nearest one, of two the even one; infinity from 65520 on.
/// @param value  not NaN
inline Half to_half(float value)
{
  const double magnitude = std::abs(static_cast<double>(value));
  if (magnitude >= 65520)
    return Half(std::signbit(value) ? 0xFC00 : 0x7C00);
  // Of 11 bits from the first one on, or of what subnormal numbers have; the first one, 1024, is 1 in the exponent's field.
  const int exponent = std::max(magnitude == 0 ? -14 : std::ilogb(magnitude), -14);
  const auto units = static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  return Half(
      static_cast<std::uint16_t>(sign | ((static_cast<unsigned>(exponent + 14) << 10) + units)));
}

} // namespace epreuve::gpt2
