#include "epreuve/instruments/noticing.hpp"

#include <boost/test/unit_test.hpp>

#include <source_location>

using namespace epreuve::evidence;
using epreuve::instruments::estimates_noticing;

/// A statistic that was seen to be 0 within 0.01, and one with an error of this size.
static Claim tested(double error)
{
  Claim claim({"exo7-1-test", "exo7", "1. Test", {1, 2}, "formula", "the mean is 0"},
              Verdict::holds, 1, std::source_location::current());
  estimates_noticing(claim, "mean", Estimate{0, 0.01, 1000}, 0, 0.1, "an error",
                     Estimate{error, 0.01, 1000});
  return claim;
}

BOOST_AUTO_TEST_CASE(a_test_that_notices_its_error_supports_the_claim)
{
  const Claim claim = tested(0.2);
  BOOST_TEST((claim.found() == Verdict::holds));
  BOOST_TEST(claim.readings().at(0).evidence.size() == 2);
  BOOST_TEST(claim.readings().at(0).evidence.at(1).what == "an error would be noticed");
}

BOOST_AUTO_TEST_CASE(a_test_that_misses_its_error_does_not)
{
  BOOST_TEST((tested(0.02).found() != Verdict::holds));
}
