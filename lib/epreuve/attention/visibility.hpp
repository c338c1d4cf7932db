#pragma once

#include <armadillo>

#include <vector>

/// Which keys a query may see, as sets of pairs: row i, column j is 1 if query i may see key j, and 0 otherwise, for
/// `masked`. Intersect masks with %: causal_visibility(K) % block_visibility(K, b) is causal within blocks.
namespace epreuve::attention {

/// Each token sees itself and those before it.
///
///     M_ij = 1 if j <= i
///
/// @param tokens  K
/// @return        K x K
arma::umat causal_visibility(arma::uword tokens);

/// A text is continued after a prefix that is known as a whole: causal, and within the prefix both ways.
///
///     M_ij = 1 if j <= i or j < prefix
///
/// @param tokens  K
/// @param prefix  at most K
/// @return        K x K
/// @throws        Error if the prefix is longer than the text
/// Source: Raffel et al., Exploring the Limits of Transfer Learning (2020), 3.2.1.
arma::umat prefix_visibility(arma::uword tokens, arma::uword prefix);

/// Each token sees itself and the width - 1 before it.
///
///     M_ij = 1 if i - width < j <= i
///
/// @param tokens  K
/// @param width   at least 1
/// @return        K x K
/// @throws        Error if the width is 0: then no token would see anything
arma::umat window_visibility(arma::uword tokens, arma::uword width);

/// Each token sees those of its block, later ones included.
///
///     M_ij = 1 if floor((i + shift) / block) = floor((j + shift) / block)
///
/// @param tokens  K
/// @param block   at least 1
/// @param shift   by how much the first block is shorter than the others, below block
/// @return        K x K
/// @throws        Error outside of these
arma::umat block_visibility(arma::uword tokens, arma::uword block, arma::uword shift = 0);

/// Each token sees itself and those before it at multiples of a distance.
///
///     M_ij = 1 if j <= i and stride divides i - j
///
/// @param tokens  K
/// @param stride  at least 1
/// @return        K x K
/// @throws        Error if the stride is 0
/// Source: Child et al., Generating Long Sequences with Sparse Transformers (2019), 4.2.
arma::umat strided_visibility(arma::uword tokens, arma::uword stride);

/// A dilated window: of the tokens of strided_visibility the nearest, the token itself and width - 1 before it.
///
///     M_ij = 1 if i - j is one of 0, dilation, ..., (width - 1) dilation
///
/// @param width, dilation  at least 1
/// @return                 K x K
/// @throws                 Error if one of them is 0
/// Source: van den Oord et al., WaveNet (2016), 2.1.
arma::umat dilated_visibility(arma::uword tokens, arma::uword width, arma::uword dilation);

/// Two masks that see all earlier tokens together, with some K log2 K pairs: the middle token reads all before it in
/// the first layer, all after it read it in the second, and so on in both halves.
///
/// @param tokens  K
/// @return        two masks, K x K, causal; every token sees itself
std::vector<arma::umat> halving_visibility(arma::uword tokens);

/// The tokens on which the output of the last layer at i may depend: those j from which a path leads to i that takes in
/// every layer either the residual stream or a pair of the layer's mask.
///
///     (I v M_L) ... (I v M_1),    a product of booleans: sums are "or", products "and"
///
/// @param layers  K x K each, first layer first; entries that are not 0 count as 1
/// @return        K x K, of 0 and 1
/// @throws        Error if there is no layer, or one is not as large as the first, or not square
/// Proposition "reachability".
arma::umat seen_through(const std::vector<arma::umat>& layers);

} // namespace epreuve::attention
