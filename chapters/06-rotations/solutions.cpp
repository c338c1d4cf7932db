#include "exercises.hpp"

// [frequencies]
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return {};
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = std::pow(p, -2.0 * i / n);
  return omega;
}

// [position_vector]
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    w(2 * i) = std::cos(k * omega(i));
    w(2 * i + 1) = std::sin(k * omega(i));
  }
  return w;
}

// [rotation]
arma::mat exercise::rotation(double omega)
{
  return {{std::cos(omega), -std::sin(omega)}, {std::sin(omega), std::cos(omega)}};
}

// [shift_matrix]
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n / 2; ++i)
    R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
  return R;
}

// [shifted]
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  const arma::vec omega = frequencies(x.n_elem, p);
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < omega.n_elem; ++i)
    y.subvec(2 * i, 2 * i + 1) = rotation(l * omega(i)) * x.subvec(2 * i, 2 * i + 1);
  return y;
}

// [similarity]
double exercise::similarity(long l, arma::uword n, double p)
{
  return arma::accu(arma::cos(l * frequencies(n, p)));
}

// [rotary]
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat turned(arma::size(X));
  for (arma::uword j = 0; j < X.n_cols; ++j)
    turned.col(j) = shifted(X.col(j), s + static_cast<long>(j), p);
  return turned;
}

// [learnt_shift]
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  // A X = Y is X^T A^T = Y^T, which solve() answers in the sense of least squares.
  const arma::mat X = W.head_cols(W.n_cols - 1), Y = W.tail_cols(W.n_cols - 1);
  return arma::solve(X.t(), Y.t()).t();
}
