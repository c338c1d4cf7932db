#pragma once

#include "epreuve/chapter.hpp"

#include <string>
#include <string_view>

namespace epreuve::instruments {

/// A claim about GPT-2 that the text supports, and only the complete published weights decide: declared to hold where
/// they are available, and to need the weights elsewhere. What follows is evidence either way; a section
/// with the requirement gpt2::all_weights adds what the weights say.
///
/// @param seen  what can be said without the weights: "the rows sum to 1"
/// @throws      Error as Chapter::claim
evidence::Claim& decided_by_weights(Chapter& chapter, std::string_view id, const std::string& seen,
                                    Chapter::Where where = Chapter::Where::current());

} // namespace epreuve::instruments
