#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/exact_head.hpp"
#include "epreuve/instruments/rational_matrix.hpp"

#include <vector>

/// Heads on tokens as rows, as most papers print them, in fractions: exact_head.hpp has tokens as columns, and
/// each head with its own way out. Here heads only read and attend, and stand side by side.
namespace epreuve::instruments {

/// What one head reads with: n x d, n x d and n x m, for tokens of n numbers.
struct HeadByRows
{
  RationalMatrix W_Q, W_K, W_V;
};

/// One head's answers.
///
///     head(X) = P X W_V,    P = softmax to the base 2 of the rows of X W_Q (X W_K)^T
///
/// @param X  L x n, one token per row
/// @return   L x m
/// @throws   Error if the shapes do not fit, or as rational_pattern
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

/// Random heads for Claim::property, m = d, entries from -2 to 2; and n and d from 1 to 3.
std::vector<HeadByRows> draw_heads_by_rows(evidence::Draw& draw, arma::uword count, arma::uword n,
                                           arma::uword d);
std::vector<HeadByRows> draw_heads_by_rows(evidence::Draw& draw, arma::uword count);

/// From 1 to 4 tokens with entries from -2 to 2, for heads that read n numbers; L x n.
RationalMatrix draw_tokens_by_rows(evidence::Draw& draw, arma::uword n);

} // namespace epreuve::instruments
