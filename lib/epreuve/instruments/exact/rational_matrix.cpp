#include "epreuve/instruments/exact/rational_matrix.hpp"

#include "epreuve/error.hpp"

#include <flint/fmpq_mat.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace epreuve::instruments {
namespace {

std::string shape_of(const RationalMatrix& A)
{
  return fmt::format("{} x {}", A.rows(), A.cols());
}

/// The same matrix as FLINT's, whose sums of products and eliminations are in integers.
class FlintMatrix
{
public:
  FlintMatrix(arma::uword n_rows, arma::uword n_cols)
  {
    fmpq_mat_init(matrix_, static_cast<slong>(n_rows), static_cast<slong>(n_cols));
  }
  explicit FlintMatrix(const RationalMatrix& A) : FlintMatrix(A.rows(), A.cols())
  {
    for (arma::uword i = 0; i < A.rows(); ++i)
      for (arma::uword j = 0; j < A.cols(); ++j)
        fmpq_set(entry(i, j), A(i, j).get());
  }
  FlintMatrix(const FlintMatrix&) = delete;
  FlintMatrix& operator=(const FlintMatrix&) = delete;
  ~FlintMatrix() { fmpq_mat_clear(matrix_); }

  fmpq_mat_struct* get() { return matrix_; }

  [[nodiscard]] RationalMatrix to_rational() const
  {
    RationalMatrix A(static_cast<arma::uword>(matrix_->r), static_cast<arma::uword>(matrix_->c));
    for (arma::uword i = 0; i < A.rows(); ++i)
      for (arma::uword j = 0; j < A.cols(); ++j)
        fmpq_set(A(i, j).get(), entry(i, j));
    return A;
  }

private:
  [[nodiscard]] fmpq* entry(arma::uword i, arma::uword j) const
  {
    return fmpq_mat_entry(matrix_, static_cast<slong>(i), static_cast<slong>(j));
  }

  fmpq_mat_t matrix_;
};

struct Echelon
{
  RationalMatrix form; ///< reduced
  arma::uword rank;    ///< the number of pivots
};

Echelon echelon_of(const RationalMatrix& A)
{
  FlintMatrix given(A), form(A.rows(), A.cols());
  const slong rank = fmpq_mat_rref(form.get(), given.get());
  return {form.to_rational(), static_cast<arma::uword>(rank)};
}

void require_full_rank(std::string_view caller, const RationalMatrix& A)
{
  const arma::uword found = rank(A);
  if (found < A.rows())
    throw Error("{}: A ({}) must have rank {}, has rank {}", caller, shape_of(A), A.rows(), found);
}

} // namespace

RationalMatrix::RationalMatrix(arma::uword n_rows, arma::uword n_cols)
    : n_rows_(n_rows), n_cols_(n_cols), entries_(n_rows * n_cols)
{
}

RationalMatrix::RationalMatrix(std::initializer_list<std::initializer_list<Rational>> rows)
    : n_rows_(rows.size()), n_cols_(rows.size() == 0 ? 0 : rows.begin()->size())
{
  for (const auto& row : rows) {
    if (row.size() != n_cols_)
      throw Error("RationalMatrix: rows must have one length, got one of {} after one of {}",
                  row.size(), n_cols_);
    entries_.insert(entries_.end(), row.begin(), row.end());
  }
}

RationalMatrix::RationalMatrix(const arma::mat& A) : RationalMatrix(A.n_rows, A.n_cols)
{
  for (arma::uword i = 0; i < n_rows_; ++i)
    for (arma::uword j = 0; j < n_cols_; ++j) {
      if (!std::isfinite(A(i, j)))
        throw Error("RationalMatrix: A must be finite to be rational, got {} at ({}, {})", A(i, j),
                    i, j);
      (*this)(i, j) = Rational(A(i, j));
    }
}

RationalMatrix RationalMatrix::identity(arma::uword n)
{
  RationalMatrix I(n, n);
  for (arma::uword i = 0; i < n; ++i)
    I(i, i) = 1;
  return I;
}

const Rational& RationalMatrix::operator()(arma::uword i, arma::uword j) const
{
  if (i >= n_rows_ || j >= n_cols_)
    throw Error("RationalMatrix: there is no entry ({}, {}) in {}", i, j, shape_of(*this));
  return entries_[i * n_cols_ + j];
}

Rational& RationalMatrix::operator()(arma::uword i, arma::uword j)
{
  return const_cast<Rational&>(std::as_const(*this)(i, j));
}

arma::mat RationalMatrix::to_double() const
{
  arma::mat A(n_rows_, n_cols_);
  for (arma::uword i = 0; i < n_rows_; ++i)
    for (arma::uword j = 0; j < n_cols_; ++j)
      A(i, j) = double((*this)(i, j));
  return A;
}

RationalMatrix operator+(const RationalMatrix& A, const RationalMatrix& B)
{
  if (A.rows() != B.rows() || A.cols() != B.cols())
    throw Error("RationalMatrix +: A and B must have one shape, got {} and {}", shape_of(A),
                shape_of(B));
  RationalMatrix sum = A;
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      sum(i, j) += B(i, j);
  return sum;
}

RationalMatrix operator-(const RationalMatrix& A, const RationalMatrix& B)
{
  if (A.rows() != B.rows() || A.cols() != B.cols())
    throw Error("RationalMatrix -: A and B must have one shape, got {} and {}", shape_of(A),
                shape_of(B));
  return A + Rational(-1) * B;
}

RationalMatrix operator*(const RationalMatrix& A, const RationalMatrix& B)
{
  if (A.cols() != B.rows())
    throw Error("RationalMatrix *: A must have as many columns as B has rows, got {} and {}",
                shape_of(A), shape_of(B));
  FlintMatrix left(A), right(B), product(A.rows(), B.cols());
  fmpq_mat_mul(product.get(), left.get(), right.get());
  return product.to_rational();
}

RationalMatrix operator*(const Rational& factor, const RationalMatrix& A)
{
  RationalMatrix product = A;
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      product(i, j) *= factor;
  return product;
}

RationalMatrix transpose(const RationalMatrix& A)
{
  RationalMatrix transposed(A.cols(), A.rows());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      transposed(j, i) = A(i, j);
  return transposed;
}

RationalMatrix join_rows(const RationalMatrix& A, const RationalMatrix& B)
{
  if (A.rows() != B.rows())
    throw Error("join_rows: A and B must have the same number of rows, got {} and {}", A.rows(),
                B.rows());
  RationalMatrix both(A.rows(), A.cols() + B.cols());
  for (arma::uword i = 0; i < both.rows(); ++i)
    for (arma::uword j = 0; j < both.cols(); ++j)
      both(i, j) = j < A.cols() ? A(i, j) : B(i, j - A.cols());
  return both;
}

RationalMatrix inverse(const RationalMatrix& A)
{
  if (A.cols() != A.rows())
    throw Error("inverse: A must be square, got {}", shape_of(A));
  FlintMatrix given(A), inverted(A.rows(), A.cols());
  if (fmpq_mat_inv(inverted.get(), given.get()) == 0)
    throw Error("inverse: A ({}) must be invertible, has rank {}", shape_of(A), rank(A));
  return inverted.to_rational();
}

arma::uword rank(const RationalMatrix& A)
{
  return echelon_of(A).rank;
}

RationalMatrix kernel(const RationalMatrix& A)
{
  const auto [echelon, rank] = echelon_of(A);
  std::vector<arma::uword> pivots, others;
  for (arma::uword j = 0; j < A.cols(); ++j) {
    const bool is_pivot = pivots.size() < rank && echelon(pivots.size(), j) != 0;
    (is_pivot ? pivots : others).push_back(j);
  }
  RationalMatrix basis(A.cols(), others.size());
  for (arma::uword k = 0; k < others.size(); ++k) {
    basis(others[k], k) = 1;
    for (arma::uword i = 0; i < rank; ++i)
      basis(pivots[i], k) = -echelon(i, others[k]);
  }
  return basis;
}

RationalMatrix right_inverse(const RationalMatrix& A)
{
  require_full_rank("right_inverse", A);
  return transpose(A) * inverse(A * transpose(A));
}

RationalMatrix minimum_norm_solution(const RationalMatrix& A, const RationalMatrix& y)
{
  if (y.rows() != A.rows())
    throw Error("minimum_norm_solution: y must have one row for each of the {} rows of A, got {}",
                A.rows(), shape_of(y));
  require_full_rank("minimum_norm_solution", A);
  return transpose(A) * (inverse(A * transpose(A)) * y);
}

std::ostream& operator<<(std::ostream& out, const RationalMatrix& A)
{
  std::size_t width = 0;
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      width = std::max(width, A(i, j).str().size());
  for (arma::uword i = 0; i < A.rows(); ++i) {
    for (arma::uword j = 0; j < A.cols(); ++j)
      out << fmt::format("{}{:>{}}", j == 0 ? "" : "  ", A(i, j).str(), width);
    out << '\n';
  }
  return out;
}

} // namespace epreuve::instruments
