#pragma once

#include "epreuve/exercises/value.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// A result and the right one, of one type.
struct Compared
{
  Value got, expected;
};

/// What is said where all numbers are right to a few digits.
constexpr const char* agreement_to_few_digits = "the results agree to 5 digits or more, but not to "
                                                "9: a float, a constant with few digits, or a "
                                                "difference of nearly equal numbers is in it";

/// The mistake that wrong results of any function show, if one explains all of them: the right result transposed, or
/// shifted by a row or a column, or with one too many, or without its first or last; all numbers 0; all multiplied by the same factor (1 / ln 10, where log10 was used), or
/// all larger by the same amount; agreement to some digits, as by a float; no finite number where one is right.
/// A factor or a difference must explain three different numbers at least. Empty if no such mistake does.
std::string in_common(const std::vector<Compared>& wrong);

} // namespace epreuve::exercises
