#include "epreuve/instruments/units.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::instruments::with_unit;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_quantity_has_a_prefix_that_leaves_three_digits)
{
  BOOST_TEST(with_unit(4947802324992, "B") == "4.9 TB");
  BOOST_TEST(with_unit(134217728, "B") == "134 MB");
  BOOST_TEST(with_unit(128, "B") == "128 B");
  BOOST_TEST(with_unit(8, "B") == "8 B");
  BOOST_TEST(with_unit(1.9e12, "") == "1.9 T");
  BOOST_TEST(with_unit(96, "") == "96");
  BOOST_TEST(with_unit(0, "B") == "0 B");
}

BOOST_AUTO_TEST_CASE(what_rounds_to_a_thousand_has_the_next_prefix)
{
  BOOST_TEST(with_unit(999.4e3, "B") == "999 kB");
  BOOST_TEST(with_unit(999.6e3, "B") == "1.0 MB");
  BOOST_TEST(with_unit(9.96e3, "B") == "10 kB");
}

BOOST_AUTO_TEST_CASE(seconds_also_have_small_prefixes)
{
  BOOST_TEST(with_unit(12.3e-6, "s") == "12 µs");
  BOOST_TEST(with_unit(0.0042, "s") == "4.2 ms");
  BOOST_TEST(with_unit(1.5, "s") == "1.5 s");
  BOOST_TEST(with_unit(0.5, "B") == "0.5 B");
}

BOOST_AUTO_TEST_CASE(what_is_no_quantity_is_refused)
{
  BOOST_CHECK_EXCEPTION(with_unit(-1, "B"), epreuve::Error, says("got -1"));
}
