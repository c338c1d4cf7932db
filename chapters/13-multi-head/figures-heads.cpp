#include "figures-heads.hpp"

#include "epreuve/figures/diagram.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::figures;
using epreuve::instruments::RationalMatrix;

static Element fractions(const RationalMatrix& M, Ink ink = Ink::plain)
{
  std::vector<std::vector<std::string>> rows(M.rows());
  for (arma::uword i = 0; i < M.rows(); ++i)
    for (arma::uword j = 0; j < M.cols(); ++j)
      rows.at(i).push_back(M(i, j).str());
  return cells(rows, ink);
}

void epreuve::draw_two_errands(Figure& figure, const RationalMatrix& x,
                               const RationalMatrix& wanted, const RationalMatrix& two_heads)
{
  const RationalMatrix nearest{{{3, 2}, {-3, 2}}, {{-3, 2}, {3, 2}}};
  figure.title("Keep the first number, take the neighbour's second");
  draw(figure, row({fractions(x).above("two tokens x").below("rank 1"), "⟶",
                    fractions(wanted).above("wanted").below("rank 2"),
                    fractions(nearest).above("nearest of rank 1").below("distance 1"),
                    fractions(two_heads, Ink::accent).above("two heads").below("distance 0.48")})
                   .spaced(2));
  figure
      .caption("Tokens are columns. What one head makes has the rank of x, and the nearest such "
               "matrix is at distance 1, whatever weights it has. Two heads of one dimension with "
               "s = 1 are at 0.48, and tend to 0 as their scores grow.")
      .alt("Four tables of two by two. Tokens 2 -1; 2 -1. Wanted 2 -1; -1 2. One head at best 3/2 "
           "-3/2; -3/2 3/2. Two heads 127/65 -2/3; -62/65 5/3.");
}

void epreuve::draw_one_layer(Figure& figure)
{
  figure.title("A layer of heads");
  const auto head = [](const std::string& j) -> std::vector<Element> {
    return {box("W_in⁽" + j + "⁾").named("in " + j), to(""), box("h⁽" + j + "⁾", Ink::accent),
            to(""), box("W_out⁽" + j + "⁾").named("out " + j)};
  };
  draw(
      figure,
      row({label("xᵢ").named("x"), table({head("¹"), head("²"), {"", "", "⋮", "", ""}, head("¹²")}),
           circle("+", Ink::accent).named("+"), to(""), label("xᵢ₊₁")})
          .spaced(5),
      {arrow("x", "in ¹"), arrow("x", "in ²"), arrow("x", "in ¹²"), arrow("out ¹", "+"),
       arrow("out ²", "+"), arrow("out ¹²", "+"),
       arrow("x", "+", "what was there").around(Side::below)});
  figure
      .caption("Twelve heads, n/r of them, read the same stream, each through its own W_in of "
               "r × n. What they write, each through its own W_out of n × r, is added to it.")
      .alt("From x i arrows lead to three boxes W in, one above the other with dots between; from "
           "each an arrow to a head h, from there to a box W out, and from these to one plus sign, "
           "from which x i plus 1 comes. One more arrow leads from x i below the heads to the "
           "plus sign.");
}

void epreuve::draw_direct_sum(Figure& figure)
{
  // Two heads of r = 2 on K = 3 tokens. Row k n + i of vec belongs to token k and number i.
  const arma::uword r = 2, n = 4, K = 3;
  const auto of_head = [](arma::uword a, arma::uword b) {
    return a != b ? Ink::plain : a == 0 ? Ink::accent : Ink::muted;
  };
  const auto by_token = [=](arma::uword row, arma::uword column) {
    return of_head(row % n / r, column % n / r);
  };
  const auto by_head = [=](arma::uword row, arma::uword column) {
    return of_head(row / (r * K), column / (r * K));
  };
  const auto texts = [](const auto& ink) {
    std::vector<std::vector<std::string>> rows(12, std::vector<std::string>(12));
    for (arma::uword i = 0; i < 12; ++i)
      for (arma::uword j = 0; j < 12; ++j)
        rows[i][j] = ink(i, j) == Ink::accent ? "1" : ink(i, j) == Ink::muted ? "2" : "";
    return rows;
  };
  figure.title("The direct sum of two heads as a matrix");
  draw(figure, row({cells(texts(by_token)).inked(by_token).above("token by token: A₁⊗D₁ + A₂⊗D₂"),
                    cells(texts(by_head)).inked(by_head).above("head by head: A₁⊗B₁ ⊕ A₂⊗B₂")})
                   .spaced(2));
  figure
      .caption(
          "H for n = 4, r = 2 and K = 3: 12 × 12, where the document has 4 × 4. A number says "
          "whose entry it is; empty cells are 0. Left the rows in the order of vec, the numbers "
          "of a token together; right those of a head together.")
      .alt("Two grids of 12 by 12. Left: nine blocks of four by four, each with a 1 in the four "
           "cells top left and a 2 in the four cells bottom right. Right: a block of six by six "
           "with ones top left, one with twos bottom right.");
}

void epreuve::draw_trades(Figure& figure, const arma::vec& cosines, double chance)
{
  const arma::vec place = arma::regspace(1, double(cosines.n_elem));
  figure.title("What GPT-2's heads make of what they read")
      .size(760, 400)
      .axes("heads of all layers, sorted", "cosine with handing on")
      .x_range(0, double(cosines.n_elem) + 1)
      .y_range(-1, 1)
      .x_ticks({1, 36, 72, 108, 144})
      .points(place, arma::sort(cosines), "144 heads")
      .horizontal_line(10 * chance, "ten times chance")
      .horizontal_line(-10 * chance, "and its negative")
      .caption("Of each head the cosine of the angle between W_O W_V and a projection. At 1 a head "
               "adds what it reads to the token that listens, at −1 it subtracts it. Directions "
               "chosen by "
               "chance would have ±0.0045.")
      .alt("144 rising points from about −0.86 to 0.82, with two level lines near zero.");
}

static const arma::vec divisors_of_768{1,  2,  3,  4,  6,   8,   12,  16,  24,
                                       32, 48, 64, 96, 128, 192, 256, 384, 768};

void epreuve::draw_idle_weights(Figure& figure)
{
  const double n = 768;
  const arma::vec& H = divisors_of_768;
  figure.title("Weights of a layer that matter")
      .size(760, 420)
      .axes("heads of dimension 768 / H", "millions of weights")
      .log_x()
      .x_range(0.9, 850)
      .y_range(0, 2.6)
      .x_ticks({1, 2, 4, 12, 48, 192, 768})
      .line_points(H, (4 * n * n - 2 * n * n / H) / 1e6, "that matter: 4n² − 2n²/H")
      .horizontal_line(4 * n * n / 1e6, "all: 4n²")
      .vertical_line(12, "GPT-2")
      .caption("A layer of width n = 768 without biases, cut into H heads. All layers have 2.36 "
               "million weights. With one head half of them are idle, with twelve 4 %.")
      .alt("Points that rise from 1.18 million at one head over 1.77 at two to 2.26 at twelve, "
           "and come close to a level line at 2.36.");
}

void epreuve::draw_what_grows(Figure& figure)
{
  const double n = 768, K = 1024;
  const arma::vec& H = divisors_of_768;
  const arma::vec level(H.n_elem, arma::fill::ones);
  figure.title("What grows with the number of heads")
      .size(760, 420)
      .axes("heads of dimension 768 / H", "numbers in a layer")
      .log_x()
      .log_y()
      .x_range(0.9, 850)
      .y_range(1e5, 1e11)
      .x_ticks({1, 2, 4, 12, 48, 192, 768})
      .line_points(H, (8 * n * n * K + 4 * n * K * K) * level, "operations")
      .line_points(H, H * K * K, "scores")
      .line_points(H, 4 * n * (n + 1) * level, "weights")
      .line_points(H, n * K * level, "numbers in the stream")
      .vertical_line(12, "GPT-2")
      .caption("One layer of width 768 on a full sentence of 1024 tokens. Weights and operations "
               "are the same for every number of heads; scores are not.")
      .alt("Three level lines, operations at 8 billion, weights at 2.4 million, stream at 0.8 "
           "million, and one of slope 1, the scores, from 1 million at one head to 805 million at "
           "768.");
}

void epreuve::draw_published(Figure& figure, const arma::vec& width, const arma::vec& heads)
{
  figure.title("Heads and widths of published models")
      .size(760, 440)
      .axes("width n", "heads in a layer")
      .log_x()
      .log_y()
      .x_range(400, 16000)
      .y_range(5, 200)
      .x_ticks({512, 1024, 2048, 4096, 8192})
      .y_ticks({8, 16, 32, 64, 128})
      .points({512, 1024}, {8, 16}, "Transformer")
      .points({768, 1024, 1280, 1600}, {12, 16, 20, 25}, "GPT-2")
      .points(width, heads, "GPT-3")
      .line({400, 12800}, {6.25, 200}, "64 dimensions each")
      .line({640, 16000}, {5, 125}, "128 dimensions each")
      .caption("Two sizes of the Transformer, four of GPT-2, eight of GPT-3; some coincide. "
               "Between the lines a "
               "head has 64 to 128 dimensions. The point at 2048 and 24 is \"XL\", whose heads of "
               "128 would lie on the lower line with 16.")
      .alt("Points on logarithmic axes, from 512 wide with 8 heads to 12288 wide with 96, between "
           "two parallel lines.");
}
