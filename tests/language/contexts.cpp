#include "epreuve/language/contexts.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::language;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(at_every_distance_the_joint_probabilities_have_the_margins_of_the_words)
{
  const Language& language = english();
  const Contexts contexts(language, 2);
  const auto words = word_probabilities(language);
  for (const int d : {-2, -1, 1, 2})
    for (Word w = 0; w < words.size(); ++w) {
      Rational sum = 0;
      for (Word c = 0; c < words.size(); ++c)
        sum += contexts.joint(d, c, w);
      BOOST_TEST(sum == words[w]);
    }
}

BOOST_AUTO_TEST_CASE(before_is_the_mirror_of_after)
{
  const Contexts contexts(english(), 3);
  const Word niece = english().word("niece"), plays = english().word("plays");
  BOOST_TEST(contexts.joint(1, plays, niece) > 0);
  BOOST_TEST(contexts.joint(1, plays, niece) == contexts.joint(-1, niece, plays));
  BOOST_TEST(contexts.given(-1, niece, plays) ==
             1 - contexts.given(-1, english().word("nephew"), plays));
}

BOOST_AUTO_TEST_CASE(the_table_has_a_row_for_each_context_that_can_be)
{
  const Contexts contexts(english(), 1);
  const arma::mat table = contexts.table();
  BOOST_TEST(table.n_cols == english().words().size());
  BOOST_TEST(std::abs(arma::accu(table) - 2) < 1e-12);
  BOOST_TEST(arma::sum(table, 1).eval().min() > 0);
}

BOOST_AUTO_TEST_CASE(contexts_are_counted_on_both_sides_and_end_with_the_corpus)
{
  const arma::mat counts = context_counts({0, 1, 1}, 2, 1); // rows: -1: 0 1, 1: 0 1
  BOOST_TEST(arma::approx_equal(counts, arma::mat{{0, 1}, {0, 1}, {0, 0}, {1, 1}}, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(distances_words_and_corpora_that_there_are_not_are_refused)
{
  BOOST_CHECK_EXCEPTION(Contexts(english(), 4), Error, says("got 4"));
  const Contexts contexts(english(), 1);
  BOOST_CHECK_EXCEPTION(contexts.joint(0, 0, 0), Error, says("distance 0"));
  BOOST_CHECK_EXCEPTION(contexts.joint(2, 0, 0), Error, says("distance 2"));
  BOOST_CHECK_EXCEPTION(contexts.given(1, 0, 999), Error, says("999"));
  BOOST_CHECK_EXCEPTION(context_counts({}, 2, 1), Error, says("0 words"));
  BOOST_CHECK_EXCEPTION(context_counts({0, 5}, 2, 1), Error, says("got 5 at place 1"));
}
