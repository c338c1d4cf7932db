#include "figures.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

using namespace epreuve::figures;

static const Stroke thin{.ink = Ink::muted, .width = 1};
static const Stroke dashed{.ink = Ink::muted, .width = 1, .dashed = true};
static const Stroke strong{.ink = Ink::accent, .width = 2};

void draw_rotation(Figure& figure, double omega, const arma::mat& path, const arma::vec& last)
{
  const arma::vec X = path.col(0), MX = path.col(1);
  const auto panel = [&](const char* title, const char* label, double angle) {
    figure.panel(title).axes("x₁", "x₂").x_range(-1.3, 1.3).y_range(-1.3, 1.3).equal_axes();
    figure.circle(0, 0, 1, "", thin).arrow(0, 0, X(0), X(1), "", Stroke{.width = 2});
    figure.text(1.1 * X(0), 1.1 * X(1), "X", Align::left);
    const arma::vec theta = 0.3 + arma::linspace(0, angle, 41);
    figure.line(0.35 * arma::cos(theta), 0.35 * arma::sin(theta));
    figure.text(0.48 * std::cos(0.3 + angle / 2), 0.48 * std::sin(0.3 + angle / 2), label);
  };
  figure.title("Turning once, turning ℓ times");
  panel("by ω", "ω", omega);
  figure.arrow(0, 0, MX(0), MX(1), "", strong);
  figure.text(1.08 * MX(0), 1.08 * MX(1) + 0.05, "M(ω) X", Align::left);
  panel("ℓ = 4: four times by ω, once by ℓω", "ℓω", 4 * omega);
  for (arma::uword i = 1; i < 4; ++i)
    figure.arrow(0, 0, path(0, i), path(1, i), "", dashed);
  figure.arrow(0, 0, last(0), last(1), "", strong);
  figure.text(-1.25, 0.85, "M(ℓω) X", Align::left)
      .caption("Left: X and X turned by ω = 0.55 radians. Right: turned by ω four times (dashed) "
               "and by 4ω once; both end at the same point.")
      .alt("Two unit circles. On each an arrow X at 17 degrees. On the left a second arrow 32 "
           "degrees further; on the right three dashed arrows at steps of 32 degrees and a "
           "bold one where the fourth step ends, at 143 degrees.");
}

void draw_orderings(Figure& figure)
{
  const auto panel = [&](const std::string& x_label, const std::string& y_label, bool sine_first) {
    figure.panel("(" + x_label + ", " + y_label + ")").axes(x_label, y_label);
    figure.x_range(-1.35, 1.35).y_range(-1.35, 1.35).equal_axes();
    figure.circle(0, 0, 1, "", thin).segment(-1.1, -1.1, 1.1, 1.1, "", dashed);
    const std::array names{"w₀", "w₁", "w₂", "w₃", "w₄"};
    for (unsigned k = 0; k < names.size(); ++k) {
      double x = std::cos(0.4 * k), y = std::sin(0.4 * k);
      if (sine_first)
        std::swap(x, y);
      figure.arrow(0, 0, x, y, "",
                   k == 0 ? Stroke{.ink = Ink::accent, .width = 2.5} : Stroke{.width = 1.2});
      figure.text(1.17 * x, 1.17 * y, names.at(k));
    }
  };
  panel("cos kω", "sin kω", false);
  panel("sin kω", "cos kω", true);
  figure.title("The same five positions, cosine first and sine first")
      .caption("One pair of coordinates of w₀ (heavy) to w₄, ω = 0.4. Exchanging the rows mirrors "
               "the plane in the dashed line, and the positions turn clockwise.")
      .alt("Two unit circles with five arrows each. On the left they start at 3 o'clock and turn "
           "counter-clockwise by 23 degrees each; on the right they start at 12 o'clock and "
           "turn clockwise.");
}

void draw_error_growth(Figure& figure, const ErrorGrowth& in_float, const ErrorGrowth& in_double)
{
  const auto panel = [&](const char* title, const ErrorGrowth& growth) {
    arma::vec products = growth.products;
    products.replace(0, arma::datum::nan);
    figure.panel(title).axes("ℓ", "error, in u").log_x().log_y().x_range(1, 1e5).y_range(0.1, 1e6);
    figure.line(growth.l, 3.2 * growth.l, "bound 3.2 ℓ u")
        .line_points(growth.l, growth.squared, "squaring")
        .line_points(growth.l, growth.multiplied, "multiplying")
        .line_points(growth.l, products, "products alone")
        .line_points(growth.l, growth.closed, "closed form");
  };
  figure.columns(1).size(720, 780);
  panel("float, u = 2⁻²⁴", in_float);
  panel("double, u = 2⁻⁵³", in_double);
  figure.title("R₁ multiplied ℓ times against Rₗ in closed form")
      .caption("Root mean square over the 32 planes of R₁ (n = 64, base 10 000). The products "
               "alone: what multiplying adds to the error of the stored R₁.")
      .alt("Two log-log panels. Below a bound of slope 1, the errors of "
           "multiplication and of repeated squaring grow with slope 1 to some ten thousand units "
           "at ℓ = 100 000; the products' own share lies below, in double with a smaller "
           "slope; the closed form stays below 1.");
}

void draw_cosine_integral(Figure& figure, const Curve& bound, const Curve& rho,
                          const Curve& predicted_rho)
{
  const arma::vec near = arma::regspace(1, 261), far = arma::regspace(350, 410);
  const arma::vec some = arma::unique(arma::round(arma::logspace(0, std::log10(261), 60)));
  const arma::vec fine = arma::linspace(350, 410, 601);
  figure.title("What the cosine integral leaves out, n = 768 and base 10 000");
  figure.panel("up to ℓ = 261: within the bound").axes("ℓ", "|ρ|");
  figure.log_x().log_y().x_range(1, 300).y_range(1e-4, 100);
  figure.line(near, bound(near), "2/θ − cot(θ/2)");
  figure.points(some, arma::abs(rho(some)), "|ρ|");
  figure.panel("beyond: a ripple").axes("ℓ", "ρ").y_range(-10, 10);
  figure.line(fine, predicted_rho(fine), "stationary phase");
  figure.points(far, rho(far), "ρ")
      .caption("The difference ρ of Σ cos(ωᵢ ℓ) and its form with the cosine integral. Left: "
               "below half of its bound, as long as neighbouring planes differ by less than a "
               "turn. Right: beyond, a ripple, which stationary phase predicts.")
      .alt("Left, on logarithmic axes: a curve rises with slope 1 from 0.004 at ℓ = 1 and then "
           "steeply towards ℓ = 262; points for |ρ| lie under it, the highest at half its height. "
           "Right: points for ρ at ℓ = 350 to 410 lie on a wave between −7 and 7.");
}

void draw_dot_products(Figure& figure, const arma::vec& narrow, const arma::vec& wide,
                       const arma::vec& logarithm)
{
  const arma::vec many = arma::regspace(1, 1000);
  figure.title("How alike two positions look at distance ℓ").panel("n = 6, base 100");
  figure.axes("ℓ", "wₖ · wₖ₊ₗ").y_range(-3.2, 3.2);
  figure.line_points(arma::regspace(0, 60), narrow, "Σ cos(ωᵢ ℓ)");
  figure.panel("n = 768, base 10 000").axes("ℓ, on a logarithmic scale", "wₖ · wₖ₊ₗ");
  figure.log_x().x_range(1, 1000).y_range(0, 384);
  figure.line(many, wide, "Σ cos(ωᵢ ℓ)")
      .line(many, logarithm, "n/2 (1 − (ln ℓ + γ) / ln p)")
      .caption("The dot product of two position vectors at distance ℓ. With three frequencies it "
               "swings; with 384 it falls with the logarithm of the distance, and ripples.")
      .alt("Left: from 3 at ℓ = 0 a curve that swings between 3 and −3. Right, over a "
           "logarithmic axis: a curve from 374 at ℓ = 1 to 62 at ℓ = 1000, along a straight line "
           "that falls from 360 to 72, with ripples that set in at a few hundred.");
}

void draw_singular_values(Figure& figure, const std::vector<arma::vec>& of_n)
{
  figure.title("How many directions do 1024 positions occupy?").axes("index i", "sᵢ / s₁");
  figure.log_y().x_range(1, 64).y_range(1e-12, 2);
  for (const arma::vec& s : of_n) {
    const arma::vec relative = s / s(0), shown = relative.elem(arma::find(relative > 1e-12));
    figure.line_points(arma::regspace(1, shown.n_elem), shown, "n = " + std::to_string(s.n_elem));
  }
  figure.horizontal_line(1e-8, "cut of the fit")
      .caption("Singular values of the matrix of 1023 position vectors, base 10 000. For n = 64 "
               "the last twenty or so are lost in rounding (not drawn below 10⁻¹²).")
      .alt("Four falling curves on a logarithmic scale. For n = 6 and n = 16 all singular values "
           "are above one hundred-millionth of the largest; for n = 32 and n = 64 the curves fall "
           "through that line before they reach their end.");
}

void draw_rotary(Figure& figure, const arma::mat& added, const arma::mat& rotary)
{
  HeatMap options{.palette = Palette::diverging, .scale_label = "score"};
  for (arma::uword k = 0; k < added.n_rows; ++k)
    options.row_labels.push_back(k % 4 == 0 ? std::to_string(k) : "");
  options.column_labels = options.row_labels;
  const auto panel = [&](const char* title, const arma::mat& scores, double end) {
    options.range = Range{-end, end};
    figure.panel(title).axes("position of the key", "position of the query");
    figure.heat_map(scores, options);
  };
  panel("position vectors added", added - arma::mean(arma::vectorise(added)), 8);
  panel("rotary", rotary, 4);
  figure.title("Scores of one query and one key at all positions")
      .size(720, 350)
      .caption("The same query and the same key (arbitrary, n = 32) at 24 positions. Left, less "
               "their mean: stripes of the single positions. Right: constant diagonals.")
      .alt("Two heat maps of 24 by 24 cells. The left one mixes a band along the diagonal with "
           "horizontal and vertical stripes; the right one has diagonal stripes only.");
}
