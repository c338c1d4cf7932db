#include "figures-heads.hpp"

#include "epreuve/figures/diagram.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::figures;
using epreuve::instruments::RationalMatrix;

/// The entries as texts: fractions as they are.
static std::vector<std::vector<std::string>> texts(const RationalMatrix& M)
{
  std::vector<std::vector<std::string>> rows(M.rows());
  for (arma::uword i = 0; i < M.rows(); ++i)
    for (arma::uword j = 0; j < M.cols(); ++j)
      rows.at(i).push_back(M(i, j).str());
  return rows;
}

void epreuve::draw_by_hand(Figure& figure, const RationalMatrix& x, const RationalMatrix& A,
                           const RationalMatrix& h)
{
  const auto last_row = [](arma::uword i, arma::uword) {
    return i == 2 ? Ink::accent : Ink::plain;
  };
  const auto last_column = [](arma::uword, arma::uword j) {
    return j == 2 ? Ink::accent : Ink::plain;
  };
  const RationalMatrix S = transpose(x) * x;
  RationalMatrix powers = S;
  for (arma::uword i = 0; i < 3; ++i)
    for (arma::uword j = 0; j < 3; ++j)
      powers(i, j) = 1 << int(numerator(S(i, j)));
  figure.title("Attention of three tokens, by hand");
  draw(figure, flow({cells(texts(x)).inked(last_column).above("tokens x"),
                     cells(texts(S)).inked(last_row).above("scores xᵀx"),
                     cells(texts(powers)).inked(last_row).above("powers"),
                     cells(texts(A)).inked(last_row).above("pattern A"),
                     cells(texts(h)).inked(last_column).above("output x Aᵀ")},
                    {"products", "2ˢ", "÷ row sums", "means"}));
  figure
      .caption(
          "One head on three tokens of two dimensions, all weights the identity. Coloured: the "
          "third token, its row of scores, its weights, and the mean that it gets.")
      .alt("Five tables joined by arrows. Tokens 1 0, 0 1 and 1 1 as columns; scores 1 0 1, 0 1 1, "
           "1 1 2; powers 2 1 2, 1 2 2, 2 2 4; pattern 2/5 1/5 2/5, 1/5 2/5 2/5, 1/4 1/4 1/2; "
           "output columns 4/5 3/5, 3/5 4/5, 3/4 3/4.");
}

static Element grid(const char* name, arma::uword rows, arma::uword columns, Ink ink = Ink::plain)
{
  return empty_cells(rows, columns, ink).above(name);
}

void epreuve::draw_three_steps(Figure& figure)
{
  const auto second = [](arma::uword, arma::uword column) {
    return column == 1 ? Ink::accent : Ink::plain;
  };
  figure.title("A head reads, attends, writes");
  draw(figure, flow({empty_cells(5, 4).inked(second).above("x, n × K"),
                     empty_cells(2, 4).inked(second).above("W_V x, r × K"),
                     empty_cells(2, 4, Ink::accent).above("W_V x Aᵀ"),
                     empty_cells(5, 4, Ink::accent).above("W_O W_V x Aᵀ")},
                    {"read", "attend", "write"}));
  figure
      .caption(
          "Tokens are columns. Reading and writing leave each token in its column; only attending "
          "takes the coloured one into all others.")
      .alt("Four grids joined by arrows. One of five rows and four columns, the second column "
           "coloured; one of two rows, the same column coloured; one of two rows and one of five, "
           "all coloured.");
}

void epreuve::draw_notations(Figure& figure)
{
  const arma::uword n = 2, r = 1, K = 3;
  const Ink pattern = Ink::accent;
  figure.title("One head in three notations: n = 2, r = 1, K = 3");
  draw(figure, stack({row({grid("h(x)", n, K), "=", grid("W_O", n, r), grid("W_V", r, n),
                           grid("x", n, K), grid("Aᵀ", K, K, pattern)})
                          .left("columns"),
                      row({grid("h(x)ᵀ", K, n), "=", grid("A", K, K, pattern), grid("X", K, n),
                           grid("Wⱽ", n, r), grid("Wᴼ", r, n)})
                          .left("rows"),
                      row({grid("vec h(x)", n * K, 1), "=",
                           grid("A ⊗ W_O W_V", n * K, n * K, pattern), grid("vec x", n * K, 1)})
                          .left("Kronecker")}));
  figure
      .caption(
          "The same output three times, the pattern coloured. By rows everything is transposed "
          "and in the opposite order; the Kronecker product has 36 entries for what 9 and 4 "
          "say.")
      .alt(
          "Three rows of empty grids. Columns: a 2 by 3 grid equals 2 by 1 times 1 by 2 times 2 by "
          "3 times 3 by 3. Rows: 3 by 2 equals 3 by 3 times 3 by 2 times 2 by 1 times 1 by 2. "
          "Kronecker: a column of 6 equals 6 by 6 times a column of 6.");
}

void epreuve::draw_misfit(Figure& figure)
{
  // n = 3, r = 2, K = 4
  figure.title("One transposition too many: n = 3, r = 2, K = 4");
  draw(figure, stack({row({grid("xᵀ", 4, 3), grid("W_Qᵀ", 3, 2), label("✗", Ink::accent),
                           grid("W_Kᵀ", 3, 2, Ink::accent), grid("x", 3, 4)})
                          .left("printed"),
                      row({grid("xᵀ", 4, 3), grid("W_Qᵀ", 3, 2), grid("W_K", 2, 3, Ink::accent),
                           grid("x", 3, 4), "=", grid("scores", 4, 4)})
                          .left("right")}));
  figure
      .caption(
          "The scores as exo7 prints them and as they must be. Each grid must be as wide as the "
          "next is high; only two columns meet three rows where W_K is transposed.")
      .alt("Two rows of grids. Printed: 4 by 3, 3 by 2, a cross, 3 by 2, 3 by 4. Right: 4 by 3, 3 "
           "by "
           "2, 2 by 3, 3 by 4, equal to 4 by 4.");
}

void epreuve::draw_reach(Figure& figure, const arma::vec& gaps)
{
  figure.title("A fixed lead loses its word as the sentence grows")
      .size(820, 430)
      .axes("words in the sentence, K", "weight of the word that leads")
      .log_x()
      .x_range(2, 4096)
      .y_range(0, 1)
      .x_ticks({2, 8, 32, 128, 512, 2048});
  const arma::vec K = arma::exp2(arma::linspace(1, 12, 111));
  for (const double gap : gaps)
    figure.line(K, 1 / (1 + (K - 1) * std::exp(-gap)), fmt::format("lead {}", gap));
  figure.horizontal_line(0.5, "half")
      .vertical_line(1024, "K = 1024")
      .caption("The weight of a word whose score is ahead of all others, which are equal. Its "
               "place plays no part; the number of the others does. Among 1024 words half the "
               "attention takes a lead of ln 1023 = 6.93.")
      .alt("Four falling curves over a logarithmic axis of 2 to 4096 words, for leads 2, 4, 6 and "
           "8. They cross one half near 8, 56, 404 and 2982 words.");
}

void epreuve::draw_free_pattern(Figure& figure)
{
  const double n = 768, r = 64;
  const arma::vec K = arma::exp2(arma::linspace(3, 12, 91));
  figure.title("Weights of one head's pattern: free, or computed")
      .size(820, 430)
      .axes("words in the sentence, K", "weights")
      .log_x()
      .log_y()
      .x_range(8, 4096)
      .x_ticks({8, 32, 128, 512, 2048})
      .line(K, arma::square(K), "a free A: K²")
      .line(K, arma::vec(K.n_elem, arma::fill::value(2 * r * n)), "W_Q and W_K: 2 r n")
      .horizontal_line(r * n, "r n = 49 152")
      .horizontal_line(r * 1024, "printed: 65 536")
      .vertical_line(std::sqrt(2 * r * n), "K = 314")
      .caption(
          "Weights that a pattern takes in GPT-2's sizes, n = 768 and r = 64. Free, it has one "
          "for each pair of words; computed, two matrices whatever the length. What the "
          "document prints for r n is r K.")
      .alt("Log-log plot against 8 to 4096 words: a line of slope 2 crosses the level 98304 at 314 "
           "words. Below that level two others, 49152 and 65536.");
}
