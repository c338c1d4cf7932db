#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/gpt2/attention_layer.hpp"

#include <armadillo>

#include <functional>
#include <vector>

/// How much heads of a layer have in common as subspaces; and a layer of heads with fixed patterns as a table, whose rank is
/// the least number of heads: proposition "independent-heads".
namespace epreuve::instruments {

/// How much subspaces of R^n have in common, pair by pair: the mean squared cosine of their d principal angles.
///
///     s_ij = |Q_i^T Q_j|_F^2 / d,    Q_i an orthonormal basis of subspace i
///
/// From 0, orthogonal, to 1, the same. If one of the two is uniformly distributed, the mean is d/n, and if both
/// are, s has the variance 2 (n - d)^2 / (n^2 (n - 1) (n + 2)) (chapter 13). In single precision: within 10^-5.
///
/// @param subspaces  n x d each, d <= n; independent columns span them
/// @return           symmetric, one row and one column per subspace
/// @throws           Error if there is none, the shapes differ, or columns depend on one another
arma::mat subspace_overlaps(const std::vector<arma::mat>& subspaces);

/// The standard deviation of such an overlap of two random subspaces, about 1.3 / n for d small compared with n.
/// @throws Error unless 1 <= d <= n and n >= 2
double overlap_deviation(arma::uword n, arma::uword d);

/// The subspace of a token that a matrix of a head reads: with the gain of the layer norm, and without the mean.
///
///     (I - 1 1^T / n) diag(gain) W^T,    W = W_Q, W_K or W_V
///
/// @param W  d x n
/// @return   n x d, whose columns span what is read
/// @throws   Error unless W has a column for each entry of the gain
arma::mat read_directions(const AttentionLayer& layer, const arma::mat& W);

/// The overlaps of all heads of a model, layer by layer: of what their keys read, what their values read, and what
/// they write.
struct HeadOverlaps
{
  arma::mat keys, values, written;
};

/// @throws Error as attention_layer and subspace_overlaps
HeadOverlaps head_overlaps(const gpt2::Checkpoint& checkpoint);

/// The entries below the diagonal: each pair of different subspaces once, column after column.
/// @throws Error unless the matrix is square
arma::vec pairs_of(const arma::mat& overlaps);

/// Means over the pairs of heads of two layers; on the diagonal, over those of different heads of one. NaN above it.
/// @param overlaps  of all heads, layer by layer
/// @throws          Error unless the matrix is square, and made of layers of so many heads, at least 2
arma::mat means_by_layer(const arma::mat& overlaps, arma::uword heads);

/// The table of M |-> sum_h W_h M A_h^T, from its values at all unit matrices.
///
/// @param A  of each head, K x K
/// @param W  of each head, n x n
/// @return   K^2 x n^2; row (i, j) and column (k, l): how much of coordinate l of token j comes into coordinate k
///           of token i, at K i + j and n k + l
/// @throws   Error if there is no head, or as many A as W are not there, or the shapes do not fit
RationalMatrix layer_table(const std::vector<RationalMatrix>& A,
                           const std::vector<RationalMatrix>& W);

/// How many matrices are linearly independent: the rank of them as vectors.
/// @throws Error if there is none, or they differ in shape
arma::uword independent_among(const std::vector<RationalMatrix>& matrices);

/// Causal patterns of K tokens, exactly: each row whole numbers up to the diagonal, divided by their sum.
/// @param weight  gives positive whole numbers
/// @throws        Error if heads or K is 0, or a number is not positive
std::vector<RationalMatrix> causal_patterns(arma::uword heads, arma::uword K,
                                            const std::function<long()>& weight);

/// <W_g, W_h> = tr(W_g^T W_h) of all heads of a layer, W = W_O W_V after the layer norm's gain and without the mean.
arma::mat inner_products_of_heads(const AttentionLayer& layer);

/// The causal patterns of all heads on the tokens x, each as one row.
/// @param x  n x K, what the layer reads
/// @return   heads x K^2
/// @throws   Error as AttentionLayer::scores
arma::mat patterns_as_rows(const AttentionLayer& layer, const arma::mat& x);

} // namespace epreuve::instruments
