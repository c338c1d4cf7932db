#include "epreuve/language/language.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <utility>

namespace epreuve::language {
namespace {

constexpr Word full_stop = 0;

std::vector<std::string> with_full_stop(const Phrase& sentence)
{
  std::vector<std::string> words = words_of(sentence);
  if (std::find(words.begin(), words.end(), ".") != words.end())
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
                in_quotes(text), words_.size(), tag_, nearest_word(text));
  return place->second;
}

/// Of "lease" it is "the-lease".
const std::string& Language::nearest_word(std::string_view text) const
{
  for (const std::string& with_article : words_)
    if (with_article.ends_with("-" + std::string(text)) ||
        with_article.ends_with("'" + std::string(text)))
      return with_article;
  return words_[word(nearest(text, words_))];
}

Language::Token Language::token(std::string_view piece) const
{
  std::string text(piece);
  for (std::size_t at = 0; (at = text.find("’", at)) != std::string::npos;)
    text.replace(at, std::string_view("’").size(), "'");
  const auto place = numbers_.find(text);
  return {piece, place == numbers_.end() ? std::nullopt : std::optional(place->second)};
}

std::vector<Language::Token> Language::tokens(std::string_view text) const
{
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<Token> all;
  const auto add = [&](std::string_view piece) {
    for (const std::string_view apostrophe : {"'", "’"}) {
      const std::size_t end = std::min(piece.find(apostrophe), piece.size()) + apostrophe.size();
      if (end >= piece.size() || token(piece).word)
        continue;
      const Token article = token(piece.substr(0, end)), rest = token(piece.substr(end));
      if (article.word && rest.word) {
        all.insert(all.end(), {article, rest});
        return;
      }
    }
    all.push_back(token(piece));
  };
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty())
      return all;
    const std::string_view piece = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(piece.size());
    if (piece.size() > 1 && piece.ends_with('.')) {
      add(piece.substr(0, piece.size() - 1));
      add(piece.substr(piece.size() - 1));
    } else {
      add(piece);
    }
  }
}

/// The message that token i is not one of the words.
std::string Language::unknown(const std::vector<Token>& tokens, std::size_t i) const
{
  return fmt::format(
      "word {}, {}, is not one of the {} words of the language \"{}\"; the nearest is \"{}\"",
      i + 1, in_quotes(tokens[i].text), words_.size(), tag_, nearest_word(tokens[i].text));
}

std::vector<Word> Language::encode(std::string_view text) const
{
  const std::vector<Token> all = tokens(text);
  std::vector<Word> words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].word)
      throw Error("{}", unknown(all, i));
    words.push_back(*all[i].word);
  }
  return words;
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
  const auto first_stop = std::find(sentence.begin(), sentence.end(), full_stop);
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

/// Where word i is, and the words that could be there, the most probable first.
std::string Language::could_stand(const Forward& before, const std::vector<Word>& words,
                                  std::size_t i) const
{
  std::vector<std::string> possible;
  for (const Word w : most_probable_first(next(before)))
    possible.push_back(words_[w]);

  constexpr std::size_t shown_before = 6, shown = 12;
  if (i == 0)
    return "at the beginning there can stand " + list_of(possible, shown);
  const std::size_t first = i - std::min(i, shown_before);
  const auto at = words.begin();
  return fmt::format("after \"{}{}\" there can stand {}", first > 0 ? "... " : "",
                     text({at + std::ptrdiff_t(first), at + std::ptrdiff_t(i)}),
                     list_of(possible, shown));
}

Language::Forward Language::said(const Forward& before, const std::vector<Word>& words,
                                 std::size_t i) const
{
  Forward after = said(before, words[i]);
  if (after.empty())
    throw Error("word {}, \"{}\", cannot stand there: {}", i + 1, words_[words[i]],
                could_stand(before, words, i));
  if (words[i] == full_stop) // what follows does not depend on what was before
    return {{Automaton::over, 1}};
  return after;
}

std::vector<Rational> Language::next(const std::vector<Word>& prefix) const
{
  require_words(prefix);
  Forward now{{automaton_.start(), 1}};
  for (std::size_t i = 0; i < prefix.size(); ++i)
    now = said(now, prefix, i);
  return next(now);
}

std::vector<Rational> Language::next(std::string_view prefix) const
{
  const std::vector<Token> all = tokens(prefix);
  std::vector<Word> words;
  Forward now{{automaton_.start(), 1}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].word)
      throw Error("{}; {}", unknown(all, i), could_stand(now, words, i));
    words.push_back(*all[i].word);
    now = said(now, words, i);
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

std::vector<Word> most_probable_first(const std::vector<Rational>& probabilities)
{
  std::vector<Word> order;
  for (Word w = 0; w < probabilities.size(); ++w)
    if (probabilities[w] > 0)
      order.push_back(w);
  std::sort(order.begin(), order.end(), [&](Word a, Word b) {
    return probabilities[a] == probabilities[b] ? a < b : probabilities[a] > probabilities[b];
  });
  return order;
}

} // namespace epreuve::language
