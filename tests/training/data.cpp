// How batches are read from a text of tokens.

#include "epreuve/training/data.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

using namespace epreuve::training;
using epreuve::Error;
using epreuve::tests::says;

namespace {

/// The tokens 0, 1, ..., so a token is its place.
std::vector<Token> places(std::size_t count)
{
  std::vector<Token> tokens(count);
  std::iota(tokens.begin(), tokens.end(), Token{0});
  return tokens;
}

Batch batch_of(arma::uword T, arma::uword B)
{
  Batch batch;
  batch.inputs.set_size(T, B);
  batch.targets.set_size(T, B);
  return batch;
}

} // namespace

BOOST_AUTO_TEST_CASE(whole_numbers_are_separated_by_any_blanks)
{
  BOOST_TEST(parse_tokens(" 1 2\n\n3\t4\r\n05 ", "ids", 6) == (std::vector<Token>{1, 2, 3, 4, 5}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_not_a_token_is_named_with_its_place)
{
  for (const char* text : {"1 2 -3", "1 2 3.5", "1 2 0x3", "1 2 99999999999999999999", "1 2 3,"})
    BOOST_CHECK_EXCEPTION(parse_tokens(text, "ids", 6), Error, says("ids", "its number 3"));
  BOOST_CHECK_EXCEPTION(parse_tokens("5 6", "ids", 6), Error, says("its number 2 is token 6"));
  BOOST_CHECK_EXCEPTION(parse_tokens(" \n", "ids", 6), Error, says("has no tokens"));
}

BOOST_AUTO_TEST_CASE(every_byte_is_its_own_token)
{
  BOOST_TEST(bytes_as_tokens("a\xFF\n") == (std::vector<Token>{97, 255, 10}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(in_order_every_token_is_read_once_and_then_the_text_goes_round)
{
  const std::vector<Token> tokens = places(23);
  Batch batch = batch_of(3, 2);
  for (std::uint64_t step = 0; step < 9; ++step) {
    read_in_order(batch, tokens, step);
    for (arma::uword b = 0; b < 2; ++b)
      for (arma::uword t = 0; t < 3; ++t) {
        const std::uint64_t place = (step * 2 + b) * 3 + t;
        BOOST_TEST(batch.inputs(t, b) == place % 23);
        BOOST_TEST(batch.targets(t, b) == (place + 1) % 23);
      }
  }
  read_in_order(batch, places(1), 5); // a text of one token repeats it
  BOOST_TEST(arma::accu(batch.inputs + batch.targets) == 0);
}

BOOST_AUTO_TEST_CASE(at_random_every_place_comes_and_no_text_goes_past_the_end)
{
  const std::vector<Token> tokens = places(9);
  Batch batch = batch_of(4, 3);
  std::set<Token> first;
  for (std::uint64_t step = 0; step < 100; ++step) {
    read_at_random(batch, tokens, 1, step);
    for (arma::uword b = 0; b < 3; ++b) {
      first.insert(batch.inputs(0, b));
      for (arma::uword t = 0; t < 4; ++t) {
        BOOST_TEST(batch.inputs(t, b) == batch.inputs(0, b) + t);
        BOOST_TEST(batch.targets(t, b) == batch.inputs(t, b) + 1);
      }
    }
  }
  BOOST_TEST(first == (std::set<Token>{0, 1, 2, 3, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_places_depend_on_seed_and_step_alone)
{
  const std::vector<Token> tokens = places(1000);
  Batch one = batch_of(4, 3), two = one, other = one;
  read_at_random(one, tokens, 1, 7);
  read_at_random(two, tokens, 1, 8);
  read_at_random(two, tokens, 1, 7);
  BOOST_TEST(arma::approx_equal(one.inputs, two.inputs, "absdiff", Token{0}));
  read_at_random(other, tokens, 2, 7);
  BOOST_TEST(!arma::approx_equal(one.inputs, other.inputs, "absdiff", Token{0}));
}

BOOST_AUTO_TEST_CASE(a_text_shorter_than_a_context_is_refused)
{
  Batch batch = batch_of(4, 1);
  BOOST_CHECK_NO_THROW(read_at_random(batch, places(5), 1, 0));
  BOOST_CHECK_EXCEPTION(read_at_random(batch, places(4), 1, 0), Error, says("there are 4 tokens"));
}
