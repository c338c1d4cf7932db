#include "epreuve/instruments/exact/rational_matrix.hpp"

#include "epreuve/error.hpp"

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

/// A matrix as integers: row i of A, or column i, times scale[i], the common denominator of its entries.
/// Sums and products of integers need no greatest common divisor, those of fractions one each.
struct Scaled
{
  std::vector<std::vector<Integer>> entries; ///< line by line
  std::vector<Integer> scale;
};

/// @param by_rows  whether a line is a row, or a column
Scaled without_denominators(const RationalMatrix& A, bool by_rows)
{
  const arma::uword lines = by_rows ? A.rows() : A.cols(), length = by_rows ? A.cols() : A.rows();
  Scaled scaled{std::vector(lines, std::vector<Integer>(length)), std::vector<Integer>(lines, 1)};
  for (arma::uword i = 0; i < lines; ++i) {
    const auto entry = [&](arma::uword j) -> const Rational& {
      return by_rows ? A(i, j) : A(j, i);
    };
    Integer& scale = scaled.scale[i];
    for (arma::uword j = 0; j < length; ++j)
      if (denominator(entry(j)) != 1)
        scale = lcm(scale, denominator(entry(j)));
    for (arma::uword j = 0; j < length; ++j)
      scaled.entries[i][j] = numerator(entry(j)) * (scale / denominator(entry(j)));
  }
  return scaled;
}

/// Brings the first `n_pivot_cols` columns of A to reduced row echelon form and returns the
/// number of pivots; the columns to their right are carried along. In integers, by Bareiss: each entry is a
/// minor of A without denominators, so that a division by the pivot before leaves no remainder, and all pivots
/// are one number. Rows without a pivot are left multiplied by some number.
arma::uword eliminate(RationalMatrix& A, arma::uword n_pivot_cols)
{
  std::vector<std::vector<Integer>> M = without_denominators(A, true).entries;
  Integer before = 1;
  arma::uword pivot = 0;
  for (arma::uword col = 0; col < n_pivot_cols && pivot < A.rows(); ++col) {
    arma::uword found = pivot;
    while (found < A.rows() && M[found][col] == 0)
      ++found;
    if (found == A.rows())
      continue;
    std::swap(M[pivot], M[found]);
    const std::vector<Integer>& row = M[pivot];
    for (arma::uword i = 0; i < A.rows(); ++i) {
      if (i == pivot)
        continue;
      const Integer factor = M[i][col];
      for (arma::uword j = 0; j < A.cols(); ++j)
        M[i][j] = (row[col] * M[i][j] - factor * row[j]) / before;
    }
    before = row[col];
    ++pivot;
  }
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      A(i, j) = Rational(M[i][j], before);
  return pivot;
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
  const Scaled rows = without_denominators(A, true), columns = without_denominators(B, false);
  RationalMatrix product(A.rows(), B.cols());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < B.cols(); ++j) {
      Integer sum = 0;
      for (arma::uword k = 0; k < A.cols(); ++k)
        sum += rows.entries[i][k] * columns.entries[j][k];
      product(i, j) = Rational(sum, rows.scale[i] * columns.scale[j]);
    }
  return product;
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
  const arma::uword n = A.rows();
  if (A.cols() != n)
    throw Error("inverse: A must be square, got {}", shape_of(A));

  RationalMatrix A_and_I(n, 2 * n);
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < n; ++j)
      A_and_I(i, j) = A(i, j);
    A_and_I(i, n + i) = 1;
  }
  const arma::uword rank = eliminate(A_and_I, n);
  if (rank < n)
    throw Error("inverse: A ({}) must be invertible, has rank {}", shape_of(A), rank);

  RationalMatrix inverted(n, n);
  for (arma::uword i = 0; i < n; ++i)
    for (arma::uword j = 0; j < n; ++j)
      inverted(i, j) = A_and_I(i, n + j);
  return inverted;
}

arma::uword rank(const RationalMatrix& A)
{
  RationalMatrix echelon = A;
  return eliminate(echelon, A.cols());
}

RationalMatrix kernel(const RationalMatrix& A)
{
  RationalMatrix echelon = A;
  const arma::uword rank = eliminate(echelon, A.cols());
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
