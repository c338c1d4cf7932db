#include "enclosed_positions.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/reference.hpp"

#include <numeric>
#include <string_view>
#include <vector>

namespace epreuve::instruments {
namespace {

constexpr unsigned fraction_digits = 50;

/// Whether (q / scale)^b base^a < 1, compared as whole numbers.
bool is_below_root(const Integer& q, const Integer& scale, arma::uword a, arma::uword b,
                   const Rational& base)
{
  return pow(q, b) * pow(numerator(base), a) < pow(scale, b) * pow(denominator(base), a);
}

/// Taylor's series of the cosine (degree 0) or of the sine (degree 1) in whole units of 10^-50. `error` is by how many
/// units a term may be wrong: what the term before it passes on, what the square of x lacks, and what
/// division cuts off.
ComputedNumber taylor(std::string_view caller, const ComputedNumber& angle, unsigned degree)
{
  if (!angle.finite || abs(angle.value) > 16)
    throw Error("{}: the angle must be finite and within 16 of 0, got {}", caller,
                double(angle.value));
  static const Integer unit = pow(Integer(10), fraction_digits);
  const Integer x = numerator(angle.value) * unit / denominator(angle.value);
  const Integer x_squared = x * x / unit;
  Integer term = degree == 0 ? unit : x, error = 0, sum = 0;
  Integer errors = 1; // the digits of the angle that x has not
  for (; abs(term) > 1; degree += 2) {
    sum += term;
    errors += error;
    const Integer divisor = unit * ((degree + 1) * (degree + 2));
    error = (error * (x_squared + 1) + abs(term)) / divisor + 2;
    term = -term * x_squared / divisor;
  }
  // Lagrange's remainder is at most the next power over its factorial, whatever the size of x.
  errors += abs(term) + error;
  return {Rational(sum, unit), Rational(errors, unit) + angle.radius};
}

} // namespace

ComputedNumber enclosed_frequency(arma::uword i, arma::uword n, const Rational& base)
{
  if (n == 0)
    throw Error("enclosed_frequency: n must be positive, got 0");
  if (base <= 0)
    throw Error("enclosed_frequency: the base must be positive, got {}", base.str());
  const arma::uword divisor = std::gcd(2 * i, n), a = 2 * i / divisor, b = n / divisor;
  const Reference guess = pow(in_50_digits(base), -Reference(a) / Reference(b));
  Integer scale = pow(Integer(10), 45);
  if (guess < 1)
    scale *= Integer(1 / guess);
  const auto middle = Integer(guess * Reference(scale));
  const Integer step = middle / pow(Integer(10), 41) + 1; // 10^-41 of it
  const Integer low = middle - step, high = middle + step;
  if (!is_below_root(low, scale, a, b, base) || is_below_root(high, scale, a, b, base))
    throw Error("enclosed_frequency: {}^(-{}/{}) is not where 50 digits place it", base.str(), a,
                b);
  return {Rational(middle, scale), Rational(step, scale)};
}

ComputedNumber enclosed_cosine(const ComputedNumber& angle)
{
  return taylor("enclosed_cosine", angle, 0);
}

ComputedNumber enclosed_sine(const ComputedNumber& angle)
{
  return taylor("enclosed_sine", angle, 1);
}

evidence::Values enclosed_position_vector(std::int64_t k, arma::uword n, const Rational& base)
{
  if (n == 0 || n % 2 != 0)
    throw Error(
        "enclosed_position_vector: n must be even and positive (a cosine and a sine for each "
        "frequency), got {}",
        n);
  evidence::Values w(std::vector<Rational>(n, 0), 1, n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const ComputedNumber omega = enclosed_frequency(i, n, base);
    const ComputedNumber angle{k * omega.value, abs(Rational(k)) * omega.radius};
    w.numbers[2 * i] = enclosed_cosine(angle);
    w.numbers[2 * i + 1] = enclosed_sine(angle);
  }
  return w;
}

} // namespace epreuve::instruments
