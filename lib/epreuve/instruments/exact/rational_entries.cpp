#include "epreuve/instruments/exact/rational_entries.hpp"

#include <vector>

namespace epreuve::instruments {

evidence::Values entries(const instruments::RationalMatrix& A)
{
  std::vector<instruments::Rational> row_by_row;
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      row_by_row.push_back(A(i, j));
  return {row_by_row, A.rows(), A.cols()};
}

} // namespace epreuve::instruments
