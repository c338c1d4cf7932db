#pragma once

#include "epreuve/exercises/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace epreuve::exercises {

/// What a judge says about an exercise, on one line: whether it is done, what was earned, and why it is wrong.
/// Everything else in a result is known without it.
std::string write_verdict(const Result& result);

/// A verdict as the result of the exercise that was asked for. Its points are within what a wrong
/// answer can earn, its texts within bounds.
/// @throws Error if it is not a verdict, or is about another exercise
Result read_verdict(std::string_view line, const About& asked);

/// The most bytes of the printed output, of each other text, and of a program that makes the call, which is left out if
/// it is longer.
constexpr std::size_t most_printed = 64 << 10, most_of_text = 8 << 10, most_of_call = 4 << 20;

/// Feedback with its texts within these bounds.
Feedback within_bounds(Feedback feedback);

} // namespace epreuve::exercises
