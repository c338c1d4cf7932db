#pragma once

#include "epreuve/rational.hpp"

#include <arf.h>

#include <compare>
#include <concepts>
#include <iosfwd>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

namespace epreuve {

/// A real number to 50 digits: the reference for a formula in double precision. A binary number of 168 bits, whose
/// exponent is not bounded; Arb's arf_t.
///
/// The results of + - * / and sqrt are the nearest such number, of two the even one, and those of the functions
/// below at most 0.51 units in the last place from the right one: Arb encloses it in a ball, narrower and narrower
/// until that is certain. A Reference is the middle of a ball, without its radius, and comparisons are those of two
/// numbers: where a result must be known to lie on one side, take an interval (instruments/reference.hpp).
///
/// What is undefined is NaN: x / 0, log(0), sqrt(-1). Comparisons with NaN are false.
class Reference
{
public:
  static constexpr long precision = 168;

  Reference() { arf_init(value_); }
  Reference(std::integral auto n) : Reference()
  {
    if constexpr (std::signed_integral<decltype(n)>)
      arf_set_si(value_, n);
    else
      arf_set_ui(value_, n);
  }
  /// The number itself, an infinity or NaN.
  Reference(std::floating_point auto x) : Reference()
  {
    if constexpr (std::same_as<decltype(x), long double>)
      set(x);
    else
      arf_set_d(value_, static_cast<double>(x));
  }
  explicit Reference(const Integer& n);
  explicit Reference(const Rational& q);
  /// What is written, rounded: "0.044715", "1e-30".
  /// @throws std::runtime_error if it is no decimal number
  explicit Reference(std::string_view decimal);

  Reference(const Reference& x) : Reference() { arf_set(value_, x.value_); }
  Reference(Reference&& x) noexcept : Reference() { arf_swap(value_, x.value_); }
  Reference& operator=(const Reference& x);
  Reference& operator=(Reference&& x) noexcept;
  ~Reference() { arf_clear(value_); }

  Reference& operator+=(const Reference& x) { return *this = *this + x; }
  Reference& operator-=(const Reference& x) { return *this = *this - x; }
  Reference& operator*=(const Reference& x) { return *this = *this * x; }
  Reference& operator/=(const Reference& x) { return *this = *this / x; }

  friend Reference operator-(const Reference& x);
  friend Reference operator+(const Reference& x, const Reference& y);
  friend Reference operator-(const Reference& x, const Reference& y);
  friend Reference operator*(const Reference& x, const Reference& y);
  friend Reference operator/(const Reference& x, const Reference& y);
  friend bool operator==(const Reference& x, const Reference& y);
  friend std::partial_ordering operator<=>(const Reference& x, const Reference& y);

  /// The nearest double or float, of two the even one.
  explicit operator double() const;
  explicit operator float() const;
  /// Rounded towards 0. @throws std::overflow_error if it is an infinity or NaN, or does not fit
  explicit operator Integer() const;
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  explicit operator T() const
  {
    return T(Integer(*this));
  }

  /// In decimal, rounded to so many significant digits: "0.333", "1.05e-30".
  std::string str(int digits = 50) const;
  friend std::ostream& operator<<(std::ostream& out, const Reference& x);

  arf_struct* get() { return value_; }
  const arf_struct* get() const { return value_; }

private:
  void set(long double x);

  arf_t value_;
};

bool isfinite(const Reference& x);
bool isinf(const Reference& x);
bool isnan(const Reference& x);

Reference abs(const Reference& x);
Reference floor(const Reference& x);
/// x 2^n, without rounding.
Reference ldexp(const Reference& x, long n);
/// The e with 2^e <= |x| < 2^(e + 1); x finite and not 0.
int ilogb(const Reference& x);

Reference pi_50();
Reference sqrt(const Reference& x);
Reference exp(const Reference& x);
Reference log(const Reference& x);
Reference log1p(const Reference& x);
Reference log10(const Reference& x);
Reference pow(const Reference& x, const Reference& y);
Reference cos(const Reference& x);
Reference sin(const Reference& x);
Reference atan2(const Reference& y, const Reference& x);
Reference erf(const Reference& x);
Reference erfc(const Reference& x);

} // namespace epreuve
