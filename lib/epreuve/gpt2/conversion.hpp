#pragma once

#include <cstdint>
#include <span>

namespace epreuve::gpt2 {

/// IEEE 754 binary16, as its bits: sign, 5 bits of exponent, 10 of fraction.
enum class Half : std::uint16_t
{
};

/// bfloat16, as its bits: the upper half of a float's.
enum class Bfloat : std::uint16_t
{
};

/// The values of a checkpoint as Real; exact, as each of its formats is part of float.
template <typename Real>
void convert(std::span<const Half> values, Real* result);
template <typename Real>
void convert(std::span<const Bfloat> values, Real* result);
template <typename Real>
void convert(std::span<const float> values, Real* result);

} // namespace epreuve::gpt2
