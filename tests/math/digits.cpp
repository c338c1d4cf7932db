#include "epreuve/math/positions/digits.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

using namespace epreuve;
using namespace epreuve::math;
using epreuve::tests::says;

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

} // namespace

BOOST_AUTO_TEST_CASE(digits_in_bases_that_are_printed_by_others_are_theirs)
{
  for (const std::int64_t k : {0L, 1L, 7L, 8L, 22L, 1023L, 1024L, 999'999L, 123'456'789L, largest})
    for (const auto& [base, text] : {std::pair{2, fmt::format("{:b}", k)},
                                     {8, fmt::format("{:o}", k)},
                                     {10, fmt::format("{:d}", k)}}) {
      const arma::vec c = digits(k, base);
      BOOST_TEST_REQUIRE(c.n_elem == text.size());
      for (std::size_t i = 0; i < text.size(); ++i)
        BOOST_TEST(c(text.size() - 1 - i) == text[i] - '0');
    }
}

BOOST_AUTO_TEST_CASE(a_digit_is_that_of_the_vector_and_beyond_it_0)
{
  for (const std::int64_t k : {0L, 5L, 22L, 40'321L, largest})
    for (const std::int64_t b : {2L, 3L, 10L, 1000L}) {
      const arma::vec c = digits(k, b);
      for (arma::uword i = 0; i < c.n_elem + 3; ++i)
        BOOST_TEST(digit(k, i, b) == (i < c.n_elem ? std::int64_t(c(i)) : 0));
      BOOST_TEST(digit(k, std::numeric_limits<std::uint64_t>::max(), b) == 0);
    }
}

BOOST_AUTO_TEST_CASE(digits_add_up_to_the_number)
{
  for (const std::int64_t k : {0L, 6L, 7L, 48L, 49L, 123'456L})
    for (const std::int64_t b : {2L, 7L, 11L, 200'000L}) {
      std::int64_t sum = 0, power = 1;
      for (const double c : digits(k, b)) {
        BOOST_TEST((0 <= c && c < double(b)));
        sum += std::int64_t(c) * power;
        power *= b;
      }
      BOOST_TEST(sum == k);
    }
}

BOOST_AUTO_TEST_CASE(negative_numbers_and_bases_below_2_have_no_digits)
{
  BOOST_CHECK_EXCEPTION(
      digit(-1, 0, 2), Error,
      says("digit", "k must not be negative (only then are its digits those of a sum), got -1"));
  BOOST_CHECK_EXCEPTION(
      digits(-3, 2), Error,
      says("digits", "k must not be negative (only then are its digits those of a sum), got -3"));
  for (const std::int64_t b : {1L, 0L, -2L}) {
    const std::string got = fmt::format("b must be at least 2, got {}", b);
    BOOST_CHECK_EXCEPTION(digit(5, 0, b), Error, says("digit", got));
    BOOST_CHECK_EXCEPTION(digits(5, b), Error, says("digits", got));
  }
  BOOST_CHECK_EXCEPTION(
      digits(5, (std::int64_t{1} << 53) + 1), Error,
      says("digits", "at most 2^53 (its digits are doubles), got 9007199254740993"));
}
