#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 22, complexity. The bodies go into exercises.cpp.
///
/// Tokens are columns: Q and K are d x n, V is m x n, and query i is column i of Q.
namespace exercise {

/// # What attention costs
/// 2 points, 1 star: chapter 22, The two products
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

/// # From which length on Linformer pays
/// 2 points, 2 stars: chapter 22, When it pays
/// The shortest text for which Linformer takes fewer operations than attention: the least n >= 1 with
///
///     8nkd + 5nk - nd - 2kd - 2n  <  4n^2 d + 5n^2 - nd - 2n
///
/// @param k  how many mixtures of the keys Linformer makes, at least 1; as large as 10^6
/// @param d  the dimension of a token, from 1 to 1000
/// @return   n
arma::uword first_length(arma::uword k, arma::uword d);

/// # Positive random features
/// 3 points, 2 stars: chapter 22, Performer: features in place of the exponential
/// Positive random features, Performer's: dot products of two vectors' features are e^{x . y} on average.
///
///     phi(x) = e^{-|x|^2 / 2} / sqrt(m) (e^{w_1 . x}, ..., e^{w_m . x})
///
/// @param X      d x n, a vector x in each column
/// @param Omega  m x d, a direction w in each row; its dot product with x may be as large as 1200
/// @return       m x n, phi(x) of each vector, finite wherever it is: also where e^{w . x - |x|^2 / 2} is not
arma::mat positive_features(const arma::mat& X, const arma::mat& Omega);

/// # Which bucket
/// 2 points, 2 stars: chapter 22, Reformer: those whose hash is the same
/// The bucket of each vector, Reformer's hash: which of the directions r_1, ..., r_b, -r_1, ..., -r_b has the largest dot
/// product with it.
///
///     h(x) = argmax of (r_1 . x, ..., r_b . x, -r_1 . x, ..., -r_b . x), counted from 0
///
/// @param X  d x n, a vector in each column
/// @param R  d x b, a direction in each column
/// @return   n, each from 0 to 2b - 1; of several largest, the first
arma::uvec buckets(const arma::mat& X, const arma::mat& R);

/// # Attention by features, in the right order
/// 4 points, 3 stars: chapter 22, Performer: features in place of the exponential
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

/// # Until everybody has heard everybody
/// 3 points, 3 stars: chapter 22, Longformer and BigBird: some pairs, and a few tokens for all
/// After how many layers everybody has heard everybody. In each layer a token hears what the tokens that it sees have
/// heard so far, and it keeps what it has heard itself.
///
/// @param sees  n x n, 2 <= n <= 16: row i, column j is 1 if token i sees token j, and 0 otherwise
/// @return      the least number of layers after which each token has heard every token; 0 if no number is enough,
///              which is possible
arma::uword layers_needed(const arma::umat& sees);

/// # Attention in tiles
/// 5 points, 4 stars: chapter 22, Memory for nothing
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [attention_operations]
// - Three counts, one for each line, and their sum.
// - A score takes 2d operations with its division; a row of softmax 5n - 2.
// - 4 n^2 d for n = 10^6 does not fit into 32 bits: compute with arma::uword throughout.

// [first_length]
// - Try n = 1, 2, 3 ... and compare both sides.
// - arma::uword has no sign: a difference that should be negative is a huge number. Bring all terms to the side where
//   they are added.
// - -nd and -2n are on both sides: compare 8nkd + 5nk with 4n^2 d + 5n^2 + 2kd.

// [positive_features]
// - Omega * X has all w . x, m rows and n columns.
// - e^{w . x} e^{-|x|^2 / 2} is one exponential, of w . x - |x|^2 / 2: the large one is then never computed. The root
//   is an exponential, too: 1 / sqrt(m) = e^{-ln(m) / 2}.
// - arma::sum(arma::square(X), 0) has |x|^2 of each column; each_row() subtracts a row.

// [buckets]
// - R.t() * X has the dot products with r_1, ..., r_b in each column; those with the other half have the opposite
//   sign.
// - arma::join_cols puts one matrix below another.
// - index_max() of a vector is the first place with the largest entry, counted from 0.

// [causal_features]
// - One loop over the tokens. N, of m x r, and s, of r entries, begin with zeros.
// - Token i sees itself: add its key and value before you compute z_i.
// - N += V.col(i) * Phi.col(i).t(); s += Phi.col(i); then z_i is N psi_i over s . psi_i.

// [layers_needed]
// - A second table, heard: before the first layer each token has heard itself alone.
// - In a layer, token i adds to its row the rows of the tokens that it sees, as they were before the layer.
// - What can be heard at all has come after n - 1 layers: a path need not visit a token twice.

// [attention_in_tiles]
// - A loop over the tiles: K.cols(first, last), where last is the end of the tile or the last key.
// - For each query the largest score so far, the sum and the mixed values, as in merged of chapter 12; what was summed
//   before shrinks by e^{old largest - new largest}.
// - Divide by the sum once, after the last tile.
