#pragma once

#include "epreuve/exercises/argument_parts.hpp"
#include "epreuve/exercises/value.hpp"
#include "epreuve/translation.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// A result and the right one, of one type, and the arguments.
struct Compared
{
  Value got, expected, arguments{};
};

// What is said of all results, where the source may have the cause (suspicious.hpp).
constexpr const char *agreement_to_few_digits = to_say(
                         "the results agree with the expected ones to 5 digits or more, but not to "
                         "9"),
                     *all_zero = to_say("every number of every result is 0"),
                     *as_by_log10 =
                         to_say("every result is 0.434294 = 1 / ln 10 times the expected one"),
                     *as_by_log2 =
                         to_say("every result is 1.442695 = 1 / ln 2 times the expected one");

/// What all results of any function show: the right one transposed, or shifted by a row or a column, or with one too
/// many, or without its first or last; no finite number where one is right; all numbers 0; all multiplied by the same
/// factor, or all larger by the same amount; agreement to some digits; a function of the right one, its square, its root;
/// a factor, a term or a difference that is made of the arguments or their sizes. It is a fact, and names no cause. Empty if none of these is true of all results, or two wrong ones do not show it
/// (in_common.cpp has the table).
/// @param wrong  on different inputs; the first is the one that is shown
/// @param right  results on other inputs, on which the function is right
/// @param parts  of the arguments
std::string in_common(const std::vector<Compared>& wrong, const std::vector<Compared>& right,
                      const std::vector<ArgumentPart>& parts);

/// Where all wrong numbers are, if that is in one row, column or field, or only in their order. Empty if it is not.
std::string where_wrong(const std::vector<Compared>& wrong, const std::vector<Compared>& right);

} // namespace epreuve::exercises
