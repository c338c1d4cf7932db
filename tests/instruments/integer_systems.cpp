#include "epreuve/instruments/exact/integer_systems.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::evidence;
using namespace epreuve::instruments;

static bool holds(const Predicate& property)
{
  return check_property(property, 300, 1).passed;
}

BOOST_AUTO_TEST_CASE(drawn_systems_have_full_rank_and_the_shapes_asked_for)
{
  BOOST_TEST(holds(systems([](const System& s) { return rank(s.A) == s.A.rows(); })));
  BOOST_TEST(holds(wide_systems([](const System& s) { return s.A.cols() > s.A.rows(); })));
  BOOST_TEST(!holds(systems([](const System& s) { return s.A.cols() > s.A.rows(); })));
  BOOST_TEST(!holds(systems([](const System& s) { return s.A(0, 0) <= 3; }))); // some lacked rank
}

BOOST_AUTO_TEST_CASE(lagranges_solution_is_the_one_that_elimination_by_hand_finds)
{
  const System line{{{1, 2}}, {{5}}}; // minimise a x1^2 + b x2^2 on x1 + 2 x2 = 5
  BOOST_TEST((shortest_solution(line) == RationalMatrix{{1}, {2}}));
  BOOST_TEST((another_solution(line) == RationalMatrix{{Rational(5, 3)}, {Rational(5, 3)}}));
  BOOST_TEST(
      (lagrange_solution(line, {1, 4}) == RationalMatrix{{Rational(5, 2)}, {Rational(5, 4)}}));
}

BOOST_AUTO_TEST_CASE(a_statement_may_draw_more_and_a_norm_is_a_sum_of_squares)
{
  BOOST_TEST(holds(systems([](const System& s, Draw& draw) {
    const RationalMatrix x = draw_integers(draw, "x", s.A.cols(), 1);
    return is_zero(x) == (squared_norm(x) == 0);
  })));
  BOOST_TEST(squared_norm(RationalMatrix{{3}, {-4}}) == 25);
}

BOOST_AUTO_TEST_CASE(weights_and_right_sides_that_do_not_fit_are_refused)
{
  using epreuve::Error;
  using epreuve::tests::says;
  BOOST_CHECK_EXCEPTION(lagrange_solution({{{1, 2}}, {{5}}}, {1}), Error,
                        says("2 unknowns, got 1"));
  BOOST_CHECK_EXCEPTION(shortest_solution({{{1, 2}}, {{5}, {6}}}), Error, says("1 x 1, got 2 x 1"));
}
