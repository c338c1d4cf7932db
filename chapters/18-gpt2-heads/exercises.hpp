#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// The exercises of chapter 18, what GPT-2's heads look at. The bodies go into
/// exercises.cpp.
///
/// In a pattern, row i belongs to query i and column j to key j; weights right of the diagonal are
/// 0. Tokens are columns. A function may call those before it.
namespace exercise {

/// The matrices of one attention head, d much smaller than n.
struct Head
{
  arma::mat W_Q, W_K, W_V; ///< d x n each: queries, keys, values
  arma::mat W_O;           ///< n x d: what the head writes of its values
  static constexpr auto fields = std::tuple(&Head::W_Q, &Head::W_K, &Head::W_V, &Head::W_O);
};

/// How much a pattern looks so many places back: the mean weight on the key `back` places before
/// the query, over the queries that have one.
///
///     1/(K - back) sum_{i=back}^{K-1} A_{i, i-back}
///
/// With back = 0 it is the mean weight that tokens keep for themselves; with back = 1 it is the
/// score by which previous-token heads are found.
///
/// @param pattern  K x K
/// @param back     0 <= back < K
/// @return         between 0 and 1
double weight_back(const arma::mat& pattern, arma::uword back);

/// How much a pattern looks at repetitions. For the queries whose token has occurred in the text
/// before, the mean of the total weight on its earlier copies:
///
///     mean over such i of    sum over j < i with t_j = t_i of A_ij
///
/// @param pattern  K x K
/// @param tokens   t_0, ..., t_{K-1}
/// @return         between 0 and 1; 0 if no token occurs in the text twice
double duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens);

/// By how many standard deviations a token's score with itself exceeds its score with another
/// token: for A = W_Q^T W_K, n x n and of rank d,
///
///     m = tr A / ||A||,    ||A|| the square root of the sum of the squares of all entries
///
/// It is between -sqrt(d) and sqrt(d). With n = 500 000, as here happens, A itself does not fit
/// into memory: find both numbers without it.
///
/// @param W_Q  d x n
/// @param W_K  d x n; A is not 0
/// @return     m
double match(const arma::mat& W_Q, const arma::mat& W_K);

/// The rotation that takes the columns of X closest to those of Y: of all R with R^T R = I and
/// det R = 1 the one with the least
///
///     sum_k |R x_k - y_k|^2
///
/// With x_k the position k and y_k the position k + 1, it is the rotation that best moves on by
/// one. A reflection, det R = -1, may come closer, but is not allowed.
///
/// @param X  d x N, d >= 2
/// @param Y  d x N
/// @return   d x d; where several are equally close, any of them
arma::mat nearest_rotation(const arma::mat& X, const arma::mat& Y);

/// How much the keys of a later head read what an earlier head wrote (K-composition). With
/// C = W_O W_V of the first head, which is what it writes of each token it looks at, and
/// A = W_Q^T W_K of the second, which compares a query with a key,
///
///     ||A C|| / (||A|| ||C||),    ||.|| as in match
///
/// Here n may be 250 000. Source: Elhage et al., A Mathematical Framework for Transformer
/// Circuits (2021).
///
/// @param first, second  of the same n; A and C are not 0
/// @return               between 0 and 1
double composition(const Head& first, const Head& second);

EXERCISES(weight_back, duplicate_token_score, match, nearest_rotation, composition)

} // namespace exercise
