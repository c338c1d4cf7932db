#pragma once

#include "polynomial.hpp"

#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <ostream>
#include <string>
#include <vector>

namespace epreuve::proofs {

/// A small dense matrix of polynomials. Indices start at 0, as everywhere in the code; a vector is a
/// matrix of one column. A matrix of numbers is written as its rows: Matrix{{1, 2}, {3, 4}}.
///
/// Nothing here divides: with symbols for entries, what a function returns is right for all entries.
class Matrix
{
public:
  /// n_rows x n_cols zeros.
  Matrix(std::size_t n_rows, std::size_t n_cols);

  /// @throws Error if the rows differ in length
  Matrix(std::initializer_list<std::initializer_list<Polynomial>> rows);

  [[nodiscard]] std::size_t rows() const { return n_rows_; }
  [[nodiscard]] std::size_t cols() const { return n_cols_; }

  /// @throws Error if there is no such entry
  Polynomial& operator()(std::size_t i, std::size_t j);
  const Polynomial& operator()(std::size_t i, std::size_t j) const;

  friend bool operator==(const Matrix&, const Matrix&) = default;

private:
  std::size_t n_rows_;
  std::size_t n_cols_;
  std::vector<Polynomial> entries_; ///< row after row
};

/// A matrix of independent symbols, with indices from 1 as on paper: a_11, a_12, ..., a_nm; a vector,
/// a matrix of one column, has y_1, ..., y_n.
///
/// The same name gives the same symbols again: what is to be independent needs a name of its own.
///
/// @throws Error if n_rows or n_cols is above 9, where a_111 would be two entries
Matrix symbols(const std::string& name, std::size_t n_rows, std::size_t n_cols = 1);

Matrix identity(std::size_t n);

/// P with (P X)_i = X_order[i], i.e. the rows of X in that order.
///
/// @param order  0, ..., n - 1 in any order
/// @throws       Error if it is not
Matrix permutation_matrix(const std::vector<std::size_t>& order);

/// Sum, difference, product. @throws Error if the shapes do not fit.
Matrix operator+(const Matrix& A, const Matrix& B);
Matrix operator-(const Matrix& A, const Matrix& B);
Matrix operator*(const Matrix& A, const Matrix& B);
Matrix operator*(const Polynomial& factor, const Matrix& A);

Matrix transpose(const Matrix& A);

/// The blocks a_ij B.
Matrix kronecker(const Matrix& A, const Matrix& B);

/// The columns of M on top of each other, first column first.
Matrix vec(const Matrix& M);

/// By expansion along the first row: n! products, no division.
/// @throws Error if A is not square
Polynomial determinant(const Matrix& A);

/// The transposed cofactors, adj(A) A = A adj(A) = det(A) I.
/// @throws Error if A is not square
Matrix adjugate(const Matrix& A);

/// @throws Error if A is not square
Polynomial trace(const Matrix& A);

/// The n_rows x n_cols block whose upper left corner is entry (i, j) of A.
/// @throws Error if A ends before
Matrix block(const Matrix& A, std::size_t i, std::size_t j, std::size_t n_rows, std::size_t n_cols);

/// Column j of A.
/// @throws Error if there is none
Matrix column(const Matrix& A, std::size_t j);

/// The blocks next to each other; on top of each other; along the diagonal, with zeros elsewhere.
/// @throws Error if there are none or they do not fit
Matrix side_by_side(const std::vector<Matrix>& blocks);
Matrix stacked(const std::vector<Matrix>& blocks);
Matrix block_diagonal(const std::vector<Matrix>& blocks);

/// "2 x 3"
std::string size(const Matrix& A);

/// "(1, 2; 3, 4)"
std::string to_string(const Matrix& A);

std::ostream& operator<<(std::ostream& out, const Matrix& A);

} // namespace epreuve::proofs
