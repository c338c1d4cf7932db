#include "epreuve/instruments/quadrature.hpp"

#include "epreuve/error.hpp"

#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>

#include <cmath>

namespace epreuve::instruments {

namespace {

using Function = std::function<double(double)>;

auto checked(const Function& f)
{
  return [&f](double x) {
    const double y = f(x);
    if (!std::isfinite(y))
      throw Error("integral: f must be finite within the interval, got f({}) = {}", x, y);
    return y;
  };
}

} // namespace

double integral(const Function& f, double a, double b)
{
  if (!(a <= b))
    throw Error("integral: expected a <= b, got a = {}, b = {}", a, b);
  if (a == b)
    return 0;
  constexpr double tolerance = 1e-13;
  static boost::math::quadrature::tanh_sinh<double> on_an_interval;
  static boost::math::quadrature::exp_sinh<double> on_a_half_line;
  static boost::math::quadrature::sinh_sinh<double> on_the_line;
  if (std::isfinite(a) && std::isfinite(b))
    return on_an_interval.integrate(checked(f), a, b, tolerance);
  if (std::isfinite(a) || std::isfinite(b))
    return on_a_half_line.integrate(checked(f), a, b, tolerance);
  return on_the_line.integrate(checked(f), tolerance);
}

double integral_by_gauss_kronrod(const Function& f, double a, double b)
{
  if (!(a <= b && std::isfinite(a) && std::isfinite(b)))
    throw Error("integral_by_gauss_kronrod: expected finite a <= b, got a = {}, b = {}", a, b);
  if (a == b)
    return 0;
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(checked(f), a, b, 8, 1e-14);
}

} // namespace epreuve::instruments
