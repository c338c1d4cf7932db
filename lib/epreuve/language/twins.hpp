#pragma once

#include "epreuve/language/language.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace epreuve::language {

/// A sentence and its translation into a language of the same grammar, where each word renders one word.
struct Twins
{
  std::vector<Word> source, target; ///< both end with "."; of one length
  std::vector<std::size_t>
      renders;          ///< for each word of the target, the place in the source of what it renders
  Rational probability; ///< of either sentence in its language
};

/// The translation of a sentence, word for word along its derivation, so the alignment is exact: there is one derivation,
/// and it names each word in both languages.
///
/// @param source  a language that is spoken in the order of its grammar: English
/// @param target  of the same grammar, with words of its own; it may have crossed parts
/// @return        nothing if the words are not one sentence of the source
/// @throws        Error if the grammars differ in more than words and order, or the source has crossed parts
std::optional<Twins> translation(const Language& source, const Language& target,
                                 const std::vector<Word>& sentence);

/// All sentences that are at least as probable as `least`, with their translations: the most probable first, of
/// equally probable ones in the order of the grammar.
/// @throws Error as translation, or unless 0 < least
std::vector<Twins> likely_twins(const Language& source, const Language& target,
                                const Rational& least);

} // namespace epreuve::language
