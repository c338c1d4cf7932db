#include "epreuve/instruments/counted.hpp"

#include "epreuve/error.hpp"

#include <utility>

namespace epreuve::instruments {

static thread_local double operations = 0;

Counted operator*(Counted a, Counted b)
{
  ++operations;
  return {a.value_ * b.value_};
}

Counted operator+(Counted a, Counted b)
{
  ++operations;
  return {a.value_ + b.value_};
}

double operations_of(const std::function<void()>& run)
{
  const double before = operations;
  run();
  return operations - before;
}

CountedMatrix::CountedMatrix(arma::uword n_rows, arma::uword n_cols)
    : n_rows_(n_rows), n_cols_(n_cols), entries_(n_rows * n_cols)
{
}

CountedMatrix::CountedMatrix(const arma::mat& values)
    : n_rows_(values.n_rows), n_cols_(values.n_cols), entries_(values.begin(), values.end())
{
}

const Counted& CountedMatrix::operator()(arma::uword i, arma::uword j) const
{
  if (i >= n_rows_ || j >= n_cols_)
    throw Error("entry ({}, {}) of a {} x {} matrix: indices start at 0", i, j, n_rows_, n_cols_);
  return entries_[i + n_rows_ * j];
}

Counted& CountedMatrix::operator()(arma::uword i, arma::uword j)
{
  return const_cast<Counted&>(std::as_const(*this)(i, j));
}

arma::mat CountedMatrix::values() const
{
  arma::mat values(n_rows_, n_cols_);
  for (arma::uword k = 0; k < values.n_elem; ++k)
    values(k) = entries_[k].value();
  return values;
}

CountedMatrix operator*(const CountedMatrix& A, const CountedMatrix& B)
{
  if (A.cols() != B.rows())
    throw Error("a {} x {} matrix times a {} x {} one: as many columns are needed on the left as "
                "rows on the right",
                A.rows(), A.cols(), B.rows(), B.cols());
  CountedMatrix product(A.rows(), B.cols());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < B.cols(); ++j)
      for (arma::uword k = 0; k < A.cols(); ++k)
        product(i, j) += A(i, k) * B(k, j);
  return product;
}

} // namespace epreuve::instruments
