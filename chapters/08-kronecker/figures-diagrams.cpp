#include "figures.hpp"

#include <fmt/format.h>

using namespace epreuve::figures;
using namespace epreuve::math;

/// The entries of X as unit squares, with the upper left corner at (left, top).
static void draw_cells(Figure& figure, const arma::mat& X, double left, double top,
                       const std::function<Ink(arma::uword, arma::uword)>& ink)
{
  for (arma::uword i = 0; i < X.n_rows; ++i)
    for (arma::uword j = 0; j < X.n_cols; ++j) {
      const double x = left + static_cast<double>(j), y = top - static_cast<double>(i);
      figure.box(x, y - 1, x + 1, y, fmt::format("{:g}", X(i, j)), ink(i, j));
    }
}

void epreuve::draw_vec_diagram(Figure& figure, const arma::mat& M, const arma::vec& product)
{
  const auto by_column = [](arma::uword, arma::uword j) {
    return j == 0 ? Ink::plain : Ink::accent;
  };
  const auto by_half = [](arma::uword i, arma::uword) { return i < 2 ? Ink::plain : Ink::accent; };
  figure.title("Two ways from M to M′").size(900, 420).bare().x_range(-0.5, 13).y_range(-0.2, 7.2);
  draw_cells(figure, M, 0, 5, by_column);
  draw_cells(figure, vec(M), 4, 6, by_half);
  draw_cells(figure, product, 7.5, 6, by_half);
  draw_cells(figure, unvec(product, 2, 2), 10.5, 5, by_column);
  figure.text(1, 5.5, "M")
      .text(4.5, 6.5, "vec(M)")
      .text(8, 6.5, "(A ⊗ B) vec(M)")
      .text(11.5, 5.5, "M′")
      .arrow(2.2, 4, 3.8, 4, "vec")
      .arrow(5.2, 4, 7.3, 4, "A ⊗ B")
      .arrow(8.7, 4, 10.3, 4, "unvec")
      .segment(1, 2.8, 1, 0.9)
      .segment(1, 0.9, 11.5, 0.9)
      .arrow(11.5, 0.9, 11.5, 2.8)
      .text(6.25, 1.4, "M′ = B M Aᵀ: two small products, no vector, no large matrix")
      .caption("The worked example. Above: the columns of M are stacked, the 4 x 4 matrix acts, "
               "the columns are put side by side again. Below: the same matrix from B M Aᵀ.")
      .alt("A diagram: the matrix M with columns 1 0 and 2 1; an arrow to its vector 1 0 2 1; an "
           "arrow, A Kronecker B, to the vector 8 5 18 11; an arrow to M prime with columns 8 5 "
           "and 18 11; "
           "and below a direct arrow from M to M prime, labelled B M A transposed.");
}
