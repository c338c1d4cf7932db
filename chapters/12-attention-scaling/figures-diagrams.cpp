#include "epreuve/figures/diagram.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <cmath>

using namespace epreuve::figures;
using namespace epreuve::math;

void epreuve::draw_divide_by_8(Figure& figure, const arma::vec& scores)
{
  const arma::vec divided = scores / std::sqrt(64.0);
  const arma::vec weights = softmax(divided), undivided = softmax(scores);
  const auto two = [](const arma::vec& x, int digits) {
    return column({fmt::format("{:.{}f}", x(0), digits), fmt::format("{:.{}f}", x(1), digits)},
                  digits > 0 ? Ink::accent : Ink::plain);
  };
  figure.title("Divide by 8, then softmax");
  draw(figure,
       table({{"", two(scores, 0).rows({"q₁ · k₁", "q₁ · k₂"}).above("scores"), to("÷ √64 = 8"),
               two(divided, 0).above("divided"), to("softmax"), two(weights, 2).above("attention")},
              {rule()},
              {label("without\nthe division", Ink::muted), two(scores, 0), "", to("softmax"), "",
               two(undivided, 4)}}));
  figure
      .caption("Steps 3 and 4 of self-attention for keys of dimension 64, with scores of our own "
               "choice (64 and 56): above as the document has it, below without the division.")
      .alt("Diagram. Above: scores 64 and 56, divided by 8 to 8 and 7, through softmax to 0.73 "
           "and 0.27. Below, without division: 64 and 56 through softmax to 0.9997 and 0.0003.");
}

void epreuve::draw_matrix_form(Figure& figure)
{
  figure.title("Self-attention as matrices, tokens as rows");
  const Element Q = empty_cells(2, 3).above("Q").below("2 × 3"),
                K_transposed = empty_cells(3, 2).above("Kᵀ").below("3 × 2"),
                V = empty_cells(2, 3).above("V").below("2 × 3"),
                Z = empty_cells(2, 3, Ink::accent).above("Z").below("2 × 3");
  draw(figure, row({"softmax", brackets(fraction(row({Q, "×", K_transposed}), "√dₖ")), V, "=", Z}));
  figure
      .caption("The drawing of iaetnous with the denominator put back: two tokens, dimension 3. "
               "The product of Q and Kᵀ is 2 × 2, one score for each pair of tokens.")
      .alt("Diagram of the formula softmax(Q Kᵀ / √dₖ) V = Z with grids of squares: Q, V and Z "
           "have 2 rows and 3 columns, Kᵀ has 3 rows and 2 columns.");
}
