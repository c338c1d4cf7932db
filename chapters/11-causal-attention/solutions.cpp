#include "exercises.hpp"

// [masked_scores]
arma::mat exercise::masked_scores(const arma::mat& S)
{
  const arma::uword before = S.n_cols - S.n_rows;
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = before + i + 1; j < S.n_cols; ++j)
      M(i, j) = -arma::datum::inf;
  return M;
}

// [visible]
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
  return M;
}

// [visible_softmax]
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::uvec seen = arma::find(M.row(i));
    if (seen.is_empty())
      continue;
    arma::rowvec row = S.row(i), weights(S.n_cols, arma::fill::zeros);
    weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}

// [causal_attention]
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}

// [next_token_loss]
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  const arma::uword predicted = tokens.n_elem - 1;
  double sum = 0;
  for (arma::uword k = 0; k < predicted; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(predicted);
}

// [cached_step]
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
  return {{K, V}, causal_attention(q, K, V)};
}

// [generation_cost]
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 1; t <= T; ++t) {
    without += 3 * n * d * t + 2 * d * t * t;
    with += 3 * n * d + 2 * d * t;
  }
  return {without, with};
}

// [seen_through]
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  const arma::uword T = layers.front().n_rows;
  arma::umat R = arma::eye<arma::umat>(T, T);
  for (const arma::umat& M : layers)
    R = (M * R + R) > 0; // 0 and 1 again: numbers of paths outgrow any integer
  return R;
}

// [leaking_keys]
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
  const double x =
      s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
  return changed;
}

// [running_attention]
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double largest = s(0), sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    const double before = largest;
    largest = std::max(largest, s(i));
    const double kept = std::exp(before - largest), added = std::exp(s(i) - largest);
    sum = kept * sum + added;
    values = kept * values + added * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}
