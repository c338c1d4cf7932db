#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 10, attention. The bodies go into exercises.cpp.
/// Tokens are columns, as in exo7, but where a name says that they are rows.
namespace exercise {

/// # Everybody asks everybody
/// 1 point, 1 star: exo7 6.3
/// Scores of all tokens of a sentence against all, not divided: row i is about the query of token i, column j about
/// the key of token j.
///
///     S = Q^T K,    Q = W_Q x,  K = W_K x
///
/// @param W_Q, W_K  r x n
/// @param x         n x K, one token per column
/// @return          K x K
arma::mat sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x);

/// # A pattern, tokens as rows
/// 3 points, 2 stars: masterclass, attention
/// The pattern, where tokens are rows: what most papers print.
///
///     A = softmax(Q K^T / sqrt(d)) by rows,    softmax(s)_j = e^{s_j} / sum_l e^{s_l}
///
/// @param Q  n_q x d, one query per row; scores may be of any finite size, thousands too
/// @param K  n_k x d, one key per row
/// @return   n_q x n_k, every row of sum 1
arma::mat pattern_by_rows(const arma::mat& Q, const arma::mat& K);

/// The weights of one head, tokens as columns.
struct Head
{
  arma::mat W_Q; ///< r x n
  arma::mat W_K; ///< r x n
  arma::mat W_V; ///< m x n

  static constexpr auto fields = std::tuple(&Head::W_Q, &Head::W_K, &Head::W_V);
};

/// # One head, tokens as columns
/// 3 points, 2 stars: exo7 6.3
/// One head on a sentence, tokens as columns.
///
///     Z = V A^T,    V = W_V x,    A = softmax(Q^T K / sqrt(r)) by rows
///
/// @param x  n x K, one token per column; scores may be of any finite size, thousands too
/// @return   m x K, one output per column
arma::mat head_by_columns(const exercise::Head& head, const arma::mat& x);

/// The weights of one head, tokens as rows: the same letters, other shapes.
struct RowHead
{
  arma::mat W_Q; ///< n x d
  arma::mat W_K; ///< n x d
  arma::mat W_V; ///< n x m

  static constexpr auto fields = std::tuple(&RowHead::W_Q, &RowHead::W_K, &RowHead::W_V);
};

/// # From exo7's letters to a paper's
/// 2 points, 2 stars: exo7 6.3, masterclass
/// The same head for tokens as rows: on X = x^T it is to give the transpose of the output of `head` on x.
///
///     Q = X W_Q,  K = X W_K,  V = X W_V,    Z = softmax(Q K^T / sqrt(d)) V
exercise::RowHead translated(const exercise::Head& head);

/// # One head, tokens as rows
/// 2 points, 2 stars: masterclass, attention; iaetnous
/// One head on a sentence, tokens as rows.
///
///     Z = softmax(Q K^T / sqrt(d)) V,    Q = X W_Q,  K = X W_K,  V = X W_V
///
/// @param X  K x n, one token per row; scores may be of any finite size, thousands too
/// @return   K x m, one output per row
arma::mat head_by_rows(const exercise::RowHead& head, const arma::mat& X);

/// # A head as one matrix
/// 3 points, 3 stars: exo7 6.3
/// A head whose pattern is known is a linear map of the sentence, x to W x A^T, and so a matrix that acts on vec(x),
/// the columns of x one below the other.
///
///     M vec(x) = vec(W x A^T)    for every x
///
/// @param A  K x K, the pattern
/// @param W  m x n, W_V or W_O W_V
/// @return   m K x n K
arma::mat head_as_matrix(const arma::mat& A, const arma::mat& W);

/// # A soft lookup
/// 3 points, 2 stars: exo7 6.4, masterclass
/// A soft lookup: the mean of the values, weighted by how well their keys answer the query.
///
///     z = sum_j a_j v_j,    a = softmax(K^T q / T)
///
/// @param q  r, the query
/// @param K  r x n, one key per column
/// @param V  m x n, one value per column
/// @param T  the temperature, > 0; it may be small: at T = 0.001 scores are thousands
/// @return   m
arma::vec soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V, double T);

/// # How cold is cold enough?
/// 4 points, 4 stars: masterclass, attention
/// The largest temperature at which a soft lookup is sure enough, whatever the scores are, as long as the best of n keys
/// leads all others by `gap`: the others together are to weigh at most epsilon.
///
///     1 - a_max <= epsilon    in the worst case
///
/// @param gap      > 0, the score of the best key minus that of the second best, before the division by T
/// @param n        how many keys there are, at least 2
/// @param epsilon  above 0 and below 1/2
double largest_temperature(double gap, arma::uword n, double epsilon);

/// # Two sentences
/// 3 points, 3 stars: exo7 6.3
/// Cross attention: the tokens of x ask, those of y answer.
///
///     Z = V A^T,    V = W_V y,    A = softmax((W_Q x)^T (W_K y) / sqrt(r)) by rows
///
/// @param x  n x n_q, one token per column
/// @param y  n x n_k, one token per column; scores may be of any finite size, thousands too
/// @return   m x n_q
arma::mat cross_attention(const exercise::Head& head, const arma::mat& x, const arma::mat& y);

/// # What a value hears back
/// 3 points, 3 stars: masterclass, attention
/// How a loss L changes with the values, given how it changes with the output Z = V A^T.
///
///     dL/dV_aj    from    G_ai = dL/dZ_ai
///
/// @param A  n_q x n_k, the pattern
/// @param G  m x n_q
/// @return   m x n_k
arma::mat values_gradient(const arma::mat& A, const arma::mat& G);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [sentence_scores]
// - First the queries and the keys: a matrix times x has a column for each token.
// - Entry (i, j) is to be q_i . k_j. In a product, entry (i, j) is row i of the left factor times column j of the
//   right one.
// - The queries are to be the rows of the left factor: transpose them, M.t().

// [pattern_by_rows]
// - Where tokens are rows, d is the number of columns.
// - e^1000 is more than a double can hold. Subtracting the same number from all scores of a row changes no fraction:
//   choose it so that no exponential is above 1.
// - arma::max(S, 1) and arma::sum(S, 1) give a column with one number per row; M.each_col() /= c divides every column
//   of M by the column c.

// [head_by_columns]
// - Three products give Q, K and V, with a column for each token.
// - pattern_by_rows wants tokens as rows; a transpose makes rows of columns.
// - Output i is a sum of columns of V with the weights of row i of A. A product M N combines the columns of M with the
//   weights in a column of N: so N is A^T.

// [translated]
// - With X = x^T, what is X W for the queries to be Q^T = (W_Q x)^T?
// - The transpose of a product is the product of the transposes, in the other order.
// - (W_Q x)^T = x^T W_Q^T. The shapes say the same: r x n has to become n x r.

// [head_by_rows]
// - Read the formula from left to right; nothing is transposed but K.
// - Q, K and V are products of X with a matrix on its right; each has a row for each token.
// - pattern_by_rows(Q, K) is the first factor. Check the shapes: K x K times K x m.

// [head_as_matrix]
// - Column c of M is what M does to the unit vector c, which is vec of a matrix with a single 1.
// - Chapter 8: (A ⊗ B) vec(x) = vec(B x A^T).
// - arma::kron(A, B) is the Kronecker product: a block A_ij B for each entry of A.

// [soft_lookup]
// - One score for each key: K^T q is a column of them.
// - Divide by T before the exponential, and subtract the largest score, so that nothing overflows when T is small.
// - The weights sum to 1; the result is V times the column of weights.

// [largest_temperature]
// - The other keys weigh most when they are as near to the best as they may: all at the gap.
// - Then the best key has the weight 1 / (1 + (n - 1) e) with e = e^{-gap / T}.
// - Set the others' weight (n - 1) e / (1 + (n - 1) e) to epsilon and solve for e first.
// - (n - 1) e = epsilon / (1 - epsilon). Take logarithms.

// [cross_attention]
// - Who asks? Queries are made of x, keys and values of y.
// - The pattern has a row for each token of x and a column for each of y.
// - head_by_columns is nearly it: only one of its three products is with x.

// [values_gradient]
// - Z_ai = sum_j V_aj A_ij. Which entries of Z does V_aj move, and how much?
// - Chain rule: dL/dV_aj = sum_i G_ai A_ij. Which product of two matrices is that?
// - The shapes: m x n_q times n_q x n_k.
