// The least distance of two position vectors, n = 768 and p = 10 000, in ball arithmetic: see statement.md.
//
//     f(x) = sum_{i < 384} 4 sin^2(omega_i x / 2),    omega_i = 10^{-i/96},    |w_{k+x} - w_k|^2 = f(x)
//
// by 03-position-dot-product and 2 - 2 cos t = 4 sin^2(t/2). It is shown that f(x) >= f(1) for all real x from 1
// to 2^20, in three stretches:
//
//     1 <= x <= 3     every term rises, because omega_i x / 2 <= 3/2 < pi/2.
//     3 <= x < X      with X = 3 / omega_379. Let j be the last index with omega_j x >= 3; then j <= 378 and
//                     omega_j x < 3 r, where r = omega_j / omega_{j+1} = 10^{1/96}. For t = 0, ..., 5 the angle
//                     omega_{j+t} x / 2 lies from (3/2) r^-t to (3/2) r, which is below pi/2, so that these six
//                     terms are at least 4 sin^2((3/2) r^-t). Their sum exceeds f(1).
//     X <= x <= 2^20  the sum of the slowest pairs alone, enclosed on pieces that are halved as long as the
//                     enclosure reaches down to f(1).
#include "epreuve/ball.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <vector>

namespace {

using namespace epreuve;
using namespace epreuve::proofs;

constexpr int pairs = 384;
constexpr int slowest = 60; ///< pairs that the last stretch looks at
constexpr double end = 0x1p20;

Ball sine(const Ball& x)
{
  Ball result;
  arb_sin(result.get(), x.get(), Ball::precision);
  return result;
}

/// 10^(i/96)
Ball tenth_power(int i)
{
  Ball log_10;
  arb_const_log10(log_10.get(), Ball::precision);
  return exp(Ball(i) * log_10 / 96);
}

/// 4 sin^2(angle / 2)
Ball term(const Ball& angle)
{
  return 4 * power(sine(angle / 2), 2);
}

std::vector<Ball> frequencies()
{
  std::vector<Ball> omega;
  for (int i = 0; i < pairs; ++i)
    omega.push_back(tenth_power(-i));
  return omega;
}

/// sum of the terms of the pairs from `first` on
Ball sum(const std::vector<Ball>& omega, int first, const Ball& x)
{
  Ball result = 0;
  for (std::size_t i = std::size_t(first); i < omega.size(); ++i)
    result = result + term(omega[i] * x);
  return result;
}

/// On how many pieces the sum of the slowest pairs is certainly above `bound`, all of [from, to] together; 0 if
/// a piece becomes too short.
int pieces_above(const std::vector<Ball>& omega, const Ball& bound, double from, double to)
{
  if (to - from < 1e-3)
    return 0;
  if (below(bound, sum(omega, pairs - slowest, interval(from, to))))
    return 1;
  const double half = (from + to) / 2;
  const int left = pieces_above(omega, bound, from, half);
  const int right = left == 0 ? 0 : pieces_above(omega, bound, half, to);
  return right == 0 ? 0 : left + right;
}

} // namespace

void epreuve::proofs::prove(Proof& proof)
{
  const std::vector<Ball> omega = frequencies();
  const Ball f_1 = sum(omega, 0, 1);
  proof.step(
      "n = 768, p = 10 000: neighbours are at the distance sqrt(f(1)), which rounds to 4.5232",
      rounds_to(sqrt(f_1), "4.5232"), fmt::format("sqrt(f(1)) = {}", digits(sqrt(f_1), 12)));

  proof.step("1 <= x <= 3: each angle omega_i x / 2 is at most 3/2 < pi/2, so every term rises",
             below(3, pi()), "omega_0 = 1 is the fastest");

  const Ball r = tenth_power(1), X = 3 / omega[379];
  Ball six = 0;
  for (int t = 0; t < 6; ++t)
    six = six + term(3 * tenth_power(-t));
  proof.step(
      "3 <= x < X = 3/omega_379: the six pairs from omega_j x >= 3 on are above f(1)",
      below(3 * r, pi()) && below(f_1, six),
      fmt::format("at least {}, f(1) = {}, X = {}", digits(six, 6), digits(f_1, 6), digits(X, 6)));

  const double from = 26'000;
  const int pieces = pieces_above(omega, f_1, from, end);
  proof.step(fmt::format("26 000 <= x <= 2^20: the {} slowest pairs are above f(1)", slowest),
             below(exactly(from), X) && pieces > 0, fmt::format("{} pieces", pieces));
}
