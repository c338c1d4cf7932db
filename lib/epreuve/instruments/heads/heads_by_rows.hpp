#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"

#include <vector>

/// Heads on tokens as rows, as most papers print them, in fractions: exact_head.hpp has tokens as columns, and
/// each head with its own way out. Here heads only read and attend, side by side.
namespace epreuve::instruments {

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
