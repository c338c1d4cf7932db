#include "exercises.hpp"

// [digits]
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword& digit : c) {
    digit = k % b;
    k /= b;
  }
  return c;
}

// [sines_then_cosines]
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  const arma::uword half = w.n_elem / 2;
  arma::vec ordered(w.n_elem);
  for (arma::uword i = 0; i < half; ++i) {
    ordered(i) = w(2 * i + 1);
    ordered(half + i) = w(2 * i);
  }
  return ordered;
}

// [with_positions]
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  if (X.n_cols > P.n_cols || first > P.n_cols - X.n_cols)
    return {};
  return X + P.cols(first, first + X.n_cols - 1);
}

// [position_of]
long exercise::position_of(const arma::vec& w, double p)
{
  const double turn = 2 * std::acos(-1.);
  double k = 0;
  for (arma::uword i = w.n_elem / 2; i-- > 0;) {
    const double omega = std::pow(p, -2. * double(i) / double(w.n_elem));
    const double angle = std::atan2(w(2 * i + 1), w(2 * i));
    k = (angle + turn * std::round((k * omega - angle) / turn)) / omega;
  }
  return std::lround(k);
}

// [causal_means]
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y(arma::size(X));
  arma::vec sum(X.n_rows, arma::fill::zeros);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    sum += X.col(k);
    Y.col(k) = sum / double(k + 1);
  }
  return Y;
}

// [token_and_position]
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair nearest{0, 0};
  double least = arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    for (arma::uword k = 0; k < W.n_cols; ++k)
      if (const double distance = arma::norm(u - V.col(t) - W.col(k)); distance < least) {
        least = distance;
        nearest = {t, k};
      }
  return nearest;
}

// [token_reader]
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  // (V W) (V W)^+ leaves the spanned space as it is; of the two parts, V's alone is kept.
  const arma::mat both = arma::join_rows(V, W);
  const arma::mat parts = arma::pinv(both);
  return V * parts.head_rows(V.n_cols);
}
