#include "epreuve/instruments/exact/continued_fraction.hpp"

#include "support/errors.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(convergents_of_pi_are_the_classical_ones)
{
  const auto found = convergents(boost::math::constants::pi<Reference>(), 104'000);
  const std::vector<std::pair<long, long>> expected{
      {3, 1}, {22, 7}, {333, 106}, {355, 113}, {103993, 33102}};
  BOOST_REQUIRE(found.size() == expected.size());
  for (std::size_t j = 0; j < found.size(); ++j)
    BOOST_TEST(
        (found[j].numerator == expected[j].first && found[j].denominator == expected[j].second));
}

BOOST_AUTO_TEST_CASE(convergents_of_the_square_root_of_two_solve_pells_equation)
{
  const auto found = convergents(sqrt(Reference(2)), 100'000'000);
  BOOST_TEST(found.size() > 20);
  long sign = -1;
  for (const auto& [p, q] : found) {
    BOOST_TEST(p * p - 2 * q * q == sign);
    sign = -sign;
  }
}

BOOST_AUTO_TEST_CASE(rational_numbers_and_numerators_past_the_digits_are_refused)
{
  BOOST_CHECK_EXCEPTION(convergents(Reference(3) / 8, 100), epreuve::Error,
                        says("convergents", "3/8"));
  BOOST_CHECK_EXCEPTION(convergents(Reference(-1), 100), epreuve::Error,
                        says("convergents", "positive"));
  BOOST_CHECK_EXCEPTION(convergents(sqrt(Reference(2)), 1'000'000'000'000), epreuve::Error,
                        says("convergents", "10^12"));
}
