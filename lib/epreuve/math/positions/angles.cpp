#include "epreuve/math/positions/angles.hpp"

#include "epreuve/error.hpp"
#include "epreuve/reference.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::math {

std::vector<DoubleDouble> precise_frequencies(std::string_view caller, arma::uword n, double base)
{
  if (n == 0 || n % 2 != 0)
    throw Error("{}: n must be even and positive (a cosine and a sine for each frequency), got {}",
                caller, n);
  if (!std::isfinite(base) || base <= 0)
    throw Error("{}: base must be finite and positive, got {}", caller, base);

  const Reference ratio = pow(Reference(base), Reference(-2) / n);
  Reference omega = 1;
  std::vector<DoubleDouble> frequencies(n / 2);
  for (DoubleDouble& frequency : frequencies) {
    frequency.head = double(omega);
    frequency.tail = double(omega - frequency.head);
    omega *= ratio;
  }
  if (!std::isfinite(frequencies.back().head)) // the largest if the base is below 1
    throw Error(
        "{}: base {:g} is too near 0, its frequency base^(-2i/n), i = {}, n = {}, overflows",
        caller, base, n / 2 - 1, n);
  return frequencies;
}

void require_known_angles(std::string_view caller, std::string_view k_name, std::int64_t k,
                          const std::vector<DoubleDouble>& frequencies)
{
  constexpr std::int64_t largest = std::int64_t{1} << 53;
  constexpr auto largest_angle = static_cast<double>(largest);
  const double fastest = std::max(frequencies.front().head, frequencies.back().head);
  const double distance = std::abs(static_cast<double>(k));
  if (k > largest || k < -largest || distance * fastest > largest_angle)
    throw Error("{0}: |{1}| must be at most 2^53, and the angle {1} omega too (omega is up to "
                "{2:g} here), got {1} = {3}",
                caller, k_name, fastest, k);
}

CosineAndSine turn(std::int64_t k, DoubleDouble omega)
{
  const auto steps = static_cast<double>(k);
  const double head = steps * omega.head;
  const double tail = std::fma(steps, omega.head, -head) + steps * omega.tail;
  return {std::cos(head) * std::cos(tail) - std::sin(head) * std::sin(tail),
          std::sin(head) * std::cos(tail) + std::cos(head) * std::sin(tail)};
}

} // namespace epreuve::math
