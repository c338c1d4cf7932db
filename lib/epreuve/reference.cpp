#include "epreuve/reference.hpp"

#include "epreuve/ball.hpp"

#include <arb_hypgeom.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <stdexcept>

namespace epreuve {

namespace {

Reference rounded_middle(const Ball& ball)
{
  Reference result;
  arf_set_round(result.get(), arb_midref(ball.get()), Reference::precision, ARF_RND_NEAR);
  return result;
}

/// The value that enclose(ball, bits) encloses, by a ball of radius at most a hundredth of a unit in the last place.
template <typename Enclose>
Reference nearest(const Enclose& enclose)
{
  constexpr slong most_bits =
      1 << 14; // for the sine of a multiple of pi, to 168 bits, twice as many would do
  Ball ball;
  for (slong bits = Reference::precision + 32;; bits *= 2) {
    enclose(ball.get(), bits);
    if (arb_rel_accuracy_bits(ball.get()) > Reference::precision + 8 || bits >= most_bits)
      return rounded_middle(ball);
  }
}

template <typename Function>
Reference nearest(Function function, const Reference& x)
{
  const Ball argument(x);
  return nearest([&](arb_struct* y, slong bits) { function(y, argument.get(), bits); });
}

template <typename Function>
Reference nearest(Function function, const Reference& x, const Reference& y)
{
  const Ball first(x), second(y);
  return nearest([&](arb_struct* z, slong bits) { function(z, first.get(), second.get(), bits); });
}

} // namespace

Reference::Reference(const Integer& n) : Reference()
{
  arf_set_round_fmpz(value_, n.get(), precision, ARF_RND_NEAR);
}

Reference::Reference(const Rational& q) : Reference()
{
  arf_fmpz_div_fmpz(value_, fmpq_numref(q.get()), fmpq_denref(q.get()), precision, ARF_RND_NEAR);
}

Reference::Reference(std::string_view decimal) : Reference()
{
  const std::string text(decimal);
  Ball ball;
  if (text.find_first_not_of("+-.0123456789eE") != std::string::npos ||
      arb_set_str(ball.get(), text.c_str(), precision + 64) != 0)
    throw std::runtime_error("a decimal number was expected, got \"" + text + "\"");
  *this = rounded_middle(ball);
}

void Reference::set(long double x)
{
  // A long double between 1/2 and 1 is a sum of doubles: the nearest one, that nearest to what is left, ... Itself it may
  // be less than any double.
  int exponent = 0;
  for (long double rest = std::frexp(x, &exponent);;) {
    const auto part = static_cast<double>(rest);
    *this += part;
    rest -= static_cast<long double>(part);
    if (!(rest > 0 || rest < 0))
      break;
  }
  *this = ldexp(*this, exponent);
}

Reference& Reference::operator=(const Reference& x)
{
  arf_set(value_, x.value_);
  return *this;
}

Reference& Reference::operator=(Reference&& x) noexcept
{
  arf_swap(value_, x.value_);
  return *this;
}

Reference operator-(const Reference& x)
{
  Reference result;
  arf_neg(result.value_, x.value_);
  return result;
}

Reference operator+(const Reference& x, const Reference& y)
{
  Reference result;
  arf_add(result.value_, x.value_, y.value_, Reference::precision, ARF_RND_NEAR);
  return result;
}

Reference operator-(const Reference& x, const Reference& y)
{
  Reference result;
  arf_sub(result.value_, x.value_, y.value_, Reference::precision, ARF_RND_NEAR);
  return result;
}

Reference operator*(const Reference& x, const Reference& y)
{
  Reference result;
  arf_mul(result.value_, x.value_, y.value_, Reference::precision, ARF_RND_NEAR);
  return result;
}

Reference operator/(const Reference& x, const Reference& y)
{
  Reference result;
  arf_div(result.value_, x.value_, y.value_, Reference::precision, ARF_RND_NEAR);
  return result;
}

bool operator==(const Reference& x, const Reference& y)
{
  return (x <=> y) == 0;
}

std::partial_ordering operator<=>(const Reference& x, const Reference& y)
{
  if (isnan(x) || isnan(y))
    return std::partial_ordering::unordered;
  return arf_cmp(x.value_, y.value_) <=> 0;
}

Reference::operator double() const
{
  return arf_get_d(value_, ARF_RND_NEAR);
}

Reference::operator float() const
{
  // Rounded to the nearest double and then to the nearest float, a number next to the middle between two floats
  // could end on the other side of it. Cut off, with the last bit for what was cut, it cannot.
  const double cut = arf_get_d(value_, ARF_RND_DOWN);
  const bool is_exact = isnan(*this) || arf_cmp_d(value_, cut) == 0;
  return static_cast<float>(
      is_exact ? cut : std::bit_cast<double>(std::bit_cast<std::uint64_t>(cut) | 1U));
}

Reference::operator Integer() const
{
  if (!isfinite(*this))
    throw std::overflow_error("a number must be finite to be a whole number, got " + str());
  Integer result;
  arf_get_fmpz(result.get(), value_, ARF_RND_DOWN);
  return result;
}

std::string Reference::str(int digits) const
{
  char* const text = arf_get_str(value_, digits);
  std::string result = text;
  flint_free(text);
  return result;
}

std::ostream& operator<<(std::ostream& out, const Reference& x)
{
  return out << x.str();
}

bool isfinite(const Reference& x)
{
  return arf_is_finite(x.get()) != 0;
}

bool isinf(const Reference& x)
{
  return arf_is_inf(x.get()) != 0;
}

bool isnan(const Reference& x)
{
  return arf_is_nan(x.get()) != 0;
}

Reference abs(const Reference& x)
{
  Reference result;
  arf_abs(result.get(), x.get());
  return result;
}

Reference floor(const Reference& x)
{
  Reference result;
  arf_floor(result.get(), x.get());
  return result;
}

Reference ldexp(const Reference& x, long n)
{
  Reference result;
  arf_mul_2exp_si(result.get(), x.get(), n);
  return result;
}

int ilogb(const Reference& x)
{
  return static_cast<int>(arf_abs_bound_lt_2exp_si(x.get())) - 1;
}

Reference pi_50()
{
  return nearest(arb_const_pi);
}

Reference sqrt(const Reference& x)
{
  Reference result;
  arf_sqrt(result.get(), x.get(), Reference::precision, ARF_RND_NEAR);
  return result;
}

Reference exp(const Reference& x)
{
  return nearest(arb_exp, x);
}

Reference log(const Reference& x)
{
  return nearest(arb_log, x);
}

Reference log1p(const Reference& x)
{
  return nearest(arb_log1p, x);
}

Reference log10(const Reference& x)
{
  return nearest(
      [](arb_struct* y, const arb_struct* of, slong bits) { arb_log_base_ui(y, of, 10, bits); }, x);
}

Reference pow(const Reference& x, const Reference& y)
{
  return nearest(arb_pow, x, y);
}

Reference cos(const Reference& x)
{
  return nearest(arb_cos, x);
}

Reference sin(const Reference& x)
{
  return nearest(arb_sin, x);
}

Reference atan2(const Reference& y, const Reference& x)
{
  return nearest(arb_atan2, y, x);
}

Reference erf(const Reference& x)
{
  return nearest(arb_hypgeom_erf, x);
}

Reference erfc(const Reference& x)
{
  return nearest(arb_hypgeom_erfc, x);
}

} // namespace epreuve
