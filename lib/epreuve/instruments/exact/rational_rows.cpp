#include "epreuve/instruments/exact/rational_rows.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

RationalMatrix row_sums(const RationalMatrix& P)
{
  RationalMatrix sums(P.rows(), 1);
  for (arma::uword i = 0; i < P.rows(); ++i)
    for (arma::uword j = 0; j < P.cols(); ++j)
      sums(i, 0) += P(i, j);
  return sums;
}

RationalMatrix divided_by_row_sums(RationalMatrix P)
{
  const RationalMatrix sums = row_sums(P);
  for (arma::uword i = 0; i < P.rows(); ++i) {
    if (sums(i, 0) == 0)
      throw Error("divided_by_row_sums: row {} has the sum 0, expected another", i);
    for (arma::uword j = 0; j < P.cols(); ++j)
      P(i, j) /= sums(i, 0);
  }
  return P;
}

RationalMatrix lower_triangle(RationalMatrix P)
{
  for (arma::uword i = 0; i < P.rows(); ++i)
    for (arma::uword j = i + 1; j < P.cols(); ++j)
      P(i, j) = 0;
  return P;
}

} // namespace epreuve::instruments
