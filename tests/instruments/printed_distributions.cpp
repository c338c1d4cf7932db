#include "epreuve/instruments/heads/printed_distributions.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::evidence::parse_printed_table;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(thirds_cut_to_two_digits_miss_one_by_less_than_rounding_can_do)
{
  const double seen = distance_from_distributions(parse_printed_table("0.33 0.33 0.33"));
  BOOST_TEST(std::abs(seen - 2. / 3) < 1e-15); // 0.01 off, and three halves of 0.01 allowed
}

BOOST_AUTO_TEST_CASE(of_several_rows_the_worst_counts)
{
  BOOST_TEST(distance_from_distributions(parse_printed_table("0.5 0.5; 0.5 0.7; 1.0 0.0")) == 2);
}

BOOST_AUTO_TEST_CASE(a_causal_row_has_nothing_left_for_later_keys)
{
  const auto table = parse_printed_table("1.0 0.0; 0.2 0.8");
  BOOST_TEST(distance_from_causal_distributions(table) == 0);
  BOOST_TEST(distance_from_causal_distributions(parse_printed_table("0.5 0.5; 0.2 0.8")) == 10);
}

BOOST_AUTO_TEST_CASE(fractions_are_not_rounded_and_refused)
{
  BOOST_CHECK_EXCEPTION(distance_from_distributions(parse_printed_table("1/2 1/2")), epreuve::Error,
                        says("distance_from_distributions", "row 0"));
}
