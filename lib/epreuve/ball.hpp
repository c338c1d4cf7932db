#pragma once

#include "epreuve/rational.hpp"

#include <arb.h>

#include <concepts>
#include <string>
#include <string_view>

namespace epreuve {

class Reference;

/// An interval [m - r, m + r] of which a computation knows only that it contains the right number.
///
/// The result of an operation on balls contains every number that the operation can give for numbers
/// in them: roundings widen the ball. What is undefined for a number of the operand
/// (1/x on a ball with 0) gives a ball that contains everything, and nothing is certain about it.
/// So a comparison below is true only where it is a theorem, and its falsehood says nothing.
///
/// Arb's arb_t at a fixed working precision.
class Ball
{
public:
  /// Bits of the middle: 57 decimal digits.
  static constexpr long precision = 192;

  Ball() { arb_init(ball_); }
  /// Exact. From an int, and from nothing that would be converted to one: Ball(0.5) does not compile.
  Ball(std::same_as<int> auto n) : Ball() { arb_set_si(ball_, n); }
  /// Exact. From nothing that would be converted to a Reference.
  explicit Ball(const std::same_as<Reference> auto& x) : Ball() { arb_set_arf(ball_, x.get()); }
  explicit Ball(const Rational& q) : Ball() { arb_set_fmpq(ball_, q.get(), precision); }

  /// Encloses what is written: Ball("0.1") contains 1/10, which no binary number is.
  /// @throws Error unless it is a decimal number
  explicit Ball(std::string_view decimal);

  Ball(const Ball& other) : Ball() { arb_set(ball_, other.ball_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(ball_, other.ball_); }
  Ball& operator=(const Ball& other);
  Ball& operator=(Ball&& other) noexcept;
  ~Ball() { arb_clear(ball_); }

  arb_ptr get() { return ball_; }
  arb_srcptr get() const { return ball_; }

private:
  arb_t ball_;
};

/// All of [lo, hi]. @throws Error unless lo <= hi are finite
Ball interval(double lo, double hi);
/// The number itself, without rounding. @throws Error unless it is finite
Ball exactly(double x);
Ball pi();

Ball operator-(const Ball& x);
Ball operator+(const Ball& x, const Ball& y);
Ball operator-(const Ball& x, const Ball& y);
Ball operator*(const Ball& x, const Ball& y);
Ball operator/(const Ball& x, const Ball& y);
Ball power(const Ball& x, unsigned n);
Ball absolute_value(const Ball& x);
Ball sqrt(const Ball& x);
Ball exp(const Ball& x);
Ball log(const Ball& x);
Ball tanh(const Ball& x);
Ball erf(const Ball& x);
Ball erfc(const Ball& x);

// The ends and the middle of a ball, each without rounding, and sets of balls.
Ball lower(const Ball& x);
Ball upper(const Ball& x);
Ball middle(const Ball& x);
/// The larger of x and y.
Ball larger(const Ball& x, const Ball& y);
/// The smallest ball (up to rounding) with all of x and y.
Ball hull(const Ball& x, const Ball& y);
/// What is both in x and in y.
/// @throws Error if nothing is: then one of two enclosures of a number is wrong
Ball intersection(const Ball& x, const Ball& y);

// What is certain.
bool positive(const Ball& x);                   ///< every number of x is > 0
bool negative(const Ball& x);                   ///< every number of x is < 0
bool below(const Ball& x, const Ball& y);       ///< every number of x is < every number of y
bool contains(const Ball& x, const Ball& part); ///< every number of part is in x
bool finite(const Ball& x);                     ///< x is bounded
/// Whether x and y share a number.
bool overlap(const Ball& x, const Ball& y);

/// Whether every number of x, rounded to as many decimals as `decimal` has, gives `decimal`: it is
/// nearer to it than half a unit of its last place. So x rounds to "2.70" or not, and never to "2.7"
/// because two digits were meant.
bool rounds_to(const Ball& x, std::string_view decimal);

/// The digits that all numbers of x share, cut (not rounded) after `most` significant ones and followed
/// by "…"; digits before the point are never cut, nor are there more than 50 after it. If the numbers
/// do not share even the digits before the point: bounds(x, 6).
std::string digits(const Ball& x, int most);

/// "[a, b]" with decimals a <= x <= b of `places` digits after the point.
std::string bounds(const Ball& x, int places);

} // namespace epreuve
