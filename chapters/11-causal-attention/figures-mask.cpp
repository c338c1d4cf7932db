#include "figures-mask.hpp"

#include "epreuve/attention/masks.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/figures/diagram.hpp"
#include "epreuve/figures/head_view.hpp"
#include "epreuve/math/softmax.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;

namespace epreuve {

static const std::vector<std::string> sentence_of_figures{"une", "créature", "verte", "mange",
                                                          "une"};

arma::mat example_scores()
{
  return {{0.5, 2, 1, -1, 0.5},
          {1.5, 0, 2.5, 0.5, 1},
          {-0.5, 2, 0.5, 0, -1},
          {-1, 2, 1.5, 0.5, 3},
          {0.5, -0.5, 0, 2, 0.5}};
}

void draw_one_pass(Figure& figure)
{
  figure.title("One text, one pass, five questions");
  std::vector<std::vector<std::string>> seen(5, std::vector<std::string>(5));
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      seen[i][j] = sentence_of_figures[j];
  draw(figure, cells(seen)
                   .inked([](arma::uword i, arma::uword j) {
                     return i == j ? Ink::accent : j < i ? Ink::plain : Ink::muted;
                   })
                   .rows({"place 1", "place 2", "place 3", "place 4", "place 5"})
                   .rows({"→ créature", "→ verte", "→ mange", "→ une", "→ X"}, Side::right));
  figure.caption(
      "“une créature verte mange une X”. Each row is one place of the text: the words that it may "
      "see, and on the right the word that it has to predict. The empty cells are masked.");
  figure.alt(
      "A grid of five rows and five columns. Row 1 holds une, row 2 une créature, and so on; "
      "cells right of the diagonal are empty. Beside the rows stand the answers créature, "
      "verte, mange, une and X.");
}

void draw_outer_product(Figure& figure)
{
  figure.title("A column of queries times a row of keys");
  const auto entries = [](bool transposed) {
    std::vector<std::vector<std::string>> texts(3, std::vector<std::string>(3));
    const std::vector<std::string> digits{"₁", "₂", "₃"};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        (transposed ? texts[j][i] : texts[i][j]) = "q" + digits[i] + "k" + digits[j] + "ᵀ";
    return cells(texts).inked(
        [](arma::uword i, arma::uword j) { return i == j ? Ink::accent : Ink::plain; });
  };
  draw(figure, row({column({"q₁", "q₂", "q₃"}).below("Q, 3 × d"), "·",
                    cell_row({"k₁ᵀ", "k₂ᵀ", "k₃ᵀ"}).below("Kᵀ, d × 3"), "=",
                    entries(false).below("a line per query"), "not",
                    entries(true).below("the copy, in lines")}));
  figure.caption(
      "Each query meets each key. On the right the order in which our copy of thomas lists "
      "the entries, if it is read line by line: the transpose.");
  figure.alt(
      "A column of three queries times a row of three keys is a grid of three by three, with "
      "q i k j in row i and column j. Beside it the transposed grid.");
}

void draw_angle(Figure& figure)
{
  figure.title("The dot product knows the angle, and the lengths");
  figure.size(760, 360);
  figure.panel("products with a = (2, 0)").axes("across", "up").equal_axes();
  figure.x_range(-3, 3).y_range(-3, 3).x_ticks({-3, 0, 3}).y_ticks({-3, 0, 3});
  figure.segment(0, -3, 0, 3, "", {.ink = Ink::muted, .dashed = true});
  figure.arrow(0, 0, 2, 0, "", {.ink = Ink::accent, .width = 2.5}).text(2.4, -0.1, "a");
  const arma::mat ends{{1.8, 2.5, 0, -1.5, -2, 0.5}, {0.8, 2.2, 2, 1.5, 0, -2.2}},
      labels{{2.35, 2.8, 0.3, -1.8, -2.3, 0.8}, {1, 2.5, 2.2, 1.8, 0.35, -2.5}};
  for (arma::uword i = 0; i < ends.n_cols; ++i) {
    figure.arrow(0, 0, ends(0, i), ends(1, i));
    figure.text(labels(0, i), labels(1, i),
                fmt::format("{}{}", ends(0, i) < 0 ? "−" : "", 2 * std::abs(ends(0, i))));
  }
  figure.panel("a · b for |a| = 2").axes("angle in degrees", "dot product");
  figure.x_ticks({0, 45, 90, 135, 180}).horizontal_line(0).vertical_line(90);
  for (const double length : {1, 2, 3})
    figure.curve(
        [=](double degrees) { return 2 * length * std::cos(degrees * arma::datum::pi / 180); }, 0,
        180, 181, fmt::format("|b| = {}", length));
  figure.caption(
      "Left: six vectors and their products with a; the dashed line parts positive from "
      "negative. Right: the sign is that of 90° minus the angle, but a vector twice as long at 60° "
      "has the product of a shorter one at 0°.");
  figure.alt("Left: arrows from the origin; the two on the upper right have products 3.6 and 5, "
             "one nearly "
             "downwards 1, the vertical one 0, those on the left −3 and −4. Right: three cosine "
             "curves of heights 2, 4 and 6 that cross zero together at 90 degrees.");
}

void draw_one_sided(Figure& figure, const arma::mat& scores)
{
  const std::vector<std::string> names{"token 1", "token 2", "token 3"};
  figure.title("Who scores whom").axes("key", "query").size(420, 330);
  figure.heat_map(scores, {.row_labels = names,
                           .column_labels = names,
                           .palette = Palette::diverging,
                           .value_text = true,
                           .digits = 0,
                           .scale_label = "score"});
  figure.caption(
      "Scores between three tokens with W_Q of our own and W_K = I. Token 1 is after token "
      "2, which does not care; tokens 1 and 3 like themselves least.");
  figure.alt(
      "Three by three scores. First row: −1, 4, 0. Second row: 0, 1, 3. Third row: 2, 0, −2.");
}

void draw_mask_steps(Figure& figure, const arma::mat& scores)
{
  const arma::mat masked = causal_mask<double>(scores);
  const HeatMap of_scores{.row_labels = sentence_of_figures,
                          .column_labels = sentence_of_figures,
                          .range = Range{-3, 3},
                          .palette = Palette::diverging,
                          .value_text = true,
                          .digits = 1};
  HeatMap of_weights = of_scores;
  of_weights.range = Range{0, 1};
  of_weights.palette = Palette::sequential;
  of_weights.digits = 2;
  figure.title("Scores, masked scores, weights").size(760, 760).columns(2);
  figure.panel("scores QKᵀ/√d").axes("key", "query").heat_map(scores, of_scores);
  figure.panel("mask: −∞ where it is blank").axes("key", "query").heat_map(masked, of_scores);
  figure.panel("softmax of each row")
      .axes("key", "query")
      .heat_map(softmax_rows(masked), of_weights);
  head_view(figure.panel("the weights, as lines"), sentence_of_figures, softmax_rows(masked));
  figure.caption(
      "Five tokens with scores of our own. The second row has its largest score, 2.5, in the "
      "future: it is hidden, and the two that remain share the weight as if it had never "
      "been there.");
  figure.alt("Four panels, three of them grids of five by five. The first is full of scores; in "
             "the second the cells above the "
             "diagonal are blank; in the third they are 0, the first row is 1, 0, 0, 0, 0 and the "
             "second 0.82, 0.18, 0, 0, 0. In the fourth, lines lead from each token to itself and "
             "upwards.");
}

void draw_four_ways(Figure& figure)
{
  const arma::mat S = example_scores().submat(0, 0, 3, 3), masked = causal_mask<double>(S);
  const HeatMap look{.range = Range{0, 1}, .value_text = true};
  figure.title("Four ways to make zeros").size(720, 640).columns(2);
  const auto weights = [&](const char* way, const arma::mat& P) {
    figure.panel(way).axes("key", "query").heat_map(P, look);
  };
  weights("−∞, then softmax by rows", softmax_rows(masked));
  weights("score 0, then softmax by rows", softmax_rows(arma::mat(arma::trimatl(S))));
  weights("softmax by rows, then 0", arma::trimatl(softmax_rows(S)));
  weights("−∞, then softmax by columns", softmax_columns(masked));
  figure.caption(
      "Only the first is causal attention. Hidden scores of 0 are heard (above the diagonal). "
      "Zeros after the softmax leave rows with less than 1. Softmax by columns has its zeros "
      "in the right places, and lets the future in by its denominators.");
  figure.alt(
      "Four grids of four by four weights. Upper left: lower triangular, rows of sum 1. Upper "
      "right: "
      "no zeros at all. Lower left: lower triangular, the first row 0.14. Lower right: lower "
      "triangular, columns of sum 1.");
}

void draw_biases(Figure& figure, const arma::mat& sizes)
{
  const arma::vec layers = arma::regspace(0, double(sizes.n_rows) - 1);
  figure.title("Biases that GPT-2 stores").axes("layer", "root mean square").y_range(0, 0.4);
  figure.x_ticks({0, 2, 4, 6, 8, 10});
  figure.line_points(layers, sizes.col(0), "queries");
  figure.line_points(layers, sizes.col(1), "keys: no output depends on them");
  figure.line_points(layers, sizes.col(2), "values");
  figure.caption(
      "Size of the biases of queries, keys and values in the twelve layers, all heads. Those "
      "of the keys are no smaller than those of the values.");
  figure.alt(
      "Three lines over twelve layers. Queries: from 0.34 down to about 0.2. Keys: near 0.1 but "
      "for 0.18 in layer 0 and 0.36 in layer 4. Values: near 0.05.");
}

} // namespace epreuve
