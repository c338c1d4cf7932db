#include "epreuve/language/tables.hpp"

#include "language/tiny.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::language;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_tiny_language_has_the_tables_worked_out_by_hand)
{
  // "a ." 1/2, "a b ." 1/4, "c b ." 1/4: 2 1/2 words per sentence
  const Language language = tiny();
  BOOST_TEST(expected_length(language) == Rational(5, 2));
  const auto joint = [&](std::string_view text) {
    const std::vector<Word> words = language.encode(text);
    const NGramTable table = ngram_probabilities(language, unsigned(words.size()));
    return table.contains(words) ? table.at(words) : Rational(0);
  };
  BOOST_TEST(joint(".") == Rational(2, 5));
  BOOST_TEST(joint("a") == Rational(3, 4) / Rational(5, 2));
  BOOST_TEST(joint("a b") == Rational(1, 4) / Rational(5, 2));
  BOOST_TEST(joint(". a") == Rational(3, 4) / Rational(5, 2));
  BOOST_TEST(joint("b . c") == Rational(1, 2) * Rational(1, 4) / Rational(5, 2));
  BOOST_TEST(joint("a . a .") == Rational(1, 2) * Rational(1, 2) / Rational(5, 2));
  BOOST_TEST(joint("b b") == 0);
}

BOOST_AUTO_TEST_CASE(tables_sum_to_1_and_are_each_others_margins_on_both_sides)
{
  for (const Language* language : {&english(), &french()}) {
    NGramTable shorter{{{}, 1}};
    for (unsigned k = 1; k <= longest_ngram; ++k) {
      const NGramTable table = ngram_probabilities(*language, k);
      NGramTable without_last, without_first;
      for (const auto& [words, probability] : table) {
        without_last[{words.begin(), words.end() - 1}] += probability;
        without_first[{words.begin() + 1, words.end()}] += probability;
      }
      BOOST_TEST((without_last == shorter));
      BOOST_TEST((without_first == shorter));
      shorter = table;
    }
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_length_of_sequences_is_refused)
{
  for (const unsigned k : {0U, 5U})
    BOOST_CHECK_EXCEPTION(ngram_probabilities(english(), k), epreuve::Error,
                          says(fmt::format("k must be from 1 to 4 words, got {}", k)));
}

namespace {

/// she : he and her : him in every context: P(she, c) P(him, c) = P(he, c) P(her, c) for every word c at every
/// distance, before and after, so that the pointwise mutual informations have one difference.
void check_analogy(const Language& language, const char* she, const char* he, const char* her,
                   const char* him)
{
  const NGramTable table = ngram_probabilities(language, longest_ngram);
  for (unsigned distance = 1; distance < longest_ngram; ++distance)
    for (const bool after : {false, true}) {
      std::map<std::pair<Word, Word>, Rational> together;
      for (const auto& [words, probability] : table)
        together[after ? std::pair{words[0], words[distance]}
                       : std::pair{words[distance], words[0]}] += probability;
      const auto of = [&](const char* person, Word context) {
        return together[{language.word(person), context}];
      };
      unsigned contexts = 0;
      for (Word c = 0; c < language.words().size(); ++c) {
        contexts += of(she, c) > 0 && of(her, c) > 0;
        BOOST_TEST(Rational(of(she, c) * of(him, c)) == Rational(of(he, c) * of(her, c)));
      }
      BOOST_TEST(contexts > 0U);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(niece_is_to_nephew_as_woman_is_to_man_in_every_context)
{
  check_analogy(english(), "woman", "man", "niece", "nephew");
  check_analogy(english(), "queen", "king", "niece", "nephew");
  check_analogy(french(), "femme", "homme", "nièce", "neveu");
  check_analogy(french(), "femme", "homme", "reine", "roi");
}
