#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/gpt2/attention_layer.hpp"

#include <armadillo>

#include <functional>
#include <vector>

/// A layer of heads with fixed patterns as a table, whose rank is the least number of heads: proposition
/// "independent-heads".
namespace epreuve::instruments {

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
