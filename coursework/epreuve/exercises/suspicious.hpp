#pragma once

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/gcc_messages.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// What a compiler accepts, and nobody means in a formula, with its lines: a quotient of whole numbers that is cut
/// (1 / 2; 1 / n, if n is declared as a whole number in the same section), and ^ before a number. Each names the
/// exercise in whose section it is. Of a section's, the first twenty are kept.
std::vector<Message> suspicious(const Source& source);

/// Where an exercise's section has the cause of what all its results have in common (in_common.hpp), in words: "line 12
/// has a float in it, ..." where they have few digits; empty if it has none that is known. The table is in suspicious.cpp.
std::string cause_of(std::string_view in_common, const Source& source, std::string_view exercise);

} // namespace epreuve::exercises
