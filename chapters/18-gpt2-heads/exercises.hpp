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

/// # So many places back
/// 1 point, 1 star: exo7 6.5
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

/// # A head that finds repetitions
/// 3 points, 2 stars: exo7 6.5
/// How much a pattern looks at repetitions. For the queries whose token has occurred in the text
/// before, the mean of the total weight on its earlier copies:
///
///     mean over such i of    sum over j < i with t_j = t_i of A_ij
///
/// @param pattern  K x K
/// @param tokens   t_0, ..., t_{K-1}
/// @return         between 0 and 1; 0 if no token occurs in the text twice
double duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens);

/// # Whether a head compares, without forming its matrix
/// 4 points, 3 stars: exo7 6.5
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

/// # The rotation from one position to the next
/// 5 points, 4 stars: exo7 6.5
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

/// # Whether one head reads what another wrote
/// 5 points, 4 stars: exo7 6.5
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [weight_back]
// - Take the printed matrix of head 4.11 and underline the weights that each word gives to the word before it. Where
//   in the matrix are they?
// - Row i is query i. The key `back` places before it is i - back, and the first query that has such a key is number
//   `back`.
// - Sum pattern(i, i - back) over i = back, ..., K - 1: these are K - back weights, and the mean divides by as many.

// [duplicate_token_score]
// - For each query, collect the places before it that hold the same token. Most queries have no such place, and those
//   do not count.
// - Two sums: the weight on earlier copies, and the number of queries that have one. The copy must be earlier: a token
//   is no repetition of itself.
// - tokens.head(i) are the tokens before i, arma::find(tokens.head(i) == tokens(i)) are the places of the copies among
//   them. If no query has one, return 0 and do not divide.

// [match]
// - The trace of a product of two matrices does not change when they change places: tr BC = tr CB, whichever of the
//   two is the smaller matrix.
// - tr W_Q^T W_K is the sum over all entries of W_Q times those of W_K, entry by entry.
// - The square of the norm is a trace too: ||A||^2 = tr A A^T. Write A out and move a factor from one end to the other
//   until only d x d products are left.
// - ||A||^2 = tr (W_Q W_Q^T)(W_K W_K^T). Mind that W_Q W_K^T, though d x d, is another matrix with another norm.

// [nearest_rotation]
// - Multiply out |R x - y|^2 = |x|^2 + |y|^2 - 2 y . R x: since R changes no length, only the sum of y_k . R x_k
//   counts. It is tr R X Y^T, and should be as large as possible.
// - With the singular value decomposition Y X^T = U S V^T the sum is tr V^T R^T U S: the orthogonal matrix V^T R^T U
//   should be as close to I as it may be, so R = U V^T.
// - U V^T can have determinant -1: then it is a reflection. Which singular value does it cost least to turn round?
// - arma::svd(U, s, V, Y * X.t()); the smallest singular value is the last. If det(U V^T) < 0, change the sign of the
//   last column of U before the product.

// [composition]
// - Write A C out in the four small matrices. Which product in the middle of them is d x d?
// - A C = W_Q^T (W_K W_O) W_V, with W_Q and W_K of the second head, W_O and W_V of the first. So it is again a product
//   L^T R of two matrices with few rows.
// - For L and R with few rows, ||L^T R||^2 = tr (L L^T)(R R^T): the same as in match, three times with other L and R.
//   For C it is L = W_O^T, R = W_V.
