#include "epreuve/exercises/course.hpp"
#include "epreuve/math/gelu.hpp"

#include <exercises.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::vec;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Relative only, so that the tails have to be as right as the middle.
constexpr Closeness to_nine_digits{.absolute = 0, .relative = 1e-9};

std::tuple<double> drawn_number(Draw& draw)
{
  return draw.real("x", -37, 37);
}

std::tuple<vec> drawn_vector(Draw& draw)
{
  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 4));
  return draw.vector("x", n, -8, 8);
}

/// Applies a function of a number to each entry.
std::function<vec(const vec&)> of_each(double (*function)(double))
{
  return [function](vec x) {
    x.transform(function);
    return x;
  };
}

/// Where a function that goes from negative at `negative` to positive at `positive` changes sign.
double zero(const std::function<double(double)>& f, double negative, double positive)
{
  for (int step = 0; step < 200; ++step) {
    const double middle = (negative + positive) / 2;
    (f(middle) < 0 ? negative : positive) = middle;
  }
  return positive;
}

double minimum()
{
  return zero(math::gelu_derivative<double>, -1, 0);
}

double solution(double y, double negative, double positive)
{
  return zero([y](double x) { return math::gelu(x) - y; }, negative, positive);
}

/// The steps of a difference quotient that are tried: one digit and a power of ten, and the two that textbooks derive.
std::vector<double> usual_steps()
{
  constexpr double eps = std::numeric_limits<double>::epsilon();
  std::vector<double> steps{std::sqrt(eps), std::cbrt(eps)};
  for (int power = 1; power <= 9; ++power)
    for (int digit = 1; digit <= 9; ++digit)
      steps.push_back(digit * std::pow(10.0, -power));
  return steps;
}

/// Those with which a difference quotient at x, to both sides or to one, is this slope.
Constants steps_of_a_quotient(double x, double slope)
{
  static const std::vector<double> steps = usual_steps();
  // Relative to x, GELU's argument is rounded to 1 ulp; to the left of 0 GELU changes by x^2 times as much.
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double left = std::min(x, 0.0),
               rounding = 4 * eps * std::abs(math::gelu(x)) * (1 + left * left);
  Constants found = no_constant;
  for (const double h : steps)
    for (const auto& [a, b] : {std::pair(x - h, x + h), {x, x + h}, {x - h, x}}) {
      const double width = a == x || b == x ? h : 2 * h;
      const double quotient = (math::gelu(b) - math::gelu(a)) / width;
      if (std::abs(quotient - slope) <= 1e-9 * std::abs(slope) + rounding / h)
        found = {std::min(found.lowest, h), std::max(found.highest, h)};
    }
  return found;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(normal_distribution)
      .within(to_nine_digits)
      .expects([](double x) { return math::normal_distribution(x); })
      .on("the middle", 0)
      .on("one to the right", 1)
      .on("the far left tail", -30)
      .on("the far right tail", 30)
      .on("minus infinity", -infinity)
      .on("infinity", infinity)
      .on_random(drawn_number);

  course.EXERCISE(gelu)
      .within(to_nine_digits)
      .expects([](double x) { return math::gelu(x); })
      .on("zero", 0)
      .on("one", 1)
      .on("minus one", -1)
      .on("in the left tail too", -30)
      .on("a huge number", 1e200)
      .on("a huge negative number", -1e200)
      .on_random(drawn_number);

  course.EXERCISE(gelu_tanh)
      .domain([](const vec& x) { return x.is_empty() || arma::abs(x).max() <= 1e100; })
      .expects(of_each([](double x) { return math::gelu_tanh(x) + 0.0; })) // 0, where it is -0
      .on("one", vec{1})
      .on("around zero", vec{-1, 0, 1})
      .on("far tails", vec{-30, 30})
      .on("none larger than 10^100 in magnitude", vec{-1e100, 1e100})
      .on_random(drawn_vector);

  course.EXERCISE(gelu_sigmoid)
      .domain([](const vec& x) { return x.is_empty() || arma::abs(x).max() <= 1e100; })
      .expects(of_each([](double x) { return math::gelu_sigmoid(x) + 0.0; }))
      .on("one", vec{1})
      .on("around zero", vec{-1, 0, 1})
      .on("far tails", vec{-30, 30})
      .on("none larger than 10^100 in magnitude", vec{-1e100, 1e100})
      .on_random(drawn_vector);

  course.EXERCISE(gelu_derivative)
      .within(to_nine_digits)
      .expects([](double x) { return math::gelu_derivative(x); })
      .mistake("a difference quotient is right to a few digits only; differentiate on paper",
               steps_of_a_quotient)
      .on("zero", 0)
      .on("one", 1)
      .on("minus one", -1)
      .on("in the left tail too", -30)
      .on("the far right tail", 30)
      .on("a huge negative number", -1e200)
      .on("a huge number", 1e200)
      .on_random(drawn_number);
  course.EXERCISE(gelu_minimum)
      .within({.absolute = 1e-6, .relative = 0})
      .property(
          "an x where the slope of GELU is negative 10^-6 to the left of it, positive 10^-6 to "
          "the right",
          [](double x) {
            return math::gelu_derivative(x - 1e-6) < 0 && math::gelu_derivative(x + 1e-6) > 0;
          })
      .on("the only case")
      .on_random(
          [](Draw& draw) {
            draw.integer("nothing", 0, 0); // there is no argument to draw, and a draw must be
            return std::tuple();
          },
          1);

  course.EXERCISE(gelu_inverse)
      .domain([](double y) { return -0.1699 <= y && y <= 1e6; })
      .within({.absolute = 1e-9, .relative = 1e-9})
      .expects([](double y) { return y == 0 ? 0 : solution(y, minimum(), y + 1); })
      .mistake("your search begins left of the minimum, where GELU falls: halving is right only "
               "where it rises all along",
               [](double y, double x) { // it stays at its left end
                 return x < minimum() && math::gelu(x) >= y ? Constants::near(x, 1e-6)
                                                            : no_constant;
               })
      .mistake("your search ends too early, at a fixed x; how far it goes must depend on y",
               [](double y, double x) {
                 return x > 0 && math::gelu(x) < y ? Constants::near(x, 1e-6) : no_constant;
               })
      .mistake(
          "your x is close, but not right to nine digits: halve an interval of 10^6 sixty times, "
          "and do not stop where GELU(x) is near y, since GELU is flat around its minimum",
          [](double y, double x) { // which of its results are right, the judge knows
            const double right = solution(y, minimum(), y + 1);
            return std::abs(x - right) < 1e-5 * std::max(1.0, right) ? Constants::near(0, 0)
                                                                     : no_constant;
          })
      .on("zero", 0)
      .on("one half", 0.5)
      .on("a small negative value", -0.01)
      .on("just above the minimum", -0.1699)
      .on("a little above it", -0.16985)
      .on("a million", 1e6)
      .on("half a million", 5e5)
      .on_random([](Draw& draw) {
        const bool negative = draw.integer("negative", 0, 1) == 1;
        return std::tuple(draw.real("y", negative ? -0.1699 : 0, negative ? 0 : 20));
      });
}
