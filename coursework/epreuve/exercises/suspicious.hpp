#pragma once

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/gcc_messages.hpp"

#include <vector>

namespace epreuve::exercises {

/// What a compiler accepts, and nobody means in a formula, with its lines: a quotient of whole numbers that is cut
/// (1 / 2; 1 / n, if n is declared as a whole number in the same section), and ^ before a number.
std::vector<Message> suspicious(const Source& source);

} // namespace epreuve::exercises
