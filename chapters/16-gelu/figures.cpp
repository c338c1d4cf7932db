#include "figures.hpp"

#include "epreuve/instruments/extrema.hpp"
#include "epreuve/math/gelu.hpp"

using namespace epreuve::figures;
using namespace epreuve::instruments;
using namespace epreuve::math;

void draw_normal_law(Figure& figure)
{
  figure.title("The standard normal law")
      .panel("density f")
      .axes("x", "f(x)")
      .curve(normal_density<double>, -4, 4)
      .panel("distribution function Φ")
      .axes("x", "Φ(x)")
      .curve(normal_distribution<double>, -4, 4)
      .horizontal_line(0.5)
      .caption("Left, the bell; right, the area under it, half of it (thin line) up to 0.")
      .alt("Left: a bell curve, symmetric about 0, of height 0.4. Right: an S-shaped curve "
           "rising from 0 at −4 through one half at 0 to 1 at 4.");
}

void draw_gelu_and_relu(Figure& figure)
{
  figure.title("GELU, alone and next to ReLU")
      .panel("GELU")
      .axes("x", "GELU(x)")
      .y_range(-0.5, 4)
      .curve(gelu<double>, -4, 4)
      .panel("GELU and ReLU")
      .axes("x", "value")
      .y_range(-0.5, 4)
      .curve(gelu<double>, -4, 4, 201, "GELU")
      .curve(relu<double>, -4, 4, 201, "ReLU")
      .caption("GELU passes below the corner of ReLU and dips under 0.")
      .alt("Left: GELU, almost 0 for x under −3, slightly negative around −0.75, then rising "
           "to meet the line y = x. Right: the same with ReLU, which has a corner at 0 and lies "
           "above GELU everywhere.");
}

void draw_derivatives(Figure& figure)
{
  figure.title("The slopes: what backpropagation multiplies by")
      .axes("x", "derivative")
      .y_range(-0.2, 1.25)
      .curve(gelu_derivative<double>, -4, 4, 401, "GELU'")
      .curve(gelu_tanh_derivative<double>, -4, 4, 401, "of the tanh form")
      .curve(gelu_sigmoid_derivative<double>, -4, 4, 401, "of the sigmoid form")
      .line({-4, 0, 0, 0, 4}, {0, 0, arma::datum::nan, 1, 1}, "ReLU'")
      .caption("ReLU's slope jumps from 0 to 1. GELU's is 0 at one place, and exceeds 1 around √2.")
      .alt("Four curves on [−4, 4]. ReLU's derivative is a step at 0. The other three start near "
           "0, dip to about −0.13 at −1.4, rise through one half at 0 to about 1.13 at 1.4 and "
           "come back to 1; the sigmoid form's departs a little around ±3.");
}

static constexpr double floor_of_plot = 0.01;

static arma::vec visible(const arma::vec& ulps)
{
  return arma::clamp(ulps, floor_of_plot, arma::datum::inf);
}

void draw_accuracy(Figure& figure, const arma::vec& x, const arma::mat& negative,
                   const arma::mat& positive)
{
  figure.title("Accuracy of GELU in float, over its whole range").columns(1);
  for (const bool left : {true, false}) {
    const arma::mat& ulps = left ? negative : positive;
    figure.panel(left ? "x < 0" : "x > 0")
        .axes("|x|", "worst error, ulp")
        .log_x()
        .log_y()
        .y_range(floor_of_plot / 2, 1e9)
        .line(x, visible(ulps.col(0)), "through erfc")
        .line(x, visible(ulps.col(1)), "x/2 (1 + erf(x/√2))");
  }
  figure.caption("Worst error of 64 arguments in each binade, drawn at 0.01 where it is below.")
      .alt("Two panels over |x| from 1e−45 to 1e38. Through erfc the error is at most one half "
           "ulp everywhere. The erf form is as good for positive x, but for negative x it peaks "
           "at more than ten million ulp between 4 and 16.");
}

void draw_tail(Figure& figure, const arma::vec& x, const arma::mat& ulps)
{
  figure.title("The erf form loses all its digits on the way from 0 to −5.5")
      .axes("x", "worst error in float, ulp")
      .log_y()
      .y_range(floor_of_plot, 1e9)
      .line(x, visible(ulps.col(0)), "through erfc")
      .line(x, visible(ulps.col(1)), "x/2 (1 + erf(x/√2))")
      .horizontal_line(0x1p24, "all 24 bits wrong")
      .caption("Worst of 64 arguments in each eighth of a unit; below −5.5 the erf form is 0.")
      .alt("From x = 0 leftwards the erf form's error climbs from about 1 ulp to ten million at "
           "−5.5, stays there until −13 and falls to under one half at −14.36. Through erfc the "
           "error is one half ulp throughout.");
}

void draw_tanh_as_printed(Figure& figure)
{
  figure.title("The tanh formula as printed is not near GELU")
      .axes("x", "value")
      .y_range(-1, 3)
      .curve(gelu<double>, -3, 3, 301, "GELU")
      .curve(gelu_tanh_as_printed<double>, -3, 3, 301, "as printed")
      .curve(gelu_tanh<double>, -3, 3, 301, "corrected")
      .caption("As printed, the formula falls to −0.67 near x = −1. Corrected, it covers GELU.")
      .alt("Three curves on [−3, 3]. The printed formula follows the line y = 0.8 x around 0, "
           "dips to −0.67 at −1 and returns to 0 near −2. GELU and the corrected formula "
           "coincide.");
}

std::function<double(double)> error_of(const std::function<double(double)>& approximation,
                                       double times)
{
  return [=](double x) { return times * (approximation(x) - gelu(x)); };
}

void draw_approximations(Figure& figure)
{
  figure.title("GELU and its two approximations")
      .panel("the functions")
      .axes("x", "value")
      .legend_at(Corner::top_left)
      .curve(gelu<double>, -4, 4, 201, "GELU")
      .curve(gelu_tanh<double>, -4, 4, 201, "tanh form")
      .curve(gelu_sigmoid<double>, -4, 4, 201, "sigmoid form")
      .panel("approximation minus GELU")
      .axes("x", "error")
      .x_ticks({-4, -2, 0, 2, 4})
      .y_range(-0.025, 0.02)
      .legend_at(Corner::top_left)
      .curve(error_of(gelu_tanh<double>), -4, 4, 401, "tanh form")
      .curve(error_of(gelu_sigmoid<double>), -4, 4, 401, "sigmoid form")
      .caption("Left, three curves that overlap; right, their errors, of which the sigmoid form's "
               "is 43 times larger.")
      .alt("Left: three curves drawn over each other. Right: the sigmoid form's error, even in "
           "x, rises to 0.006 at ±0.76 and falls to −0.020 at ±2.27; the tanh form's looks like "
           "zero.");
}

void draw_errors(Figure& figure)
{
  figure.title("Each error on a scale of its own")
      .columns(1)
      .panel("tanh form minus GELU")
      .axes("x", "error × 10⁴")
      .curve(error_of(gelu_tanh<double>, 1e4), -5, 5, 501)
      .panel("sigmoid form minus GELU")
      .axes("x", "error × 10⁴")
      .curve(error_of(gelu_sigmoid<double>, 1e4), -5, 5, 501)
      .caption("Largest errors: 4.73 · 10⁻⁴ at ±2.69894 and −203 · 10⁻⁴ at ±2.27040.")
      .alt("Top: the tanh form's error dips to −2.3e−4 at ±1.36 and peaks at 4.7e−4 at ±2.70. "
           "Bottom: the sigmoid form's error peaks at 64e−4 at ±0.76 and dips to −203e−4 at "
           "±2.27.");
}

void draw_dip(Figure& figure)
{
  const Maximum depth = maximize([](double x) { return -gelu(x); }, -12, 12);
  figure.title("The dip, magnified: here the sigmoid form comes off")
      .axes("x", "value")
      .legend_at(Corner::bottom_left)
      .curve(gelu<double>, -5, 0, 301, "GELU")
      .curve(gelu_tanh<double>, -5, 0, 301, "tanh form")
      .curve(gelu_sigmoid<double>, -5, 0, 301, "sigmoid form")
      .points({depth.location}, {-depth.value}, "minimum (−0.751792, −0.169971)")
      .caption("For negative x the sigmoid form is too shallow in the dip and too deep beyond it.")
      .alt("GELU falls from 0 at −5 to −0.17 at −0.75 and rises to 0. The tanh form coincides "
           "with it. The sigmoid form lies visibly below between −5 and −1.2 and slightly above "
           "between −1.2 and 0.");
}
