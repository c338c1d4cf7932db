#include "chapters/16-gelu/monotone.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::evidence;
using namespace epreuve::instruments;

static bool holds(const Predicate& property)
{
  return check_property(property, 1000, 1).passed;
}

BOOST_AUTO_TEST_CASE(a_parabola_falls_and_rises_on_either_side_of_its_vertex_and_no_farther)
{
  const auto parabola = [](double x) { return x * x; };
  BOOST_TEST(holds(rises(parabola, 0, 3)));
  BOOST_TEST(holds(falls(parabola, -3, 0)));
  BOOST_TEST(!holds(rises(parabola, -0.5, 3)));
  BOOST_TEST(!holds(falls(parabola, -3, 0.5)));
}

BOOST_AUTO_TEST_CASE(a_ripple_is_forgiven_up_to_the_slack)
{
  const auto rippled = [](double x) { return 0.01 * std::sin(100 * x); };
  BOOST_TEST(holds(rises(rippled, 0, 1, 0.02)));
  BOOST_TEST(!holds(rises(rippled, 0, 1, 0.01)));
}
