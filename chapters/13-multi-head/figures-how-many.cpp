#include "figures-how-many.hpp"

#include "epreuve/figures/diagram.hpp"

#include <fmt/format.h>

using namespace epreuve::figures;

void epreuve::draw_as_a_table(Figure& figure)
{
  const std::vector<std::string> pairs{"1, 1", "1, 2", "2, 1", "2, 2"};
  const auto inked = [](arma::uword row, arma::uword) {
    return row == 1 ? Ink::muted : Ink::plain;
  };
  figure.title("A layer of two heads as a product");
  draw(figure, row({cells(arma::mat{{1, 1}, {0, 0}, {0, 1}, {1, 0}}, Ink::accent)
                        .rows(pairs)
                        .columns({"A₁", "A₂"})
                        .below("tokens i, j"),
                    "·",
                    cells(arma::mat{{1, 2, 0, 1}, {0, 1, 3, 1}}, Ink::accent)
                        .rows({"W₁", "W₂"})
                        .columns(pairs)
                        .below("coordinates k, l"),
                    "=",
                    cells(arma::mat{{1, 3, 3, 2}, {0, 0, 0, 0}, {0, 1, 3, 1}, {1, 2, 0, 1}})
                        .inked(inked)
                        .rows(pairs)
                        .columns(pairs)
                        .below("all that the layer does: rank 2")}));
  figure
      .caption(
          "Two tokens of two coordinates. Head 1 looks at the token itself, head 2 at the first "
          "token; their patterns are columns, their matrices rows. Row 1, 2 of the product is 0: "
          "the "
          "first token takes nothing from the second.")
      .alt("A table of four rows and two columns, 1 1; 0 0; 0 1; 1 0, times one of two rows and "
           "four "
           "columns, 1 2 0 1; 0 1 3 1, is a table of four by four: 1 3 3 2; 0 0 0 0; 0 1 3 1; 1 2 "
           "0 1.");
}

void epreuve::draw_fewer_terms(Figure& figure, const arma::uvec& tokens, const arma::mat& left)
{
  figure.title("How much of layer 0 fewer terms leave undone");
  figure.axes("terms A ⊗ W", "part of the squared norm left")
      .log_y()
      .x_range(0, 12)
      .y_range(1e-9, 1);
  figure.y_ticks({1e-8, 1e-6, 1e-4, 1e-2, 1}, {"10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "1"});
  for (const arma::uword K : {3, 5, 16, 256}) {
    const arma::uword column = arma::as_scalar(arma::find(tokens == K));
    arma::vec shown = left.col(column);
    shown(arma::find(shown < 1e-12)).fill(arma::datum::nan);
    figure.line_points(arma::regspace(0, 12), shown, fmt::format("{} tokens", K));
  }
  figure
      .caption(
          "GPT-2's layer 0 on learned positions alone, and the best approximation of all that it "
          "does with so "
          "many terms. On three tokens four terms are enough, on five eleven; on sixteen and more "
          "none can be left out.")
      .alt("Four falling lines on a logarithmic scale. That for 3 tokens ends at 3 terms, above "
           "nothing; for 5 "
           "tokens at 10 terms; those for 16 and 256 tokens go on to 11 terms, the one for 256 "
           "highest.");
}

void epreuve::draw_overlaps_by_layer(Figure& figure, const arma::mat& keys,
                                     const arma::mat& written)
{
  const std::vector<double> ticks{1, 4, 7, 10};
  const std::vector<std::string> layers{"0", "3", "6", "9"};
  figure.title("What heads share, by their layers").size(720, 380);
  for (const arma::mat* means : {&keys, &written}) {
    figure.panel(means == &keys ? "read by keys" : "written").axes("layer", "layer");
    figure.x_ticks(ticks, layers).y_ticks(ticks, layers);
    figure.heat_map(*means, {.range = Range{0, 0.27}, .scale_label = "mean overlap"});
  }
  figure
      .caption(
          "Mean overlap of two heads of two layers, or of one on the diagonal. Chance is 0.083, "
          "a third of the scale.")
      .alt("Two lower triangles of twelve by twelve cells. By keys, the diagonal is dark, up to "
           "0.27 "
           "in the last layers, and the first column pale. Written, layer 0 with itself is "
           "darkest, and the other "
           "cells are pale, but for a light band along the diagonal.");
}

void epreuve::draw_circle(Figure& figure, const std::vector<std::string>& heads,
                          const arma::mat& overlaps)
{
  figure.title("Overlaps of what keys read").size(560, 520).axes("head", "head");
  figure.heat_map(overlaps, {.row_labels = heads,
                             .column_labels = heads,
                             .range = Range{0, 1},
                             .value_text = true,
                             .scale_label = "overlap"});
  figure
      .caption(
          "The first five are the induction heads of chapter 14; the others are heads of the same "
          "layers and the next. Of these, 5.0 reads nearly the same too. Chance is 0.08.")
      .alt("A table of ten by ten. In the upper left block of six by six the numbers off the "
           "diagonal "
           "lie between 0.3 and 0.64; elsewhere they are at most 0.3.");
}

void epreuve::draw_shared_projection(Figure& figure)
{
  figure.title("Keys of their own, in groups, or one for all");
  const auto heads = [](const std::vector<std::string>& keys, arma::uword size) {
    std::vector<Element> groups;
    for (const std::string& key : keys) {
      std::vector<Element> queries;
      for (arma::uword h = 0; h < size; ++h)
        queries.push_back(box("Q"));
      groups.push_back(stack({row(queries), box(key, Ink::accent)}));
    }
    return row(groups);
  };
  draw(figure, stack({heads({"K, V", "K, V", "K, V", "K, V"}, 1).right("four heads"), rule(),
                      heads({"K, V", "K, V"}, 2).right("two groups"), rule(),
                      heads({"K, V"}, 4).right("one group")}));
  figure
      .caption(
          "Every head keeps its queries. What is stored per token are the keys and values below "
          "them: all, a half, a quarter.")
      .alt("Three rows of four boxes Q each. In the first, each has a box K, V of its own below "
           "it; in the second, "
           "two have one between them; in the third, all four have one.");
}

void epreuve::draw_loss_of_sharing(Figure& figure, const arma::vec& groups, const arma::mat& keys,
                                   const arma::mat& values)
{
  figure.title("What sharing loses in GPT-2").size(760, 400);
  for (const bool of_keys : {true, false}) {
    const arma::mat& lost = of_keys ? keys : values;
    figure.panel(of_keys ? "W_QᵀW_K, shared keys" : "W_O W_V, shared values");
    figure.axes("groups of heads", "part of the squared norm lost").x_range(0.5, 6.5).y_range(0, 1);
    figure.band(groups, arma::min(lost).t(), arma::max(lost).t(), "all layers");
    figure.line_points(groups, arma::mean(lost).t(), "mean of the layers");
  }
  figure
      .caption("Least loss when the heads of a group share one matrix of 64 rows, in each of the "
               "twelve layers. "
               "Twelve random heads in one group would lose 0.73, and with the mean of their "
               "matrices 0.92.")
      .alt("Two panels, each with a line that falls from about a half at one group to below a "
           "fifth at six, inside "
           "a band.");
}
