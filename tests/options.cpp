// Whole numbers as options: what is taken, and what is said of the rest.

#include "epreuve/options.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using epreuve::Error;
using epreuve::parse_whole_number;
using epreuve::WholeNumbers;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(both_ends_of_the_range_belong_to_it)
{
  const WholeNumbers allowed{3, 7};
  BOOST_TEST(parse_whole_number("--top", "3", allowed) == 3U);
  BOOST_TEST(parse_whole_number("--top", "7", allowed) == 7U);
  for (const char* outside : {"2", "8"})
    BOOST_CHECK_EXCEPTION(
        parse_whole_number("--top", outside, allowed), Error,
        says(std::string("--top must be a whole number from 3 to 7, got ") + outside));
}

BOOST_AUTO_TEST_CASE(the_largest_number_of_64_bits_is_taken_and_its_successor_is_not)
{
  BOOST_TEST(parse_whole_number("--seed", "18446744073709551615", {}) == UINT64_MAX);
  BOOST_CHECK_EXCEPTION(parse_whole_number("--seed", "18446744073709551616", {}), Error,
                        says("--seed must be a whole number from 0 to 18446744073709551615, got "
                             "18446744073709551616"));
}

BOOST_AUTO_TEST_CASE(what_is_no_whole_number_is_refused)
{
  for (const char* text : {"-1", "+1", "1.0", "1e3", " 1", "1 ", "0x10", "many", "1,2"})
    BOOST_CHECK_THROW(parse_whole_number("--top", text, {}), Error);
  BOOST_CHECK_EXCEPTION(parse_whole_number("--top", "", {}), Error, says("got nothing"));
}

BOOST_AUTO_TEST_CASE(digits_are_decimal_with_leading_zeros_too)
{
  BOOST_TEST(parse_whole_number("--top", "010", {}) == 10U);
}

BOOST_AUTO_TEST_CASE(of_a_long_text_the_message_shows_the_beginning)
{
  BOOST_CHECK_EXCEPTION(parse_whole_number("--top", std::string(1000, '9'), {}), Error,
                        says("got " + std::string(40, '9') + "..."));
}
