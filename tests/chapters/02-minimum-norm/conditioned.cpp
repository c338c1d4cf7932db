#include "chapters/02-minimum-norm/conditioned.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_singular_values_span_the_powers_of_ten_asked_for)
{
  const ConditionedSystem s = system_of_condition(4, 3, 5);
  BOOST_TEST((s.A.rows() == 3 && s.A.cols() == 5));
  const RationalMatrix gram = s.A * transpose(s.A), I = RationalMatrix::identity(3);
  for (const Rational& squared : {Rational(1), Rational(1, 10'000), Rational(1, 100'000'000)})
    BOOST_TEST(rank(gram - squared * I) == 2u);
}

BOOST_AUTO_TEST_CASE(the_solution_is_exact_and_the_shortest)
{
  const ConditionedSystem s = system_of_condition(17, 2, 4);
  BOOST_TEST((s.A * s.x == s.y));
  BOOST_TEST((s.x == minimum_norm_solution(s.A, s.y)));
}

BOOST_AUTO_TEST_CASE(a_relative_error_is_seen_below_the_spacing_of_doubles)
{
  const RationalMatrix exact{{3}, {4}}, x{{3}, {4 + 5 * Rational(0x1p-80)}};
  BOOST_TEST(relative_error(x, exact) == 0x1p-80);
}

BOOST_AUTO_TEST_CASE(a_reflection_turns_its_vector_around_and_is_its_own_inverse)
{
  const RationalMatrix v{{1}, {-3}, {5}}, H = reflection(v);
  BOOST_TEST((H * v == Rational(-1) * v));
  BOOST_TEST((H * H == RationalMatrix::identity(3)));
  BOOST_TEST((transpose(H) == H));
}

BOOST_AUTO_TEST_CASE(shapes_without_a_condition_are_refused)
{
  using epreuve::tests::says;
  BOOST_CHECK_EXCEPTION(system_of_condition(3, 1, 4), epreuve::Error, says("got n = 1"));
  BOOST_CHECK_EXCEPTION(relative_error({{1, 2}}, {{1}}), epreuve::Error, says("got 2 and 1"));
  BOOST_CHECK_EXCEPTION(reflection({{0}, {0}}), epreuve::Error, says("other than 0"));
}
