#include "shared_bucket.hpp"

#include "epreuve/error.hpp"

#include <arb.h>

#include <utility>
#include <vector>

namespace epreuve::instruments {

namespace {

/// Coefficients, that of t^i at place i.
using Coefficients = std::vector<Ball>;

Coefficients product(const Coefficients& p, const Coefficients& q)
{
  Coefficients made(p.size() + q.size() - 1, Ball(0));
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j)
      made[i + j] = made[i + j] + p[i] * q[j];
  return made;
}

/// H_{n+1} = t H_n - n H_{n-1}.
Coefficients hermite(unsigned n)
{
  Coefficients before, now{Ball(1)};
  for (unsigned i = 0; i < n; ++i) {
    Coefficients next = product({Ball(0), Ball(1)}, now);
    for (std::size_t at = 0; at < before.size(); ++at)
      next[at] = next[at] - Ball(int(i)) * before[at];
    before = std::move(now);
    now = std::move(next);
  }
  return now;
}

Ball inverse_tangent(const Ball& x)
{
  Ball y;
  arb_atan(y.get(), x.get(), Ball::precision);
  return y;
}

/// I(m, j, r).
Ball moment(unsigned m, unsigned j, unsigned r)
{
  const Ball J{int(j)};
  if (m > 0) {
    Ball sum(0);
    if (m > 1)
      sum = Ball(int(m) - 1) * moment(m - 2, j, r);
    if (r > 0)
      sum = sum + Ball(int(r)) * sqrt(Ball(2) / pi()) * moment(m - 1, j + 1, r - 1);
    else if (m == 1)
      sum = Ball(1);
    return sum / J;
  }
  if (j == 1)
    return sqrt(pi() / Ball(2)) / Ball(int(r) + 1);
  if (r == 0)
    return sqrt(pi() / (Ball(2) * J));
  return sqrt(Ball(2) / (pi() * J)) * inverse_tangent(Ball(1) / sqrt(J)); // r = 1
}

/// (E f H_a)^2 / a!; a_1 is the first, the others are even.
Ball weight(const std::vector<unsigned>& a)
{
  unsigned densities = 1, errors = 0;
  Coefficients p = hermite(a[0]);
  Ball factorials(1);
  for (std::size_t l = 0; l < a.size(); ++l) {
    for (unsigned i = 2; i <= a[l]; ++i)
      factorials = factorials * Ball(int(i));
    if (l == 0)
      continue;
    if (a[l] == 0) {
      ++errors;
    } else {
      ++densities;
      p = product(p, product({Ball(-2)}, hermite(a[l] - 1)));
    }
  }
  Ball sum(0);
  for (unsigned m = 0; m < p.size(); ++m)
    sum = sum + p[m] * moment(m, densities, errors);
  return power(sum, 2) / (power(Ball(2) * pi(), densities) * factorials);
}

/// The weights of all a whose degrees from place l on sum to n.
Ball weights_of(std::vector<unsigned>& a, std::size_t l, unsigned n)
{
  if (l == 0) {
    a[0] = n;
    return weight(a);
  }
  Ball sum(0);
  for (a[l] = 0; a[l] <= n; a[l] += 2)
    sum = sum + weights_of(a, l - 1, n - a[l]);
  return sum;
}

} // namespace

Ball shared_bucket(unsigned half, const Ball& cosine, unsigned degree)
{
  if (half < 1 || half > 3)
    throw Error("shared_bucket: expected 1 to 3 directions, got {}", half);
  Ball sum(0), rest(1);
  std::vector<unsigned> a(half);
  for (unsigned n = 0; n <= degree; ++n) {
    const Ball w = Ball(2 * int(half)) * weights_of(a, half - 1, n);
    sum = sum + w * power(cosine, n);
    rest = rest - w;
  }
  return sum + hull(Ball(0), power(cosine, degree + 1) * rest);
}

} // namespace epreuve::instruments
