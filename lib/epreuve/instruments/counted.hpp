#pragma once

#include <armadillo>

#include <functional>
#include <vector>

/// Numbers that count: how many operations an algorithm takes can be derived, and it can be watched.
namespace epreuve::instruments {

/// A number that notes when it is multiplied or added; see operations_of.
class Counted
{
public:
  Counted(double value = 0) : value_(value) {} // NOLINT: a number is one
  [[nodiscard]] double value() const { return value_; }

  friend Counted operator*(Counted a, Counted b);
  friend Counted operator+(Counted a, Counted b);
  Counted& operator+=(Counted other) { return *this = *this + other; }

private:
  double value_;
};

/// Multiplications and additions of Counted numbers while `run` runs, in this thread.
double operations_of(const std::function<void()>& run);

/// A matrix of numbers that count.
class CountedMatrix
{
public:
  /// n_rows x n_cols zeros.
  CountedMatrix(arma::uword n_rows, arma::uword n_cols);
  explicit CountedMatrix(const arma::mat& values);

  [[nodiscard]] arma::uword rows() const { return n_rows_; }
  [[nodiscard]] arma::uword cols() const { return n_cols_; }

  /// @throws Error if there is no such entry
  Counted& operator()(arma::uword i, arma::uword j);
  const Counted& operator()(arma::uword i, arma::uword j) const;

  [[nodiscard]] arma::mat values() const;

private:
  arma::uword n_rows_;
  arma::uword n_cols_;
  std::vector<Counted> entries_; ///< column after column
};

/// The schoolbook product: a multiplication and an addition for each term of each sum.
///
///     2 m k n operations    for m x k times k x n
///
/// @throws Error if the shapes do not fit
CountedMatrix operator*(const CountedMatrix& A, const CountedMatrix& B);

} // namespace epreuve::instruments
