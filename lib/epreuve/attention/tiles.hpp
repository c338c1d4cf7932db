#pragma once

#include "epreuve/attention/head_gradient.hpp"

#include <armadillo>

/// Exact attention without its matrix: scores are made tile by tile, and forgotten.
namespace epreuve::attention {

/// What a pass in tiles leaves, and the way back needs.
template <typename Real>
struct TiledAttention
{
  arma::Mat<Real> Z;        ///< m x n_q
  arma::Col<Real> log_sums; ///< n_q: L_i = ln sum_j e^{s_ij}
};

/// Attention in tiles with a running maximum. A tile of queries goes through the tiles of keys and keeps, of the keys so
/// far, the largest score mu, the sum l of e^{s - mu} and the sum y of e^{s - mu} v. A tile of scores s that raises
/// the maximum to mu' shrinks what is there:
///
///     l' = e^{mu - mu'} l + sum_j e^{s_j - mu'},    y' = e^{mu - mu'} y + sum_j e^{s_j - mu'} v_j,    z = y / l
///
/// In exact arithmetic that is V softmax(Q^T K / sqrt(d))^T. In floating point, with u the unit roundoff, sigma the
/// largest sum_r |Q_ri K_rj| / sqrt(d) and t the number of tiles of keys, entry r of z_i is off, to first order, by at
/// most
///
///     2 ((d + 4) sigma + n_k + 3t + 3) u  sum_j a_ij |V_rj|:
///
/// a score is off by (d + 2) u sigma; the arguments of the exponentials whose product is a weight add up to at most
/// 2 sigma, each rounded once; each exponential is right to 1 ulp; numerator and denominator both have that, and the
/// roundings of their sums.
///
/// The scores take as many operations as the whole matrix does; of its n_q n_k numbers tile^2 are held at a time.
///
/// @param Q, K    d x n_q and d x n_k, finite
/// @param V       m x n_k
/// @param tile    how many queries, and keys, a tile has; at least 1
/// @param causal  the queries are the last n_q of the n_k tokens, and see no later key, as in causal_mask; tiles that no
///                query of a tile sees are not computed
/// @throws        Error if the shapes do not fit, a size is 0, Q, K or the scores are not finite, or causal and
///                n_q > n_k
/// Source: Milakov and Gimelshein, Online normalizer calculation for softmax (2018); Rabe and Staats, Self-attention
/// Does Not Need O(n^2) Memory (2021); Dao et al., FlashAttention (2022), algorithm 1.
template <typename Real>
TiledAttention<Real> tiled_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                     const arma::Mat<Real>& V, arma::uword tile,
                                     bool causal = false);

/// Back through it: attend_backward, whose weights are made again, tile by tile, from the sums that were kept.
///
///     a_ij = e^{s_ij - L_i},    D_ij = a_ij (u_i . v_j - u_i . z_i)
///
/// for sum_l a_il (u_i . v_l) is u_i . z_i.
///
/// @param pass  what tiled_attention returned
/// @param U     m x n_q, dL/dZ
/// @throws      Error as tiled_attention, or if pass or U do not have its shapes
/// Source: Dao et al., FlashAttention (2022), algorithm 4.
template <typename Real>
AttendGradient<Real>
tiled_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                         const arma::Mat<Real>& V, const TiledAttention<Real>& pass,
                         const arma::Mat<Real>& U, arma::uword tile, bool causal = false);

} // namespace epreuve::attention
