#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

/// Heads in fractions: integer weights, integer tokens, and a pattern in base 2 (rational_pattern), so that
/// two ways to compute a head give the same fractions or do not. Tokens are columns.
namespace epreuve::instruments {

/// Shapes for over_integer_matrices: a head of dimension r on K tokens of dimension n.
inline constexpr const char* head_and_tokens[]{"W_Q r x n", "W_K r x n", "W_V r x n", "W_O n x r",
                                               "x n x K"};

/// The weights of a head.
struct ExactHead
{
  RationalMatrix W_Q, W_K, W_V; ///< r x n
  RationalMatrix W_O;           ///< n x r
};
ExactHead exact_head(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& W_V,
                     const arma::mat& W_O);

/// The pattern of a head: softmax to the base 2 of the rows of (W_Q x)^T (W_K x).
/// @param x  n x K
/// @return   K x K
/// @throws   Error if the shapes do not fit, or as rational_pattern
RationalMatrix exact_pattern(const ExactHead& head, const RationalMatrix& x);

/// A head's contribution to the stream: W_O W_V x A^T, A its pattern.
/// @return  n x K
/// @throws  Error as exact_pattern
RationalMatrix exact_output(const ExactHead& head, const RationalMatrix& x);

/// The Kronecker product, and the columns of M on top of each other: math/kronecker.hpp, of fractions.
RationalMatrix kronecker(const RationalMatrix& A, const RationalMatrix& B);
RationalMatrix vec(const RationalMatrix& M);

} // namespace epreuve::instruments
