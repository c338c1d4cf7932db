#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

using namespace epreuve::figures;
using namespace epreuve::math;

void epreuve::draw_divide_by_8(Figure& figure, const arma::vec& scores)
{
  const arma::vec divided = scores / std::sqrt(64.0);
  const arma::vec weights = softmax(divided), undivided = softmax(scores);
  figure.title("Divide by 8, then softmax").bare().size(760, 400).x_range(0, 10).y_range(0, 6.4);
  figure.text(0.9, 5.0, "q₁ · k₁").text(0.9, 4.0, "q₁ · k₂");
  for (const arma::uword i : {0u, 1u}) {
    const double y = 5 - static_cast<double>(i);
    figure.box(1.8, y - 0.35, 3.0, y + 0.35, fmt::format("{}", scores(i)))
        .arrow(3.1, y, 4.9, y, "÷ √64 = 8")
        .box(5.0, y - 0.35, 6.2, y + 0.35, fmt::format("{}", divided(i)))
        .arrow(6.3, y, 8.1, y, "softmax")
        .box(8.2, y - 0.35, 9.6, y + 0.35, fmt::format("{:.2f}", weights(i)), Ink::accent);
  }
  figure.text(2.4, 5.8, "scores").text(5.6, 5.8, "divided").text(8.9, 5.8, "attention");
  figure.segment(0.3, 2.95, 9.7, 2.95, "", {.ink = Ink::muted, .width = 1, .dashed = true});
  figure.text(0.9, 1.3, "without\nthe division", Align::center, Ink::muted);
  for (const arma::uword i : {0u, 1u}) {
    const double y = 1.8 - static_cast<double>(i);
    figure.box(1.8, y - 0.35, 3.0, y + 0.35, fmt::format("{}", scores(i)))
        .arrow(3.1, y, 8.1, y, "softmax")
        .box(8.2, y - 0.35, 9.6, y + 0.35, fmt::format("{:.4f}", undivided(i)), Ink::accent);
  }
  figure
      .caption("Steps 3 and 4 of self-attention for keys of dimension 64, with scores of our own "
               "choice (64 and 56): above as the document has it, below without the division.")
      .alt("Diagram. Above: scores 64 and 56, divided by 8 to 8 and 7, through softmax to 0.73 "
           "and 0.27. Below, without division: 64 and 56 through softmax to 0.9997 and 0.0003.");
}

void epreuve::draw_matrix_form(Figure& figure)
{
  figure.title("Self-attention as matrices, tokens as rows")
      .bare()
      .size(860, 330)
      .x_range(0, 15.6)
      .y_range(0.6, 6.6);
  const auto grid = [&](double x, double y, int rows, int columns, const std::string& name,
                        const std::string& size, Ink ink) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        figure.box(x + j * 0.7, y - i * 0.7 - 0.7, x + (j + 1) * 0.7, y - i * 0.7, "", ink);
    figure.text(x + columns * 0.35, y + 0.35, name)
        .text(x + columns * 0.35, y - rows * 0.7 - 0.35, size, Align::center, Ink::muted);
  };
  figure.text(1.0, 2.6, "softmax");
  for (const auto& [x, inwards] : {std::pair(2.0, 0.2), {7.4, -0.2}})
    figure.segment(x, 1.3, x, 6.2)
        .segment(x, 1.3, x + inwards, 1.3)
        .segment(x, 6.2, x + inwards, 6.2);
  grid(2.5, 5.25, 2, 3, "Q", "2 × 3", Ink::plain);
  figure.text(5.05, 4.55, "×");
  grid(5.5, 5.6, 3, 2, "Kᵀ", "3 × 2", Ink::plain);
  figure.segment(2.3, 2.6, 7.1, 2.6).text(4.7, 2.0, "√dₖ");
  grid(8.1, 3.3, 2, 3, "V", "2 × 3", Ink::plain);
  figure.text(11.2, 2.6, "=");
  grid(12.2, 3.3, 2, 3, "Z", "2 × 3", Ink::accent);
  figure
      .caption("The drawing of iaetnous with the denominator put back: two tokens, dimension 3. "
               "The product of Q and Kᵀ is 2 × 2, one score for each pair of tokens.")
      .alt("Diagram of the formula softmax(Q Kᵀ / √dₖ) V = Z with grids of squares: Q, V and Z "
           "have 2 rows and 3 columns, Kᵀ has 3 rows and 2 columns.");
}
