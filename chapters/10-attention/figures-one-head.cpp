#include "figures-lookup.hpp"

#include "epreuve/figures/diagram.hpp"

#include <string>
#include <vector>

using namespace epreuve::figures;

void epreuve::draw_scaled_attention(Figure& figure)
{
  figure.title("Attention with tokens as rows");
  const auto grid = [](const char* name, arma::uword rows, arma::uword columns, const char* size) {
    return empty_cells(rows, columns).above(name).below(size);
  };
  draw(figure,
       stack(
           {row({grid("X", 3, 4, "n × d").named("X"), "→", grid("Q = X W^Q", 3, 2, "n × dₖ"),
                 grid("K = X W^K", 3, 2, "n × dₖ"), grid("V = X W^V", 3, 3, "n × d_v")})
                .spaced(2),
            row({"softmax",
                 brackets(row({fraction(row({grid("Q", 3, 2, ""), grid("Kᵀ", 2, 3, "")}), "√dₖ")})),
                 grid("V", 3, 3, ""), "=",
                 empty_cells(3, 3, Ink::accent).above("output").below("n × d_v")})
                .spaced(1.5)}));
  figure.caption(
      "Three tokens, one per row. Their queries and keys give a grid of n × n scores, softmax "
      "by rows makes weights of them, and these mix the rows of V.");
  figure.alt(
      "X, three rows of four cells, and to its right Q and K with two columns and V with three. "
      "Below: softmax of Q times K transposed over the root of d k, times V, is the output, "
      "three rows of three cells.");
}

void epreuve::draw_one_query(Figure& figure)
{
  figure.title("One query and all keys");
  std::vector<std::vector<Element>> rows;
  std::vector<Link> links;
  for (const std::string j : {"₁", "₂", "₃"}) {
    rows.push_back({label("x" + j), to("W^K"), label("k" + j), to("q₁ · k" + j + " / √dₖ"),
                    label("s₁" + j), to("softmax"), label("α₁" + j).named("a" + j), "", "", ""});
    links.push_back(arrow("a" + j, "+", "v" + j));
  }
  rows[1][7] = circle("+", Ink::accent).named("+");
  rows[1][8] = to("");
  rows[1][9] = label("z₁");
  draw(figure, table(rows).spaced(1.5), links);
  figure.caption(
      "How token 1 gets its output z₁: its query meets the keys of all three tokens, itself among "
      "them; softmax makes weights of the three scores; the values are added with them.");
  figure.alt("Three rows: from x j an arrow W K to k j, one with q one dot k j over the root of d "
             "k to s one "
             "j, one with softmax to alpha one j, and one with v j to a plus sign, from which "
             "an arrow leads to z one.");
}

void epreuve::draw_queries_and_keys(Figure& figure)
{
  figure.title("Queries and keys are short vectors");
  const auto token = [](const char* name) { return column({"", "", "", "", "", ""}).above(name); };
  const auto small = [](const char* name) { return column({"", ""}, Ink::accent).above(name); };
  draw(figure, row({token("E(tour)"),
                    table({{to("W_Q"), small("query: which tower?"), label("·"),
                            small("key: an engineer"), to("W_K", Side::left)},
                           {to("W_K"), small("key: a building"), label("·"),
                            small("query: who is it?"), to("W_Q", Side::left)}}),
                    token("E(Eiffel)")}));
  figure.caption(
      "From each embedding come a query and a key of fewer dimensions; the query of one word "
      "is compared with the key of the other. The questions in words are invented.");
  figure.alt(
      "Two tall columns, E of tour and E of Eiffel. From each, arrows W Q and W K lead to two "
      "short columns; those of the two words are side by side, query next to key.");
}

void epreuve::draw_weighted_answers(Figure& figure)
{
  figure.title("The answers, weighted and added");
  const auto vector = [](const char* name, Ink ink = Ink::plain) {
    return column({"", "", "", ""}, ink).above(name);
  };
  draw(figure, row({vector("E(tour)"), "+", "0.1", vector("V(la)"), "+", "0.2", vector("V(tour)"),
                    "+", "0.7", vector("V(Eiffel)"), "=", vector("tour Eiffel", Ink::accent)}));
  figure.caption(
      "Column \"tour\" of softmax(KᵀQ), here 0.1, 0.2 and 0.7 (invented), says how much of each "
      "value is added to the embedding of tour: column by column, x + V softmax(KᵀQ).");
  figure.alt(
      "A column E of tour, plus 0.1 times a column V of la, plus 0.2 times V of tour, plus 0.7 "
      "times V of Eiffel, gives a column called tour Eiffel.");
}
