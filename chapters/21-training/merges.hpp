#pragma once

#include <optional>
#include <string>
#include <vector>

/// Byte-pair encoding of one short word, and whether its greedy merges are the best.
namespace epreuve::instruments {

/// Which of several equally frequent pairs is joined.
enum class Ties
{
  lowest_first, ///< as gpt2::train_vocabulary does
  any           ///< whichever turns out best
};

/// Tokens of a word after so many merges, each of the most frequent pair; overlapping pairs all count. A text of one
/// token stays so.
unsigned greedy_tokens(const std::string& word, unsigned merges, Ties ties);

/// A list of so many merges after which a word has fewest tokens, by trying all lists.
struct BestMerges
{
  unsigned tokens;
  std::vector<std::string> merges; ///< what each makes: "ab", "aab"
};
BestMerges best_merges(const std::string& word, unsigned merges);

/// A word for which the best list is better than the greedy one.
struct Failure
{
  std::string text;
  unsigned merges, greedy, fewest;
  std::vector<std::string> best;
};

/// The first such word, in the order of length, then of the number of different letters (a, b, ...), of merges (at
/// least 1, until the word is one token), then of the alphabet. Only words in which all of the first letters come.
/// @param longest  words of up to so many letters are tried
std::optional<Failure> smallest_failure(unsigned longest, Ties ties);

} // namespace epreuve::instruments
