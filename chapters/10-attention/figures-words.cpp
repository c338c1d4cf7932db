#include "figures-words.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::figures;

static const std::vector<std::string> words = {"Jeanne", "visite", "zoo", "émerveillée"};

void epreuve::draw_dot_and_cosine(Figure& figure)
{
  figure.title("Cosines put keys into another order, and cannot be sure");
  figure.panel("two keys of one query")
      .axes("first coordinate", "second coordinate")
      .x_range(-0.5, 5.5)
      .y_range(-0.6, 3.9)
      .segment(2, -0.6, 2, 3.9, "", {.ink = Ink::muted, .dashed = true})
      .arrow(0, 0, 1, 0, "", {.ink = Ink::accent, .width = 3})
      .text(0.6, -0.25, "q", Align::center, Ink::accent)
      .arrow(1, 0, 2, 0)
      .text(2.1, -0.25, "product 2, cosine 1", Align::left)
      .arrow(0, 0, 3, 3)
      .text(2.1, 3.4, "product 3, cosine 0.71", Align::left)
      .text(1.9, 2.9, "product 2", Align::right, Ink::muted);
  figure.panel("the greatest weight of one key")
      .axes("number of keys K", "weight")
      .log_x()
      .log_y()
      .x_range(2, 1024)
      .y_range(0.0005, 1.5)
      .x_ticks({2, 4, 16, 64, 256, 1024})
      .curve([](double) { return 1.0; }, 2, 1024, 101, "scalar products: below 1")
      .curve([](double k) { return std::exp(2) / (std::exp(2) + k - 1); }, 2, 1024, 101,
             "cosines, at most")
      .curve([](double k) { return 1 / k; }, 2, 1024, 101, "an equal share");
  figure
      .caption("Left: the key (3, 3) has the larger product with q, the key (2, 0) the larger "
               "cosine; the dashed line has all keys of product 2. Right: the greatest weight that "
               "softmax can give to one of K keys.")
      .alt(
          "Left: a short arrow q along the first axis, a key along it to 2, and a longer key to "
          "(3, 3), beyond the dashed vertical line of product 2. Right, both axes logarithmic: the "
          "weight 1 for scalar products; for cosines a curve that falls from 0.88 to 0.007 at 1024 "
          "keys, and stays above the equal share by a factor of seven.");
}

void epreuve::draw_table_and_text(Figure& figure, const arma::mat& table, const arma::mat& text)
{
  figure.title("The table is not the one that the text describes").size(1000, 420);
  const HeatMap options{.row_labels = words,
                        .column_labels = words,
                        .range = Range{0, 0.6},
                        .value_text = true,
                        .digits = 1,
                        .scale_label = "weight"};
  figure.panel("as printed").axes("key of", "query of").heat_map(table, options);
  figure.panel("as the text has it").axes("key of", "query of").heat_map(text, options);
  figure
      .caption("The weights of Jeanne visite le zoo, émerveillée. In the printed table the rows of "
               "visite and zoo are exchanged, and émerveillée has a copy of the second row.")
      .alt(
          "Two tables of four rows. The first row is the same in both: 0.2, 0.4, 0.1, 0.3. "
          "Printed: "
          "visite 0.1, 0.4, 0.4, 0.1; zoo 0.2, 0.4, 0.4, 0.0; émerveillée 0.1, 0.4, 0.4, 0.1. By "
          "the text: visite 0.2, 0.4, 0.4, 0.0; zoo 0.1, 0.4, 0.4, 0.1; émerveillée 0.3, 0.0, 0.2, "
          "0.5.");
}

void epreuve::draw_arrows_of_words(Figure& figure, const arma::mat& Q, const arma::mat& K)
{
  figure.title("Queries and keys in a plane that have the printed table");
  const auto plane = [&](const char* name, double left, double down, double size) {
    figure.panel(name).axes("first coordinate", "second coordinate");
    figure.x_range(left, left + size).y_range(down, down + size).equal_axes();
  };
  plane("queries", -0.8, -2.8, 3.8);
  for (const arma::uword i : {0U, 1U, 2U})
    figure.arrow(0, 0, Q(0, i), Q(1, i), "", {.ink = Ink::accent, .width = 2.5});
  figure.text(Q(0, 0) + 0.08, Q(1, 0), "q₁ Jeanne", Align::left)
      .text(Q(0, 1) + 0.08, Q(1, 1), "q₂ visite, q₄", Align::left)
      .text(Q(0, 2) + 0.08, Q(1, 2) - 0.08, "q₃ zoo", Align::left);
  plane("keys", -0.8, -0.8, 1.9);
  for (arma::uword j = 0; j < 4; ++j)
    figure.arrow(0, 0, K(0, j), K(1, j), "", {.width = 2.5});
  figure.text(K(0, 0) - 0.05, K(1, 0) - 0.09, "k₁ Jeanne", Align::center)
      .text(K(0, 1) + 0.04, K(1, 1), "k₂ visite", Align::left)
      .text(K(0, 2), K(1, 2) - 0.08, "k₃ zoo")
      .text(K(0, 3) + 0.04, K(1, 3) + 0.04, "k₄ émerveillée", Align::left)
      .caption("A head of dimension 2 whose pattern, softmax of the scalar products, rounds to the "
               "document's table in all sixteen places. Visite and émerveillée have equal rows in "
               "the table, and the same query. The two "
               "planes are drawn to different scales.")
      .alt(
          "Two planes. Queries: Jeanne's to the upper right, that of visite and émerveillée to the "
          "lower right, that of zoo steeper still. Keys: Jeanne's short, to the left; visite's to "
          "the right; zoo's down; émerveillée's up and to the left.");
}

void epreuve::draw_least_determinant(Figure& figure, const arma::vec& error, const arma::vec& least)
{
  figure.title("Two dimensions suffice only because the table is rounded")
      .axes("how far weights may be from the printed numbers", "least determinant")
      .line_points(error, least, "over all patterns so near")
      .horizontal_line(0, "0: what two dimensions need")
      .vertical_line(0.0424, "a head of dimension 2 is known from here on")
      .x_range(0.03, 0.05);
  figure
      .caption("The least determinant of three rows of logarithms above a row of ones, over all "
               "patterns within a distance of the printed table. Where it is positive, no head of "
               "dimension 2 has any of them. Rounding to one decimal is a distance of 0.05.")
      .alt("A falling line, from 1.2 at distance 0.03 to 0 a little beyond 0.042, and to −0.7 at "
           "0.05. A vertical line at 0.0424, just where it crosses 0.");
}
