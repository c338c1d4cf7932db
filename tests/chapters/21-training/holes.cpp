#include "chapters/21-training/holes.hpp"

#include "epreuve/language/entropy.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve;
using namespace epreuve::instruments;
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

BOOST_AUTO_TEST_CASE(both_neighbours_know_more_than_one)
{
  const BothSides both = trained_on_both_sides(language::english(), 5, 0.2);
  BOOST_TEST(both.least < language::best_loss(language::english(), 1).middle());
  BOOST_TEST(both.before == std::log(double(language::english().words().size())),
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(both.after < both.before);
  BOOST_TEST(both.least < both.after);
}
