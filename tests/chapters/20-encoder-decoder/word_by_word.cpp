#include "chapters/20-encoder-decoder/word_by_word.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::networks::initial_encoder_decoder;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(at_once_and_word_by_word_are_the_same_in_both_arithmetics)
{
  const auto network = initial_encoder_decoder<double>(
      {.n = 4, .heads = 4, .hidden = 2, .blocks = 1, .source_tokens = 3, .target_tokens = 3}, 1);
  BOOST_TEST(at_once_is_word_by_word(network, {{1, 2, 0}, {2, 2, 1, 0}}));
  BOOST_TEST(at_once_is_word_by_word_in_fractions(network, {{1, 0}, {2, 0}}));
}

BOOST_AUTO_TEST_CASE(fractions_need_roots_that_are_whole)
{
  const auto network = initial_encoder_decoder<double>(
      {.n = 4, .heads = 2, .hidden = 2, .blocks = 1, .source_tokens = 3, .target_tokens = 3}, 1);
  BOOST_CHECK_EXCEPTION(at_once_is_word_by_word_in_fractions(network, {{1}, {2}}), epreuve::Error,
                        says("at_once_is_word_by_word_in_fractions", "got 2"));
}
