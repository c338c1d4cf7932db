#include "epreuve/instruments/extremum.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/claim.hpp"
#include "support/errors.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_extremum_near_the_start_is_found_to_twenty_digits)
{
  const Reference pi = boost::math::constants::pi<Reference>();
  const auto wave = [](const Reference& x) { return Reference(sin(x) * 3); };
  const Extremum top = extremum_near(Reference("1.57"), wave);
  BOOST_TEST(abs(top.location - pi / 2) < 1e-20);
  BOOST_TEST(abs(top.value - 3) < 1e-39); // its error is the square of the location's
  BOOST_TEST(abs(extremum_near(Reference("4.71"), wave).location - 3 * pi / 2) < 1e-20);
}

BOOST_AUTO_TEST_CASE(a_wrong_place_or_value_or_printed_figure_is_noticed)
{
  using namespace epreuve::evidence;
  const auto found = [](double place, double value, const char* at, const char* printed) {
    ClaimSource top;
    top.id = "top";
    Claim claim(top, Verdict::holds, 1, {});
    const auto sine = [](const Reference& x) { return Reference(sin(x)); };
    const Extremum exact = extremum_near(Reference("1.57"), sine);
    return same_extremum(claim, "largest sine", {place, value}, exact, absolute(1e-7), ulps(2), at,
                         printed)
        .found();
  };
  BOOST_CHECK(found(1.5707963, 1, "1.571", "1") == Verdict::holds);
  BOOST_CHECK(found(1.5707, 1, "1.571", "1") != Verdict::holds);
  BOOST_CHECK(found(1.5707963, 1.0001, "1.571", "1") != Verdict::holds);
  BOOST_CHECK(found(1.5707963, 1, "1.570", "1") != Verdict::holds);
  BOOST_CHECK(found(1.5707963, 1, "1.571", "1.01") != Verdict::holds);
}

BOOST_AUTO_TEST_CASE(a_function_without_extremum_is_refused)
{
  const auto line = [](const Reference& x) { return x; };
  const auto rises = [](const Reference& x) { return Reference(exp(x)); };
  BOOST_CHECK_EXCEPTION(extremum_near(2, line), epreuve::Error, says("no extremum near 2"));
  BOOST_CHECK_EXCEPTION(extremum_near(2, rises), epreuve::Error, says("does not settle"));
}
