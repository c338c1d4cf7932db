#include "epreuve/attention/sparse.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

namespace epreuve::attention {

namespace {

void require_keys(const char* function, const KeyLists& keys, arma::uword tokens)
{
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const arma::uvec& seen = keys[i];
    if (seen.is_empty())
      throw Error("{}: query {} sees no key, expected at least one", function, i);
    if (!seen.is_sorted("strictascend"))
      throw Error("{}: the keys of query {} must be ascending, each once", function, i);
    if (seen.back() >= tokens)
      throw Error("{}: query {} sees key {}, but there are {} keys, counted from 0", function, i,
                  seen.back(), tokens);
  }
}

template <typename Real>
void require_sparse(const char* function, const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                    const arma::Mat<Real>& V, const KeyLists& keys)
{
  if (Q.is_empty() || K.is_empty() || V.is_empty())
    throw Error("{}: no size may be 0, got Q {}, K {} and V {}", function, shape(Q), shape(K),
                shape(V));
  if (Q.n_rows != K.n_rows || V.n_cols != K.n_cols)
    throw Error("{}: K must have as many rows as Q and a column for each of V, got Q {}, K {} and "
                "V {}",
                function, shape(Q), shape(K), shape(V));
  if (keys.size() != Q.n_cols)
    throw Error("{}: each query has a list of keys, expected {} lists, got {}", function, Q.n_cols,
                keys.size());
  require_keys(function, keys, K.n_cols);
}

/// What query i gives to each key of its list.
template <typename Real>
arma::Col<Real> weights(const arma::Mat<Real>& Q, const arma::Mat<Real>& seen, arma::uword i)
{
  return math::softmax(arma::Col<Real>(seen.t() * Q.col(i) / std::sqrt(Real(Q.n_rows))));
}

} // namespace

KeyLists causal_keys(const KeyLists& keys)
{
  KeyLists earlier;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    earlier.emplace_back(keys[i].elem(arma::find(keys[i] <= i)));
    if (earlier.back().is_empty())
      throw Error("causal_keys: query {} sees neither itself nor an earlier key", i);
  }
  return earlier;
}

arma::uword pairs_seen(const KeyLists& keys)
{
  arma::uword pairs = 0;
  for (const arma::uvec& seen : keys)
    pairs += seen.n_elem;
  return pairs;
}

arma::umat visibility_of(const KeyLists& keys, arma::uword tokens)
{
  require_keys("visibility_of", keys, tokens);
  arma::umat seen(keys.size(), tokens);
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (const arma::uword j : keys[i])
      seen(i, j) = 1;
  return seen;
}

template <typename Real>
arma::Mat<Real> sparse_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                 const arma::Mat<Real>& V, const KeyLists& keys)
{
  require_sparse("sparse_attention", Q, K, V, keys);
  arma::Mat<Real> Z(V.n_rows, Q.n_cols);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    Z.col(i) = V.cols(keys[i]) * weights<Real>(Q, K.cols(keys[i]), i);
  return Z;
}

template <typename Real>
AttendGradient<Real> sparse_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                               const arma::Mat<Real>& V, const KeyLists& keys,
                                               const arma::Mat<Real>& U)
{
  require_sparse("sparse_attention_backward", Q, K, V, keys);
  if (arma::size(U) != arma::size(V.n_rows, Q.n_cols))
    throw Error("sparse_attention_backward: U must have the shape of Z, {} x {}, got {}", V.n_rows,
                Q.n_cols, shape(U));
  const Real root = std::sqrt(Real(Q.n_rows));
  AttendGradient<Real> to{.Q = arma::Mat<Real>(arma::size(Q)),
                          .K = arma::Mat<Real>(arma::size(K)),
                          .V = arma::Mat<Real>(arma::size(V))};
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    const arma::uvec& seen = keys[i];
    const arma::Mat<Real> K_i = K.cols(seen);
    const arma::Col<Real> a = weights<Real>(Q, K_i, i);
    const arma::Col<Real> p = V.cols(seen).t() * U.col(i);
    const arma::Col<Real> D = a % (p - arma::dot(a, p)) / root;
    to.Q.col(i) = K_i * D;
    to.K.cols(seen) += Q.col(i) * D.t();
    to.V.cols(seen) += U.col(i) * a.t();
  }
  return to;
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> sparse_attention(const arma::Mat<Real>&, const arma::Mat<Real>&,        \
                                            const arma::Mat<Real>&, const KeyLists&);              \
  template AttendGradient<Real> sparse_attention_backward(                                         \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&, const KeyLists&,     \
      const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
