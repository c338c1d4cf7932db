#include "epreuve/ball.hpp"

#include "epreuve/error.hpp"
#include "epreuve/reference.hpp"

#include <arb_hypgeom.h>

#include <cmath>

namespace epreuve {

namespace {

using Unary = void (*)(arb_ptr, arb_srcptr, slong);
using Binary = void (*)(arb_ptr, arb_srcptr, arb_srcptr, slong);

/// What a function of Arb gives, at the working precision.
Ball apply(Unary function, const Ball& x)
{
  Ball result;
  function(result.get(), x.get(), Ball::precision);
  return result;
}

Ball apply(Binary function, const Ball& x, const Ball& y)
{
  Ball result;
  function(result.get(), x.get(), y.get(), Ball::precision);
  return result;
}

Ball power_of_ten(int n)
{
  return power(10, static_cast<unsigned>(n));
}

/// n / 10^places, written out.
std::string decimal_text(std::string n, int places)
{
  const bool minus = n.starts_with('-');
  if (minus)
    n.erase(0, 1);
  const auto after = static_cast<std::size_t>(places);
  if (n.size() <= after)
    n.insert(0, after + 1 - n.size(), '0');
  if (after > 0)
    n.insert(n.size() - after, ".");
  return (minus ? "-" : "") + n;
}

/// The text of a positive decimal number, cut after `most` significant digits but not before its
/// point.
std::string first_digits(const std::string& text, int most)
{
  const std::size_t point = text.find('.');
  const std::size_t first = text.find_first_of("123456789");
  if (point == std::string::npos || first == std::string::npos)
    return text;
  const std::size_t last = first + static_cast<std::size_t>(most) + (first < point ? 1 : 0);
  return text.substr(0, last <= point + 1 ? point : last);
}

} // namespace

Ball::Ball(std::string_view decimal) : Ball()
{
  const std::string text(decimal);
  if (text.find_first_not_of("+-.0123456789eE") != std::string::npos ||
      arb_set_str(ball_, text.c_str(), precision) != 0)
    throw Error("Ball: expected a decimal number, got \"{}\"", text);
}

Ball& Ball::operator=(const Ball& other)
{
  arb_set(ball_, other.ball_);
  return *this;
}

Ball& Ball::operator=(Ball&& other) noexcept
{
  arb_swap(ball_, other.ball_);
  return *this;
}

Ball interval(double lo, double hi)
{
  if (!(lo <= hi) || !std::isfinite(lo) || !std::isfinite(hi))
    throw Error("interval: expected finite lo <= hi, got lo = {}, hi = {}", lo, hi);
  return hull(exactly(lo), exactly(hi));
}

Ball exactly(double x)
{
  if (!std::isfinite(x))
    throw Error("exactly: expected a finite number, got {}", x);
  Ball result;
  arb_set_d(result.get(), x);
  return result;
}

Ball pi()
{
  Ball result;
  arb_const_pi(result.get(), Ball::precision);
  return result;
}

Ball operator-(const Ball& x)
{
  Ball result;
  arb_neg(result.get(), x.get());
  return result;
}

Ball operator+(const Ball& x, const Ball& y)
{
  return apply(arb_add, x, y);
}

Ball operator-(const Ball& x, const Ball& y)
{
  return apply(arb_sub, x, y);
}

Ball operator*(const Ball& x, const Ball& y)
{
  return apply(arb_mul, x, y);
}

Ball operator/(const Ball& x, const Ball& y)
{
  return apply(arb_div, x, y);
}

Ball power(const Ball& x, unsigned n)
{
  Ball result;
  arb_pow_ui(result.get(), x.get(), n, Ball::precision);
  return result;
}

Ball absolute_value(const Ball& x)
{
  Ball result;
  arb_abs(result.get(), x.get());
  return result;
}

Ball sqrt(const Ball& x)
{
  return apply(arb_sqrt, x);
}

Ball exp(const Ball& x)
{
  return apply(arb_exp, x);
}

Ball log(const Ball& x)
{
  return apply(arb_log, x);
}

Ball tanh(const Ball& x)
{
  return apply(arb_tanh, x);
}

Ball erf(const Ball& x)
{
  return apply(arb_hypgeom_erf, x);
}

Ball erfc(const Ball& x)
{
  return apply(arb_hypgeom_erfc, x);
}

Ball lower(const Ball& x)
{
  Reference end;
  arb_get_lbound_arf(end.get(), x.get(), ARF_PREC_EXACT);
  return Ball(end);
}

Ball upper(const Ball& x)
{
  Reference end;
  arb_get_ubound_arf(end.get(), x.get(), ARF_PREC_EXACT);
  return Ball(end);
}

Ball middle(const Ball& x)
{
  Ball result;
  arb_get_mid_arb(result.get(), x.get());
  return result;
}

Ball larger(const Ball& x, const Ball& y)
{
  return apply(arb_max, x, y);
}

Ball hull(const Ball& x, const Ball& y)
{
  return apply(arb_union, x, y);
}

Ball intersection(const Ball& x, const Ball& y)
{
  Ball result;
  if (!arb_intersection(result.get(), x.get(), y.get(), Ball::precision))
    throw Error("intersection: {} and {} have no number in common", bounds(x, 20), bounds(y, 20));
  return result;
}

bool positive(const Ball& x)
{
  return arb_is_positive(x.get());
}

bool negative(const Ball& x)
{
  return arb_is_negative(x.get());
}

bool below(const Ball& x, const Ball& y)
{
  return arb_lt(x.get(), y.get());
}

bool contains(const Ball& x, const Ball& part)
{
  return arb_contains(x.get(), part.get());
}

bool finite(const Ball& x)
{
  return arb_is_finite(x.get());
}

bool overlap(const Ball& x, const Ball& y)
{
  return arb_overlaps(x.get(), y.get());
}

bool rounds_to(const Ball& x, std::string_view decimal)
{
  const std::size_t point = decimal.find('.');
  const int places =
      point == std::string_view::npos ? 0 : static_cast<int>(decimal.size() - point - 1);
  return below(absolute_value(x - Ball(decimal)) * power_of_ten(places) * 2, 1);
}

std::string digits(const Ball& x, int most)
{
  const Ball size = absolute_value(x);
  for (int places = 50; places >= 0 && (positive(x) || negative(x)); --places) {
    Ball cut;
    Integer n;
    const Ball scaled = size * power_of_ten(places);
    arb_floor(cut.get(), scaled.get(), Ball::precision);
    if (arb_get_unique_fmpz(n.get(), cut.get()))
      return (negative(x) ? "-" : "") + first_digits(decimal_text(n.str(), places), most) + "…";
  }
  return bounds(x, 6);
}

std::string bounds(const Ball& x, int places)
{
  if (!finite(x))
    return "[-inf, inf]";
  const Ball scaled = x * power_of_ten(places);
  Reference end;
  Integer lo, hi;
  arb_get_lbound_arf(end.get(), scaled.get(), Ball::precision);
  arf_get_fmpz(lo.get(), end.get(), ARF_RND_FLOOR);
  arb_get_ubound_arf(end.get(), scaled.get(), Ball::precision);
  arf_get_fmpz(hi.get(), end.get(), ARF_RND_CEIL);
  return "[" + decimal_text(lo.str(), places) + ", " + decimal_text(hi.str(), places) + "]";
}

} // namespace epreuve
