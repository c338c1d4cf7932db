#include "epreuve/instruments/counted.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace epreuve::instruments {

static thread_local double operations = 0;
static thread_local double held = 0, most_held = 0;

Counted Counted::result(double value, double deeper)
{
  ++operations;
  Counted result = value;
  result.depth_ = deeper + 1;
  return result;
}

Counted operator*(Counted a, Counted b)
{
  return Counted::result(a.value_ * b.value_, std::max(a.depth_, b.depth_));
}

Counted operator+(Counted a, Counted b)
{
  return Counted::result(a.value_ + b.value_, std::max(a.depth_, b.depth_));
}

Counted operator-(Counted a, Counted b)
{
  return Counted::result(a.value_ - b.value_, std::max(a.depth_, b.depth_));
}

Counted operator/(Counted a, Counted b)
{
  return Counted::result(a.value_ / b.value_, std::max(a.depth_, b.depth_));
}

Counted larger(Counted a, Counted b)
{
  return Counted::result(std::max(a.value_, b.value_), std::max(a.depth_, b.depth_));
}

Counted exp(Counted a)
{
  return Counted::result(std::exp(a.value_), a.depth_);
}

Counted tanh(Counted a)
{
  return Counted::result(std::tanh(a.value_), a.depth_);
}

double operations_of(const std::function<void()>& run)
{
  const double before = operations;
  run();
  return operations - before;
}

double held_by(const std::function<void()>& run)
{
  const double before = held, most_before = std::exchange(most_held, held);
  run();
  const double most = most_held - before;
  most_held = std::max(most_held, most_before);
  return most;
}

CountedMatrix::Held::Held(double entries) : entries_(entries)
{
  held += entries_;
  most_held = std::max(most_held, held);
}

CountedMatrix::Held& CountedMatrix::Held::operator=(Held other) noexcept
{
  std::swap(entries_, other.entries_);
  return *this;
}

CountedMatrix::Held::~Held()
{
  held -= entries_;
}

CountedMatrix::CountedMatrix(arma::uword n_rows, arma::uword n_cols)
    : n_rows_(n_rows), n_cols_(n_cols), entries_(n_rows * n_cols), held_(double(n_rows * n_cols))
{
}

CountedMatrix::CountedMatrix(const arma::mat& values)
    : n_rows_(values.n_rows), n_cols_(values.n_cols), entries_(values.begin(), values.end()),
      held_(double(values.n_elem))
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

double CountedMatrix::depth() const
{
  double depth = 0;
  for (const Counted& entry : entries_)
    depth = std::max(depth, entry.depth());
  return depth;
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
