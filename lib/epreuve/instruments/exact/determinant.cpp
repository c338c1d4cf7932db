#include "epreuve/instruments/exact/determinant.hpp"

#include "epreuve/error.hpp"

#include <utility>

namespace epreuve::instruments {

namespace {

void require_square(const RationalMatrix& A, const char* what)
{
  if (A.rows() != A.cols())
    throw Error("{} of a {} x {} matrix: it must be square", what, A.rows(), A.cols());
}

} // namespace

Rational determinant(RationalMatrix A)
{
  require_square(A, "determinant");
  Rational product = 1;
  for (arma::uword k = 0; k < A.rows(); ++k) {
    arma::uword pivot = k;
    while (pivot < A.rows() && A(pivot, k) == 0)
      ++pivot;
    if (pivot == A.rows())
      return 0;
    if (pivot != k)
      product = -product;
    for (arma::uword j = k; j < A.cols(); ++j)
      std::swap(A(k, j), A(pivot, j));
    product *= A(k, k);
    for (arma::uword i = k + 1; i < A.rows(); ++i) {
      const Rational factor = A(i, k) / A(k, k);
      for (arma::uword j = k; j < A.cols(); ++j)
        A(i, j) -= factor * A(k, j);
    }
  }
  return product;
}

Rational trace(const RationalMatrix& A)
{
  require_square(A, "trace");
  Rational sum = 0;
  for (arma::uword i = 0; i < A.rows(); ++i)
    sum += A(i, i);
  return sum;
}

} // namespace epreuve::instruments
