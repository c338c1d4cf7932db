#include "epreuve/language/holes.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <set>
#include <vector>

using namespace epreuve;
using namespace epreuve::language;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_law_of_a_hole_is_that_of_the_sentences_that_fill_it)
{
  const language::Language& english = language::english();
  for (const auto* text :
       {"two cats sleep not one, two.", "the little black cat sits on the couch.",
        "after the war a queen signs the-peace."}) {
    const std::vector<language::Word> sentence = english.encode(text);
    for (std::size_t place = 0; place < sentence.size(); ++place) {
      std::vector<Rational> expected;
      Rational sum = 0;
      std::vector<language::Word> filled = sentence;
      for (language::Word word = 0; word < english.words().size(); ++word) {
        filled[place] = word;
        expected.push_back(english.sentence_probability(filled));
        sum += expected.back();
      }
      for (Rational& p : expected)
        p /= sum;
      BOOST_TEST((law_of_hole(english, sentence, place) == expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_hole_that_no_word_fills_is_refused)
{
  const language::Language& english = language::english();
  BOOST_CHECK_EXCEPTION(law_of_hole(english, english.encode("cat cat cat."), 1), Error,
                        says("no word at place 1"));
  BOOST_CHECK_EXCEPTION(law_of_hole(english, english.encode("cat."), 2), Error,
                        says("not in a sentence of 2 words"));
}

BOOST_AUTO_TEST_CASE(a_hidden_word_can_be_any_that_the_language_allows_there)
{
  // a b c: 1/2, a d c: 1/4, b d d: 1/4
  const Language small("xx", choice({{2, word("a") + word("b") + word("c")},
                                     {1, word("a") + word("d") + word("c")},
                                     {1, word("b") + word("d") + word("d")}}));
  const std::vector<Word> sentence = small.encode("a d c.");
  const auto p = [&](const std::set<std::size_t>& hidden, std::size_t place, const char* of) {
    return law_of_hole(small, sentence, place, hidden)[small.word(of)];
  };
  BOOST_TEST((p({}, 0, "a") == Rational(1)));
  BOOST_TEST((p({2}, 0, "a") == Rational(1, 2)));
  BOOST_TEST((p({1, 2}, 0, "a") == Rational(3, 4)));
  BOOST_TEST((p({0, 1, 2}, 1, "b") == Rational(1, 2)));
  // Hidden: a or b, and c or d. Only "a c" and "b d" make a sentence with d between them.
  BOOST_TEST((makes_a_sentence(small, sentence, {0, 2}) == Rational(1, 2)));
  BOOST_TEST((makes_a_sentence(small, sentence, {1}) == Rational(1)));
  // abc 3/4 1/2 3/4, adc 3/4 1/2 3/4, bdd 1/4 1/2 1/4
  BOOST_TEST((makes_a_sentence(small, sentence, {0, 1, 2}) == Rational(19, 32)));
}
