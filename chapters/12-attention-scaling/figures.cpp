#include "figures.hpp"
#include "epreuve/evidence/estimate.hpp"
#include "epreuve/figures/diagram.hpp"
#include "epreuve/math/power.hpp"
#include "epreuve/math/softmax.hpp"
#include "finite_laws.hpp"
#include "scores.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

using namespace epreuve::figures;
using namespace epreuve::instruments;
using namespace epreuve::math;

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
               "intervals, against the exact values; right on a linear scale.")
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
  figure.caption("Exact densities of the score of a normal query and key. Undivided they spread "
                 "like √d; divided (right) they approach the standard normal density.");
  figure.alt("Left: four bell-like curves, sharp for d = 2 and almost flat for d = 128. Right: the "
             "same four divided by √d, all of one width; d = 32 and d = 128 nearly coincide.");
}

void epreuve::draw_readings(Figure& figure)
{
  const std::vector<int> roots = {1, 2, 4, 8, 16};
  const arma::vec d = {1, 4, 16, 64, 256};
  figure.title("One square root decides: five readings of the same sentence")
      .axes("dimension d", "variance of the scores");
  figure.log_x().log_y().x_range(0.8, 320).x_ticks({1, 4, 16, 64, 256});
  const RationalMatrix variances = tabulated(5, 5, [&](arma::uword i, arma::uword j) {
    const int root = roots.at(i);
    const Rational factor = root * root * power(Rational(1, root), j); // d, √d, 1, 1/√d, 1/d
    return variance(scaled(dot_product(signs(), signs(), root * root), factor));
  });
  const std::vector<std::string> names = {"divide by 1/d", "divide by 1/√d", "no division",
                                          "divide by √d", "divide by d"};
  for (arma::uword j = 0; j < names.size(); ++j)
    figure.line_points(d, variances.to_double().col(j), names.at(j));
  figure.caption("The exact variance of the score after each division that the damaged copy can be "
                 "read to prescribe, for entries ±1. Only division by √d keeps it at 1.");
  figure.alt("Five lines through (1, 1) on logarithmic scales, with slopes 3, 2, 1, 0 and −1; the "
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
               "stacks. The stream grows; scores computed after layer norm do not.")
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
      .caption("Root mean square of the scores of GPT-2 Small's 144 heads, averaged over all "
               "directions of two normed tokens. A layer's mean stays between 1.6 and 3.6.")
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
               "1000 normal queries.")
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
               "falls like cₙ/√d. Right: the size of the gradient that reaches a query.")
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
  figure.caption("Mean loss of 24 tokens that learn to attend to one of 12 keys, at the fastest of "
                 "four rates. For d = 1, on a line, only the two outermost keys can win.");
  figure.alt(
      "Left: with division the losses for d = 16, 256 and 1024 fall quickly to nearly 0. "
      "Right: without it they stay higher the larger d is; for d = 1024 hardly any progress. "
      "The curve d = 1 is the same on both sides.");
}

void epreuve::draw_divide_by_8(Figure& figure, const arma::vec& scores)
{
  const arma::vec divided = scores / std::sqrt(64.0);
  const arma::vec weights = softmax(divided), undivided = softmax(scores);
  const auto two = [](const arma::vec& x, int digits) {
    return column({fmt::format("{:.{}f}", x(0), digits), fmt::format("{:.{}f}", x(1), digits)},
                  digits > 0 ? Ink::accent : Ink::plain);
  };
  figure.title("Divide by 8, then softmax");
  draw(figure,
       table({{"", two(scores, 0).rows({"q₁ · k₁", "q₁ · k₂"}).above("scores"), to("÷ √64 = 8"),
               two(divided, 0).above("divided"), to("softmax"), two(weights, 2).above("attention")},
              {rule()},
              {label("without\nthe division", Ink::muted), two(scores, 0), "", to("softmax"), "",
               two(undivided, 4)}}));
  figure.caption("Steps 3 and 4 of self-attention for keys of dimension 64, with scores of our own "
                 "choice (64 and 56): above as the document has it, below without the division.");
  figure.alt("Diagram. Above: scores 64 and 56, divided by 8 to 8 and 7, through softmax to 0.73 "
             "and 0.27. Below, without division: 64 and 56 through softmax to 0.9997 and 0.0003.");
}

void epreuve::draw_matrix_form(Figure& figure)
{
  figure.title("Self-attention as matrices, tokens as rows");
  const Element Q = empty_cells(2, 3).above("Q").below("2 × 3"),
                K_transposed = empty_cells(3, 2).above("Kᵀ").below("3 × 2"),
                V = empty_cells(2, 3).above("V").below("2 × 3"),
                Z = empty_cells(2, 3, Ink::accent).above("Z").below("2 × 3");
  draw(figure, row({"softmax", brackets(fraction(row({Q, "×", K_transposed}), "√dₖ")), V, "=", Z}));
  figure.caption("The drawing of iaetnous with the denominator put back: two tokens, dimension 3. "
                 "The product of Q and Kᵀ is 2 × 2, one score for each pair of tokens.");
  figure.alt("Diagram of the formula softmax(Q Kᵀ / √dₖ) V = Z with grids of squares: Q, V and Z "
             "have 2 rows and 3 columns, Kᵀ has 3 rows and 2 columns.");
}
