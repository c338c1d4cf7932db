#pragma once

#include <functional>
#include <string_view>

namespace epreuve::gpt2 {

/// Splits a text into the words that GPT-2's tokens never cross: a run of letters, of digits or
/// of other symbols, each with the blank before it; an English contraction; a run of white space,
/// which leaves its last character to the word after it. Nothing is left out: the words one after
/// the other are the text.
///
/// Bytes that are not UTF-8 count as symbols, as U+FFFD would in their place; so does a letter
/// that is newer than the Unicode of the PCRE2 library (14.0 for Debian 12).
///
/// @param visit  is called with each word, a view of the text
/// Source: Radford et al. (2019), 2.2; the pattern is that of their published encoder.
void for_each_word(std::string_view text, const std::function<void(std::string_view word)>& visit);

} // namespace epreuve::gpt2
