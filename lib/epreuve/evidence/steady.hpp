#pragma once

#include <string>
#include <string_view>

namespace epreuve::evidence {

/// A computed number to the digits that are the same on every processor: its first four, but none below `finest`, how
/// far the number may be off, and none below 1e-10, where little of a difference of numbers of order 1 is left but their
/// roundings. A whole number has all its digits.
///
///     0.71312345 -> "0.7131",  1.1253e-7 -> "1.125e-07",  3e-16 -> "0",  50257 -> "50257"
///
/// What is made of roundings alone, or of what they decide, has no such digits; the evidence says so, Claim::rounding.
std::string steady_digits(double value, double finest = 0);

/// Whether two texts differ in nothing but the last place of numbers that have a decimal mark or an exponent, and there
/// by one unit of the coarser number: as one number may be written that lies on the border between two.
bool same_to_the_last_place(std::string_view one, std::string_view other);

} // namespace epreuve::evidence
