#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"

#include <functional>
#include <vector>

/// Heads side by side, in fractions. A layer of heads as programs store it is four square matrices, whose bands are the
/// heads; what the documents write as sums of heads is compared with it. Heads on tokens as rows are as most papers print
/// them: exact_head.hpp has tokens as columns, and each head with its own way out, while these only read and attend.
namespace epreuve::instruments {

/// n = H r; the head j has the rows j r ... (j + 1) r - 1 of W_Q, W_K and W_V, and these columns of W_O.
struct LayerOfHeads
{
  arma::uword r;
  RationalMatrix W_Q, W_K, W_V, W_O; ///< n x n, integers
};

/// So many rows, or columns, of M from the `first` on.
/// @throws Error if M has not as many
RationalMatrix rows_of(const RationalMatrix& M, arma::uword first, arma::uword count);
RationalMatrix columns_of(const RationalMatrix& M, arma::uword first, arma::uword count);

/// The heads one by one.
/// @throws Error unless r divides n and all matrices are n x n
std::vector<ExactHead> heads_of(const LayerOfHeads& layer);

/// The layer's contribution to the stream, as a program computes it: all queries, keys and values by three products; each
/// row of values mixed, number by number, with the pattern in base 2 of the band that it is in; one product with W_O.
///
///     y = W_O Z,    Z_ik = sum_l A^{(j)}_kl V_il,    j the band of row i
///
/// @param x  n x K, integers
/// @return   n x K
/// @throws   Error as heads_of, or as rational_pattern
RationalMatrix by_bands(const LayerOfHeads& layer, const RationalMatrix& x);

/// A statement about layers of one to three heads of one or two dimensions with one to three tokens, all entries
/// drawn from -1, 0 and 1: for Claim::property.
std::function<bool(evidence::Draw&)> over_layers(
    std::function<bool(evidence::Draw&, const LayerOfHeads&, const RationalMatrix& x)> holds);

/// Attention in fractions: softmax to the base 2 of the rows of Q K^T, times V.
/// @param Q, K, V  L x d, L x d and L x m, one token per row
/// @return         L x m
/// @throws         Error if the shapes do not fit, or as rational_pattern
RationalMatrix attention_by_rows(const RationalMatrix& Q, const RationalMatrix& K,
                                 const RationalMatrix& V);

/// The reading matrices of one head: n x d, n x d and n x m, for tokens of n numbers.
struct HeadByRows
{
  RationalMatrix W_Q, W_K, W_V;
};

/// One head's answers: attention_by_rows of X W_Q, X W_K and X W_V.
/// @param X  L x n, one token per row
/// @return   L x m
/// @throws   Error as attention_by_rows
RationalMatrix head_by_rows(const HeadByRows& head, const RationalMatrix& X);

/// Concat(head_1, ..., head_H), the first head's columns first; L x (m_1 + ... + m_H).
/// @throws Error if there is no head, or as head_by_rows
RationalMatrix side_by_side(const std::vector<HeadByRows>& heads, const RationalMatrix& X);

/// The same heads in columns, each with its block of rows of W_O: by exact_output they write into the stream,
/// one by one.
/// @param W_O  (m_1 + ... + m_H) x n
/// @throws     Error if W_O has another number of rows
std::vector<ExactHead> with_their_rows(const std::vector<HeadByRows>& heads,
                                       const RationalMatrix& W_O);

/// The sum of the heads' outputs, with tokens as rows again: another way to side_by_side(heads, X) W_O.
/// @return  L x n
/// @throws  Error as with_their_rows and exact_output
RationalMatrix written_one_by_one(const std::vector<HeadByRows>& heads, const RationalMatrix& X,
                                  const RationalMatrix& W_O);

/// A third way, that of programs: three products for all heads at once, X (W_1 ... W_H) for queries, keys and values,
/// of which each head takes its columns; attention in each; their outputs side by side, times W_O.
/// @return  L x n
/// @throws  Error if there is no head, if two heads differ in shape or m is not d, or if the shapes do not fit
RationalMatrix all_at_once(const std::vector<HeadByRows>& heads, const RationalMatrix& X,
                           const RationalMatrix& W_O);

/// Heads with m = d, tokens for them, and W_O, for Claim::property. Entries are from -2 to 2; n and d from 1 to 3,
/// and 1 to 4 tokens.
struct RowLayer
{
  std::vector<HeadByRows> heads;
  RationalMatrix X;   ///< L x n
  RationalMatrix W_O; ///< H d x n
};
RowLayer draw_row_layer(evidence::Draw& draw, arma::uword heads);
/// n = H d, as usual, and W_O of determinant 1: ones on the diagonal, and nothing above it.
RowLayer draw_square_row_layer(evidence::Draw& draw, arma::uword heads);

} // namespace epreuve::instruments
