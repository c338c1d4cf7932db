#include "epreuve/instruments/minimax.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::instruments::Bounds;
using epreuve::instruments::minimax_constant;

using Function = std::function<double(double)>;

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
