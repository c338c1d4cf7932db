#include "figures-order.hpp"
#include "epreuve/text.hpp"

#include <string>
#include <vector>

using namespace epreuve::figures;

void draw_mask_tells(Figure& figure)
{
  const arma::uword K = 16;
  arma::mat C(K, K);
  for (arma::uword i = 0; i < K; ++i)
    C.row(i).head(i + 1).fill(1.0 / double(i + 1));
  figure.title("What each word weighs at the last of 16");
  figure.axes("place j of the word", "weight in output 16").x_range(1, K).y_range(0, 0.65);
  arma::mat power = C;
  for (int layers = 1; layers <= 4; ++layers, power = power * C)
    figure.line_points(arma::regspace(1, K), power.row(K - 1).t(),
                       epreuve::counted(layers, "layer"));
  figure
      .caption("Masked attention with all scores 0 and no positions. One layer weighs all words "
               "alike; with two, the "
               "weight tells the place.")
      .alt(
          "Four curves over the places 1 to 16. One layer: level at one sixteenth. Two layers: "
          "falling from 0.21. "
          "Three and four layers: steeper, from 0.41 and 0.60 at place 1 to nearly 0 at place 16.");
}

void draw_two_sentences(Figure& figure, const arma::mat& cat, const arma::mat& mouse,
                        const arma::mat& with_positions)
{
  const std::vector<std::string> first{"le", "chat", "course", "la", "souris", "."};
  const std::vector<std::string> second{"la", "souris", "course", "le", "chat", "."};
  const auto panel = [&](const char* title, const arma::mat& pattern,
                         const std::vector<std::string>& words) {
    HeatMap options{.row_labels = words,
                    .column_labels = words,
                    .range = Range{0, 0.6},
                    .scale_label = "weight"};
    figure.panel(title).axes("key", "query").heat_map(pattern, options);
  };
  figure.title("One head, two sentences").size(1020, 360);
  panel("the cat hunts", cat, first);
  panel("the mouse hunts", mouse, second);
  panel("the mouse hunts, positions added", with_positions, second);
  figure
      .caption("Patterns of one head with arbitrary weights, no mask. Left and middle hold the "
               "same numbers, each word with "
               "its row and column. Right: with position vectors the numbers are different.")
      .alt("Three heat maps of 6 by 6 cells. The middle one is the left one with rows and columns "
           "in another order; the "
           "right one has a different pattern.");
}
