#include "exercises.hpp"

// [attention_operations]
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  const arma::uword scores = n * n * (2 * d - 1 + 1), softmax = n * (5 * n - 2),
                    outputs = n * d * (2 * n - 1);
  return scores + softmax + outputs;
}

// [first_length] The text on which both are equal lies at a root; whole numbers decide which length is the first
arma::uword exercise::first_length(arma::uword k, arma::uword d)
{
  arma::uword n = 1;
  while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
    ++n;
  return n;
}

// [positive_features]
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat exponents = Omega * X;
  exponents.each_row() -= arma::sum(arma::square(X), 0) / 2;
  return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
}

// [buckets]
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  arma::uvec of(X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const arma::vec along = R.t() * X.col(j);
    of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
  }
  return of;
}

// [causal_features]
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z(V.n_rows, V.n_cols), N(V.n_rows, Phi.n_rows, arma::fill::zeros);
  arma::vec s(Phi.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    N += V.col(i) * Phi.col(i).t();
    s += Phi.col(i);
    Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
  }
  return Z;
}

// [layers_needed]
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword n = sees.n_rows;
  arma::umat heard(n, n, arma::fill::eye);
  for (arma::uword layers = 1; layers < n; ++layers) {
    arma::umat now = heard;
    for (arma::uword i = 0; i < n; ++i)
      for (arma::uword j = 0; j < n; ++j)
        if (sees(i, j) == 1)
          now.row(i) = arma::max(now.row(i), heard.row(j));
    heard = now;
    if (heard.min() == 1)
      return layers;
  }
  return 0; // a path of n tokens has n - 1 steps
}

// [attention_in_tiles]
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  arma::rowvec largest(Q.n_cols), sums(Q.n_cols, arma::fill::zeros);
  largest.fill(-arma::datum::inf);
  arma::mat mixed(V.n_rows, Q.n_cols, arma::fill::zeros);
  for (arma::uword first = 0; first < K.n_cols; first += tile) {
    const arma::uword last = std::min(first + tile, K.n_cols) - 1;
    arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
    const arma::rowvec raised = arma::max(largest, arma::rowvec(arma::max(S, 0)));
    S.each_row() -= raised;
    S = arma::exp(S);
    const arma::rowvec shrunk = arma::exp(largest - raised);
    sums = sums % shrunk + arma::sum(S, 0);
    mixed.each_row() %= shrunk;
    mixed += V.cols(first, last) * S;
    largest = raised;
  }
  mixed.each_row() /= sums;
  return mixed;
}
