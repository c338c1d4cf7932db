#include "epreuve/figures/diagram.hpp"
#include "figures.hpp"

using namespace epreuve::figures;
using namespace epreuve::math;

void epreuve::draw_vec_diagram(Figure& figure, const arma::mat& M, const arma::vec& product)
{
  const auto by_column = [](arma::uword, arma::uword j) {
    return j == 0 ? Ink::plain : Ink::accent;
  };
  const auto by_half = [](arma::uword i, arma::uword) { return i < 2 ? Ink::plain : Ink::accent; };
  figure.title("Two ways from M to M′");
  draw(figure,
       flow({cells(M).inked(by_column).above("M").named("M"),
             cells(vec(M)).inked(by_half).above("vec(M)"),
             cells(product).inked(by_half).above("(A ⊗ B) vec(M)"),
             cells(unvec(product, 2, 2)).inked(by_column).above("M′").named("M′")},
            {"vec", "A ⊗ B", "unvec"}),
       {arrow("M", "M′", "M′ = B M Aᵀ: two small products, no vector, no large matrix")
            .around(Side::below)});
  figure
      .caption("The worked example. Above: the columns of M are stacked, the 4 x 4 matrix acts, "
               "the columns are put side by side again. Below: the same matrix from B M Aᵀ.")
      .alt("A diagram: the matrix M with columns 1 0 and 2 1; an arrow to its vector 1 0 2 1; an "
           "arrow, A Kronecker B, to the vector 8 5 18 11; an arrow to M prime with columns 8 5 "
           "and 18 11; and below a direct arrow from M to M prime, labelled B M A transposed.");
}
