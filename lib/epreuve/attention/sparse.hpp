#pragma once

#include "epreuve/attention/head_gradient.hpp"

#include <armadillo>

#include <vector>

/// Attention in which each query sees some of the keys, computed for these pairs alone: what Longformer, BigBird and
/// Reformer have in common. They differ in which keys they list.
namespace epreuve::attention {

/// For each query the keys that it sees: their indices, ascending and each once; at least one.
using KeyLists = std::vector<arma::uvec>;

/// The same keys without those after the query.
///
/// @param keys  each query sees itself, or an earlier key
/// @throws      Error if a query is left without any key
KeyLists causal_keys(const KeyLists& keys);

/// How many pairs of query and key are computed: the sum of the lists' lengths.
arma::uword pairs_seen(const KeyLists& keys);

/// The lists as a set of pairs, for `masked`: n_q x tokens, 1 where query i sees key j.
///
/// @throws Error if a key is not below `tokens`
arma::umat visibility_of(const KeyLists& keys, arma::uword tokens);

/// Attention of each query to its list.
///
///     z_i = sum_{j in keys_i} a_ij v_j,    a_i = softmax over keys_i of q_i . k_j / sqrt(d)
///
/// The same as attention with all other scores masked, with 2 (d + m) operations per pair, besides the softmax, and no
/// matrix of n_q x n_k.
///
/// @param Q     d x n_q
/// @param K     d x n_k
/// @param V     m x n_k
/// @param keys  n_q lists
/// @return      m x n_q
/// @throws      Error if the shapes do not fit, a size is 0, or a list is empty, not ascending or names no key
template <typename Real>
arma::Mat<Real> sparse_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                 const arma::Mat<Real>& V, const KeyLists& keys);

/// Back through it: attend_backward, with the sums over the pairs that are seen.
///
///     p_ij = u_i . v_j,    D_ij = a_ij (p_ij - sum_l a_il p_il),    j and l in keys_i
///
/// @param U  m x n_q, dL/dZ
/// @throws   Error as sparse_attention, or if U does not have the shape of Z
template <typename Real>
AttendGradient<Real> sparse_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                               const arma::Mat<Real>& V, const KeyLists& keys,
                                               const arma::Mat<Real>& U);

} // namespace epreuve::attention
