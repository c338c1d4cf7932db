// Random grammars, small enough that all their sentences can be listed: everything that the library finds by
// automata is compared with sums over the list.

#include "epreuve/error.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/tables.hpp"

#include "language/enumerate.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace epreuve::language;
using epreuve::instruments::in_50_digits;
using epreuve::instruments::Reference;

namespace {

using Said = std::vector<std::string>;
using Distribution = std::map<Said, Rational>;

/// A phrase of words a to e, some levels deep; the odds are small whole numbers, now and then 0.
Phrase random_phrase(std::mt19937_64& generator, unsigned levels)
{
  const auto below = [&](std::uint64_t n) { return generator() % n; };
  const auto part = [&] { return random_phrase(generator, levels - 1); };
  if (levels == 0 || below(5) == 0)
    return word(std::string(1, "abcde"[below(5)]));
  switch (below(4)) {
  case 0:
    return part() + part();
  case 1:
    return crossed(part(), part());
  case 2:
    return maybe({1, 1 + below(4)}, part());
  default:
    return choice({{1 + below(3), part()}, {below(3), part()}, {Rational(1, 2), part()}});
  }
}

Phrase random_sentence(std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  return word(seed % 2 == 0 ? "a" : "f") + random_phrase(generator, 4);
}

constexpr std::size_t unbounded = 1000;

/// The probability of each sentence; empty if one has two derivations.
Distribution of_sentences(const Phrase& grammar)
{
  Distribution sentences_of;
  for (const Derived& derived : sentences(grammar, unbounded))
    if (!sentences_of.emplace(derived.words, derived.probability).second)
      return {};
  return sentences_of;
}

Said joined(Said a, const Said& b)
{
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The distribution of the first m words of a text.
Distribution of_beginnings(const Distribution& sentences_of, std::size_t m)
{
  if (m == 0)
    return {{{}, 1}};
  Distribution beginnings;
  for (const auto& [said, probability] : sentences_of) {
    if (said.size() >= m) {
      beginnings[{said.begin(), said.begin() + std::ptrdiff_t(m)}] += probability;
      continue;
    }
    for (const auto& [more, of_more] : of_beginnings(sentences_of, m - said.size()))
      beginnings[joined(said, more)] += probability * of_more;
  }
  return beginnings;
}

Rational mean_length(const Distribution& sentences_of)
{
  Rational mean = 0;
  for (const auto& [said, probability] : sentences_of)
    mean += probability * said.size();
  return mean;
}

/// The distribution of k successive words of the endless text: they begin at any word of a sentence, and may go on into
/// the next ones.
Distribution of_ngrams(const Distribution& sentences_of, std::size_t k)
{
  Distribution ngrams;
  const Rational mean = mean_length(sentences_of);
  for (const auto& [said, probability] : sentences_of)
    for (std::size_t at = 0; at < said.size(); ++at) {
      const Said here(said.begin() + std::ptrdiff_t(at),
                      said.begin() + std::ptrdiff_t(std::min(said.size(), at + k)));
      for (const auto& [more, of_more] : of_beginnings(sentences_of, k - here.size()))
        ngrams[joined(here, more)] += probability * of_more / mean;
    }
  return ngrams;
}

Reference entropy(const Distribution& distribution)
{
  Reference sum = 0;
  for (const auto& [said, probability] : distribution)
    sum -= in_50_digits(probability) * log(in_50_digits(probability));
  return sum;
}

bool encloses(const Interval& enclosure, const Reference& value)
{
  return abs(value - enclosure.lo) < 1e-44 && abs(value - enclosure.hi) < 1e-44;
}

std::vector<Word> encoded(const Language& language, const Said& said)
{
  std::vector<Word> words;
  for (const std::string& text : said)
    words.push_back(language.word(text));
  return words;
}

template <typename Test>
void on_unambiguous_grammars(const Test& test)
{
  unsigned tested = 0;
  for (std::uint64_t seed = 1; tested < 150; ++seed) {
    const Phrase grammar = random_sentence(seed);
    const Distribution sentences_of = of_sentences(grammar);
    if (sentences_of.empty() || sentences_of.size() > 60)
      continue;
    BOOST_TEST_CONTEXT("seed " << seed)
    {
      test(Language("xx", grammar), sentences_of);
    }
    ++tested;
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_grammar_is_refused_if_and_only_if_a_sentence_has_two_derivations)
{
  unsigned refused = 0, taken = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Phrase grammar = random_sentence(seed);
    const bool unambiguous = !of_sentences(grammar).empty();
    const auto language = [&] { return Language("xx", grammar); };
    if (unambiguous)
      BOOST_CHECK_NO_THROW(language());
    else
      BOOST_CHECK_THROW(language(), epreuve::Error);
    ++(unambiguous ? taken : refused);
  }
  BOOST_TEST(refused > 50);
  BOOST_TEST(taken > 200);
}

BOOST_AUTO_TEST_CASE(sentences_and_beginnings_are_as_probable_as_their_sums_say)
{
  on_unambiguous_grammars([](const Language& language, const Distribution& sentences_of) {
    Rational all = 0;
    for (const auto& [said, probability] : sentences_of) {
      BOOST_TEST(language.sentence_probability(encoded(language, said)) == probability);
      all += probability;
    }
    BOOST_TEST(all == 1);
    BOOST_TEST(expected_length(language) == mean_length(sentences_of));
    for (std::size_t m = 1; m <= 4; ++m) {
      std::vector<Word> before;
      for (const auto& [said, probability] : of_beginnings(sentences_of, m)) {
        const std::vector<Word> words = encoded(language, said);
        BOOST_TEST(language.prefix_probability(words) == probability);
        before.assign(words.begin(), words.end() - 1);
        BOOST_TEST(Rational(language.next(before)[words.back()] *
                            language.prefix_probability(before)) == probability);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(tables_are_sums_over_the_places_of_all_sentences)
{
  on_unambiguous_grammars([](const Language& language, const Distribution& sentences_of) {
    for (unsigned k = 1; k <= longest_ngram; ++k) {
      NGramTable expected;
      for (const auto& [said, probability] : of_ngrams(sentences_of, k))
        expected[encoded(language, said)] = probability;
      BOOST_TEST((ngram_probabilities(language, k) == expected));
    }
  });
}

BOOST_AUTO_TEST_CASE(entropies_are_sums_over_all_sentences_and_sequences)
{
  on_unambiguous_grammars([](const Language& language, const Distribution& sentences_of) {
    const Reference of_a_sentence = entropy(sentences_of);
    BOOST_TEST(encloses(sentence_entropy(language), of_a_sentence));
    BOOST_TEST(
        encloses(entropy_rate(language), of_a_sentence / in_50_digits(mean_length(sentences_of))));
    Reference shorter = 0;
    for (unsigned k = 0; k <= longest_context; ++k) {
      const Reference longer = entropy(of_ngrams(sentences_of, k + 1));
      BOOST_TEST(encloses(best_loss(language, k), longer - shorter));
      shorter = longer;
    }
  });
}

BOOST_AUTO_TEST_CASE(what_is_drawn_is_a_sentence)
{
  on_unambiguous_grammars([](const Language& language, const Distribution& sentences_of) {
    Said said;
    for (const Word w : language.sample(7, 20)) {
      said.push_back(language.words()[w]);
      if (w != 0)
        continue;
      BOOST_TEST(sentences_of.contains(said));
      said.clear();
    }
  });
}
