#include "epreuve/rational.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

using epreuve::Integer, epreuve::Rational;

namespace {

/// Boost's whole numbers and fractions: the same arithmetic by other means. The two meet in decimal notation.
using boost::multiprecision::cpp_int, boost::multiprecision::cpp_rational;
using Limits = std::numeric_limits<double>;

/// A whole number of up to some 400 bits, of either sign, small ones and powers of two among them.
Integer draw_integer()
{
  Integer n = *rc::gen::arbitrary<std::int64_t>();
  const int factors = *rc::gen::inRange(0, 6);
  for (int i = 0; i < factors; ++i)
    n = n * *rc::gen::element(std::int64_t(1) << 62, std::int64_t(1'000'000'007),
                              *rc::gen::arbitrary<std::int64_t>()) +
        *rc::gen::inRange(-1, 2);
  return n;
}

Integer draw_divisor()
{
  const Integer n = draw_integer();
  return n == 0 ? Integer(7) : n;
}

Rational draw_rational()
{
  const Integer n = draw_integer();
  return {n, draw_divisor()};
}

cpp_int of_boost(const Integer& n)
{
  return cpp_int(n.str());
}

cpp_rational of_boost(const Rational& q)
{
  return {of_boost(numerator(q)), of_boost(denominator(q))};
}

int sign(std::strong_ordering order)
{
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

/// q rounded to the nearest double or, of two, to the even one: no neighbour is nearer.
bool is_nearest(double x, const Rational& q)
{
  const Rational distance = abs(Rational(x) - q);
  for (const double direction : {-Limits::infinity(), Limits::infinity()}) {
    const double neighbour = std::nextafter(x, direction);
    if (!std::isfinite(neighbour))
      continue;
    const Rational other = abs(Rational(neighbour) - q);
    // Of two doubles at one distance the even one is a multiple of twice their difference.
    const bool is_even = std::fmod(x, 2 * std::abs(x - neighbour)) == 0;
    if (other < distance || (other == distance && !is_even))
      return false;
  }
  return true;
}

} // namespace

RC_BOOST_PROP(whole_numbers_are_added_multiplied_divided_and_compared_as_boosts_are, ())
{
  const Integer a = draw_integer(), b = draw_integer(), d = draw_divisor();
  const cpp_int A = of_boost(a), B = of_boost(b), D = of_boost(d);
  RC_ASSERT((a + b).str() == cpp_int(A + B).str());
  RC_ASSERT((a - b).str() == cpp_int(A - B).str());
  RC_ASSERT((a * b).str() == cpp_int(A * B).str());
  RC_ASSERT((a / d).str() == cpp_int(A / D).str());
  RC_ASSERT((a % d).str() == cpp_int(A % D).str());
  RC_ASSERT((-a).str() == cpp_int(-A).str());
  RC_ASSERT(abs(a).str() == cpp_int(abs(A)).str());
  RC_ASSERT(gcd(a, b).str() == cpp_int(gcd(A, B)).str());
  RC_ASSERT(lcm(a, b).str() == cpp_int(lcm(A, B)).str());
  RC_ASSERT(pow(a, 5).str() == cpp_int(pow(A, 5)).str());
  RC_ASSERT((a == b) == (A == B));
  RC_ASSERT(sign(a <=> b) == (A < B ? -1 : A > B ? 1 : 0));
}

RC_BOOST_PROP(fractions_are_added_multiplied_divided_and_compared_as_boosts_are, ())
{
  const Rational p = draw_rational(), q = draw_rational();
  const cpp_rational P = of_boost(p), Q = of_boost(q);
  RC_ASSERT(p.str() == P.str());
  RC_ASSERT((p + q).str() == cpp_rational(P + Q).str());
  RC_ASSERT((p - q).str() == cpp_rational(P - Q).str());
  RC_ASSERT((p * q).str() == cpp_rational(P * Q).str());
  if (q != 0)
    RC_ASSERT((p / q).str() == cpp_rational(P / Q).str());
  RC_ASSERT((-p).str() == cpp_rational(-P).str());
  RC_ASSERT(abs(p).str() == cpp_rational(abs(P)).str());
  RC_ASSERT((p == q) == (P == Q));
  RC_ASSERT(sign(p <=> q) == (P < Q ? -1 : P > Q ? 1 : 0));
}

RC_BOOST_PROP(what_is_done_to_a_number_itself_is_what_is_done_to_two, ())
{
  const Integer a = draw_integer(), d = draw_divisor();
  Integer sum = a, difference = a, product = a, quotient = a, square = a;
  RC_ASSERT((sum += d) == a + d);
  RC_ASSERT((difference -= d) == a - d);
  RC_ASSERT((product *= d) == a * d);
  RC_ASSERT((quotient /= d) == a / d);
  RC_ASSERT((square *= square) == a * a);
  const Rational p = draw_rational(), q(draw_divisor(), draw_divisor());
  Rational in_sum = p, in_difference = p, in_product = p, in_quotient = p, in_square = p;
  RC_ASSERT((in_sum += q) == p + q);
  RC_ASSERT((in_difference -= q) == p - q);
  RC_ASSERT((in_product *= q) == p * q);
  RC_ASSERT((in_quotient /= q) == p / q);
  RC_ASSERT((in_square *= in_square) == p * p);
}

RC_BOOST_PROP(fractions_are_a_field, ())
{
  const Rational p = draw_rational(), q = draw_rational(), r = draw_rational();
  RC_ASSERT((p + q) * r == p * r + q * r);
  RC_ASSERT((p * q) * r == p * (q * r));
  RC_ASSERT(p - p == 0);
  if (p != 0)
    RC_ASSERT(p / p == 1);
  RC_ASSERT(p == Rational(numerator(p), denominator(p)));
  RC_ASSERT(denominator(p) > 0);
  RC_ASSERT(gcd(numerator(p), denominator(p)) == 1);
}

BOOST_AUTO_TEST_CASE(fractions_are_in_lowest_terms_and_print_without_a_denominator_of_1)
{
  const auto printed = [](const auto& number) {
    std::ostringstream out;
    out << number;
    BOOST_TEST(out.str() == number.str());
    return out.str();
  };
  BOOST_TEST(printed(Rational(6, 8)) == "3/4");
  BOOST_TEST(printed(Rational(6, -8)) == "-3/4");
  BOOST_TEST(printed(Rational(-6, -2)) == "3");
  BOOST_TEST(printed(Rational(0, -5)) == "0");
  BOOST_TEST(printed(Rational()) == "0");
  BOOST_TEST(printed(Integer(-12)) == "-12");
  BOOST_TEST(printed(pow(Integer(10), 30)) == "1000000000000000000000000000000");
}

BOOST_AUTO_TEST_CASE(a_whole_number_is_read_from_its_digits_and_from_nothing_else)
{
  BOOST_TEST(Integer("0012") == 12);
  BOOST_TEST(Integer("-7") == -7);
  BOOST_TEST(Integer("+7") == 7);
  BOOST_TEST(Integer("340282366920938463463374607431768211456") == pow(Integer(2), 128));
  for (const char* text :
       {"", "-", "+", "1.5", " 1", "1 ", "--1", "+-1", "0x10", "1/2", "e", "1e3"})
    BOOST_CHECK_THROW(Integer{text}, std::runtime_error);
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_built_in_types_go_there_and_back)
{
  using Signed = std::numeric_limits<std::int64_t>;
  using Unsigned = std::numeric_limits<std::uint64_t>;
  BOOST_TEST(Integer(Signed::min()).str() == "-9223372036854775808");
  BOOST_TEST(Integer(Unsigned::max()).str() == "18446744073709551615");
  BOOST_TEST(static_cast<std::int64_t>(Integer(Signed::min())) == Signed::min());
  BOOST_TEST(static_cast<std::int64_t>(Integer(Signed::max())) == Signed::max());
  BOOST_TEST(static_cast<std::uint64_t>(Integer(Unsigned::max())) == Unsigned::max());
  BOOST_TEST(int(Integer(std::numeric_limits<int>::min())) == std::numeric_limits<int>::min());
  BOOST_CHECK_THROW(static_cast<void>(long(Integer(Signed::max()) + 1)), std::overflow_error);
  BOOST_CHECK_THROW(static_cast<void>(long(Integer(Signed::min()) - 1)), std::overflow_error);
  BOOST_CHECK_THROW(static_cast<void>(static_cast<std::uint64_t>(Integer(-1))),
                    std::overflow_error);
  BOOST_CHECK_THROW(static_cast<void>(static_cast<std::uint64_t>(Integer(Unsigned::max()) + 1)),
                    std::overflow_error);
  BOOST_CHECK_THROW(static_cast<void>(int(Integer(std::numeric_limits<int>::max()) + 1)),
                    std::overflow_error);
}

BOOST_AUTO_TEST_CASE(nothing_is_divided_by_0_and_what_would_have_been_keeps_its_value)
{
  Integer n = pow(Integer(3), 100);
  Rational q(2, 3);
  BOOST_CHECK_THROW(n / 0, std::overflow_error);
  BOOST_CHECK_THROW(n % 0, std::overflow_error);
  BOOST_CHECK_THROW(n /= 0, std::overflow_error);
  BOOST_CHECK_THROW(q / 0, std::overflow_error);
  BOOST_CHECK_THROW(q /= 0, std::overflow_error);
  BOOST_CHECK_THROW(Rational(1, 0), std::overflow_error);
  BOOST_CHECK_THROW(Rational(n, 0), std::overflow_error);
  BOOST_TEST(n == pow(Integer(3), 100));
  BOOST_TEST(q == Rational(2, 3));
}

BOOST_AUTO_TEST_CASE(copies_are_independent_and_what_was_moved_from_can_be_assigned_to)
{
  static_assert(std::is_nothrow_move_constructible_v<Rational> &&
                std::is_nothrow_move_assignable_v<Rational>);
  static_assert(std::is_nothrow_move_constructible_v<Integer> &&
                std::is_nothrow_move_assignable_v<Integer>);
  const Rational large(pow(Integer(3), 200), pow(Integer(2), 300));
  Rational source = large, copy = source;
  copy += 1;
  BOOST_TEST(source == large);
  Rational target = std::move(source);
  BOOST_TEST(target == large);
  source = Rational(1, 2); // NOLINT: what this tests
  BOOST_TEST(source == Rational(1, 2));
  source = std::move(target);
  BOOST_TEST(source == large);
  target = source; // NOLINT: what this tests
  BOOST_TEST(target == large);
  Rational& itself = source;
  source = itself;
  source = std::move(itself);
  BOOST_TEST(source == large);

  Integer n = pow(Integer(3), 200), moved = std::move(n);
  n = 5; // NOLINT: what this tests
  BOOST_TEST(n == 5);
  BOOST_TEST(moved == pow(Integer(3), 200));
}

BOOST_AUTO_TEST_CASE(huge_numbers_are_exact)
{
  const Integer huge = pow(Integer(2), 100'000);
  BOOST_TEST((huge + 1) * (huge - 1) == pow(Integer(2), 200'000) - 1);
  BOOST_TEST(huge.str().size() == 30'103u); // 100 000 log10(2) = 30 102.999...
  BOOST_TEST(Rational(huge + 1, huge) - 1 == Rational(1, huge));
  BOOST_TEST(Rational(huge * 3, huge * 7).str() == "3/7");
}

RC_BOOST_PROP(a_double_becomes_the_fraction_that_it_is, ())
{
  const auto significand = static_cast<double>(*rc::gen::inRange(-(1LL << 53) + 1, 1LL << 53));
  const double x = std::ldexp(significand, *rc::gen::inRange(-1080, 971));
  RC_ASSERT(Rational(x).str() == cpp_rational(x).str());
  RC_ASSERT(double(Rational(x)) == x);
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_doubles_are_fractions_and_what_is_not_finite_is_none)
{
  BOOST_TEST(Rational(0.1) == Rational(3602879701896397, 36028797018963968));
  BOOST_TEST(Rational(Limits::denorm_min()) == Rational(1, pow(Integer(2), 1074)));
  BOOST_TEST(Rational(Limits::max()) == pow(Integer(2), 1024) - pow(Integer(2), 971));
  BOOST_TEST(Rational(-0.0) == 0);
  for (const double x : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
    BOOST_CHECK_THROW(Rational{x}, std::overflow_error);
  static_assert(!std::is_convertible_v<double, Rational>);
}

RC_BOOST_PROP(the_double_of_a_fraction_is_the_nearest, ())
{
  const int e = *rc::gen::inRange(-1100, 1000);
  const Rational scale = e < 0 ? Rational(1, pow(Integer(2), std::uint64_t(-e)))
                               : Rational(pow(Integer(2), std::uint64_t(e)));
  const Rational q = draw_rational() * scale;
  const auto x = double(q);
  RC_PRE(std::isfinite(x));
  RC_ASSERT(is_nearest(x, q));
}

RC_BOOST_PROP(the_double_of_the_middle_between_two_is_the_even_one_and_the_least_more_decides, ())
{
  const auto significand = static_cast<double>(*rc::gen::inRange(1LL, 1LL << 53));
  const double x = std::ldexp(significand, *rc::gen::inRange(-1074, 970));
  const Rational next(std::nextafter(x, Limits::infinity()));
  const Rational middle = (Rational(x) + next) / 2, least(1, pow(Integer(3), 1000));
  for (const int sign : {-1, 1}) {
    RC_ASSERT(is_nearest(double(sign * middle), sign * middle));
    RC_ASSERT(double(sign * (middle - least)) == sign * x);
    RC_ASSERT(double(sign * (middle + least)) == sign * double(next));
  }
}

BOOST_AUTO_TEST_CASE(fractions_beyond_the_doubles_are_infinite_and_below_the_least_0)
{
  const Rational beyond =
      pow(Integer(2), 1024) - pow(Integer(2), 970); // half an ulp above the largest
  BOOST_TEST(double(beyond) == Limits::infinity());
  BOOST_TEST(double(-beyond) == -Limits::infinity());
  BOOST_TEST(double(beyond - Rational(1, 1'000'000)) == Limits::max());
  BOOST_TEST(double(Rational(1, pow(Integer(2), 1075))) == 0); // half the least number: even is 0
  BOOST_TEST(double(Rational(1'000'001, 1'000'000 * pow(Integer(2), 1075))) ==
             Limits::denorm_min());
  BOOST_TEST(double(Integer(-3)) == -3);
}
