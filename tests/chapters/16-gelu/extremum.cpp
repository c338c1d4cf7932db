#include "chapters/16-gelu/extremum.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/claim.hpp"
#include "support/errors.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>

using namespace epreuve::instruments;
using epreuve::instruments::Bounds;
using epreuve::instruments::minimax_constant;
using epreuve::tests::says;
using Function = std::function<double(double)>;

BOOST_AUTO_TEST_CASE(the_extremum_near_the_start_is_found_to_twenty_digits)
{
  const Reference pi = epreuve::pi_50();
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

static Bounds largest(const Function& f)
{
  return epreuve::instruments::certified_maximum(f, 2, 0, 1, 1e-12, 1e-15);
}

static double line_minus_square(double c, double x)
{
  return c * x - x * x;
}

BOOST_AUTO_TEST_CASE(the_best_line_through_0_for_a_parabola_is_enclosed)
{
  // Excess c^2/4 at c/2, deficit 1 - c at 1: equal at c = 2 (sqrt 2 - 1).
  const Bounds found = minimax_constant(line_minus_square, {0, 1}, largest);
  const double best = 2 * (std::sqrt(2) - 1);
  BOOST_TEST(found.lower <= best);
  BOOST_TEST(found.upper >= best);
  BOOST_TEST(found.upper - found.lower < 1e-11);
}

BOOST_AUTO_TEST_CASE(an_interval_without_the_best_constant_is_refused)
{
  BOOST_CHECK_EXCEPTION(minimax_constant(line_minus_square, {0, 0.5}, largest), epreuve::Error,
                        epreuve::tests::says("false at 0 and true at 0.5"));
}
