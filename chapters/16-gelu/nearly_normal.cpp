#include "nearly_normal.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"

#include <cmath>
#include <utility>

namespace epreuve::instruments {

double uniform_sum_distribution(int n, double x)
{
  if (n < 1 || n > 20)
    throw Error("uniform_sum_distribution: n must be 1, ..., 20, got {}", n);
  if (x > 0)
    return 1 - uniform_sum_distribution(n, -x);
  const double from_the_end = x + n / 2.0;
  double sum = 0, weight = 1 / std::tgamma(n + 1); // (-1)^k binom(n, k) / n!
  for (int k = 0; k < from_the_end; ++k) {
    sum += weight * std::pow(from_the_end - k, n);
    weight *= -(n - k) / (k + 1.0);
  }
  return sum;
}

double edgeworth(double x, double k4, double k6)
{
  const double departure =
      k4 / 24 * hermite(3, x) + k6 / 720 * hermite(5, x) + k4 * k4 / 1152 * hermite(7, x);
  return math::normal_distribution(x) - math::normal_density(x) * departure;
}

double hermite(int k, double x)
{
  if (k < 0)
    throw Error("hermite: the degree must not be negative, got {}", k);
  double here = 1, next = x;
  for (int degree = 1; degree <= k; ++degree)
    here = std::exchange(next, x * next - degree * here);
  return here;
}

} // namespace epreuve::instruments
