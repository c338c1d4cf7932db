#include "figures.hpp"
#include "epreuve/figures/diagram.hpp"
#include "tensors.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

using namespace epreuve::course;

void epreuve::draw_two_sides(Figure& figure)
{
  const auto& [A, B, M] = Example();
  const auto sentence = [](const arma::mat& entries, const char* name) {
    return cells(entries)
        .inked([](arma::uword, arma::uword j) { return j == 0 ? Ink::plain : Ink::accent; })
        .below(name, Ink::plain)
        .named(name);
  };
  figure.title("Rows and columns, in either order");
  draw(figure, table({{sentence(M, "M"), to("B ·  dimensions"), sentence(B * M, "B M")},
                      {to("· Aᵀ  positions", Side::below), "", to("· Aᵀ  positions", Side::below)},
                      {sentence(M * A.t(), "M Aᵀ"), to("B ·  dimensions"),
                       sentence(act(A, B, M), "B M Aᵀ")}}));
  figure
      .caption("The worked example. Columns are tokens, rows are coordinates. To the right, B "
               "changes each token in its place; downwards, A mixes the tokens with each other. "
               "Both ways lead to the same matrix.")
      .alt("A square of four matrices: M with rows 1 2 and 0 1; to its right B M with rows 2 3 and "
           "1 2; below it M A transposed with rows 5 11 and 2 4; and in the last corner B M A "
           "transposed with rows 8 18 and 5 11, reached from both.");
}

/// "C1 + C2": what the sum of c_i C_i is, for c of zeros and ones.
static std::string sum_of_tokens(const arma::vec& c)
{
  static const char* const tokens[]{"C₁", "C₂", "C₃", "C₄"};
  std::string text;
  for (arma::uword i = 0; i < c.n_elem; ++i)
    if (c(i) != 0)
      text += (text.empty() ? "" : " + ") + std::string(tokens[i]);
  return text.empty() ? "0" : text;
}

void epreuve::draw_wrong_index(Figure& figure)
{
  const arma::mat A{{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  std::vector<std::string> right, printed, before;
  for (arma::uword j = 0; j < 4; ++j) {
    before.push_back(sum_of_tokens(arma::mat(arma::eye(4, 4)).col(j)));
    right.push_back(sum_of_tokens(A.row(j).t()));
    printed.push_back(sum_of_tokens(A.col(j)));
  }
  const std::vector<std::string> positions{"1", "2", "3", "4"};
  figure.title("The same A, read by rows and by columns");
  draw(figure, row({cells(A).rows(positions).columns(positions).below("A", Ink::plain),
                    cells({before, right, printed})
                        .rows({"M", "Σᵢ aⱼᵢ Cᵢ, right", "Σᵢ aᵢⱼ Cᵢ, printed"})
                        .columns(positions)
                        .inked([](arma::uword i, arma::uword) {
                          return i == 2 ? Ink::accent : Ink::plain;
                        })}));
  figure
      .caption("An A by which each position takes the token before it (the first one takes "
               "itself), and what the two sums make of four tokens, with B = I. As printed, the "
               "sum moves tokens the other way, puts two into the first place and none into the "
               "last.")
      .alt("A 4 by 4 matrix with ones at (1, 1), (2, 1), (3, 2) and (4, 3), and three rows of four "
           "cells: C1 C2 C3 C4; by the right sum C1 C1 C2 C3; by the printed sum C1 + C2, C3, C4, "
           "0.");
}

void epreuve::draw_dropped(Figure& figure)
{
  const arma::uword p = 6;
  arma::mat A(p, p, arma::fill::zeros);
  for (arma::uword j = 0; j < p; ++j)
    A.row(j).head(j + 1).fill(1.0 / double(j + 1));
  const auto with_sums = [](const arma::mat& weights) {
    std::vector<std::string> labels;
    for (arma::uword j = 0; j < weights.n_rows; ++j)
      labels.push_back(fmt::format("{}, sum {:.2f}", j + 1, arma::accu(weights.row(j))));
    return HeatMap{.row_labels = labels, .range = Range{0, 1}, .value_text = true};
  };
  figure.title("What a causal pattern becomes without its transposition").size(1000, 430);
  figure.panel("x Aᵀ: means of the past").heat_map(A, with_sums(A)).axes("token read", "result");
  figure.panel("x A: sums over the future")
      .heat_map(A.t(), with_sums(A.t()))
      .axes("token read", "result")
      .caption("Each token attends equally to itself and to all before it. Each row shows the "
               "weights of the tokens that one column of the result is made of. With the "
               "transposition they add up to 1; without it the first token gets 2.45 times its "
               "share, and most of it from the future.")
      .alt("Two 6 by 6 heat maps. Left a lower triangle, row j holding j times 1/j, all sums 1. "
           "Right the upper triangle, its transpose, with row sums 2.45, 1.45, 0.95, 0.62, 0.37 "
           "and 0.17.");
}

void epreuve::draw_spectrum(Figure& figure)
{
  // A attends equally to the past. W_OV is real of 6 x 6 with these eigenvalues, hidden by a
  // reflection; the last one, 0, is what is left out by a head of rank 5.
  const arma::uword p = 8, n = 6;
  arma::mat A(p, p, arma::fill::zeros), W(n, n, arma::fill::zeros);
  for (arma::uword j = 0; j < p; ++j)
    A.row(j).head(j + 1).fill(1.0 / double(j + 1));
  const auto turn = [](double size, double angle) {
    return arma::mat{{size * std::cos(angle), -size * std::sin(angle)},
                     {size * std::sin(angle), size * std::cos(angle)}};
  };
  W.submat(0, 0, 1, 1) = turn(1, 0.6);
  W.submat(2, 2, 3, 3) = turn(0.8, 2);
  W(4, 4) = -0.9;
  const arma::vec w = arma::normalise(arma::regspace(1, 6));
  const arma::mat mirror = arma::eye(n, n) - 2 * w * w.t();
  const arma::cx_vec found = arma::eig_gen(kronecker(A, arma::mat(mirror * W * mirror)));

  const std::vector<std::complex<double>> mu{std::polar(1.0, 0.6),    std::polar(1.0, -0.6),
                                             std::polar(0.8, 2.0),    std::polar(0.8, -2.0),
                                             std::complex(-0.9, 0.0), std::complex(0.0, 0.0)};
  arma::vec x(n), y(n), found_x(n * p), found_y(n * p);
  for (arma::uword i = 0; i < n; ++i) {
    x(i) = mu.at(i).real();
    y(i) = mu.at(i).imag();
    for (arma::uword j = 0; j < p; ++j) {
      const std::complex<double> product = mu.at(i) / double(j + 1);
      const std::complex<double> nearest = found(arma::abs(found - product).index_min());
      const auto rounded = [](double v) { return std::round(v * 1e6) / 1e6 + 0.0; };
      found_x(i * p + j) = rounded(nearest.real());
      found_y(i * p + j) = rounded(nearest.imag());
    }
  }
  figure.title("The spectrum of a causal head")
      .size(640, 560)
      .axes("real part", "imaginary part")
      .equal_axes()
      .x_range(-1.15, 1.15)
      .y_range(-1, 1);
  for (arma::uword i = 0; i + 1 < n; ++i)
    figure.segment(0, 0, x(i), y(i), "", {.ink = Ink::muted, .width = 1});
  figure.points(found_x, found_y, "eigenvalues of A ⊗ W_OV, computed")
      .points(x, y, "eigenvalues μ of W_OV")
      .caption("A head on eight tokens, each attending equally to itself and to those before it, "
               "so that the diagonal of A holds 1, 1/2, ..., 1/8; W_OV has five eigenvalues that "
               "are not 0. Of the 48 eigenvalues of the head, found by LAPACK, 40 are those five "
               "divided by 1 to 8, on rays towards 0, and 8 are 0.")
      .alt("Points in the complex plane on five rays from the origin, at full length, one half, "
           "one third and so on; rays at angles of plus and minus 34 degrees, plus and minus 115 "
           "degrees, and along the negative real axis.");
}

void epreuve::draw_orders_map(Figure& figure)
{
  const std::vector<double> K{0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 8};
  const std::vector<double> r{1, 0.95, 0.9, 0.85, 0.75, 0.5, 0.25, 1.0 / 12};
  arma::mat ratio(r.size(), K.size());
  std::vector<std::string> of_r, of_K;
  for (arma::uword i = 0; i < r.size(); ++i) {
    of_r.push_back(i + 1 == r.size() ? "1/12" : fmt::format("{:g}", r.at(i)));
    for (arma::uword j = 0; j < K.size(); ++j)
      ratio(i, j) = orders_of_head(1, r.at(i), K.at(j))[3] / orders_of_head(1, r.at(i), K.at(j))[0];
  }
  for (const double k : K)
    of_K.push_back(fmt::format("{:g}", k));
  figure.title("What forming W_OV costs, compared with read, attend, write")
      .size(900, 480)
      .axes("tokens compared with dimensions, K / n", "dimensions of the head, r / n")
      .heat_map(arma::log2(ratio), {.row_labels = of_r,
                                    .column_labels = of_K,
                                    .range = Range{-0.25, 0.25},
                                    .palette = Palette::diverging,
                                    .value_text = true,
                                    .scale_label = "log₂ of the ratio",
                                    .square_cells = false})
      .caption("Multiplications with W_OV formed, divided by those of read, attend, write, as a "
               "logarithm to base 2. Above 0 (red) forming costs more, up to eleven times as much "
               "for heads as small as GPT-2's; below 0 (blue) it costs less, which happens for "
               "heads nearly as large as the embedding alone.")
      .alt("A table of 8 by 10 values. All are positive for r/n of 0.85 and less, and reach 3.4 in "
           "the last row. In the first three rows a region is negative, from K = n on for r = n, "
           "and around K = 2.5 n for r = 0.9 n.");
}

void epreuve::draw_five_orders(Figure& figure)
{
  const double n = 768, r = 64;
  const arma::vec K = arma::exp2(arma::regspace(0, 0.25, 17));
  const auto order = [&](unsigned which) {
    return arma::vec(K).transform([=](double k) { return orders_of_head(n, r, k)[which]; });
  };
  figure.title("The five orders of a head of GPT-2's size")
      .log_x()
      .log_y()
      .axes("tokens K", "multiplications")
      .line(K, order(0), "read, attend, write")
      .line(K, order(1), "attend in n dimensions")
      .line(K, order(3), "W_OV formed first")
      .points(arma::vec{1024, 1024},
              arma::vec{orders_of_head(n, r, 1024)[0], orders_of_head(n, r, 1024)[3]}, "K = 1024")
      .caption("Multiplications of one head with n = 768 and r = 64. Few tokens: reading and "
               "writing decide, and forming W_OV costs a start that pays off nowhere. Many tokens: "
               "attending decides, and in the small space it costs 1/12.")
      .alt("Three rising curves on log-log axes. Read, attend, write is the lowest throughout; "
           "attending in n dimensions leaves it around a hundred tokens and ends twelve times "
           "higher; with W_OV formed the curve starts flat near 4e7 and joins the second.");
}
