#include "epreuve/gpt2/conversion.hpp"

#include <bit>
#include <cstddef>

namespace epreuve::gpt2 {

namespace {

float to_float(float value)
{
  return value;
}

float to_float(Bfloat value)
{
  return std::bit_cast<float>(std::uint32_t{static_cast<std::uint16_t>(value)} << 16);
}

/// With the fraction moved to where a float has it, only the exponent is wrong, by the 112
/// between both biases: a multiplication by 2^112 corrects it, of subnormal numbers too.
/// What reaches 2^16 was no number, and gets the exponent of infinity.
float to_float(Half value)
{
  const std::uint32_t bits = static_cast<std::uint16_t>(value);
  const std::uint32_t sign = (bits & 0x8000) << 16;
  const float magnitude = std::bit_cast<float>((bits & 0x7FFF) << 13) * 0x1p112F;
  const std::uint32_t infinite = magnitude >= 0x1p16F ? 0x7F800000 : 0;
  return std::bit_cast<float>(sign | infinite | std::bit_cast<std::uint32_t>(magnitude));
}

template <typename Stored, typename Real>
void convert_each(std::span<const Stored> values, Real* result)
{
  for (std::size_t i = 0; i < values.size(); ++i)
    result[i] = static_cast<Real>(to_float(values[i]));
}

} // namespace

template <typename Real>
void convert(std::span<const Half> values, Real* result)
{
  convert_each(values, result);
}

template <typename Real>
void convert(std::span<const Bfloat> values, Real* result)
{
  convert_each(values, result);
}

template <typename Real>
void convert(std::span<const float> values, Real* result)
{
  convert_each(values, result);
}

#define INSTANTIATE(Real)                                                                          \
  template void convert(std::span<const Half>, Real*);                                             \
  template void convert(std::span<const Bfloat>, Real*);                                           \
  template void convert(std::span<const float>, Real*);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::gpt2
