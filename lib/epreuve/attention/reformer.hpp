#pragma once

#include "epreuve/attention/sparse.hpp"

#include <armadillo>

#include <vector>

/// Reformer: queries and keys are the same vectors, and a token sees those whose hash is the same. (Its reversible layers
/// are networks/reversible.hpp.)
namespace epreuve::attention {

/// The bucket of each vector by its angle: of the directions r_1, ..., r_{b/2}, -r_1, ..., -r_{b/2} the number of the
/// one that is closest.
///
///     h(x) = argmax (R^T x, -R^T x)
///
/// For normal R and b = 2 two vectors at the angle theta share their bucket with probability 1 - theta / pi, and for
/// b = 4 with its square: R^T x are then two coordinates rotated by 45 degrees, and their signs decide.
///
/// @param X  d x n
/// @param R  d x b/2, one direction per column
/// @return   n, each below b
/// @throws   Error if the shapes do not fit or a size is 0
/// Source: Kitaev, Kaiser and Levskaya, Reformer: The Efficient Transformer (2020), 2; Andoni et al., Practical and
/// Optimal LSH for Angular Distance (2015).
template <typename Real>
arma::uvec lsh_buckets(const arma::Mat<Real>& X, const arma::Mat<Real>& R);

/// Which keys the tokens of Reformer see. In each round the tokens are sorted by bucket, and those of a bucket by position; the
/// sorted row is cut into chunks. A token sees the tokens of its bucket in its own chunk and in the one before, itself
/// excepted; after several rounds, what it saw in any of them. A token that sees nothing else sees itself.
///
/// Pairs: at most 2 chunk - 1 per token and round.
///
/// The article computes each round by itself and joins their outputs with weights e^{o_r - o}, o the logarithms of the
/// sums of exponentials, where a key that is seen in N rounds counts as 1/N in each of them; the sum is the one over
/// this union. (The published code lets the first chunk see the last one.)
///
/// @param rounds  the buckets of all tokens, once for each round
/// @param chunk   at least 1
/// @param causal  later tokens are not seen
/// @throws        Error if there is no round or no token, rounds differ in length, or chunk is 0
/// Source: Kitaev, Kaiser and Levskaya (2020), 2, (4) to (6).
KeyLists reformer_keys(const std::vector<arma::uvec>& rounds, arma::uword chunk,
                       bool causal = false);

/// Attention with shared queries and keys: keys are the queries at length 1.
///
///     z_i = sum_{j in keys_i} a_ij v_j,    a_i = softmax over keys_i of q_i . q_j / (|q_j| sqrt(d))
///
/// @param Q     d x n, no column 0
/// @param V     m x n
/// @param keys  n lists
/// @return      m x n
/// @throws      Error as sparse_attention, or if a column of Q is 0
/// Source: Kitaev, Kaiser and Levskaya (2020), 2.
template <typename Real>
arma::Mat<Real> reformer_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& V,
                                   const KeyLists& keys);

template <typename Real>
struct ReformerGradient
{
  arma::Mat<Real> Q, V; ///< d x n and m x n
};

/// Back through it, with the lists held fixed: they are constant but where a hash changes, and there Z jumps. With G the
/// gradient of sparse_attention and k_j = q_j / |q_j|,
///
///     dL/dq_j = G.q_j + (G.k_j - k_j (k_j . G.k_j)) / |q_j|
///
/// @param U  m x n, dL/dZ
/// @throws   Error as reformer_attention, or if U does not have the shape of V
template <typename Real>
ReformerGradient<Real> reformer_attention_backward(const arma::Mat<Real>& Q,
                                                   const arma::Mat<Real>& V, const KeyLists& keys,
                                                   const arma::Mat<Real>& U);

} // namespace epreuve::attention
