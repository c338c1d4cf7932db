#include "figures.hpp"

#include "epreuve/chapter.hpp"
#include "epreuve/figures/diagram.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <cmath>
#include <numbers>

using namespace epreuve::course;

void epreuve::draw_which_numbers(Figure& figure)
{
  figure.title("Which numbers are normed together");
  const auto chosen = [](bool token) {
    return empty_cells(4, 5).inked([token](arma::uword row, arma::uword column) {
      return (token ? column == 2 : row == 1) ? Ink::accent : Ink::plain;
    });
  };
  draw(figure,
       epreuve::figures::row({chosen(true).above("layer norm: a token").left("n").below("K tokens"),
                              chosen(false).above("not: a dimension").below("K tokens")})
           .spaced(3));
  figure
      .caption(
          "The stream, a column for each token. Layer norm takes mean and variance of a column.")
      .alt("Two grids of four rows and five columns. In the first one column is marked, in the "
           "second one row.");
}

void epreuve::draw_encoder(Figure& figure)
{
  figure.title("A layer of the encoder of 2017, and of GPT-2");
  const auto norm = [](const char* name) { return box("norm", Ink::accent).named(name); };
  const auto plus = [](const char* name) { return circle("+", Ink::accent).named(name); };
  const auto from = [](const char* text, const char* name) { return label(text).named(name); };
  draw(figure,
       stack({epreuve::figures::row({"2017:", from("x", "x"), to(""), box("attention"), to(""),
                                     plus("a"), to(""), norm("n"), to(""), box("dense"), to(""),
                                     plus("b"), to(""), norm("m"), to(""), "x′"}),
              epreuve::figures::row({"GPT-2:", from("x", "y"), to(""), norm("k"), to(""),
                                     box("attention"), to(""), plus("c"), to(""), norm("l"), to(""),
                                     box("dense"), to(""), plus("d"), to(""), "x′"})})
           .spaced(3),
       {arrow("x", "a").around(Side::above), arrow("n", "b").around(Side::above),
        arrow("y", "c").around(Side::below), arrow("c", "d").around(Side::below)});
  figure
      .caption("The long arrows are the stream. In the encoder every one of them ends at a norm; "
               "in GPT-2 "
               "they lead from plus to plus, and one more norm comes after the last layer.")
      .alt("Two lines of boxes. Above: attention, plus, norm, dense, plus, norm, with arrows from "
           "x to "
           "the first plus and from the first norm to the second plus. Below: norm, attention, "
           "plus, norm, dense, "
           "plus, with arrows from x to the first plus and on to the second.");
}

void epreuve::draw_circle(Figure& figure)
{
  // Coordinates in the plane of mean 0.
  const arma::mat plane{{std::sqrt(0.5), -std::sqrt(0.5), 0},
                        {std::sqrt(1. / 6), std::sqrt(1. / 6), -std::sqrt(2. / 3)}};
  const arma::mat tokens{
      {4, 1, 0.5, -1, 2, 0.2}, {1, 3, -2, -2.5, 1.7, 0}, {0, 1, 1, 0.5, 3.8, -0.4}};
  figure.title("Layer norm in three dimensions, seen along (1, 1, 1)").size(560, 520);
  figure.axes("(x₁ − x₂)/√2", "(x₁ + x₂ − 2x₃)/√6").x_range(-3, 3).y_range(-3, 3).equal_axes();
  arma::vec angle = arma::linspace(0, 2 * std::numbers::pi, 181);
  figure.line(std::sqrt(3) * arma::cos(angle), std::sqrt(3) * arma::sin(angle), "radius √3");
  const arma::mat from = plane * tokens, onto = plane * layer_norm(tokens);
  figure.points(from.row(0).t(), from.row(1).t(), "tokens");
  figure.points(onto.row(0).t(), onto.row(1).t(), "normed");
  for (arma::uword k = 0; k < tokens.n_cols; ++k)
    figure.arrow(from(0, k), from(1, k), onto(0, k), onto(1, k));
  figure
      .caption("Six tokens of ℝ³ and what layer norm makes of them. The mean is the coordinate "
               "towards the "
               "reader, and does not matter.")
      .alt("A circle; six points inside and outside of it, each with an arrow along its ray to the "
           "circle.");
}

void epreuve::draw_rms(Figure& figure)
{
  figure.title("How far RMS norm is from layer norm").size(640, 380);
  figure.axes("|μ| / σ of the token", "angle, in degrees")
      .x_range(0, 4)
      .y_range(0, 90)
      .y_ticks({0, 30, 45, 60, 90});
  figure.curve([](double t) { return std::atan(t) * 180 / std::numbers::pi; }, 0, 4, 201,
               "between the two results");
  figure
      .caption("RMS norm keeps the mean. Where it is as large as the deviation, the two results "
               "are 45 degrees apart.")
      .alt("A curve from 0 degrees at 0 over 45 at 1 to 76 at 4.");
}

void epreuve::draw_gradients_by_place(Figure& figure, const arma::mat& seen,
                                      const arma::mat& expected)
{
  const arma::vec l = arma::regspace(0, double(seen.n_rows) - 1);
  const char* const names[] = {"no norm", "pre-norm", "post-norm"};
  figure.title("The gradient on its way back through 48 blocks").size(720, 420);
  figure.axes("block", "squared gradient")
      .log_y()
      .x_range(0, 48)
      .y_range(0.1, 1e17)
      .x_ticks({0, 12, 24, 36, 48});
  figure.y_ticks({1, 1e4, 1e8, 1e12, 1e16}, {"1", "10⁴", "10⁸", "10¹²", "10¹⁶"});
  for (const arma::uword place : {0, 1, 2})
    figure.line(l, seen.col(place), names[place]);
  const arma::uvec some = arma::regspace<arma::uvec>(0, 8, 40);
  figure.points(arma::repmat(l(some), 3, 1), arma::vectorise(expected.rows(some)), "leading order");
  figure
      .caption(
          "Squared gradient at the input of each block, in units of that at the end: medians of "
          "40 stacks of dense blocks with GELU, n = 128, σ² = 1, and the mean to leading order in "
          "n.")
      .alt("On a logarithmic scale: without a norm a straight line from 1 at block 48 up to ten to "
           "the sixteenth at block 0; with pre-norm, a line near 1 that rises to some 60 at "
           "the first block; with post-norm, a line that stays below ten.");
}

void epreuve::draw_weights_by_depth(Figure& figure, const arma::mat& seen,
                                    const arma::mat& expected)
{
  const arma::vec l = arma::regspace(1, double(seen.n_rows));
  figure.title("How much gradient the weights of each block get").size(640, 380);
  figure.axes("block", "squared gradient of its weights")
      .x_range(1, double(seen.n_rows))
      .y_range(0, 0.8);
  figure.line_points(l, seen.col(1), "post-norm").line_points(l, seen.col(0), "pre-norm");
  figure.line(l, expected.col(1), "1/2").line(l, expected.col(0), "1/(1 + l)");
  figure
      .caption("Means of 64 stacks with pre-norm and 160 with post-norm, of 12 linear blocks, n = "
               "160, σ² = 1, and the leading order in n. After pre-norm comes a final norm.")
      .alt("With post-norm a level line near a half; with pre-norm a curve that falls from a half "
           "to a thirteenth.");
}
