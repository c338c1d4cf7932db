#include "epreuve/figures/diagram.hpp"
#include "epreuve/figures/head_view.hpp"
#include "figures-words.hpp"

#include <string>
#include <vector>

using namespace epreuve::figures;

void epreuve::draw_it(Figure& figure, const arma::mat& tired, const arma::mat& wide)
{
  const auto words = [](const char* last) {
    return std::vector<std::string>{"The",     "animal", "didn't", "cross", "the", "street",
                                    "because", "it",     "was",    "too",   last};
  };
  const auto only_it = [](const arma::mat& pattern) {
    arma::mat shown(arma::size(pattern), arma::fill::zeros);
    shown.row(7) = pattern.row(7);
    return shown;
  };
  figure.title("Where it looks: two heads, one after the other").size(900, 380);
  figure.panel("too tired");
  head_view(figure, words("tired"), only_it(tired));
  figure.panel("too wide");
  head_view(figure, words("wide"), only_it(wide));
  figure
      .caption(
          "The links of it in the second of two heads that are made for the purpose. The first "
          "head has added to it whether the adjective asks for something animate.")
      .alt("Two columns of the words of the sentence, twice. With tired, a strong line leads from "
           "it "
           "to animal; with wide, from it to street.");
}

void epreuve::draw_two_words(Figure& figure)
{
  figure.title("Two words, three matrices, six vectors");
  const auto vector = [](const char* name, Ink ink = Ink::plain) { return cell_row({name}, ink); };
  draw(figure, table({{"", label("Thinking"), label("Machines"), ""},
                      {label("embedding"), vector("x₁"), vector("x₂"), ""},
                      {label("times W_Q"), vector("q₁", Ink::accent), vector("q₂", Ink::accent),
                       label("query: what it asks for", Ink::muted)},
                      {label("times W_K"), vector("k₁"), vector("k₂"),
                       label("key: what it is found by", Ink::muted)},
                      {label("times W_V"), vector("v₁"), vector("v₂"),
                       label("value: what it passes on", Ink::muted)}}));
  figure
      .caption("Each word's vector is multiplied by the same three matrices; a query, a key and a "
               "value come out of it.")
      .alt("Thinking and Machines, below them x one and x two; times W Q, W K and W V these give "
           "the "
           "queries q one and q two, the keys k one and k two, the values v one and v two.");
}

void epreuve::draw_thinking_machines(Figure& figure)
{
  figure.title("From scores to the output of the first word");
  const auto number = [](const char* text, Ink ink = Ink::plain) { return box(text, ink); };
  draw(figure, stack({table({{"", label("Thinking"), label("Machines")},
                             {label("score"), number("q₁ · k₁ = 112"), number("q₁ · k₂ = 96")},
                             {label("divided by √64 = 8"), number("14"), number("12")},
                             {label("softmax"), number("0.88"), number("0.12")},
                             {label("weight times value"), number("0.88 v₁"), number("0.12 v₂")}}),
                      box("sum: z₁ = 0.88 v₁ + 0.12 v₂", Ink::accent)}));
  figure
      .caption(
          "Steps two to six for the word Thinking. The scores are those of J. Alammar's drawing "
          "(2018), to which the slides go back.")
      .alt("A table with a column for each of two words. Scores 112 and 96; divided by eight, 14 "
           "and "
           "12; softmax 0.88 and 0.12; weighted values; their sum, z one.");
}

void epreuve::draw_five_boxes(Figure& figure)
{
  figure.title("Scaled dot-product attention");
  draw(figure,
       table({{stack({label("Q"), label("K")}).spaced(1), to(""), box("MatMul\nQ Kᵀ"), to(""),
               box("Scale\n1/√dₖ"), to(""), box("Mask\n(optional)", Ink::muted), to(""),
               box("SoftMax\nby rows"), to("weights"), box("MatMul", Ink::accent).named("m"),
               to(""), label("Z")},
              {"", "", "", "", "", "", "", "", "", "", label("V").named("v"), "", ""}}),
       {arrow("v", "m")});
  figure
      .caption("The article's five boxes. The mask puts −∞ in the place of scores; where there is "
               "none, nothing happens in that box.")
      .alt(
          "A chain of boxes: Q and K enter a product; scale; mask, optional; softmax; and a second "
          "product, which V enters from below and Z leaves.");
}
