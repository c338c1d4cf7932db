#include "epreuve/instruments/language/far_words.hpp"

#include "epreuve/language/contexts.hpp"
#include "epreuve/language/entropy.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;
using namespace epreuve::language;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(information_is_that_of_the_exact_joint_probabilities)
{
  const Language small("xx", word("a") + maybe({1, 3}, word("b")) +
                                 choice({{1, word("c")}, {2, word("a")}}));
  const Contexts contexts(small, 3);
  const arma::vec information = information_at_distances(small, 3);
  const std::size_t N = small.words().size();
  for (int d = 1; d <= 3; ++d) {
    double expected = 0;
    for (Word w = 0; w < N; ++w)
      for (Word c = 0; c < N; ++c) {
        const auto joint = static_cast<double>(contexts.joint(d, c, w));
        double of_w = 0, of_c = 0;
        for (Word other = 0; other < N; ++other) {
          of_w += static_cast<double>(contexts.joint(d, other, w));
          of_c += static_cast<double>(contexts.joint(d, c, other));
        }
        if (joint > 0)
          expected += joint * std::log(joint / (of_w * of_c));
      }
    BOOST_TEST(std::abs(information(static_cast<arma::uword>(d - 1)) - expected) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(words_that_are_always_the_same_say_all_and_independent_ones_nothing)
{
  // "a .", for ever: each word is certain from the other, ln 2 at every distance.
  const arma::vec certain = information_at_distances(Language("xx", word("a")), 5);
  BOOST_TEST(arma::abs(certain - std::log(2)).max() < 1e-14);
  BOOST_CHECK_EXCEPTION(information_at_distances(english(), 0), Error, says("at least 1"));
}

BOOST_AUTO_TEST_CASE(least_losses_are_those_of_the_exact_tables_and_fall_to_the_entropy_rate)
{
  const arma::vec losses = least_losses(english(), 14);
  for (unsigned k = 0; k <= longest_context; ++k)
    BOOST_TEST(std::abs(losses(k) - best_loss(english(), k).middle()) < 1e-9);
  BOOST_TEST(arma::diff(losses).max() < 1e-12);
  BOOST_TEST(std::abs(losses(14) - entropy_rate(english()).middle()) < 1e-9);
}

BOOST_AUTO_TEST_CASE(the_law_after_a_text_from_nowhere_is_that_of_all_places_it_can_be_at)
{
  const Contexts contexts(english(), 1);
  const Word cat = english().word("cat");
  const std::vector<Word> text = english().encode("the cat sits on the bed.");
  const arma::mat laws = laws_of_next(english(), text);
  // After "." the sentence begins, whatever came before.
  const std::vector<epreuve::Rational> first = english().next(std::vector<Word>{});
  for (Word w = 0; w < first.size(); ++w)
    BOOST_TEST(std::abs(laws(w, 6) - static_cast<double>(first[w])) < 1e-12);
  // After one word, that of pairs.
  const arma::mat after_cat = laws_of_next(english(), {cat});
  for (Word w = 0; w < first.size(); ++w)
    BOOST_TEST(std::abs(after_cat(w, 0) - static_cast<double>(contexts.given(1, w, cat))) < 1e-12);
  BOOST_CHECK_EXCEPTION(laws_of_next(english(), {cat, 0, 0}), Error,
                        says("no text of the language"));
}
