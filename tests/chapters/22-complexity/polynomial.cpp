#include "chapters/22-complexity/polynomial.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::Rational;
using epreuve::tests::says;

namespace {

/// 3 x² y − x / 2 + 7
Rational some(const Point& at)
{
  const Rational x = at.at(0), y = at.at(1);
  return 3 * x * x * y - x / 2 + 7;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_polynomial_is_found_from_its_values)
{
  const Polynomial p = interpolated({"x", "y"}, {{1, 5, 2}, {4, 1}}, some);
  BOOST_TEST(text(p) == "3x²y − 1/2x + 7");
  BOOST_TEST((p == interpolated({"x", "y"}, {{3, 4, 8, 0}, {2, 6, 9}}, some)));
  for (const Point& at : {Point{0, 0}, Point{10, 20}, Point{7, 3}})
    BOOST_TEST((value(p, at) == some(at)));
}

BOOST_AUTO_TEST_CASE(a_function_of_higher_degree_differs_elsewhere)
{
  const auto cube = [](const Point& at) { return Rational(at.at(0) * at.at(0) * at.at(0)); };
  const Polynomial p = interpolated({"n"}, {{1, 2, 3}}, cube);
  BOOST_TEST(text(p) == "6n² − 11n + 6");
  BOOST_TEST((value(p, {4}) != cube({4})));
}

BOOST_AUTO_TEST_CASE(polynomials_are_written_as_one_writes_them)
{
  const auto one = [](const Point&) { return Rational(1); };
  const auto minus = [](const Point& at) { return -Rational(at.at(0)); };
  BOOST_TEST(text(interpolated({"n"}, {{1}}, one)) == "1");
  BOOST_TEST(text(interpolated({"n"}, {{1, 2}}, minus)) == "−n");
  BOOST_TEST(text(interpolated({"n"}, {{1, 2}}, [](const Point&) { return Rational(0); })) == "0");
}

BOOST_AUTO_TEST_CASE(nodes_that_do_not_decide_are_refused)
{
  BOOST_CHECK_EXCEPTION(interpolated({"n"}, {{1, 1}}, some), epreuve::Error, says("different"));
  BOOST_CHECK_EXCEPTION(interpolated({"n"}, {}, some), epreuve::Error, says("1 names"));
  BOOST_CHECK_EXCEPTION(value({.names = {"n"}, .terms = {}}, {1, 2}), epreuve::Error,
                        says("expected 1"));
}
