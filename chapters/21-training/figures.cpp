#include "figures.hpp"

#include "epreuve/chapter.hpp"
#include "epreuve/instruments/complex_step.hpp"
#include "epreuve/instruments/reference.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

using namespace epreuve::course;

namespace {

namespace multiprecision = boost::multiprecision;

/// A double without its exponent's ends, in software: its last digits are the same on every processor.
using Rounded =
    multiprecision::number<multiprecision::cpp_bin_float<53, multiprecision::digit_base_2>,
                           multiprecision::et_off>;

/// -ln softmax(W x)_0 for x = (1/2, -1), W 3 x 2 in rows.
template <typename Number>
Number loss(const std::vector<Number>& W, const Number& half)
{
  Number sum{}, first{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Number logit = W[2 * i] * half - W[2 * i + 1];
    if (i == 0)
      first = logit;
    sum += exp(logit);
  }
  return log(sum) - first;
}

template <typename Real>
std::vector<Real> by_complex_steps(const std::vector<Real>& W, const Real& h)
{
  using C = Complex<Real>;
  return complex_step<Real>([](const std::vector<C>& at) { return loss(at, C{0.5}); }, W, h);
}

} // namespace

arma::mat epreuve::errors_of_steps()
{
  const std::vector<double> W{0.75, -0.5, 0.25, 1, -1, 0.375};
  const std::vector<Reference> exactly =
      by_complex_steps<Reference>({W.begin(), W.end()}, Reference("1e-30"));
  arma::mat errors(54, 4);
  for (arma::uword k = 0; k < errors.n_rows; ++k) {
    const Rounded h = ldexp(Rounded(1), -int(k)), half(0.5);
    std::vector<Rounded> at(W.begin(), W.end());
    const Rounded here = loss(at, half);
    const std::vector<Rounded> complex = by_complex_steps<Rounded>(at, h);
    arma::mat apart(W.size(), 4);
    for (std::size_t j = 0; j < W.size(); ++j) {
      at[j] = W[j] + h;
      const Rounded ahead = loss(at, half);
      at[j] = W[j] - h;
      const Rounded back = loss(at, half);
      at[j] = W[j];
      const auto error = [&](const Rounded& slope) {
        return static_cast<double>(Reference(static_cast<double>(slope)) - exactly[j]);
      };
      apart.row(j) = {static_cast<double>(exactly[j]), error((ahead - here) / h),
                      error((ahead - back) / (2 * h)), error(complex[j])};
    }
    const arma::rowvec lengths = arma::sqrt(arma::sum(arma::square(apart), 0));
    errors.row(k) = lengths / lengths(0);
    errors(k, 0) = static_cast<double>(h);
  }
  return errors;
}

void epreuve::draw_steps(Figure& figure, const arma::mat& errors)
{
  const double u = 0x1p-53;
  figure.title("The error of a gradient by steps of h").size(720, 420);
  figure.axes("h", "‖error‖ / ‖gradient‖").log_x().log_y().x_range(1e-16, 1).y_range(1e-17, 10);
  figure.x_ticks({1e-16, 1e-12, 1e-8, 1e-4, 1}, {"10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"});
  figure.y_ticks({1e-16, 1e-12, 1e-8, 1e-4, 1}, {"10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"});
  figure.line(errors.col(0), errors.col(1), "forward difference");
  figure.line(errors.col(0), errors.col(2), "central difference");
  figure.line(errors.col(0), errors.col(3), "complex step");
  figure.vertical_line(std::sqrt(u), "√u").vertical_line(std::cbrt(u), "u^(1/3)");
  figure.caption("The gradient of a cross-entropy by six weights in 53 binary digits, u = 2⁻⁵³. "
                 "Differences are best "
                 "near the steps that the analysis predicts, √u and the cube root of u; the "
                 "complex step has no "
                 "step that is too short.");
  figure.alt(
      "Errors against the step h, both logarithmic. From h = 1 to the left all three fall. The "
      "forward difference turns near the square root of u, below 10⁻⁷, and rises again; the "
      "central one near the cube root, below 10⁻¹⁰: two Vs. The complex step falls to 10⁻¹⁵ and "
      "stays there.");
}
