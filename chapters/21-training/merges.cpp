#include "merges.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace epreuve::instruments {

namespace {

/// What the tokens of a word are: 0 to 255 are letters, then come merged ones.
using Encoded = std::vector<unsigned>;
using Pair = std::pair<unsigned, unsigned>;

Encoded letters(const std::string& word)
{
  Encoded tokens;
  for (const char letter : word)
    tokens.push_back(static_cast<unsigned char>(letter));
  return tokens;
}

/// Joins the pair from left to right.
Encoded joined(const Encoded& tokens, const Pair& pair, unsigned into)
{
  Encoded result;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (i + 1 < tokens.size() && Pair{tokens[i], tokens[i + 1]} == pair) {
      result.push_back(into);
      ++i;
    } else {
      result.push_back(tokens[i]);
    }
  return result;
}

std::map<Pair, unsigned> pairs(const Encoded& tokens)
{
  std::map<Pair, unsigned> counts;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    ++counts[{tokens[i], tokens[i + 1]}];
  return counts;
}

unsigned greedy_from(const Encoded& tokens, unsigned merges, Ties ties, unsigned next)
{
  const std::map<Pair, unsigned> counts = pairs(tokens);
  if (merges == 0 || counts.empty())
    return static_cast<unsigned>(tokens.size());
  unsigned most = 0, best = static_cast<unsigned>(tokens.size());
  for (const auto& [pair, count] : counts)
    most = std::max(most, count);
  for (const auto& [pair, count] : counts)
    if (count == most) {
      best = std::min(best, greedy_from(joined(tokens, pair, next), merges - 1, ties, next + 1));
      if (ties == Ties::lowest_first)
        break;
    }
  return best;
}

BestMerges best_from(const Encoded& tokens, unsigned merges, std::vector<std::string>& texts)
{
  BestMerges best{static_cast<unsigned>(tokens.size()), {}};
  if (merges == 0)
    return best;
  for (const auto& [pair, count] : pairs(tokens)) {
    const std::string text = texts[pair.first] + texts[pair.second];
    texts.push_back(text);
    BestMerges rest =
        best_from(joined(tokens, pair, static_cast<unsigned>(texts.size()) - 1), merges - 1, texts);
    texts.pop_back();
    if (rest.tokens < best.tokens) {
      best = std::move(rest);
      best.merges.insert(best.merges.begin(), text);
    }
  }
  return best;
}

/// The next word of its length over the first letters, in the order of the alphabet; false after the last.
bool advance(std::string& word, char last)
{
  for (auto letter = word.rbegin(); letter != word.rend(); ++letter) {
    if (*letter != last) {
      ++*letter;
      return true;
    }
    *letter = 'a';
  }
  return false;
}

/// Whether a comes first, then b, and so on.
bool letters_come_in_order(const std::string& word)
{
  char next = 'a';
  for (const char letter : word)
    if (letter > next)
      return false;
    else if (letter == next)
      ++next;
  return true;
}

} // namespace

unsigned greedy_tokens(const std::string& word, unsigned merges, Ties ties)
{
  return greedy_from(letters(word), merges, ties, 256);
}

BestMerges best_merges(const std::string& word, unsigned merges)
{
  std::vector<std::string> texts(256);
  for (unsigned byte = 0; byte < 256; ++byte)
    texts[byte] = static_cast<char>(byte);
  return best_from(letters(word), merges, texts);
}

std::optional<Failure> smallest_failure(unsigned longest, Ties ties)
{
  for (unsigned length = 1; length <= longest; ++length)
    for (unsigned alphabet = 1; alphabet <= length; ++alphabet)
      for (unsigned merges = 1; merges < length; ++merges) {
        const char last = static_cast<char>('a' + static_cast<int>(alphabet) - 1);
        std::string word(length, 'a');
        do {
          // Where ties are broken in the best way, letters are mere names, and the first of a word's namings is enough.
          if (std::set(word.begin(), word.end()).size() != alphabet ||
              (ties == Ties::any && !letters_come_in_order(word)))
            continue;
          const unsigned greedy = greedy_tokens(word, merges, ties);
          BestMerges best = best_merges(word, merges);
          if (best.tokens < greedy)
            return Failure{word, merges, greedy, best.tokens, std::move(best.merges)};
        } while (advance(word, last));
      }
  return std::nullopt;
}

} // namespace epreuve::instruments
