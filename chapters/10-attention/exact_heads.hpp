#pragma once

#include "epreuve/instruments/rational_matrix.hpp"

#include <armadillo>

/// Heads in fractions: integer weights, integer tokens, and a pattern in base 2 (rational_pattern), so that
/// two ways to compute a head give the same fractions or do not.
namespace epreuve {

/// Shapes for over_integer_matrices: a head of dimension r on K tokens of dimension n.
inline constexpr const char* head_and_tokens[]{"W_Q r x n", "W_K r x n", "W_V r x n", "W_O n x r",
                                               "x n x K"};

/// A head and what it is given; integers.
struct ExactHead
{
  instruments::RationalMatrix W_Q, W_K, W_V; ///< r x n
  instruments::RationalMatrix W_O;           ///< n x r
};
ExactHead exact_head(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& W_V,
                     const arma::mat& W_O);

/// Of tokens in columns, x of n x K: x^T W_Q^T W_K x in base 2, and W_O W_V x A^T. In chapter.cpp.
instruments::RationalMatrix pattern_by_columns(const ExactHead& head,
                                               const instruments::RationalMatrix& x);
instruments::RationalMatrix by_columns(const ExactHead& head, const instruments::RationalMatrix& x);

} // namespace epreuve
