#pragma once

#include <flint/fmpq.h>

#include <compare>
#include <concepts>
#include <iosfwd>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>

/// Exact arithmetic: whole numbers of any size and their fractions, over FLINT's fmpz and fmpq. An object that was
/// moved from may be assigned to or destroyed.
///
/// Quotients by 0 throw std::overflow_error: x / 0, x % 0 and Rational(n, 0).
namespace epreuve {

/// A whole number of any size. As in C++, a / b is rounded towards 0, and a % b has the sign of a.
class Integer
{
public:
  Integer() { fmpz_init(value_); }
  Integer(std::integral auto n)
  {
    if constexpr (std::signed_integral<decltype(n)>)
      fmpz_init_set_si(value_, n);
    else
      fmpz_init_set_ui(value_, n);
  }
  /// Of decimal digits, with or without a sign: "-12". Leading zeros mean nothing.
  /// @throws std::runtime_error if it is no such number
  explicit Integer(std::string_view digits);

  Integer(const Integer& n) { fmpz_init_set(value_, n.value_); }
  Integer(Integer&& n) noexcept : Integer() { fmpz_swap(value_, n.value_); }
  Integer& operator=(const Integer& n);
  Integer& operator=(Integer&& n) noexcept;
  ~Integer() { fmpz_clear(value_); }

  Integer& operator+=(const Integer& n);
  Integer& operator-=(const Integer& n);
  Integer& operator*=(const Integer& n);
  Integer& operator/=(const Integer& n);

  friend Integer operator-(const Integer& n);
  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  friend Integer operator/(const Integer& a, const Integer& b);
  friend Integer operator%(const Integer& a, const Integer& b);
  friend bool operator==(const Integer& a, const Integer& b);
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b);

  /// @throws std::overflow_error if the number does not fit
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  explicit operator T() const
  {
    require_between(std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    if constexpr (std::signed_integral<T>)
      return static_cast<T>(fmpz_get_si(value_));
    else
      return static_cast<T>(fmpz_get_ui(value_));
  }
  /// The nearest double, of two the even one; an infinity beyond the largest.
  explicit operator double() const;

  std::string str() const;
  friend std::ostream& operator<<(std::ostream& out, const Integer& n);

  fmpz* get() { return value_; }
  const fmpz* get() const { return value_; }

private:
  void require_between(const Integer& least, const Integer& largest) const;

  fmpz_t value_;
};

Integer abs(const Integer& n);
Integer pow(const Integer& n, unsigned long exponent);
/// The greatest common divisor and the least common multiple, neither negative.
Integer gcd(const Integer& a, const Integer& b);
Integer lcm(const Integer& a, const Integer& b);

/// A fraction of whole numbers of any size, in lowest terms: every operation is exact.
class Rational
{
public:
  Rational() { fmpq_init(value_); }
  Rational(std::integral auto n) : Rational(Integer(n)) {}
  Rational(const Integer& n);
  /// n / d, d of either sign.
  Rational(const Integer& n, const Integer& d);
  /// The fraction that a floating-point number is: 0.1 is 3602879701896397 / 2^55.
  /// @throws std::overflow_error if x is an infinity or NaN
  explicit Rational(double x);

  Rational(const Rational& q);
  Rational(Rational&& q) noexcept : Rational() { fmpq_swap(value_, q.value_); }
  Rational& operator=(const Rational& q);
  Rational& operator=(Rational&& q) noexcept;
  ~Rational() { fmpq_clear(value_); }

  Rational& operator+=(const Rational& q);
  Rational& operator-=(const Rational& q);
  Rational& operator*=(const Rational& q);
  Rational& operator/=(const Rational& q);

  friend Rational operator-(const Rational& q);
  friend Rational operator+(const Rational& p, const Rational& q);
  friend Rational operator-(const Rational& p, const Rational& q);
  friend Rational operator*(const Rational& p, const Rational& q);
  friend Rational operator/(const Rational& p, const Rational& q);
  friend bool operator==(const Rational& p, const Rational& q);
  friend std::strong_ordering operator<=>(const Rational& p, const Rational& q);

  /// The nearest double, of two the even one; an infinity beyond the largest.
  explicit operator double() const;

  /// "3/4"; "-3" if the denominator is 1.
  std::string str() const;
  friend std::ostream& operator<<(std::ostream& out, const Rational& q);

  fmpq* get() { return value_; }
  const fmpq* get() const { return value_; }

private:
  fmpq_t value_;
};

Integer numerator(const Rational& q);
/// Positive.
Integer denominator(const Rational& q);
Rational abs(const Rational& q);

} // namespace epreuve
