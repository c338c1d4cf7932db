#pragma once

#include "epreuve/language/beliefs.hpp"

#include <string>
#include <vector>

namespace epreuve::petit {

/// What the next word of an English text can settle: the kinds of the words that can be next, as "clause, verb"; "nothing" if
/// only one word can. The kinds are article, opening (of a sentence: "after", "two"), name, size, colour, animal, person,
/// occasion, verb, clause ("that", "with", "because"), place, food, document and mood, and other words are of none.
///
/// So the beliefs are parted, and with them the prefixes of texts.
/// @return  by belief
std::vector<std::string> choices(const language::Language& english,
                                 const language::Beliefs& beliefs);

} // namespace epreuve::petit
