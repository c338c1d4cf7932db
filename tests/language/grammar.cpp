#include "epreuve/language/grammar.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::language;
using epreuve::Error;
using epreuve::Integer;
using epreuve::tests::says;
using Words = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(words_are_listed_once_in_the_order_of_the_grammar)
{
  const Phrase phrase =
      choice({{1, word("b") + word("a")}, {0, word("c")}}) + crossed(word("d"), word("a"));
  BOOST_TEST(words_of(phrase) == (Words{"b", "a", "c", "d"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(odds_become_probabilities)
{
  const Phrase phrase = choice({{3, word("a")}, {Rational(1, 2), word("b")}, {0, word("c")}});
  const auto& node = std::get<Node::Choice>(phrase.node().is);
  BOOST_TEST(node.probabilities[0] == Rational(6, 7));
  BOOST_TEST(node.probabilities[1] == Rational(1, 7));
  BOOST_TEST(node.probabilities[2] == 0);
}

BOOST_AUTO_TEST_CASE(a_draw_replays_the_generator_by_hand)
{
  // (a 3/4 or b 1/4), then perhaps (1/3) c, spoken before it
  const Phrase phrase = crossed(choice({{3, word("a")}, {1, word("b")}}), maybe({1, 3}, word("c")));
  std::mt19937_64 drawn(5), replayed(5);
  for (int i = 0; i < 1000; ++i) {
    // 2^64 is 0 modulo 4 and 1 modulo 3: for thirds the number 0 is passed over, but it does not occur here.
    const std::string letter = replayed() % 4 < 3 ? "a" : "b";
    const bool c = replayed() % 3 < 1;
    BOOST_TEST(draw(phrase, drawn) == (c ? Words{"c", letter} : Words{letter}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(numbers_that_would_favour_some_words_are_passed_over)
{
  // Odds 1 : 2 in units of 2^-61, so numbers are drawn modulo 3 2^61; 2^64 is 2^62 modulo that, and the 2^62
  // smallest numbers, a quarter of all, are passed over. Otherwise "a" would come with probability 3/8, not 1/3.
  const Integer unit = pow(Integer(2), 61);
  const Phrase phrase = choice({{Rational(unit), word("a")}, {Rational(2 * unit), word("b")}});
  std::mt19937_64 drawn(5), replayed(5);
  const std::uint64_t bound = 3 * (std::uint64_t(1) << 61);
  unsigned passed_over = 0;
  for (int i = 0; i < 1000; ++i) {
    std::uint64_t number = replayed();
    for (; number < std::uint64_t(1) << 62; number = replayed())
      ++passed_over;
    BOOST_TEST(draw(phrase, drawn).front() == (number % bound < bound / 3 ? "a" : "b"));
  }
  BOOST_TEST(passed_over > 200u);
}

BOOST_AUTO_TEST_CASE(nothing_is_drawn_where_the_odds_are_0)
{
  const Phrase phrase = choice({{0, word("a")}, {2, word("b")}, {0, word("c")}, {1, word("d")}});
  std::mt19937_64 generator(1);
  std::set<std::string> drawn;
  for (int i = 0; i < 200; ++i)
    drawn.insert(draw(phrase, generator).front());
  BOOST_TEST(drawn == (std::set<std::string>{"b", "d"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_no_grammar_is_refused)
{
  BOOST_CHECK_EXCEPTION(word(""), Error, says("has no blank and is not empty, got \"\""));
  BOOST_CHECK_EXCEPTION(word("a b"), Error, says("got \"a b\""));
  BOOST_CHECK_EXCEPTION(choice({}), Error, says("got 0 alternatives"));
  BOOST_CHECK_EXCEPTION(choice({{0, word("a")}}), Error, says("odds above 0"));
  BOOST_CHECK_EXCEPTION(choice({{2, word("a")}, {-1, word("b")}}), Error, says("got -1"));
  BOOST_CHECK_EXCEPTION(maybe({3, 2}, word("a")), Error, says("from 0 to 1, got 3/2"));
  BOOST_CHECK_EXCEPTION(maybe(-1, word("a")), Error, says("from 0 to 1, got -1"));
  const Rational fine(1, pow(Integer(10), 20));
  BOOST_CHECK_EXCEPTION(maybe(fine, word("a")), Error, says("2^-63"));
}
