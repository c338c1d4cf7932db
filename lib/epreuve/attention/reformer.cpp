#include "epreuve/attention/reformer.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <set>

namespace epreuve::attention {

namespace {

template <typename Real>
arma::Row<Real> lengths_of_columns(const char* function, const arma::Mat<Real>& Q)
{
  const arma::Row<Real> lengths = arma::sqrt(arma::sum(arma::square(Q), 0));
  for (arma::uword j = 0; j < lengths.n_elem; ++j)
    if (!(lengths(j) > 0))
      throw Error("{}: token {} has the query 0, which has no direction to be a key", function, j);
  return lengths;
}

template <typename Real>
arma::Mat<Real> normed(const arma::Mat<Real>& Q, const arma::Row<Real>& lengths)
{
  arma::Mat<Real> K = Q;
  K.each_row() /= lengths;
  return K;
}

} // namespace

template <typename Real>
arma::uvec lsh_buckets(const arma::Mat<Real>& X, const arma::Mat<Real>& R)
{
  if (X.is_empty() || R.is_empty() || R.n_rows != X.n_rows)
    throw Error("lsh_buckets: R must be {} x b/2, one direction per column, as X is {}, and no "
                "size 0, got {}",
                X.n_rows, shape(X), shape(R));
  const arma::Mat<Real> along = R.t() * X;
  return arma::index_max(arma::join_cols(along, arma::Mat<Real>(-along)), 0).t();
}

KeyLists reformer_keys(const std::vector<arma::uvec>& rounds, arma::uword chunk, bool causal)
{
  if (rounds.empty() || chunk == 0)
    throw Error("reformer_keys: expected at least one round and chunks of at least 1, got {} and "
                "{}",
                rounds.size(), chunk);
  const arma::uword n = rounds.front().n_elem;
  if (n == 0)
    throw Error("reformer_keys: there must be at least one token");
  std::vector<std::set<arma::uword>> seen(n);
  for (const arma::uvec& bucket : rounds) {
    if (bucket.n_elem != n)
      throw Error("reformer_keys: every round has the same tokens, got {} and {}", n,
                  bucket.n_elem);
    // By bucket, and by position within it.
    const arma::uvec sorted =
        arma::sort_index(arma::uvec(bucket * n + arma::regspace<arma::uvec>(0, n - 1)));
    for (arma::uword rank = 0; rank < n; ++rank) {
      const arma::uword of = rank / chunk, i = sorted(rank);
      const arma::uword end = std::min((of + 1) * chunk, n);
      for (arma::uword other = of == 0 ? 0 : (of - 1) * chunk; other < end; ++other) {
        const arma::uword j = sorted(other);
        if (j != i && bucket(j) == bucket(i) && (!causal || j < i))
          seen[i].insert(j);
      }
    }
  }
  KeyLists keys;
  for (arma::uword i = 0; i < n; ++i)
    keys.push_back(seen[i].empty()
                       ? arma::uvec{i}
                       : arma::uvec(std::vector<arma::uword>(seen[i].begin(), seen[i].end())));
  return keys;
}

template <typename Real>
arma::Mat<Real> reformer_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& V,
                                   const KeyLists& keys)
{
  return sparse_attention(Q, normed(Q, lengths_of_columns("reformer_attention", Q)), V, keys);
}

template <typename Real>
ReformerGradient<Real> reformer_attention_backward(const arma::Mat<Real>& Q,
                                                   const arma::Mat<Real>& V, const KeyLists& keys,
                                                   const arma::Mat<Real>& U)
{
  const arma::Row<Real> lengths = lengths_of_columns("reformer_attention_backward", Q);
  const arma::Mat<Real> K = normed(Q, lengths);
  const auto [to_Q, to_K, to_V] = sparse_attention_backward(Q, K, V, keys, U);
  arma::Mat<Real> through = K;
  through.each_row() %= -arma::sum(K % to_K, 0);
  through += to_K;
  through.each_row() /= lengths;
  return {.Q = to_Q + through, .V = to_V};
}

#define INSTANTIATE(Real)                                                                          \
  template arma::uvec lsh_buckets(const arma::Mat<Real>&, const arma::Mat<Real>&);                 \
  template arma::Mat<Real> reformer_attention(const arma::Mat<Real>&, const arma::Mat<Real>&,      \
                                              const KeyLists&);                                    \
  template ReformerGradient<Real> reformer_attention_backward(                                     \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const KeyLists&, const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
