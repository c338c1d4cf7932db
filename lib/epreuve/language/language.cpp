#include "epreuve/language/language.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace epreuve::language {
namespace {

constexpr Word full_stop = 0;

std::vector<std::string> with_full_stop(const Phrase& sentence)
{
  std::vector<std::string> words = words_of(sentence);
  if (std::ranges::find(words, ".") != words.end())
    throw Error("the grammar of a sentence must not name \".\", which ends every sentence");
  words.insert(words.begin(), ".");
  return words;
}

std::map<std::string, Word, std::less<>> numbered(const std::vector<std::string>& words)
{
  std::map<std::string, Word, std::less<>> numbers;
  for (Word w = 0; w < words.size(); ++w)
    numbers.emplace(words[w], w);
  return numbers;
}

/// "a", "b" or "c": at most so many, then how many more there are.
std::string list_of(const std::vector<std::string>& words, std::size_t most)
{
  std::string list;
  for (std::size_t i = 0; i < std::min(most, words.size()); ++i) {
    const bool last = i + 1 == words.size();
    list += fmt::format("{}\"{}\"", i == 0 ? "" : last ? " or " : ", ", words[i]);
  }
  if (words.size() > most)
    list += fmt::format(" or {} more", words.size() - most);
  return list;
}

} // namespace

Language::Language(std::string tag, Phrase sentence)
    : tag_(std::move(tag)), sentence_(std::move(sentence)), words_(with_full_stop(sentence_)),
      numbers_(numbered(words_)),
      automaton_(language::automaton(sentence_ + language::word("."), numbers_))
{
  if (const auto twice = ambiguity(automaton_))
    throw Error("a grammar must be unambiguous, but \"{}\" has two derivations", text(*twice));
}

Word Language::word(std::string_view text) const
{
  const auto place = numbers_.find(text);
  if (place == numbers_.end())
    throw Error("{} is not one of the {} words of the language \"{}\"; the nearest is \"{}\"",
                in_quotes(text), words_.size(), tag_, nearest(text, words_));
  return place->second;
}

std::vector<Word> Language::encode(std::string_view text) const
{
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<Word> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty())
      return words;
    std::string_view token = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(token.size());
    const bool ends = token.size() > 1 && token.ends_with('.');
    if (ends)
      token.remove_suffix(1);
    const auto place = numbers_.find(token);
    if (place == numbers_.end())
      throw Error(
          "word {}, {}, is not one of the {} words of the language \"{}\"; the nearest is \"{}\"",
          words.size() + 1, in_quotes(token), words_.size(), tag_, nearest(token, words_));
    words.push_back(place->second);
    if (ends)
      words.push_back(full_stop);
  }
}

std::string Language::text(const std::vector<Word>& words) const
{
  require_words(words);
  std::string text;
  for (const Word w : words)
    text += (text.empty() ? "" : " ") + words_[w];
  return text;
}

void Language::require_words(const std::vector<Word>& words) const
{
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] >= words_.size())
      throw Error("the language \"{}\" has the words 0 to {}, got {} at position {}", tag_,
                  words_.size() - 1, words[i], i + 1);
}

Language::Forward Language::said(const Forward& before, Word word) const
{
  Forward after;
  for (const auto& [state, probability] : before) {
    const std::size_t from = state == Automaton::over ? automaton_.start() : state;
    for (const Arc& arc : automaton_.states[from])
      if (arc.word == word)
        after[arc.to] += probability * arc.probability;
  }
  return after;
}

Rational Language::sentence_probability(const std::vector<Word>& sentence) const
{
  require_words(sentence);
  const auto first_stop = std::ranges::find(sentence, full_stop);
  if (first_stop == sentence.end() || first_stop + 1 != sentence.end())
    return 0;
  return prefix_probability(sentence);
}

Rational Language::prefix_probability(const std::vector<Word>& prefix) const
{
  require_words(prefix);
  Forward now{{automaton_.start(), 1}};
  for (const Word w : prefix)
    now = said(now, w);
  Rational sum = 0;
  for (const auto& [state, probability] : now)
    sum += probability;
  return sum;
}

std::vector<Rational> Language::next(const Forward& before) const
{
  std::vector<Rational> result(words_.size());
  Rational sum = 0;
  for (const auto& [state, probability] : before) {
    sum += probability;
    const std::size_t from = state == Automaton::over ? automaton_.start() : state;
    for (const Arc& arc : automaton_.states[from])
      result[arc.word] += probability * arc.probability;
  }
  for (Rational& probability : result)
    probability /= sum;
  return result;
}

std::vector<Rational> Language::next(const std::vector<Word>& prefix) const
{
  require_words(prefix);
  Forward now{{automaton_.start(), 1}};
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    Forward after = said(now, prefix[i]);
    if (after.empty()) {
      const std::vector<Rational> could = next(now);
      std::vector<std::string> words;
      for (Word w = 0; w < could.size(); ++w)
        if (could[w] > 0)
          words.push_back(words_[w]);
      const std::size_t shown = std::min<std::size_t>(i, 6);
      const auto at = prefix.begin() + std::ptrdiff_t(i);
      throw Error("word {}, \"{}\", cannot stand {}; there can stand {}", i + 1, words_[prefix[i]],
                  i == 0 ? "at the beginning"
                         : fmt::format("after \"{}{}\"", shown < i ? "... " : "",
                                       text({at - std::ptrdiff_t(shown), at})),
                  list_of(words, 12));
    }
    now = std::move(after);
  }
  return next(now);
}

std::vector<Word> Language::sample(std::uint64_t seed, std::size_t sentences) const
{
  std::mt19937_64 generator(seed);
  std::vector<Word> corpus;
  for (std::size_t i = 0; i < sentences; ++i) {
    for (const std::string& text : draw(sentence_, generator))
      corpus.push_back(numbers_.find(text)->second);
    corpus.push_back(full_stop);
  }
  return corpus;
}

} // namespace epreuve::language
