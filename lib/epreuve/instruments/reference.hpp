#pragma once

#include "epreuve/evidence/decimal.hpp"
#include "epreuve/reference.hpp"

#include <armadillo>

#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::instruments {

using evidence::Rational;

using epreuve::Reference;

/// The value of a rational, to 50 digits.
Reference in_50_digits(const Rational& q);

/// The entries of x, each exactly.
std::vector<Reference> in_50_digits(const arma::vec& x);

/// The doubles nearest to references: at most half an ulp from them.
double rounded(const Reference& x);
arma::vec rounded(const std::vector<Reference>& x);

/// The real numbers that a printed number may stand for, as an interval [lo, hi], and what follows
/// from them. The ends are computed to 50 digits, not outwards: their own error, some 10^-49 of
/// them, is negligible compared with half a unit of a printed digit.
struct Interval
{
  Reference lo, hi;

  Interval(Reference value) : lo(value), hi(std::move(value)) {} // NOLINT: 1 / v, 2 * v
  /// @throws Error if lo > hi
  Interval(Reference low, Reference high);

  double width() const;
  double middle() const;
  bool contains(const Reference& x) const { return lo <= x && x <= hi; }
};

/// The reals that round to the printed number: "0.008" is [0.0075, 0.0085], "1.0507e-7" half a unit
/// of its last digit to each side.
/// @throws Error if the text is no number
Interval rounds_to(std::string_view printed);

Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
/// @throws Error if b holds 0
Interval operator/(const Interval& a, const Interval& b);
/// Of an increasing function: exp, sqrt.
Interval exp(const Interval& a);
/// @throws Error unless a > 0
Interval log(const Interval& a);
/// @throws Error unless a >= 0
Interval sqrt(const Interval& a);

/// The intersection of a and b.
/// @throws Error if that is nothing
Interval intersection(const Interval& a, const Interval& b);
bool intersect(const Interval& a, const Interval& b);

} // namespace epreuve::instruments
