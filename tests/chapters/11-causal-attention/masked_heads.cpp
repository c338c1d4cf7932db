#include "chapters/11-causal-attention/masked_heads.hpp"

#include "epreuve/attention/visibility.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(whoever_sees_the_next_word_loses_as_little_as_he_likes)
{
  const arma::vec seen = look_ahead_losses(5, Sees::everything);
  const double expected = std::log(1 + 2 * std::exp(-5));
  BOOST_TEST(arma::abs(seen.head(3) - expected).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(with_a_mask_the_first_word_is_taken_for_its_own_successor)
{
  // Logits c, 0, 0 with c for the own word; the next one is each with probability 1/3.
  const double expected = std::log(std::exp(5.) + 2) - 5 / 3.;
  BOOST_TEST(std::abs(look_ahead_losses(5, Sees::the_past)(0) - expected) < 1e-14);
}

BOOST_AUTO_TEST_CASE(after_the_last_word_there_is_nothing_to_look_at)
{
  BOOST_TEST(look_ahead_losses(5, Sees::everything)(3) == look_ahead_losses(5, Sees::the_past)(3));
  BOOST_TEST(look_ahead_losses(5, Sees::everything)(3) > std::log(3.));
}

BOOST_AUTO_TEST_CASE(a_head_that_says_nothing_loses_what_chance_loses)
{
  BOOST_TEST(arma::abs(look_ahead_losses(0, Sees::everything) - std::log(3.)).max() < 1e-14);
}

namespace {

/// A head of one dimension that asks with the token itself, and hands it on doubled.
const arma::mat one(1, 1, arma::fill::ones);
const epreuve::attention::Head<double> doubling{one, one, 2 * one, one};

} // namespace

BOOST_AUTO_TEST_CASE(a_masked_layer_adds_what_its_mask_lets_through)
{
  // Query 0 sees token 1 alone, query 1 both, with the scores 2 · 1 and 2 · 2: a weight of 1/(1 + e^2) for token 0.
  const arma::mat y = through({{doubling, arma::umat{{0, 1}, {1, 1}}}}, arma::mat{{1, 2}});
  const double first = 1 / (1 + std::exp(2));
  BOOST_TEST(y(0) == 1 + 2 * 2, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(y(1) == 2 + 2 * (first * 1 + (1 - first) * 2), boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_token_changes_the_outputs_that_see_it)
{
  const arma::umat changed = changed_by_tokens({{doubling, arma::umat{{1, 0}, {1, 1}}}},
                                               arma::mat{{1, 2}}, arma::mat{{3, 5}});
  BOOST_TEST(arma::approx_equal(changed, arma::umat{{1, 0}, {1, 1}}, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(two_layers_of_three_tokens_need_a_pair_for_each_neighbour)
{
  BOOST_TEST(fewest_pairs_of_two_layers(1) == 0U);
  BOOST_TEST(fewest_pairs_of_two_layers(3) == 2U);
  BOOST_CHECK_EXCEPTION(fewest_pairs_of_two_layers(5), Error, says("at most 4 tokens"));
}
