#include "figures-heads.hpp"

#include "epreuve/figures/diagram.hpp"

#include <fmt/format.h>

#include <cmath>

using namespace epreuve::figures;
using epreuve::instruments::RationalMatrix;

static Element fractions(const RationalMatrix& M, Ink ink = Ink::plain)
{
  std::vector<std::vector<std::string>> rows(M.rows());
  for (arma::uword i = 0; i < M.rows(); ++i)
    for (arma::uword j = 0; j < M.cols(); ++j)
      rows.at(i).push_back(M(i, j).str());
  return cells(rows, ink);
}

void epreuve::draw_two_errands(Figure& figure, const RationalMatrix& x,
                               const RationalMatrix& wanted, const RationalMatrix& two_heads)
{
  const RationalMatrix nearest{{{3, 2}, {-3, 2}}, {{-3, 2}, {3, 2}}};
  figure.title("Keep the first number, take the neighbour's second");
  draw(figure, row({fractions(x).above("two tokens x").below("rank 1"), "⟶",
                    fractions(wanted).above("wanted").below("rank 2"),
                    fractions(nearest).above("one head, at best").below("distance 1"),
                    fractions(two_heads, Ink::accent).above("two heads").below("distance 0.48")})
                   .spaced(2));
  figure
      .caption("Tokens are columns. What one head makes has the rank of x, and the nearest such "
               "matrix is at distance 1, whatever weights it has. Two heads of one dimension with "
               "s = 1 are at 0.48, and tend to 0 as their scores grow.")
      .alt("Four tables of two by two. Tokens 2 -1; 2 -1. Wanted 2 -1; -1 2. One head at best 3/2 "
           "-3/2; -3/2 3/2. Two heads 127/65 -2/3; -62/65 5/3.");
}
