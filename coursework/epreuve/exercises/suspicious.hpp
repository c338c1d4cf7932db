#pragma once

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/gcc_messages.hpp"

#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// What a compiler accepts, and nobody means in a formula, with its lines: a quotient of whole numbers that is cut
/// (1 / 2; 1 / n, if n is declared as a whole number in the same section), and ^ before a number. Each names the
/// exercise in whose section it is. Of a section's, the first twenty are kept.
std::vector<Message> suspicious(const Source& source);

/// The first line of an exercise's section that has a float in it, as a type or a number (0.5f); 0 if there is none.
int line_with_float(const Source& source, std::string_view exercise);

} // namespace epreuve::exercises
