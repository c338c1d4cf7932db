#include "epreuve/instruments/reference.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace epreuve::instruments {

Reference in_50_digits(const Rational& q)
{
  return Reference(q);
}

std::vector<Reference> in_50_digits(const arma::vec& x)
{
  return {x.begin(), x.end()};
}

double rounded(const Reference& x)
{
  return double(x);
}

arma::vec rounded(const std::vector<Reference>& x)
{
  arma::vec result(x.size());
  std::ranges::transform(x, result.begin(), [](const Reference& value) { return double(value); });
  return result;
}

namespace {

std::string text(const Interval& a)
{
  return fmt::format("[{:.17g}, {:.17g}]", double(a.lo), double(a.hi));
}

} // namespace

Interval::Interval(Reference low, Reference high) : lo(std::move(low)), hi(std::move(high))
{
  if (!(lo <= hi))
    throw Error("an interval has its lower end first, got {}", text(*this));
}

double Interval::width() const
{
  return double(hi - lo);
}

double Interval::middle() const
{
  return double((lo + hi) / 2);
}

Interval rounds_to(std::string_view printed)
{
  const evidence::PrintedNumber p = evidence::parse_printed(printed);
  return {in_50_digits(p.value - p.unit / 2), in_50_digits(p.value + p.unit / 2)};
}

Interval operator+(const Interval& a, const Interval& b)
{
  return {a.lo + b.lo, a.hi + b.hi};
}

Interval operator-(const Interval& a, const Interval& b)
{
  return {a.lo - b.hi, a.hi - b.lo};
}

Interval operator*(const Interval& a, const Interval& b)
{
  const auto [lo, hi] =
      std::minmax<Reference>({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
  return {lo, hi};
}

Interval operator/(const Interval& a, const Interval& b)
{
  if (b.contains(0))
    throw Error("division by an interval that holds 0: {}", text(b));
  return a * Interval(1 / b.hi, 1 / b.lo);
}

Interval exp(const Interval& a)
{
  return {exp(a.lo), exp(a.hi)};
}

Interval log(const Interval& a)
{
  if (a.lo <= 0)
    throw Error("the logarithm of an interval that is not positive: {}", text(a));
  return {log(a.lo), log(a.hi)};
}

Interval sqrt(const Interval& a)
{
  if (a.lo < 0)
    throw Error("the square root of an interval that holds negative numbers: {}", text(a));
  return {sqrt(a.lo), sqrt(a.hi)};
}

bool intersect(const Interval& a, const Interval& b)
{
  return a.lo <= b.hi && b.lo <= a.hi;
}

Interval intersection(const Interval& a, const Interval& b)
{
  if (!intersect(a, b))
    throw Error("the intervals {} and {} have nothing in common", text(a), text(b));
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
}

} // namespace epreuve::instruments
