#pragma once

#include <armadillo>

#include <functional>
#include <vector>

/// Numbers that count: how many operations an algorithm takes can be derived, and it can be watched.
namespace epreuve::instruments {

/// A number that notes when it is computed with; see operations_of. Each of the operations below is one.
class Counted
{
public:
  Counted(double value = 0) : value_(value) {} // NOLINT: a number is one
  [[nodiscard]] double value() const { return value_; }
  /// How many operations had to be done one after the other: of a number that is given 0, of a result one more than of
  /// the deeper operand. On a machine with as many processors as one likes that is the time.
  [[nodiscard]] double depth() const { return depth_; }

  friend Counted operator*(Counted a, Counted b);
  friend Counted operator+(Counted a, Counted b);
  friend Counted operator-(Counted a, Counted b);
  friend Counted operator/(Counted a, Counted b);
  friend Counted larger(Counted a, Counted b);
  friend Counted exp(Counted a);
  friend Counted tanh(Counted a);
  Counted& operator+=(Counted other) { return *this = *this + other; }

private:
  static Counted result(double value, double deeper);

  double value_;
  double depth_ = 0;
};

/// Operations with Counted numbers while `run` runs, in this thread.
double operations_of(const std::function<void()>& run);

/// The largest number of entries that matrices of Counted numbers held at a time while `run` ran, in this thread, besides
/// those that were there before.
double held_by(const std::function<void()>& run);

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
  /// The largest depth of an entry; 0 without entries.
  [[nodiscard]] double depth() const;

private:
  /// Entries that are held, as held_by counts them.
  class Held
  {
  public:
    explicit Held(double entries);
    Held(const Held& other) : Held(other.entries_) {}
    Held(Held&& other) noexcept : entries_(other.entries_) { other.entries_ = 0; }
    Held& operator=(Held other) noexcept;
    ~Held();

  private:
    double entries_;
  };

  arma::uword n_rows_;
  arma::uword n_cols_;
  std::vector<Counted> entries_; ///< column after column
  Held held_;
};

/// The schoolbook product: a multiplication and an addition for each term of each sum.
///
///     2 m k n operations    for m x k times k x n
///
/// @throws Error if the shapes do not fit
CountedMatrix operator*(const CountedMatrix& A, const CountedMatrix& B);

} // namespace epreuve::instruments
