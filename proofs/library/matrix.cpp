#include "matrix.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <ostream>

namespace epreuve::proofs {

namespace {

void check_same_size(const Matrix& A, const Matrix& B, const char* operation)
{
  if (A.rows() != B.rows() || A.cols() != B.cols())
    throw Error("{}: the matrices must have the same size, got {} and {}", operation, size(A),
                size(B));
}

void check_square(const Matrix& A, const char* function)
{
  if (A.rows() != A.cols())
    throw Error("{}: A must be square, got {}", function, size(A));
}

/// A without row i and column j.
Matrix without(const Matrix& A, std::size_t i, std::size_t j)
{
  Matrix minor(A.rows() - 1, A.cols() - 1);
  for (std::size_t k = 0; k < minor.rows(); ++k)
    for (std::size_t l = 0; l < minor.cols(); ++l)
      minor(k, l) = A(k < i ? k : k + 1, l < j ? l : l + 1);
  return minor;
}

Polynomial cofactor(const Matrix& A, std::size_t i, std::size_t j)
{
  const Polynomial minor = determinant(without(A, i, j));
  return (i + j) % 2 == 0 ? minor : -minor;
}

/// Copies the block into A, its upper left corner to (i, j).
void put(Matrix& A, std::size_t i, std::size_t j, const Matrix& block)
{
  for (std::size_t k = 0; k < block.rows(); ++k)
    for (std::size_t l = 0; l < block.cols(); ++l)
      A(i + k, j + l) = block(k, l);
}

} // namespace

Matrix::Matrix(std::size_t n_rows, std::size_t n_cols)
    : n_rows_(n_rows), n_cols_(n_cols), entries_(n_rows * n_cols)
{
}

Matrix::Matrix(std::initializer_list<std::initializer_list<Polynomial>> rows)
    : n_rows_(rows.size()), n_cols_(rows.size() == 0 ? 0 : rows.begin()->size())
{
  for (const auto& row : rows) {
    if (row.size() != n_cols_)
      throw Error("Matrix: rows must have the same length, got one of {} after one of {}",
                  row.size(), n_cols_);
    entries_.insert(entries_.end(), row.begin(), row.end());
  }
}

Polynomial& Matrix::operator()(std::size_t i, std::size_t j)
{
  if (i >= n_rows_ || j >= n_cols_)
    throw Error("Matrix: no entry ({}, {}) in {}", i, j, size(*this));
  return entries_[i * n_cols_ + j];
}

const Polynomial& Matrix::operator()(std::size_t i, std::size_t j) const
{
  return const_cast<Matrix&>(*this)(i, j);
}

Matrix symbols(const std::string& name, std::size_t n_rows, std::size_t n_cols)
{
  if (n_rows > 9 || n_cols > 9)
    throw Error("symbols: {} must have at most 9 rows and 9 columns, got {} x {}", name, n_rows,
                n_cols);
  Matrix A(n_rows, n_cols);
  for (std::size_t i = 0; i < n_rows; ++i)
    for (std::size_t j = 0; j < n_cols; ++j)
      A(i, j) = symbol(n_cols == 1 ? fmt::format("{}_{}", name, i + 1)
                                   : fmt::format("{}_{}{}", name, i + 1, j + 1));
  return A;
}

Matrix identity(std::size_t n)
{
  Matrix I(n, n);
  for (std::size_t i = 0; i < n; ++i)
    I(i, i) = 1;
  return I;
}

Matrix permutation_matrix(const std::vector<std::size_t>& order)
{
  Matrix P(order.size(), order.size());
  std::vector<bool> seen(order.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] >= order.size() || seen[order[i]])
      throw Error("permutation_matrix: expected 0, ..., {} in any order, got [{}]",
                  order.size() - 1, fmt::join(order, ", "));
    seen[order[i]] = true;
    P(i, order[i]) = 1;
  }
  return P;
}

Matrix operator+(const Matrix& A, const Matrix& B)
{
  check_same_size(A, B, "A + B");
  Matrix C(A);
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      C(i, j) += B(i, j);
  return C;
}

Matrix operator-(const Matrix& A, const Matrix& B)
{
  check_same_size(A, B, "A - B");
  return A + -1 * B;
}

Matrix operator*(const Matrix& A, const Matrix& B)
{
  if (A.cols() != B.rows())
    throw Error("A B: A must have as many columns as B has rows, got {} and {}", size(A), size(B));
  Matrix C(A.rows(), B.cols());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < B.cols(); ++j)
      for (std::size_t k = 0; k < A.cols(); ++k)
        C(i, j) += A(i, k) * B(k, j);
  return C;
}

Matrix operator*(const Polynomial& factor, const Matrix& A)
{
  Matrix C(A.rows(), A.cols());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      C(i, j) = factor * A(i, j);
  return C;
}

Matrix transpose(const Matrix& A)
{
  Matrix C(A.cols(), A.rows());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      C(j, i) = A(i, j);
  return C;
}

Matrix kronecker(const Matrix& A, const Matrix& B)
{
  Matrix C(A.rows() * B.rows(), A.cols() * B.cols());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      put(C, i * B.rows(), j * B.cols(), A(i, j) * B);
  return C;
}

Matrix vec(const Matrix& M)
{
  std::vector<Matrix> columns;
  for (std::size_t j = 0; j < M.cols(); ++j)
    columns.push_back(column(M, j));
  return stacked(columns);
}

Polynomial determinant(const Matrix& A)
{
  check_square(A, "determinant");
  if (A.rows() == 0)
    return 1;
  Polynomial sum;
  for (std::size_t j = 0; j < A.cols(); ++j)
    sum += A(0, j) * cofactor(A, 0, j);
  return sum;
}

Matrix adjugate(const Matrix& A)
{
  check_square(A, "adjugate");
  Matrix C(A.rows(), A.cols());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      C(j, i) = cofactor(A, i, j);
  return C;
}

Polynomial trace(const Matrix& A)
{
  check_square(A, "trace");
  Polynomial sum;
  for (std::size_t i = 0; i < A.rows(); ++i)
    sum += A(i, i);
  return sum;
}

Matrix block(const Matrix& A, std::size_t i, std::size_t j, std::size_t n_rows, std::size_t n_cols)
{
  if (i + n_rows > A.rows() || j + n_cols > A.cols())
    throw Error("block: no {} x {} block from entry ({}, {}) on in {}", n_rows, n_cols, i, j,
                size(A));
  Matrix C(n_rows, n_cols);
  for (std::size_t k = 0; k < n_rows; ++k)
    for (std::size_t l = 0; l < n_cols; ++l)
      C(k, l) = A(i + k, j + l);
  return C;
}

Matrix column(const Matrix& A, std::size_t j)
{
  return block(A, 0, j, A.rows(), 1);
}

Matrix side_by_side(const std::vector<Matrix>& blocks)
{
  if (blocks.empty())
    throw Error("side_by_side: there must be at least one block, got none");
  std::size_t n_cols = 0;
  for (const Matrix& block : blocks) {
    if (block.rows() != blocks.front().rows())
      throw Error("side_by_side: the blocks must have the same number of rows, got {} and {}",
                  size(blocks.front()), size(block));
    n_cols += block.cols();
  }
  Matrix C(blocks.front().rows(), n_cols);
  std::size_t j = 0;
  for (const Matrix& block : blocks) {
    put(C, 0, j, block);
    j += block.cols();
  }
  return C;
}

Matrix stacked(const std::vector<Matrix>& blocks)
{
  if (blocks.empty())
    throw Error("stacked: there must be at least one block, got none");
  std::size_t n_rows = 0;
  for (const Matrix& block : blocks) {
    if (block.cols() != blocks.front().cols())
      throw Error("stacked: the blocks must have the same number of columns, got {} and {}",
                  size(blocks.front()), size(block));
    n_rows += block.rows();
  }
  Matrix C(n_rows, blocks.front().cols());
  std::size_t i = 0;
  for (const Matrix& block : blocks) {
    put(C, i, 0, block);
    i += block.rows();
  }
  return C;
}

Matrix block_diagonal(const std::vector<Matrix>& blocks)
{
  if (blocks.empty())
    throw Error("block_diagonal: there must be at least one block, got none");
  std::size_t n_rows = 0, n_cols = 0;
  for (const Matrix& block : blocks) {
    n_rows += block.rows();
    n_cols += block.cols();
  }
  Matrix C(n_rows, n_cols);
  std::size_t i = 0, j = 0;
  for (const Matrix& block : blocks) {
    put(C, i, j, block);
    i += block.rows();
    j += block.cols();
  }
  return C;
}

std::string size(const Matrix& A)
{
  return fmt::format("{} x {}", A.rows(), A.cols());
}

std::string to_string(const Matrix& A)
{
  std::string text = "(";
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j)
      text += fmt::format("{}{}", j > 0 ? ", " : i > 0 ? "; " : "", to_string(A(i, j)));
  return text + ")";
}

std::ostream& operator<<(std::ostream& out, const Matrix& A)
{
  return out << to_string(A);
}

} // namespace epreuve::proofs
