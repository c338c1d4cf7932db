#include "epreuve/instruments/positions/turns.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

Turn operator+(const Turn& a, const Turn& b)
{
  return {a.re + b.re, a.im + b.im};
}

Turn operator-(const Turn& a, const Turn& b)
{
  return {a.re - b.re, a.im - b.im};
}

Turn operator*(const Turn& a, const Turn& b)
{
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

Turn operator/(const Turn& a, const Turn& b)
{
  const Reference square = b.re * b.re + b.im * b.im;
  return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
}

Reference abs(const Turn& z)
{
  return sqrt(z.re * z.re + z.im * z.im);
}

Reference arg(const Turn& z)
{
  return atan2(z.im, z.re);
}

Turn turn(const Reference& angle)
{
  if (!isfinite(angle))
    throw Error("turn: the angle must be finite, got {}", rounded(angle));
  return {cos(angle), sin(angle)};
}

Turn in_50_digits(const std::complex<double>& z)
{
  return {z.real(), z.imag()};
}

arma::mat rotation(const Turn& z)
{
  const double cosine = rounded(z.re), sine = rounded(z.im);
  return {{cosine, -sine}, {sine, cosine}};
}

Reference frequency(arma::uword i, arma::uword n, double base)
{
  if (n == 0 || n % 2 != 0)
    throw Error("frequency: n must be even and positive (a cosine and a sine for each frequency), "
                "got {}",
                n);
  if (i >= n / 2)
    throw Error("frequency: i must be below n/2 = {}, got {}", n / 2, i);
  if (!std::isfinite(base) || base <= 0)
    throw Error("frequency: the base must be finite and positive, got {}", base);
  return pow(Reference(base), -2 * Reference(i) / n);
}

} // namespace epreuve::instruments
