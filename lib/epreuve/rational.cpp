#include "epreuve/rational.hpp"

#include <arf.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace epreuve {

namespace {

template <typename Number>
void require_divisor(const Number& dividend, const Number& divisor)
{
  if (divisor == 0)
    throw std::overflow_error("division by zero: " + dividend.str() + " / 0");
}

/// x = m 2^e with whole m. @throws std::overflow_error if x is not finite
std::pair<std::int64_t, int> mantissa_and_exponent(double x)
{
  if (!std::isfinite(x))
    throw std::overflow_error("a number must be finite to be a fraction, got " + std::to_string(x));
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  constexpr int digits = std::numeric_limits<double>::digits;
  return {static_cast<std::int64_t>(std::ldexp(mantissa, digits)), exponent - digits};
}

/// n / d, rounded once.
double nearest_double(const fmpz* n, const fmpz* d)
{
  arf_t quotient, more;
  arf_init(quotient);
  arf_init(more);
  // Cut off at 128 bits it is on the same side of the middle between two doubles as n / d, or the middle itself,
  // which n / d is beyond: the least bit more says so.
  if (arf_fmpz_div_fmpz(quotient, n, d, 128, ARF_RND_DOWN) != 0) {
    arf_mul_2exp_si(more, quotient, -140);
    arf_add(quotient, quotient, more, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  const double result = arf_get_d(quotient, ARF_RND_NEAR);
  arf_clear(more);
  arf_clear(quotient);
  return result;
}

std::string text_of_flint(char* text)
{
  const std::unique_ptr<char, decltype(&flint_free)> owner(text, &flint_free);
  return text;
}

} // namespace

Integer::Integer(std::string_view digits) : Integer()
{
  const std::string text(digits);
  const std::size_t first = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  if (first == text.size() || text.find_first_not_of("0123456789", first) != std::string::npos ||
      fmpz_set_str(value_, text.c_str() + (text.starts_with('+') ? 1 : 0), 10) != 0)
    throw std::runtime_error("a whole number is decimal digits, got \"" + text + "\"");
}

Integer& Integer::operator=(const Integer& n)
{
  fmpz_set(value_, n.value_);
  return *this;
}

Integer& Integer::operator=(Integer&& n) noexcept
{
  fmpz_swap(value_, n.value_);
  return *this;
}

Integer& Integer::operator+=(const Integer& n)
{
  fmpz_add(value_, value_, n.value_);
  return *this;
}

Integer& Integer::operator-=(const Integer& n)
{
  fmpz_sub(value_, value_, n.value_);
  return *this;
}

Integer& Integer::operator*=(const Integer& n)
{
  fmpz_mul(value_, value_, n.value_);
  return *this;
}

Integer& Integer::operator/=(const Integer& n)
{
  require_divisor(*this, n);
  fmpz_tdiv_q(value_, value_, n.value_);
  return *this;
}

Integer operator-(const Integer& n)
{
  Integer result;
  fmpz_neg(result.value_, n.value_);
  return result;
}

Integer operator+(const Integer& a, const Integer& b)
{
  Integer result;
  fmpz_add(result.value_, a.value_, b.value_);
  return result;
}

Integer operator-(const Integer& a, const Integer& b)
{
  Integer result;
  fmpz_sub(result.value_, a.value_, b.value_);
  return result;
}

Integer operator*(const Integer& a, const Integer& b)
{
  Integer result;
  fmpz_mul(result.value_, a.value_, b.value_);
  return result;
}

Integer operator/(const Integer& a, const Integer& b)
{
  Integer result = a;
  return result /= b;
}

Integer operator%(const Integer& a, const Integer& b)
{
  require_divisor(a, b);
  return a - a / b * b;
}

bool operator==(const Integer& a, const Integer& b)
{
  return fmpz_equal(a.value_, b.value_) != 0;
}

std::strong_ordering operator<=>(const Integer& a, const Integer& b)
{
  return fmpz_cmp(a.value_, b.value_) <=> 0;
}

void Integer::require_between(const Integer& least, const Integer& largest) const
{
  if (*this < least || *this > largest)
    throw std::overflow_error("a whole number from " + least.str() + " to " + largest.str() +
                              " was expected, got " + str());
}

Integer::operator double() const
{
  return double(Rational(*this));
}

std::string Integer::str() const
{
  return text_of_flint(fmpz_get_str(nullptr, 10, value_));
}

std::ostream& operator<<(std::ostream& out, const Integer& n)
{
  return out << n.str();
}

Integer abs(const Integer& n)
{
  Integer result;
  fmpz_abs(result.get(), n.get());
  return result;
}

Integer pow(const Integer& n, unsigned long exponent)
{
  Integer result;
  fmpz_pow_ui(result.get(), n.get(), exponent);
  return result;
}

Integer gcd(const Integer& a, const Integer& b)
{
  Integer result;
  fmpz_gcd(result.get(), a.get(), b.get());
  return result;
}

Integer lcm(const Integer& a, const Integer& b)
{
  Integer result;
  fmpz_lcm(result.get(), a.get(), b.get());
  return result;
}

Rational::Rational(const Integer& n) : Rational()
{
  fmpz_set(fmpq_numref(value_), n.get());
}

Rational::Rational(const Integer& n, const Integer& d)
{
  require_divisor(n, d);
  fmpq_init(value_);
  fmpq_set_fmpz_frac(value_, n.get(), d.get());
}

Rational::Rational(double x)
{
  const auto [mantissa, exponent] = mantissa_and_exponent(x);
  fmpq_init(value_);
  fmpz_set_si(fmpq_numref(value_), mantissa);
  if (exponent >= 0)
    fmpq_mul_2exp(value_, value_, static_cast<unsigned long>(exponent));
  else
    fmpq_div_2exp(value_, value_, static_cast<unsigned long>(-exponent));
}

Rational::Rational(const Rational& q) : Rational()
{
  fmpq_set(value_, q.value_);
}

Rational& Rational::operator=(const Rational& q)
{
  fmpq_set(value_, q.value_);
  return *this;
}

Rational& Rational::operator=(Rational&& q) noexcept
{
  fmpq_swap(value_, q.value_);
  return *this;
}

Rational& Rational::operator+=(const Rational& q)
{
  fmpq_add(value_, value_, q.value_);
  return *this;
}

Rational& Rational::operator-=(const Rational& q)
{
  fmpq_sub(value_, value_, q.value_);
  return *this;
}

Rational& Rational::operator*=(const Rational& q)
{
  fmpq_mul(value_, value_, q.value_);
  return *this;
}

Rational& Rational::operator/=(const Rational& q)
{
  require_divisor(*this, q);
  fmpq_div(value_, value_, q.value_);
  return *this;
}

Rational operator-(const Rational& q)
{
  Rational result;
  fmpq_neg(result.value_, q.value_);
  return result;
}

Rational operator+(const Rational& p, const Rational& q)
{
  Rational result;
  fmpq_add(result.value_, p.value_, q.value_);
  return result;
}

Rational operator-(const Rational& p, const Rational& q)
{
  Rational result;
  fmpq_sub(result.value_, p.value_, q.value_);
  return result;
}

Rational operator*(const Rational& p, const Rational& q)
{
  Rational result;
  fmpq_mul(result.value_, p.value_, q.value_);
  return result;
}

Rational operator/(const Rational& p, const Rational& q)
{
  Rational result = p;
  return result /= q;
}

bool operator==(const Rational& p, const Rational& q)
{
  return fmpq_equal(p.value_, q.value_) != 0;
}

std::strong_ordering operator<=>(const Rational& p, const Rational& q)
{
  return fmpq_cmp(p.value_, q.value_) <=> 0;
}

Rational::operator double() const
{
  return nearest_double(fmpq_numref(value_), fmpq_denref(value_));
}

std::string Rational::str() const
{
  return text_of_flint(fmpq_get_str(nullptr, 10, value_));
}

std::ostream& operator<<(std::ostream& out, const Rational& q)
{
  return out << q.str();
}

Integer numerator(const Rational& q)
{
  Integer result;
  fmpz_set(result.get(), fmpq_numref(q.get()));
  return result;
}

Integer denominator(const Rational& q)
{
  Integer result;
  fmpz_set(result.get(), fmpq_denref(q.get()));
  return result;
}

Rational abs(const Rational& q)
{
  Rational result;
  fmpq_abs(result.get(), q.get());
  return result;
}

} // namespace epreuve
