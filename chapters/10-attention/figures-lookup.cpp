#include "figures-lookup.hpp"

#include "epreuve/attention/concentration.hpp"
#include "epreuve/math/softmax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::figures;
using namespace epreuve::attention;
using epreuve::math::softmax;

void epreuve::draw_soft_lookup(Figure& figure)
{
  const arma::vec one{3, 2, 2, 0}, tie{2, 2, 1, 0};
  const auto weight = [](const arma::vec& s, arma::uword i) {
    return [=](double cold) { return softmax(cold * s)(i); };
  };
  figure.title("What is looked up as it gets colder");
  figure.panel("scores 3, 2, 2, 0").axes("1/T", "1 − α").log_y();
  figure.x_range(0, 12).y_range(1e-6, 4).y_ticks({1, 1e-2, 1e-4, 1e-6},
                                                 {"1", "10⁻²", "10⁻⁴", "10⁻⁶"});
  figure.curve([](double cold) { return 3 * std::exp(-cold); }, 0, 12, 121, "at most: 3 e^(−1/T)");
  figure.curve([&](double cold) { return arma::accu(softmax(cold * one).tail(3)); }, 0, 12, 121,
               "what goes elsewhere");
  figure.curve([](double cold) { return std::exp(-cold) / 4; }, 0, 12, 121, "at least: e^(−1/T)/4");
  figure.panel("scores 2, 2, 1, 0").axes("1/T", "weight").x_range(0, 6).y_range(0, 0.55);
  figure.curve(weight(tie, 0), 0, 6, 121, "each of the two firsts");
  figure.curve(weight(tie, 2), 0, 6, 121, "the third").curve(weight(tie, 3), 0, 6, 121, "the last");
  figure.horizontal_line(0.5);
  figure.caption("Left: what does not go to the largest of four scores, between its bounds, on a "
                 "logarithmic scale. Right: two equal scores share the first place.");
  figure.alt(
      "Left: three falling curves, soon straight and parallel; that of the attention lies "
      "between the two bounds, two thirds as high as the upper one. Right: a curve rises from "
      "a quarter to one half; two others fall from a quarter to 0.");
}

/// Where i and j are first together and no other is above them, of q . k_l - c |k_l|^2 / 2.
static void draw_border(Figure& figure, const arma::mat& keys, double c, arma::uword i,
                        arma::uword j, double size)
{
  const auto above_i = [&](arma::uword l) {
    const double halves =
        (arma::dot(keys.col(l), keys.col(l)) - arma::dot(keys.col(i), keys.col(i))) / 2;
    return std::pair{arma::vec(keys.col(l) - keys.col(i)), c * halves};
  };
  const auto [a, b] = above_i(j);
  const arma::vec from = a * b / arma::dot(a, a), along{-a(1), a(0)};
  double lo = -1e3, hi = 1e3;
  const auto keep = [&](const arma::vec& normal, double bound) { // normal . q <= bound
    const double slope = arma::dot(normal, along), rest = bound - arma::dot(normal, from);
    if (std::abs(slope) < 1e-12)
      hi = rest < 0 ? lo : hi;
    else
      (slope > 0 ? hi : lo) = slope > 0 ? std::min(hi, rest / slope) : std::max(lo, rest / slope);
  };
  for (arma::uword l = 0; l < keys.n_cols; ++l)
    if (l != i && l != j) {
      const auto [normal, bound] = above_i(l);
      keep(normal, bound);
    }
  for (const double sign : {-1., 1.}) {
    keep({sign, 0}, size);
    keep({0, sign}, size);
  }
  if (hi - lo < 1e-9)
    return;
  const arma::vec start = from + lo * along, end = from + hi * along;
  figure.segment(start(0), start(1), end(0), end(1));
}

void epreuve::draw_regions(Figure& figure, const arma::mat& keys)
{
  const double size = 4;
  figure.title("Which key a query finds");
  for (const bool nearest : {true, false}) {
    figure.panel(nearest ? "the nearest" : "the largest inner product").equal_axes();
    figure.axes("q₁", "q₂").x_range(-size, size).y_range(-size, size);
    figure.x_ticks({-4, -2, 0, 2, 4}).y_ticks({-4, -2, 0, 2, 4});
    for (arma::uword i = 0; i < keys.n_cols; ++i)
      for (arma::uword j = i + 1; j < keys.n_cols; ++j)
        draw_border(figure, keys, nearest, i, j, size);
    figure.points(keys.row(0).t(), keys.row(1).t());
    for (arma::uword i = 0; i < keys.n_cols; ++i)
      figure.text(keys(0, i) + 0.15, keys(1, i) + 0.32, fmt::format("k{}", i + 1), Align::left);
  }
  figure.caption(
      "Six keys in the plane, and the regions of queries that find the same one. By inner "
      "products the regions are sectors, and the sixth key, which lies between the "
      "others, has none.");
  figure.alt("Two squares with the same six points. Left, six polygons, each around its point. "
             "Right, five sectors that meet at the origin; the sixth point lies in the sector of "
             "another.");
}

void epreuve::draw_kernel_smoothing(Figure& figure, const arma::vec& x, const arma::vec& y,
                                    const arma::vec& at, const arma::vec& smooth,
                                    const arma::vec& as_is)
{
  figure.title("Attention as kernel smoothing")
      .axes("x", "y")
      .x_range(-3.2, 3.2)
      .y_range(-1.6, 1.8);
  figure.points(x, y, "known");
  figure.line(at, smooth, "key (x, −x²/2): kernel smoothing");
  figure.line(at, as_is, "key x: the ends win");
  figure.caption(
      "Twenty-five known values, and attention to them from every x, at the same "
      "temperature 0.09. With −x²/2 as a second coordinate of the keys, it smooths; with "
      "x alone, it reads the first or the last.");
  figure.alt("Points along a wave. One curve follows the wave smoothly. The other is level at the "
             "last point's value to the right of 0 and at the first point's to the left, with one "
             "steep step at 0.");
}

void epreuve::draw_concentration(Figure& figure, const arma::vec& tokens, const arma::vec& circle)
{
  figure.title("How concentrated attention can be");
  figure.panel("the largest weight").axes("β = B²/√r", "weight").x_range(0, 12).y_range(0, 1.05);
  for (const arma::uword K : {16, 1024}) {
    figure.curve([=](double b) { return most_for_one_query(b, K); }, 0, 12, 121,
                 fmt::format("one query, K = {}", K));
    figure.curve([=](double b) { return most_for_all_queries(b, K); }, 0, 12, 121,
                 fmt::format("all at once, K = {}", K));
  }
  const arma::vec ahead = arma::log(9 * (tokens - 1)); // of the key that gets 90 %
  figure.panel("β for 90 %")
      .axes("tokens K", "β")
      .log_x()
      .log_y()
      .x_range(2, 1024)
      .y_range(0.5, 2e6);
  figure.x_ticks({2, 16, 128, 1024}).y_ticks({1, 100, 1e4, 1e6}, {"1", "10²", "10⁴", "10⁶"});
  figure.line(tokens, circle, "all at once, on a circle: r = 2");
  figure.line(tokens, ahead % (tokens - 1) / tokens, "all at once, a simplex: r ≥ K − 1");
  figure.line(tokens, ahead / 2, "one query: any r");
  figure.caption(
      "Left: the bounds, which are attained. Right: how large β has to be for 90 % of the "
      "attention; on a circle it grows like K².");
  figure.alt(
      "Left: four S-shaped curves that rise from 1/K to 1; for one query nearly twice as soon as "
      "for all at once. Right, on logarithmic scales: a straight steep line for the circle, and "
      "two nearly level curves that start together and end a factor of two apart.");
}

void epreuve::draw_tour(Figure& figure, const arma::mat& E,
                        const std::function<arma::vec(double)>& after)
{
  const arma::vec c = arma::linspace(0, 5, 51);
  arma::mat path(2, c.n_elem);
  for (arma::uword i = 0; i < c.n_elem; ++i)
    path.col(i) = after(c(i));
  figure.title("How tour becomes tour Eiffel").equal_axes().axes("x₁", "x₂");
  figure.x_range(-2, 4).y_range(-1.6, 2.8);
  figure.points(E.row(0).t(), E.row(1).t(), "embeddings");
  figure.line(path.row(0).t(), path.row(1).t(), "tour after attention, c from 0 to 5");
  figure.points(arma::vec{2}, arma::vec{2}, "tour Eiffel");
  const std::vector<std::string> words{"la", "tour", "Eiffel"};
  for (arma::uword i = 0; i < 3; ++i)
    figure.text(E(0, i) - 0.12, E(1, i), words[i], Align::right);
  figure.caption(
      "The vector of tour and what a head adds to it: with c = 0 the mean of all three, and "
      "the larger the query, the more of Eiffel alone.");
  figure.alt(
      "Three points in the plane: la at lower left, tour on the right, Eiffel above. A curve "
      "starts a little to the right of tour and leads up to the point (2, 2).");
}
