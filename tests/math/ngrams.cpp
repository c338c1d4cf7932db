#include "epreuve/math/ngrams.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <rapidcheck/boost_test.h>

#include <cmath>

using namespace epreuve;
using namespace epreuve::math;
using epreuve::tests::says;

namespace {

const arma::uvec text{1, 2, 1, 2, 3, 0, 1, 3, 0}; // 0 ends a sentence

bool equal(const arma::mat& A, const arma::mat& B)
{
  return arma::approx_equal(A, B, "absdiff", 1e-15);
}

} // namespace

BOOST_AUTO_TEST_CASE(pairs_are_counted_by_hand)
{
  const arma::mat by_hand{{0, 1, 0, 0}, {0, 0, 2, 1}, {0, 1, 0, 1}, {2, 0, 0, 0}};
  BOOST_TEST(equal(bigram_counts(text, 4), by_hand));
  BOOST_TEST(arma::accu(bigram_counts(arma::uvec{2}, 4)) == 0);
}

BOOST_AUTO_TEST_CASE(the_first_word_of_a_triple_is_its_slice)
{
  const arma::cube C = trigram_counts(text, 4);
  BOOST_TEST(arma::accu(C) == 7);
  BOOST_TEST(C(2, 1, 1) == 1); // 1 2 1
  BOOST_TEST(C(2, 3, 1) == 1); // 1 2 3
  BOOST_TEST(C(1, 2, 2) == 1); // 2 1 2
  BOOST_TEST(C(0, 1, 3) == 1); // 3 0 1
}

BOOST_AUTO_TEST_CASE(a_gap_is_of_any_width_within_its_sentence)
{
  const arma::cube G = gapped_trigram_counts(text, 4, 0);
  BOOST_TEST(G(2, 3, 1) == 1); // 1 ... 2 3: 1 occurs there twice and counts once
  BOOST_TEST(G(3, 0, 1) == 2); // 1 2 1 2 | 3 0, and 1 | 3 0
  BOOST_TEST(G(3, 0, 2) == 1);
  BOOST_TEST(G(1, 2, 1) == 1); // the second 1, after the first
  BOOST_TEST(arma::accu(G.slice(0)) == 0);
  BOOST_TEST(arma::accu(G) == 8);
}

BOOST_AUTO_TEST_CASE(smoothed_rows_are_distributions)
{
  const arma::mat C{{3, 1, 0}, {0, 0, 0}};
  BOOST_TEST(
      equal(add_lambda(C, 1), arma::mat{{4. / 7, 2. / 7, 1. / 7}, {1. / 3, 1. / 3, 1. / 3}}));
  BOOST_TEST(equal(add_lambda(C, 0).row(0), arma::mat{{0.75, 0.25, 0}}));
  const arma::mat lower{{0.2, 0.3, 0.5}, {0.1, 0.1, 0.8}};
  const arma::mat P = absolute_discounting(C, 0.5, lower);
  BOOST_TEST(equal(P, arma::mat{{(2.5 + 0.2) / 4, (0.5 + 0.3) / 4, 0.5 / 4}, {0.1, 0.1, 0.8}}));
}

BOOST_AUTO_TEST_CASE(the_loss_of_the_truth_is_its_entropy_and_of_what_it_excludes_infinite)
{
  const arma::mat joint{{0.5, 0.25}, {0.25, 0}};
  const arma::mat truth{{2. / 3, 1. / 3}, {1, 0}};
  BOOST_TEST(std::abs(cross_entropy(joint, truth) - (0.5 * std::log(1.5) + 0.25 * std::log(3.0))) <
             1e-15);
  BOOST_TEST(std::isinf(cross_entropy(joint, arma::mat{{1, 0}, {1, 0}})));
}

BOOST_AUTO_TEST_CASE(bad_input_is_told)
{
  const arma::mat one = arma::ones(1, 1);
  BOOST_CHECK_EXCEPTION(bigram_counts({}, 3), Error, says("at least 1 word, got none"));
  BOOST_CHECK_EXCEPTION(bigram_counts({0, 3}, 3), Error, says("from 0 to 2, got 3 at place 1"));
  BOOST_CHECK_EXCEPTION(trigram_counts({0}, 0), Error, says("must be at least 1, got 0"));
  BOOST_CHECK_EXCEPTION(gapped_trigram_counts({0}, 2, 2), Error, says("below N = 2, got 2"));
  BOOST_CHECK_EXCEPTION(add_lambda(arma::mat{{1, -1}}, 1), Error, says("cannot be negative"));
  BOOST_CHECK_EXCEPTION(add_lambda(one, -1), Error, says("at least 0 and finite, got -1"));
  BOOST_CHECK_EXCEPTION(absolute_discounting(one, 2, one), Error, says("in [0, 1], got 2"));
  BOOST_CHECK_EXCEPTION(absolute_discounting(one, 1, arma::mat{{1, 0}}), Error,
                        says("1 x 1, got 1 x 2"));
  BOOST_CHECK_EXCEPTION(cross_entropy(one, arma::mat{{1, 0}}), Error, says("same shape"));
}
