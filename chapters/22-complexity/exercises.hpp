#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 22, complexity. The bodies go into exercises.cpp.
///
/// Tokens are columns: Q and K are d x n, V is m x n, and query i is column i of Q.
namespace exercise {

/// How many operations attention takes for n tokens of dimension d, with Q, K and V given. Count
///
///     the scores q_i . k_j / sqrt(d):  d products and d - 1 additions for each of n^2, and a division;
///     softmax of each row:             n - 1 comparisons for the largest score, a subtraction and an exponential for
///                                      each score, n - 1 additions, a division for each weight;
///     the outputs sum_j a_ij v_j:      n products and n - 1 additions for each of n d.
///
/// @param n  at least 1; as large as 10^6
/// @param d  from 1 to 1000
/// @return   the whole number, exactly
arma::uword attention_operations(arma::uword n, arma::uword d);

/// The shortest text for which Linformer takes fewer operations than attention: the least n >= 1 with
///
///     8nkd + 5nk - nd - 2kd - 2n  <  4n^2 d + 5n^2 - nd - 2n
///
/// @param k  how many mixtures of the keys Linformer makes, at least 1; as large as 10^6
/// @param d  the dimension of a token, from 1 to 1000
/// @return   n
arma::uword first_length(arma::uword k, arma::uword d);

/// Positive random features, Performer's: dot products of two vectors' features are e^{x . y} on average.
///
///     phi(x) = e^{-|x|^2 / 2} / sqrt(m) (e^{w_1 . x}, ..., e^{w_m . x})
///
/// @param X      d x n, a vector x in each column
/// @param Omega  m x d, a direction w in each row; its dot product with x may be as large as 1200
/// @return       m x n, phi(x) of each vector, finite wherever it is: also where e^{w . x - |x|^2 / 2} is not
arma::mat positive_features(const arma::mat& X, const arma::mat& Omega);

/// The bucket of each vector, Reformer's hash: which of the directions r_1, ..., r_b, -r_1, ..., -r_b has the largest dot
/// product with it.
///
///     h(x) = argmax of (r_1 . x, ..., r_b . x, -r_1 . x, ..., -r_b . x), counted from 0
///
/// @param X  d x n, a vector in each column
/// @param R  d x b, a direction in each column
/// @return   n, each from 0 to 2b - 1; of several largest, the first
arma::uvec buckets(const arma::mat& X, const arma::mat& R);

/// Causal attention by features, in the order that makes it linear: token i sees the tokens up to itself.
///
///     z_i = N_i psi_i / (s_i . psi_i),    N_i = sum_{j <= i} v_j phi_j^T,    s_i = sum_{j <= i} phi_j
///
/// With n = 200 000 all pairs would take minutes: keep the sums, and let them grow.
///
/// @param Psi  r x n, features of the queries, all > 0
/// @param Phi  r x n, features of the keys, all > 0
/// @param V    m x n
/// @return     m x n, z_i in column i
arma::mat causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V);

/// After how many layers everybody has heard everybody. In each layer a token hears what the tokens that it sees have
/// heard so far, and it keeps what it has heard itself.
///
/// @param sees  n x n, 2 <= n <= 16: row i, column j is 1 if token i sees token j, and 0 otherwise
/// @return      the least number of layers after which each token has heard every token; 0 if no number is enough,
///              which is possible
arma::uword layers_needed(const arma::umat& sees);

/// Attention in tiles: the scores of `tile` keys at a time. Of the keys before, each query keeps its largest score, a
/// sum and mixed values, as in `merged` of chapter 12.
///
///     z_i = sum_j a_ij v_j,    a_i = softmax over j of q_i . k_j / sqrt(d)
///
/// With n_q = 2000 and n_k = 40 000 all scores together would need 640 MB: never hold more than those of one tile for
/// each query.
///
/// @param Q     d x n_q
/// @param K     d x n_k; scores may be as large as 10^4 in magnitude
/// @param V     m x n_k
/// @param tile  at least 1; it need not divide n_k, and may be larger
/// @return      m x n_q
arma::mat attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                             arma::uword tile);

EXERCISES(attention_operations, first_length, positive_features, buckets, causal_features,
          layers_needed, attention_in_tiles)

} // namespace exercise
