#include "polynomial.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <fmt/format.h>
#include <rapidcheck/boost_test.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;

namespace {

const std::vector<std::string> names = {"a", "b", "c"};

Rational draw_rational()
{
  return Rational(*rc::gen::inRange(-9, 10), *rc::gen::inRange(1, 5));
}

/// Up to five terms of degree up to 6.
Polynomial draw()
{
  Polynomial p;
  for (int term = *rc::gen::inRange(0, 6); term > 0; --term) {
    Polynomial product = draw_rational();
    for (const std::string& name : names)
      for (int power = *rc::gen::inRange(0, 3); power > 0; --power)
        product *= symbol(name);
    p += product;
  }
  return p;
}

using Point = std::map<std::string, Rational>;

Point draw_point()
{
  Point point;
  for (const std::string& name : names)
    point[name] = draw_rational();
  return point;
}

/// The value of the terms, without FLINT.
Rational value(const Polynomial& p, const Point& point)
{
  Rational sum = 0;
  for (const auto& [coefficient, powers] : p.terms()) {
    Rational product = coefficient;
    for (const auto& [symbol, exponent] : powers)
      for (unsigned long k = 0; k < exponent; ++k)
        product *= point.at(symbol);
    sum += product;
  }
  return sum;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_square_of_a_sum_has_the_mixed_term_twice)
{
  const Polynomial a = symbol("a"), b = symbol("b");
  BOOST_TEST((a + b) * (a + b) == a * a + 2 * a * b + b * b);
  BOOST_TEST(!((a + b) * (a + b) == a * a + b * b));
  BOOST_TEST((a + b) * (a - b) == a * a - b * b);
}

BOOST_AUTO_TEST_CASE(powers_of_a_sum_have_the_binomial_coefficients)
{
  const Polynomial a = symbol("a");
  Polynomial power = 1;
  for (int k = 0; k < 6; ++k)
    power *= a + 1;
  const std::vector<int> pascal = {1, 6, 15, 20, 15, 6, 1};
  const auto terms = power.terms();
  BOOST_TEST_REQUIRE(terms.size() == pascal.size());
  for (const auto& [coefficient, powers] : terms)
    BOOST_TEST(coefficient == pascal[powers.empty() ? 0 : powers.front().exponent]);
}

RC_BOOST_PROP(values_add_and_multiply_as_the_polynomials_do, ())
{
  const Polynomial p = draw(), q = draw();
  const Point point = draw_point();
  RC_ASSERT(value(p + q, point) == value(p, point) + value(q, point));
  RC_ASSERT(value(p - q, point) == value(p, point) - value(q, point));
  RC_ASSERT(value(p * q, point) == value(p, point) * value(q, point));
  RC_ASSERT(value(-p, point) == -value(p, point));
}

RC_BOOST_PROP(the_same_polynomial_is_equal_however_it_was_made, ())
{
  const Polynomial p = draw(), q = draw(), r = draw();
  RC_ASSERT((p + q) * r == r * q + p * r);
  RC_ASSERT(p - p == 0);
  RC_ASSERT((p == q) == (p - q).terms().empty());
}

RC_BOOST_PROP(derivatives_follow_the_rule_for_products, ())
{
  const Polynomial p = draw(), q = draw(), a = symbol("a");
  RC_ASSERT(derivative(p * q, a) == derivative(p, a) * q + p * derivative(q, a));
}

BOOST_AUTO_TEST_CASE(a_derivative_takes_the_other_symbols_for_constants)
{
  const Polynomial a = symbol("a"), b = symbol("b");
  BOOST_TEST(derivative(a * a * a * b + b * b + 7, a) == 3 * a * a * b);
  BOOST_TEST(derivative(a * a * a * b + b * b + 7, symbol("c")) == 0);
}

BOOST_AUTO_TEST_CASE(symbols_of_one_name_are_one_symbol)
{
  BOOST_TEST(symbol("a") == symbol("a"));
  BOOST_TEST(!(symbol("a") == symbol("b")));
  BOOST_TEST((symbol("a") * symbol("b") - symbol("c")).symbols() ==
                 (std::set<std::string>{"a", "b", "c"}),
             boost::test_tools::per_element());
  BOOST_TEST((symbol("a") - symbol("a")).symbols().empty());
}

BOOST_AUTO_TEST_CASE(a_changed_copy_leaves_the_original)
{
  const Polynomial a = symbol("a"), b = symbol("b");
  Polynomial p = a, copy = p;
  copy += b;
  BOOST_TEST(p == a);
  BOOST_TEST(copy == a + b);

  p = b;
  BOOST_TEST(copy == a + b);
}

BOOST_AUTO_TEST_CASE(a_polynomial_that_was_moved_from_is_still_one)
{
  const Polynomial a = symbol("a");
  Polynomial p = a + 1;
  const Polynomial q = std::move(p);
  BOOST_TEST(q == a + 1);
  BOOST_TEST(p == a + 1); // NOLINT(bugprone-use-after-move): that is the point
  p = 2;
  BOOST_TEST(q + p == a + 3);
}

BOOST_AUTO_TEST_CASE(operations_on_itself_use_the_old_value_on_both_sides)
{
  const Polynomial a = symbol("a");
  Polynomial p = a + 1;
  const Polynomial& same = p;
  p = same;
  BOOST_TEST(p == a + 1);
  p *= same;
  BOOST_TEST(p == a * a + 2 * a + 1);
  p += same;
  BOOST_TEST(p == 2 * a * a + 4 * a + 2);
  p -= same;
  BOOST_TEST(p == 0);
}

BOOST_AUTO_TEST_CASE(coefficients_are_rationals_of_any_length)
{
  const Rational third(1, 3), long_one(Integer("123456789012345678901234567890"), 7);
  const Polynomial p = Polynomial(third) * symbol("a");
  BOOST_TEST(3 * p == symbol("a"));
  BOOST_TEST(p.terms().front().coefficient == third);
  BOOST_TEST((long_one * symbol("a")).terms().front().coefficient == long_one);
  BOOST_TEST(Polynomial(Rational(0)) == 0);
}

BOOST_AUTO_TEST_CASE(polynomials_print_as_one_writes_them)
{
  const Polynomial a = symbol("a"), b = symbol("b");
  std::ostringstream out;
  out << 2 * a * b * b - Rational(1, 3) * a - b + 5;
  BOOST_TEST(out.str() == "2 a b^2 - 1/3 a - b + 5");
  BOOST_TEST(to_string(0) == "0");
  BOOST_TEST(to_string(-1) == "-1");
  BOOST_TEST(to_string(-a + 1) == "-a + 1");
  BOOST_TEST(to_string(a * a + a + 1, 2) == "a^2 + a + ... (1 more)");
}

BOOST_AUTO_TEST_CASE(what_is_no_symbol_is_refused)
{
  const Polynomial a = symbol("a");
  BOOST_CHECK_EXCEPTION(symbol(""), Error, says("symbol", "needs a name"));
  BOOST_CHECK_EXCEPTION(derivative(a, 2 * a), Error, says("derivative", "got 2 a"));
  BOOST_CHECK_EXCEPTION(derivative(a, a * a), Error, says("derivative", "got a^2"));
  BOOST_CHECK_EXCEPTION(derivative(a, 1), Error, says("derivative", "got 1"));
  BOOST_CHECK_EXCEPTION(derivative(a, a * symbol("b")), Error, says("derivative", "got a b"));
}

// The last test, since it uses them up.
BOOST_AUTO_TEST_CASE(a_program_has_256_symbols_and_no_more)
{
  const auto use_all = [] {
    for (int i = 0; i <= 256; ++i)
      symbol(fmt::format("symbol_{}", i));
  };
  BOOST_CHECK_EXCEPTION(use_all(), Error, says("symbol", "at most 256 symbols"));
  BOOST_TEST(symbol("a") * symbol("symbol_0") != 0);
}
