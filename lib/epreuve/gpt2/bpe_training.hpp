#pragma once

#include "epreuve/gpt2/vocabulary.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>

namespace epreuve::gpt2 {

struct HashOfText
{
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const
  {
    return std::hash<std::string_view>()(text);
  }
};

/// How often each word occurs. A word is what GPT-2's pattern leaves whole (see for_each_word): most
/// have the blank before them.
using WordCounts = std::unordered_map<std::string, std::uint64_t, HashOfText, std::equal_to<>>;

/// Adds the words of a text. "<|endoftext|>", which separates documents, is not part of any.
void count_words(std::string_view text, WordCounts& counts);

/// The words of a list in which white space separates them, each with the blank before it, and once. Where the pattern
/// splits one, its pieces are words: " the", "-" and "mouse".
WordCounts words_of_list(std::string_view list);

/// As many merges as it takes until every word is one token.
constexpr std::size_t until_words_are_whole = std::numeric_limits<std::size_t>::max();

/// Byte-pair encoding, trained on words. At first each byte is a token, its value the number. Then, again and again, the
/// pair of neighbours that is most frequent becomes one token, in all words, from left to right:
///
///     (a, b) = argmax sum_words count(word) #{i : token i of the word is a, and token i + 1 is b}
///
/// Pairs that overlap all count: "aaa" has two of (a, a), and one of them is joined. Of pairs that are equally frequent
/// it is the one whose a has the lowest number, then the one whose b has. Merged tokens are numbered from 256 in the
/// order in which they are made, so this is a rule about the words and their counts alone. "<|endoftext|>" is the last.
///
/// With L the length of all different words in bytes it takes time O(L log L) and memory O(L): of each pair the places
/// are kept, and a join changes the two pairs around it alone. A heap has the pairs by their counts; one that has
/// become rarer since goes back when its turn comes.
///
/// No two merges make the same bytes. Inside a stretch of bytes that is to become a token, and that no merge crosses,
/// the merges depend on its bytes alone; so wherever the stretch stands it becomes one token at the same time.
///
/// If every word counts once, this is Re-Pair on the list of words, with few merges until all are whole. How many are
/// enough cannot be computed for long lists (it is the problem of the smallest grammar, which is NP-hard); each
/// word of more than a byte needs one.
///
/// @param most_merges  it makes fewer if all words are whole before
/// @param progress     is called after each merge with the part of the work that is done, from 0 to 1
/// @throws Error if the words together have more than 2^31 bytes
/// Source: Sennrich, Haddow, Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016), 3.2; Larsson
/// and Moffat, "Offline Dictionary-Based Compression" (1999); Charikar et al., "The Smallest Grammar Problem" (2005).
Vocabulary train_vocabulary(
    const WordCounts& words, std::size_t most_merges = until_words_are_whole,
    const std::function<void(double done)>& progress = [](double) {});

} // namespace epreuve::gpt2
