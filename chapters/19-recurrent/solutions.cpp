#include "exercises.hpp"

// [states]
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
    all.col(t) = h;
  }
  return all;
}

// [lstm_step]
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [gradient_back]
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = h.n_cols; t-- > 0;)
    back = U.t() * ((1 - arma::square(h.col(t))) % back);
  return back;
}

// [clipped]
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = g.is_empty() ? 0 : arma::abs(g).max();
  if (largest == 0)
    return g;
  const double norm = arma::norm(arma::vectorise(g) / largest); // of entries of at most 1
  return g * std::min(1., c / largest / norm);
}

// [composed]
arma::mat exercise::composed(const arma::mat& A, const arma::vec& b, const arma::mat& C,
                             const arma::vec& d)
{
  return arma::join_rows(C * A, C * b + d);
}

// [half_life]
double exercise::half_life(double f)
{
  return std::log(2) / -std::log(f);
}
