#include "figures.hpp"

#include "epreuve/chapter.hpp"

#include <boost/math/distributions/beta.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace epreuve::course;

void epreuve::draw_gradients(Figure& figure, const arma::vec& i, const arma::mat& expected,
                             const arma::mat& seen)
{
  figure.title("The gradient on its way back through 48 layers").size(720, 420);
  figure.axes("layer", "mean squared gradient").log_y().y_range(1e-17, 100).x_range(1, 49);
  figure.x_ticks({1, 12, 24, 36, 48})
      .y_ticks({1e-15, 1e-10, 1e-5, 1}, {"10⁻¹⁵", "10⁻¹⁰", "10⁻⁵", "1"});
  figure.line(i, expected.col(1), "with the stream, linear: (1 + 1/48)ᵏ");
  figure.line(i, seen.col(1), "with the stream, tanh");
  figure.line(i, expected.col(0), "plain, linear: 2⁻ᵏ");
  figure.line(i, seen.col(0), "plain, tanh");
  figure.caption(
      "Mean squared gradient at the input of each layer, in units of that at the end. "
      "Linear layers: the exact expectation, k layers from the end, with σ² = ½ without and "
      "1/48 with the stream. tanh: medians of 12 random nets of 32 rows.");
  figure.alt(
      "On a logarithmic scale, two lines near 1 over all layers, rising from 1 at the end to "
      "about 2.7 and 2.4 at the first; and two falling straight from 1 at layer 49 to below "
      "10⁻¹⁴ at layer 1, the one for tanh lower.");
}

void epreuve::draw_dilution(Figure& figure, const arma::vec& layers, const arma::mat& shares,
                            const arma::mat& directions)
{
  figure.title("Two kinds of dilution, n = 64");
  figure.panel("what still points along x₀").axes("layers", "part of |x|²").y_range(0, 1);
  figure.line(layers, shares.col(1), "with the stream, σ² = 1/48");
  figure.line(layers, shares.col(0), "plain, σ² = 1");
  figure.panel("directions in use").axes("layers", "(tr B)² / tr B²").y_range(0, 64);
  figure.line(layers, directions.col(1), "with the stream, σ² = 1/48");
  figure.line(layers, directions.col(0), "plain, σ² = 1");
  figure.caption(
      "Exact expectations for random linear layers. Left: the part of the squared length "
      "that lies along the first vector. Right: over how many of the 64 directions the "
      "product of all layers spreads its weight.");
  figure.alt(
      "Left: with the stream the part falls slowly from 1 to 0.38 at 48 layers; plain it drops "
      "to one 64th at the first layer and stays. Right: with the stream the directions fall "
      "from 64 to 21; plain they fall steeply, to below 2.");
}

void epreuve::draw_paths(Figure& figure, const arma::vec& lengths, const arma::mat& weights)
{
  figure.title("How long the paths are that carry the gradient, L = 24");
  figure.axes("layers on the path", "share of the mean square").x_range(0, 24).y_range(0, 0.4);
  figure.line_points(lengths, weights.col(0), "σ² = 1/24: mean 0.96");
  figure.line_points(lengths, weights.col(1), "σ² = ¼: mean 4.8");
  figure.line_points(lengths, weights.col(2), "σ² = 1: mean 12");
  figure.caption("All paths of one length together, for 24 random linear layers with the stream: "
                 "binomial laws. A plain pile has one path, of length 24.");
  figure.alt("Three humps: for sigma squared 1/24 at lengths 0 and 1, near 0.38; for a quarter "
             "around 5, near 0.19; for 1 around 12, near 0.16.");
}

void epreuve::draw_read_by_source(Figure& figure, const arma::mat& terms, const arma::mat& full)
{
  const std::vector<std::string> rows{"u, the first row", "v, the other"};
  figure.title("What block 3 finds in the stream, by who wrote it");
  figure.axes("part of the stream", "value").y_range(0, 3).y_ticks({0, 1, 2, 3});
  figure.bars(rows, terms.col(0), "there at first", {.value_text = true, .digits = 0});
  figure.bars(rows, terms.col(1), "written by block 1", {.value_text = true, .digits = 0});
  figure.bars(rows, terms.col(2), "written by block 2", {.value_text = true, .digits = 0});
  figure.caption(fmt::format(
      "The least example: the stream begins as (1, 1) and is ({:.0f}, {:.0f}) before block 3. In "
      "u block 2 has left no trace, but what was there at first has.",
      full(0), full(1)));
  figure.alt(
      "Bars in two groups. In u: 1 there at first, 1 from block 1, 0 from block 2. In v: 1 there "
      "at first, 1 from block 1, 2 from block 2.");
}

void epreuve::draw_bits(Figure& figure, const arma::vec& m, const arma::mat& errors)
{
  arma::mat shown = errors;
  shown.elem(arma::find(shown < 1e-9)).fill(arma::datum::nan);
  figure.title("One bit per random direction, all in one vector");
  figure.axes("writers", "share of bits read wrongly").log_x().log_y();
  figure.x_range(8, 2048).y_range(1e-6, 0.5).x_ticks({8, 32, 128, 512, 2048});
  figure.line(m, shown.col(0), "n = 12").line(m, shown.col(1), "n = 96");
  figure.line(m, shown.col(2), "n = 768").horizontal_line(0.01);
  figure.caption(
      "m random unit vectors, each times 1 or −1, are added; each sign is read along its own "
      "vector, and the others are nearly normal noise. For one error in a hundred (the line), "
      "m is 0.185 n.");
  figure.alt("Three rising curves on logarithmic scales. For n of 12 it is near a tenth at 8 "
             "writers already; "
             "for 96 and 768 they cross one hundredth at 19 and 143 writers. All flatten towards "
             "one half.");
}

void epreuve::draw_interference(Figure& figure, double n, const arma::vec& d)
{
  figure.title("What part of a random vector falls into d dimensions of ℝ⁷⁶⁸").size(720, 380);
  figure.axes("part of its square", "density").x_range(0, 0.45).y_range(0, 50);
  for (const double dimensions : d) {
    const boost::math::beta_distribution<> law(dimensions / 2, (n - dimensions) / 2);
    figure.curve([&](double x) { return std::min(boost::math::pdf(law, x), 60.); }, 0.0005, 0.45,
                 901, fmt::format("d = {:.0f}: mean {:.3f}", dimensions, dimensions / n));
  }
  figure.caption(
      "Beta laws. One direction takes next to nothing; the 64 of a head take a twelfth of "
      "whatever anyone writes, and never much more or less.");
  figure.alt(
      "Three densities. For d = 1 a spike at 0. For d = 64 a narrow hump around 0.083, from 0.05 "
      "to 0.13. For d = 256 a hump around 0.333, from 0.28 to 0.39.");
}

void epreuve::draw_composition(Figure& figure, const arma::cube& mean_squares)
{
  const std::vector<double> ticks{1, 4, 7, 10};
  const std::vector<std::string> layers{"0", "3", "6", "9"};
  figure.title("How well layers read the heads of earlier layers").size(720, 380);
  for (const arma::uword way : {1, 2}) {
    figure.panel(way == 1 ? "by their keys" : "by their values");
    figure.axes("writer's layer", "reader's layer").x_ticks(ticks, layers).y_ticks(ticks, layers);
    figure.heat_map(arma::clamp(mean_squares.slice(way), 0, 6),
                    {.range = Range{0, 6}, .scale_label = "mean s²; chance is 1"});
  }
  figure.caption(
      "Mean squared composition scores of the 144 pairs of heads of two layers, in GPT-2; 6 and "
      "more are drawn alike. Chance is 1.");
  figure.alt("Two lower triangles of 12 by 12 cells, most of them pale, near 1. By keys, the "
             "columns of layers 0 "
             "and 1 are darker, darkest for layer 2 and for late readers; by values hardly any "
             "cell stands "
             "out.");
}

void epreuve::draw_readers_of(Figure& figure, const std::vector<std::string>& readers,
                              const arma::mat& scores)
{
  figure.title("Whom the keys of five induction heads read").size(720, 420);
  figure.axes("writer, by layer", "score; chance is 1").x_range(0, 85).y_range(0, 3.4);
  figure.x_ticks({1, 13, 25, 37, 49, 61, 73}, {"0.0", "1.0", "2.0", "3.0", "4.0", "5.0", "6.0"});
  const arma::vec x = arma::regspace(1, 84);
  for (arma::uword r = 0; r < scores.n_rows; ++r) {
    const arma::uvec there = arma::find_finite(scores.row(r));
    figure.points(x(there), arma::vec(scores.row(r).t())(there), "reader " + readers[r]);
  }
  figure.horizontal_line(1);
  figure.arrow(66, 3.15, 60.8, 2.95, "").text(66.5, 3.18, "4.11", Align::left);
  figure.caption(
      "For each of the heads 5.1, 5.5, 6.9, 7.2 and 7.10, the composition score through its keys "
      "with all heads of earlier layers, among the first 84. Head 4.11 looks one token back.");
  figure.alt("Points between 0.5 and 2.9, most of them near 1. The highest of each reader is at "
             "head 4.11, "
             "from 2.4 to 2.9; those at 4.7 are a little lower.");
}
