#include "figures.hpp"
#include "epreuve/evidence/estimate.hpp"
#include "epreuve/instruments/finite_laws.hpp"
#include "epreuve/instruments/normal_scores.hpp"

#include <fmt/format.h>

using namespace epreuve::figures;
using namespace epreuve::instruments;

/// The axis of d, from `lo` to `hi`.
static Figure& over_dimensions(Figure& figure, const char* y_label, double lo = 1, double hi = 4096)
{
  figure.axes("dimension d", y_label).log_x();
  return figure.x_range(lo, hi).x_ticks({1, 8, 64, 512, 4096});
}

void epreuve::draw_variance(Figure& figure, const arma::vec& d, const arma::mat& scores)
{
  arma::vec plain(d.n_elem), error(d.n_elem);
  for (arma::uword i = 0; i < d.n_elem; ++i) {
    const evidence::Estimate e = evidence::variance_of(scores.col(i));
    plain(i) = e.value;
    error(i) = half_width(e, evidence::shown_confidence);
  }
  const arma::vec divided = plain / d, divided_error = error / d;
  figure.title("The variance of a score is d, until it is divided by √d");
  over_dimensions(figure.panel("q · k"), "variance", 0.7, 6000)
      .log_y()
      .y_range(0.5, 10000)
      .error_bars(d, plain, plain - error, plain + error, "drawn, 95 %")
      .line(d, d, "d, exact");
  over_dimensions(figure.panel("q · k / √d"), "variance", 0.7, 6000)
      .y_range(0, 2)
      .error_bars(d, divided, divided - divided_error, divided + divided_error, "drawn, 95 %")
      .line(d, arma::ones(d.n_elem), "1, exact")
      .caption("Sample variances of 1000 scores of normal queries and keys, with 95 % confidence "
               "intervals, against the exact values. Left both scales are logarithmic; right the "
               "variance is on a linear scale, where the intervals can be seen.")
      .alt("Left: points on the rising line d from 1 to 4096. Right: points with error bars "
           "scattered about the horizontal line 1.");
}

void epreuve::draw_density(Figure& figure)
{
  figure.title("Scores before and after the division");
  for (const bool divided : {false, true}) {
    const double end = divided ? 5 : 25;
    figure.panel(divided ? "q · k / √d" : "q · k").axes("score", "density");
    figure.x_range(-end, end).y_range(0, divided ? 0.75 : 0.55);
    for (const int d : {2, 8, 32, 128}) {
      const double unit = divided ? std::sqrt(d) : 1;
      figure.curve([=](double s) { return unit * dot_product_density(d, s * unit); }, -end, end,
                   401, fmt::format("d = {}", d));
    }
  }
  figure
      .caption(
          "Exact densities of the score of a normal query and a normal key. Without the division "
          "(left) they spread like √d; with it (right) they approach the standard normal density.")
      .alt("Left: four bell-like curves, sharp for d = 2 and almost flat for d = 128. Right: the "
           "same four divided by √d, all of one width; d = 32 and d = 128 nearly coincide.");
}

void epreuve::draw_readings(Figure& figure)
{
  const std::vector<int> roots = {1, 2, 4, 8, 16};
  const arma::vec d = {1, 4, 16, 64, 256};
  figure.title("One square root decides: five readings of the same sentence")
      .axes("dimension d", "variance of the scores");
  figure.log_x().log_y().x_range(0.8, 320).x_ticks({1, 4, 16, 64, 256});
  using Factor = Rational (*)(int root);
  for (const auto& [name, factor] : std::initializer_list<std::pair<const char*, Factor>>{
           {"divide by 1/d", [](int root) { return Rational(root * root); }},
           {"divide by 1/√d", [](int root) { return Rational(root); }},
           {"no division", [](int) { return Rational(1); }},
           {"divide by √d", [](int root) { return Rational(1, root); }},
           {"divide by d", [](int root) { return Rational(1, root * root); }}}) {
    const RationalMatrix variances = tabulated(roots.size(), 1, [&](arma::uword i, arma::uword) {
      const int root = roots.at(i);
      return variance(scaled(dot_product(signs(), signs(), root * root), factor(root)));
    });
    figure.line_points(d, variances.to_double(), name);
  }
  figure
      .caption("The exact variance of the score after each division that the damaged copy can be "
               "read to prescribe, for entries ±1. Only division by √d keeps it at 1.")
      .alt("Five lines through (1, 1) on logarithmic scales, with slopes 3, 2, 1, 0 and −1; the "
           "one of division by √d is horizontal.");
}

void epreuve::draw_layers(Figure& figure, const arma::mat& sizes)
{
  const arma::vec layer = arma::regspace(1, sizes.n_rows);
  figure.title("What grows along the layers, and what the division does to it");
  figure.axes("layer", "mean square").log_y().y_range(0.5, 3000).x_range(0.5, 12.5);
  figure.line_points(layer, sizes.col(3), "scores without layer norm")
      .line_points(layer, sizes.col(4), "scores without layer norm, ÷ √r")
      .line_points(layer, sizes.col(0), "residual stream")
      .line_points(layer, sizes.col(1), "scores with layer norm")
      .line_points(layer, sizes.col(2), "scores with layer norm, ÷ √r")
      .caption("Mean squares in a stack of 12 layers with random weights, r = 8, averaged over 150 "
               "stacks. The stream grows; scores computed after layer norm do not. Dividing by √r "
               "shifts a curve down by the factor r in all layers alike.")
      .alt("Five curves against the layer: scores without layer norm rise steeply, and in parallel "
           "the same divided by √r; the stream rises slowly; scores with layer norm are level at "
           "8, and divided by √r at 1.");
}

void epreuve::draw_gpt2_scores(Figure& figure, const arma::mat& all, const arma::mat& by_keys)
{
  const arma::vec layers = arma::regspace(1, all.n_cols);
  const arma::mat layer_of_head = arma::repmat(layers.t(), all.n_rows, 1);
  figure.title("The divided scores of GPT-2's heads do not grow along the layers");
  figure.axes("layer", "root mean square of q · k / 8").x_range(0.5, 12.5).y_range(0, 11);
  figure.points(arma::vectorise(layer_of_head), arma::vectorise(all) / 8, "a head")
      .line_points(layers, arma::mean(all, 0).t() / 8, "mean of 12 heads")
      .line_points(layers, arma::mean(by_keys, 0).t() / 8,
                   "mean of 12 heads, the part that varies with the key")
      .caption("Root mean square of the scores of each of the 144 heads of GPT-2 Small, between "
               "tokens behind the layer norm, averaged over all directions of the two tokens. "
               "Their mean over the heads of a layer stays between 1.6 and 3.6.")
      .alt("Points for 144 heads against the layer, most between 1 and 4, with a few up to 10 in "
           "the first layers; two lines of means near 2, which do not rise.");
}

void epreuve::draw_entropy(Figure& figure, const arma::vec& d, const arma::mat& with,
                           const arma::mat& without, double c)
{
  const double limit = std::pow(arma::datum::pi, 2) / 6 * c;
  figure.title("How spread attention is, with and without the division");
  over_dimensions(figure, "entropy of the attention (nats)")
      .x_label("dimension d of query and key")
      .y_range(0, 4.6)
      .band(d, with.col(1), with.col(3), "with, middle 80 %")
      .line(d, with.col(0), "with ÷ √d")
      .band(d, without.col(1), without.col(3), "without, middle 80 %")
      .line(d, without.col(0), "without")
      .curve([=](double x) { return limit / std::sqrt(x); }, 8, 4096, 101, "π²/6 · cₙ/√d")
      .horizontal_line(std::log(64), "ln 64, all keys alike")
      .caption("Mean entropy of the attention over 64 keys, with the band of the middle 80 % of "
               "1000 normal queries. With the division it settles near ln 64 − 1/2; without, it "
               "falls to 0 as the asymptotic formula says.")
      .alt("Two curves with bands that start together at d = 1. With division the curve stays near "
           "3.7, just below ln 64; without it falls towards 0, along the dashed asymptote.");
}

void epreuve::draw_saturation(Figure& figure)
{
  figure.title("The slope of softmax: never above one quarter");
  figure.axes("lead g of the first score over the second", "value").x_range(-8, 8).y_range(0, 1.05);
  figure.curve([](double g) { return 1 / (1 + std::exp(-g)); }, -8, 8, 201, "probability p")
      .curve([](double g) { return 1 / (2 + std::exp(g) + std::exp(-g)); }, -8, 8, 201,
             "slope p (1 − p)")
      .horizontal_line(0.25, "1/4")
      .caption("Two keys. Where the probability nears 0 or 1 its slope nears 0; the slope is "
               "largest, 1/4, where both keys get the same.")
      .alt("An S-shaped curve from 0 to 1, and its slope, a bump of height 1/4 in the middle that "
           "vanishes on both sides.");
}

void epreuve::draw_gradient(Figure& figure, const arma::vec& d, const arma::mat& with,
                            const arma::mat& without, double c)
{
  const arma::vec roots = arma::sqrt(d);
  figure.title("The gradient through softmax");
  over_dimensions(figure.panel("to the scores: mean of |J|"), "norm of the Jacobian")
      .log_y()
      .y_range(0.01, 1)
      .legend_at(Corner::bottom_left)
      .line_points(d, with.col(4), "with ÷ √d")
      .line_points(d, without.col(4), "without")
      .curve([=](double x) { return c / std::sqrt(x); }, 32, 4096, 101, "cₙ/√d");
  over_dimensions(figure.panel("to the query: median and mean"), "size of the gradient")
      .log_y()
      .y_range(1e-7, 10)
      .line_points(d, with.col(6), "|J|, median, with ÷ √d")
      .line_points(d, without.col(6) % roots, "√d |J|, median, without")
      .line_points(d, without.col(4) % roots, "√d |J|, mean, without")
      .caption("Left: the mean norm of softmax's Jacobian over 64 keys; without the division it "
               "falls like cₙ/√d. Right: the size of the gradient that reaches a query. Without "
               "the division its mean lives on rare large values, and its median vanishes.")
      .alt("Left: with division a level curve near 0.2, without a falling line. Right: the median "
           "with division is level, without division it drops by many powers of ten, while the "
           "mean without division stays near 2.");
}

void epreuve::draw_learning(Figure& figure, const std::vector<arma::uword>& d,
                            const arma::mat& with, const arma::mat& without)
{
  const arma::vec step = arma::regspace(0, with.n_rows - 1);
  figure.title("Learning to attend to one key");
  for (const bool divide : {true, false}) {
    figure.panel(divide ? "with ÷ √d" : "without").axes("step of gradient descent", "loss");
    figure.y_range(0, 1.05);
    for (arma::uword i = 0; i < d.size(); ++i)
      figure.line(step, (divide ? with : without).col(i), fmt::format("d = {}", d.at(i)));
  }
  figure
      .caption("Mean loss of 24 tokens that learn to attend to one of 12 keys, at the fastest of "
               "four rates for each curve. For d = 1 both sides are the same, and most targets "
               "cannot be reached: on a line, only the two outermost keys can win.")
      .alt("Left: with division the losses for d = 16, 256 and 1024 fall quickly to nearly 0. "
           "Right: without it they stay higher the larger d is; for d = 1024 hardly any progress. "
           "The curve d = 1 is the same on both sides.");
}
