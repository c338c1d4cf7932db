#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

namespace epreuve::instruments {

/// The attention pattern of integer scores in base 2: a point more doubles a weight, and every weight is a
/// fraction, so that whole heads can be computed without rounding. It is the usual pattern of the scores
/// S ln 2.
///
///     A_ij = 2^{S_ij} / sum_l 2^{S_il}
///
/// @param S  n_q x n_k integers from -1000 to 1000, rows are queries
/// @return   n_q x n_k, every row of sum 1
/// @throws   Error if S has no row, or as softmax_to_base
RationalMatrix rational_pattern(const RationalMatrix& S);

/// The same with the future masked: each row is computed from the scores that its query sees, and no other.
///
///     A_ij = 2^{S_ij} / sum_{l <= i} 2^{S_il} for j <= i,    0 otherwise
///
/// @param S  n x n integers from -1000 to 1000
/// @return   n x n, lower triangular, every row of sum 1
/// @throws   Error if S is not square, or as rational_pattern
/// Source: thomas, Introduction.
RationalMatrix rational_causal_pattern(const RationalMatrix& S);

} // namespace epreuve::instruments
