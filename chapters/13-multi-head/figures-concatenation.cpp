#include "figures-concatenation.hpp"

#include "epreuve/figures/diagram.hpp"
#include "epreuve/figures/head_view.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::figures;

/// The ink of the second of three heads of two numbers, by columns or by rows.
static Ink ink_of_second(arma::uword place)
{
  return place / 2 == 1 ? Ink::accent : Ink::plain;
}

void epreuve::draw_side_by_side(Figure& figure)
{
  const auto columns = [](arma::uword, arma::uword j) { return ink_of_second(j); };
  const auto rows = [](arma::uword i, arma::uword) { return ink_of_second(i); };
  const auto head = [](const char* name, Ink ink = Ink::plain) {
    return empty_cells(4, 2, ink).above(name);
  };
  const auto output = [](const char* name, Ink ink = Ink::plain) {
    return empty_cells(2, 5, ink).above(name);
  };
  figure.title("Heads side by side times Wᴼ: a sum");
  draw(figure, stack({row({empty_cells(4, 6).inked(columns).above("Concat, n × h dₖ"),
                           empty_cells(6, 5).inked(rows).above("Wᴼ"), "=",
                           empty_cells(4, 5).above("output, n × d")}),
                      row({"=", head("head₁"), output("Wᴼ₁"), "+", head("head₂", Ink::accent),
                           output("Wᴼ₂", Ink::accent), "+", head("head₃"), output("Wᴼ₃")})}));
  figure
      .caption(
          "Four words as rows and three heads of two numbers each. The columns of one head, "
          "coloured, meet the rows of Wᴼ that have the same colour and no others: so the product "
          "is a sum over the heads.")
      .alt("Above, a grid of 4 by 6 with its middle two columns coloured, times a grid of 6 by 5 "
           "with its middle two rows coloured, equals a grid of 4 by 5. Below, the sum of three "
           "products of a 4 by 2 and a 2 by 5 grid; the second is coloured.");
}

void epreuve::draw_sharpened(Figure& figure)
{
  figure.title("Two unsure heads, and the matrix that sharpens them").columns(2);
  figure.panel("one head alone")
      .axes("lead of the score, g", "weight of the other word")
      .x_range(0, 6)
      .y_range(0, 0.52)
      .curve([](double g) { return 1 / (1 + std::exp(g)); }, 0, 6, 121);
  figure.panel("two heads and Wᴼ: exact")
      .axes("lead of the score, g", "gain of Wᴼ")
      .x_range(0, 6)
      .y_range(0, 10)
      .curve([](double g) { return 1 / std::tanh(g / 2); }, 0.2, 6, 121)
      .vertical_line(std::log(2), "weights ⅔ and ⅓");
  figure
      .caption(
          "Left: what a head of two words still takes from the wrong one, if the right one leads "
          "by "
          "g. Right: two such heads, one for each word, and Wᴼ give both words exactly; its rows "
          "then have absolute values of sum coth(g/2), here against the same g.")
      .alt("Left, a curve that falls from one half at 0 towards 0 and is below 0.01 at 5. Right, a "
           "curve that comes down from infinity at 0, is 3 at a dashed line at 0.69, and "
           "approaches 1.");
}

void epreuve::draw_who_writes_where(Figure& figure, const arma::mat& fifth, const arma::mat& last)
{
  const HeatMap options{
      .row_labels = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"},
      .range = Range{0, 1}};
  figure.title("Who writes into whose coordinates: GPT-2's Wᴼ").size(1050, 330);
  const auto panel = [&](const char* name, const arma::mat& cells) {
    figure.panel(name).axes("block of 64 coordinates", "head").heat_map(cells, options);
  };
  panel("without Wᴼ", arma::eye(12, 12));
  panel("layer 5", fifth);
  panel("layer 11", last);
  figure
      .caption(
          "Of what each head of a layer writes (sums of squares of its part of Wᴼ), the shares "
          "that fall into each 64 of the 768 coordinates. Without Wᴼ each head has its own. In "
          "GPT-2 all "
          "write everywhere; head 8 of layer 11 writes two thirds into one block, which is not its "
          "own.")
      .alt("Three tables of 12 by 12. The first has a dark diagonal and is empty elsewhere. The "
           "second is evenly light. The third is uneven, without a diagonal.");
}

void epreuve::draw_five_steps(Figure& figure)
{
  figure.title("Five steps: two words, eight heads");
  const auto matrix = [](const char* name, arma::uword columns, Ink ink = Ink::plain) {
    return empty_cells(2, columns, ink).above(name);
  };
  const auto head = [&](const char* number, Ink ink = Ink::plain) {
    const std::string i = number;
    return std::vector<Element>{label("head" + i, ink),
                                matrix(("Q" + i).c_str(), 3, ink),
                                matrix(("K" + i).c_str(), 3, ink),
                                matrix(("V" + i).c_str(), 3, ink),
                                to("attention"),
                                matrix(("Z" + i).c_str(), 3, ink).named("Z" + i)};
  };
  draw(figure, row({stack({label("Thinking\nMachines"), to("embed", Side::below),
                           matrix("X, all of it", 4)}),
                    to("8 sets"),
                    table({head("₀"),
                           head("₁", Ink::accent),
                           {label("⋮"), label("⋮"), label("⋮"), label("⋮"), "", label("⋮")},
                           head("₇")})
                        .spaced(0.5),
                    to("× Wᴼ"), matrix("Z", 4)}));
  figure
      .caption(
          "The recap of the slides: the sentence, its embedding X, which each head reads whole, "
          "attention in eight heads, and their answers side by side times Wᴼ.")
      .alt("Thinking Machines is embedded as X, a grid of 2 by 4. An arrow leads to the heads 0, 1 "
           "to "
           "7, each with grids Q, K and V of 2 by 3 and, after attention, Z of 2 by 3. After them "
           "an arrow, concatenation times W O, and a grid Z of 2 by 4.");
}

void epreuve::draw_article_boxes(Figure& figure)
{
  figure.title("Multi-head attention, box by box");
  const Element linear = table({{label("V"), to(""), box("Linear").named("V")},
                                {label("K"), to(""), box("Linear").named("K")},
                                {label("Q"), to(""), box("Linear").named("Q")}});
  const Element attention = box("scaled\ndot-product\nattention", Ink::accent).named("attention");
  draw(figure,
       row({framed(row({linear, attention}).spaced(4))
                .below("h times, with matrices of its own each time"),
            to(""), box("Concat").below("n × h dₖ"), to(""), box("Linear").below("Wᴼ"), to(""),
            label("n × d")}),
       {arrow("V", "attention"), arrow("K", "attention"), arrow("Q", "attention")});
  figure
      .caption("Vaswani et al. (2017), figure 2, from left to right. The three linear maps and the "
               "attention are there h times; Concat and the last map once.")
      .alt("V, K and Q each have an arrow to a box Linear; from these an arrow to scaled "
           "dot-product "
           "attention, h times, then Concat, then Linear, then the output.");
}

void epreuve::draw_it_by_heads(Figure& figure, const arma::mat& animal, const arma::mat& tired,
                               const arma::mat& all)
{
  const std::vector<std::string> words{"The",     "animal", "didn't", "cross", "the",  "street",
                                       "because", "it",     "was",    "too",   "tired"};
  figure.title("Where it looks: two heads, and the mean of eight").size(1050, 380);
  const auto panel = [&](const char* name, const arma::mat& pattern) {
    arma::mat of_it(arma::size(pattern), arma::fill::zeros);
    of_it.row(7) = pattern.row(7);
    figure.panel(name);
    head_view(figure, words, of_it);
  };
  panel("who it is", animal);
  panel("how it is", tired);
  panel("all eight", all);
  figure
      .caption("The links of it in two heads that are made for the purpose, and the mean of these "
               "two and six "
               "more, which look at the word before, the one after, the first one, street, cross, "
               "and at it itself.")
      .alt("Three pairs of columns of words. Left: two lines of the same strength from it to The "
           "and animal. "
           "Middle: one strong line to tired. Right: eight faint lines.");
}
