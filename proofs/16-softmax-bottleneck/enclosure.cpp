// The inequality on which the bound of the excess rests, in ball arithmetic: see statement.md.
//
// phi(t) = t - 1 + exp(-t) = t^2 g(t). That g decreases on all of R:
//
//   t^3 g'(t) = k(t) = 2 - t - (2 + t) exp(-t), and t^3 has the sign of t. For t > 2, 2 - t < 0 and the other term is
//   negative too: k < 0. For t < -2, 2 - t > 0 and -(2 + t) > 0: k > 0. Of 1 <= |t| <= 2 every part is enclosed.
//
//   For |t| <= 1, g(t) = sum_k (-t)^k / (k + 2)!, so -g'(t) = sum_{k >= 1} k (-t)^(k-1) / (k + 2)!. The terms beyond
//   k = 30 are at most k / (k + 2)! < 1 / (k + 1)! in size, and together less than 2 / 32!, as each is less than half
//   the one before.
//
// g > 0 as phi > 0 for t != 0 (e^x > 1 + x) and g(0) = 1/2. phi'(t) = 1 - exp(-t) > 0 for t > 0 (the same).
//
// The number: four tokens, equally frequent, with ln P = -ln 2 M. (I - 1 1^T / 4) M has integers over 4 as entries;
// C = 4 (I - 1 1^T / 4) M, and its squared singular values are the roots of det(x I - C^T C), a polynomial of degree
// 4 with integer coefficients. One root is 0, as the rows of C sum to 0. With n = 2 what is left beyond the first two is
// the smallest of the other three: a root of a cubic, enclosed between two points at which its sign differs, the first
// such interval above 0 (below it the cubic has no zero: its sign is that at 0 and its slope is positive).
#include "epreuve/ball.hpp"
#include "matrix.hpp"
#include "polynomial.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

constexpr int pieces = 64; ///< into which an interval of length 1 is cut

Ball k(const Ball& t)
{
  return 2 - t - (2 + t) * exp(-t);
}

/// -g'(t) for |t| <= 1.
Ball minus_slope(const Ball& t)
{
  Ball sum = 0, factorial = 2, power = 1;
  for (int j = 1; j <= 30; ++j) {
    factorial = factorial * Ball(j + 2);
    sum = sum + Ball(j) * power / factorial;
    power = power * -t;
  }
  const Ball rest = 2 / factorial; // 32! is in `factorial`
  return sum + hull(-rest, rest);
}

template <typename Holds>
int count(int from, const Holds& holds)
{
  int shown = 0;
  for (int piece = 0; piece < pieces; ++piece)
    shown += holds(interval(from + piece / double(pieces), from + (piece + 1) / double(pieces)));
  return shown;
}

void prove_decreasing(Proof& proof)
{
  const int right = count(1, [](const Ball& t) { return negative(k(t)); });
  const int left = count(-2, [](const Ball& t) { return positive(k(t)); });
  proof.step("g decreases for 1 ≤ |t| ≤ 2: t³ g′(t) = 2 − t − (2 + t) e^(−t) has the sign of −t. "
             "(So it does beyond, "
             "where both terms have it.)",
             right == pieces && left == pieces,
             fmt::format("{} and {} of {} pieces", right, left, pieces));
  const int middle = count(-1, [](const Ball& t) { return positive(minus_slope(t)); }) +
                     count(0, [](const Ball& t) { return positive(minus_slope(t)); });
  proof.step("g decreases for |t| ≤ 1: −g′(t) = Σ k (−t)^(k−1) / (k + 2)! > 0.",
             middle == 2 * pieces, fmt::format("{} of {} pieces", middle, 2 * pieces));
  const Ball at_zero = minus_slope(0);
  proof.step("The series is that of g: at 0 it gives −g′(0) = 1/6, and at 1 the quotient −k(1).",
             overlap(at_zero, Ball(1) / 6) && overlap(minus_slope(1), -k(1)),
             "−g′(0) = " + digits(at_zero, 12) + ", −g′(1) = " + digits(minus_slope(1), 12));
}

/// Coefficients of det(x I - S) for S 4 x 4, of x^0 to x^4.
std::vector<Rational> characteristic(const Matrix& S)
{
  const Polynomial x = symbol("x");
  Matrix X = x * identity(4);
  const Polynomial p = determinant(X + Polynomial(-1) * S);
  std::vector<Rational> coefficients(5, 0);
  for (const Polynomial::Term& term : p.terms())
    coefficients.at(term.powers.empty() ? 0 : term.powers.front().exponent) = term.coefficient;
  return coefficients;
}

Ball value(const std::vector<Rational>& c, const Ball& x)
{
  Ball sum = 0;
  for (std::size_t j = c.size(); j-- > 1;) // without x^0, and divided by x
    sum = sum * x + Ball(c[j]);
  return sum;
}

Ball slope(const std::vector<Rational>& c, const Ball& x)
{
  Ball sum = 0;
  for (std::size_t j = c.size(); j-- > 2;)
    sum = sum * x + Ball(static_cast<int>(j - 1)) * Ball(c[j]);
  return sum;
}

void prove_number(Proof& proof)
{
  const Matrix M{{1, 1, 3, 3}, {2, 2, 3, 1}, {3, 3, 1, 2}, {3, 3, 2, 3}};
  Matrix C = Polynomial(4) * M;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t l = 0; l < 4; ++l)
        C(j, i) -= M(l, i);
  const std::vector<Rational> c = characteristic(transpose(C) * C);
  // the cubic is negative at 0 and rises up to its first zero
  double lo = 0, hi = 0;
  bool rising = negative(value(c, 0));
  const double step = 0.25;
  while (rising && negative(value(c, exactly(hi)))) {
    rising = positive(slope(c, interval(hi, hi + step)));
    lo = hi;
    hi += step;
  }
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = (lo + hi) / 2;
    (negative(value(c, exactly(middle))) ? lo : hi) = middle;
  }
  const Ball least = interval(lo, hi); // of C^T C
  const Ball ln_lo("0.69314718055994530"), ln_hi("0.69314718055994531");
  const bool holds_ln_2 = below(exp(ln_lo), 2) && below(2, exp(ln_hi));
  const Ball tau = sqrt(least) / 4 * hull(ln_lo, ln_hi);
  const Ball bound = (tau - 1 + exp(-tau)) / 32; // the least pi P is 1/4 * 1/8
  proof.step("Four equally frequent tokens with P = 2^(−M), M = (1, 1, 3, 3; 2, 2, 3, 1; 3, 3, 1, "
             "2; 3, 3, 2, 3): every "
             "network of two dimensions loses more than 0.0036 nats.",
             c[0] == 0 && rising && holds_ln_2 && below(Ball("0.0036"), bound),
             "τ = " + digits(tau, 8) + ", m φ(τ) = " + digits(bound, 8));
}

} // namespace

void prove(Proof& proof)
{
  prove_decreasing(proof);
  prove_number(proof);
}

} // namespace epreuve::proofs
