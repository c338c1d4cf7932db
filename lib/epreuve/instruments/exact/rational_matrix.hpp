#pragma once

#include "epreuve/rational.hpp"

#include <armadillo>

#include <initializer_list>
#include <iosfwd>
#include <ostream>
#include <vector>

namespace epreuve::instruments {

using epreuve::Rational;

/// A small dense matrix of rationals, on which every operation is exact: for what a page of the
/// documents computes by hand. Indices start at 0; a vector is a matrix of one column.
class RationalMatrix
{
public:
  /// n_rows x n_cols zeros.
  RationalMatrix(arma::uword n_rows, arma::uword n_cols);

  /// The rows, one after the other: RationalMatrix{{1, 2}, {3, 4}}.
  /// @throws Error if they differ in length
  RationalMatrix(std::initializer_list<std::initializer_list<Rational>> rows);

  /// The doubles of A, each the rational that it is (0.1 becomes 3602879701896397 / 2^55).
  /// @throws Error if one is a NaN or an infinity
  explicit RationalMatrix(const arma::mat& A);

  static RationalMatrix identity(arma::uword n);

  [[nodiscard]] arma::uword rows() const { return n_rows_; }
  [[nodiscard]] arma::uword cols() const { return n_cols_; }

  /// @throws Error if there is no such entry
  Rational& operator()(arma::uword i, arma::uword j);
  const Rational& operator()(arma::uword i, arma::uword j) const;

  /// Each entry rounded to the nearest double.
  [[nodiscard]] arma::mat to_double() const;

  friend bool operator==(const RationalMatrix&, const RationalMatrix&) = default;

private:
  arma::uword n_rows_;
  arma::uword n_cols_;
  std::vector<Rational> entries_; ///< row after row
};

/// Sum, difference, product. @throws Error if the shapes do not fit.
RationalMatrix operator+(const RationalMatrix& A, const RationalMatrix& B);
RationalMatrix operator-(const RationalMatrix& A, const RationalMatrix& B);
RationalMatrix operator*(const RationalMatrix& A, const RationalMatrix& B);
RationalMatrix operator*(const Rational& factor, const RationalMatrix& A);

RationalMatrix transpose(const RationalMatrix& A);

/// (A B), the columns of B after those of A.
/// @throws Error if A and B do not have the same number of rows
RationalMatrix join_rows(const RationalMatrix& A, const RationalMatrix& B);

/// A^{-1}, exactly.
/// @throws Error if A is not square or not invertible (the message gives its rank)
RationalMatrix inverse(const RationalMatrix& A);

/// The number of pivots in A's row echelon form: the rank, not an estimate of it.
arma::uword rank(const RationalMatrix& A);

/// A basis of ker A, the solutions of A x = 0, by elimination: one column for each column of A
/// that is no pivot.
///
/// @param A  n x N, of any rank r
/// @return   N x (N - r), of rank N - r; no columns at all if A x = 0 only for x = 0
RationalMatrix kernel(const RationalMatrix& A);

/// B = A^T (A A^T)^{-1}, exactly, for A n x N of rank n; N x n.
/// @throws Error if A has rank < n (the message gives the rank)
/// Source: exo7 2.2, Proposition 1.
RationalMatrix right_inverse(const RationalMatrix& A);

/// x = A^T (A A^T)^{-1} y, exactly: the shortest x with A x = y.
///
/// @param A  n x N of rank n
/// @param y  n x 1 (or n x m, for m systems at once)
/// @return   N x 1 (N x m)
/// @throws   Error if A has rank < n (the message gives the rank) or y does not have n rows
/// Source: exo7 2.2, Proposition 1.
RationalMatrix minimum_norm_solution(const RationalMatrix& A, const RationalMatrix& y);

/// One line per row, columns aligned on the right: " 0  1/3".
std::ostream& operator<<(std::ostream& out, const RationalMatrix& A);

} // namespace epreuve::instruments
