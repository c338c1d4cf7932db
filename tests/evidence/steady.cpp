#include "epreuve/evidence/steady.hpp"

#include "epreuve/evidence/claim.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <source_location>
#include <string>

using namespace epreuve::evidence;

namespace {

Claim claim()
{
  return {{"a", "", "", {}, "", "s"}, Verdict::holds, 1, std::source_location::current()};
}

/// What git keeps of the only evidence of a claim.
std::string kept(const Claim& claim)
{
  return claim.readings().at(0).evidence.at(0).steady;
}

} // namespace

BOOST_AUTO_TEST_CASE(four_digits_are_kept_of_a_computed_number_and_all_of_a_whole_one)
{
  BOOST_TEST(steady_digits(0.71312345) == "0.7131");
  BOOST_TEST(steady_digits(-487.776) == "-487.8");
  BOOST_TEST(steady_digits(36344.1) == "3.634e+04");
  BOOST_TEST(steady_digits(1.1253e-7) == "1.125e-07");
  BOOST_TEST(steady_digits(50257) == "50257");
  BOOST_TEST(steady_digits(-0.0) == "0");
  BOOST_TEST(steady_digits(std::numeric_limits<double>::infinity()) == "inf");
}

BOOST_AUTO_TEST_CASE(no_digit_is_kept_below_what_a_number_may_be_off)
{
  BOOST_TEST(steady_digits(0.647255, 0.0005) == "0.647");
  BOOST_TEST(steady_digits(1.1e-16, 1e-14) == "0");
  BOOST_TEST(steady_digits(-3e-16) == "0");
  BOOST_TEST(steady_digits(3.28e-9) == "3.3e-09");
}

BOOST_AUTO_TEST_CASE(numbers_on_the_border_between_two_are_the_same)
{
  const auto kept_of_both = [](double x) {
    return same_to_the_last_place(steady_digits(x * (1 - 1e-12)), steady_digits(x * (1 + 1e-12)));
  };
  for (const double x : {0.23665, -0.99995, 9.9995, 9999.5, 99995.0, 1.00005e-7, 5e-11, 0.5})
    BOOST_TEST(kept_of_both(x), x);
  BOOST_TEST(same_to_the_last_place("0.2366 ± 0.021", "0.2367 ± 0.020"));
  BOOST_TEST(same_to_the_last_place("1.00", "0.999")); // by one unit of the coarser
  BOOST_TEST(same_to_the_last_place("-1e-10", "0"));
  BOOST_TEST(same_to_the_last_place("1", "1.0001"));
}

BOOST_AUTO_TEST_CASE(two_units_another_whole_number_sign_or_word_is_a_difference)
{
  BOOST_TEST(!same_to_the_last_place("0.2366", "0.2368"));
  BOOST_TEST(!same_to_the_last_place("1.02", "0.999"));
  BOOST_TEST(!same_to_the_last_place("1000 draws", "1001 draws"));
  BOOST_TEST(!same_to_the_last_place("0.2366", "-0.2366"));
  BOOST_TEST(!same_to_the_last_place("0.2366", "−0.2366"));
  BOOST_TEST(!same_to_the_last_place("0.2366, equal", "0.2366"));
  BOOST_TEST(!same_to_the_last_place("1.5e-3", "1.5e-4"));
  BOOST_TEST(!same_to_the_last_place("✓ 0.5", "✗ 0.5"));
}

BOOST_AUTO_TEST_CASE(git_keeps_of_evidence_what_every_processor_gives)
{
  // How near equal sides are is a matter of roundings; what they are is not.
  const double next = std::nextafter(0.75, 1.0);
  BOOST_TEST(kept(claim().agree("sides", 0.75, next, ulps(2))) == "0.7500");
  BOOST_TEST(kept(claim().agree("sides", 0.75, 0.7501, absolute(1e-3))) == "0.750");
  BOOST_TEST(kept(claim().agree("sides", arma::vec{0.75}, arma::vec{next}, ulps(2))) == "");
  BOOST_TEST(kept(claim().at_most("error", 0.00047323, 1e-3)) == "0.0004732");
  BOOST_TEST(kept(claim().equal("thirds", 3, 3)) == "3, equal");
  BOOST_TEST(kept(claim().estimates("mean", {0.123456, 0.02, 100}, 0, 1)) == "0.123 ± 0.098");
  BOOST_TEST(kept(claim().prints("0.24", arma::vec{0.2366})) == "0.237");
  BOOST_TEST(kept(claim().property(
                 "p", [](Draw& d) { return d.integer("k", 0, 9) < 10; }, 7)) == "7 draws");
  BOOST_TEST(kept(claim().by_reading("it says so")) == "");
}

BOOST_AUTO_TEST_CASE(git_keeps_no_number_that_is_measured_or_made_of_roundings)
{
  BOOST_TEST(kept(claim().at_most("seconds", 0.5, 1).measured()) == "");
  BOOST_TEST(kept(claim().at_most("digits lost", 0.5, 1).rounding()) == "");
}
