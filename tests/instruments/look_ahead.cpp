#include "epreuve/instruments/heads/look_ahead.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

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
