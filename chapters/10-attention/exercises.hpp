#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 10, attention. The bodies go into exercises.cpp.
/// Tokens are columns, as in exo7, but where a name says that they are rows.
namespace exercise {

/// Scores of all tokens of a sentence against all, not divided: row i is about the query of token i, column j about
/// the key of token j.
///
///     S = Q^T K,    Q = W_Q x,  K = W_K x
///
/// @param W_Q, W_K  r x n
/// @param x         n x K, one token per column
/// @return          K x K
arma::mat sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x);

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

/// The same head for tokens as rows: on X = x^T it is to give the transpose of the output of `head` on x.
///
///     Q = X W_Q,  K = X W_K,  V = X W_V,    Z = softmax(Q K^T / sqrt(d)) V
exercise::RowHead translated(const exercise::Head& head);

/// One head on a sentence, tokens as rows.
///
///     Z = softmax(Q K^T / sqrt(d)) V,    Q = X W_Q,  K = X W_K,  V = X W_V
///
/// @param X  K x n, one token per row; scores may be of any finite size, thousands too
/// @return   K x m, one output per row
arma::mat head_by_rows(const exercise::RowHead& head, const arma::mat& X);

/// A head whose pattern is known is a linear map of the sentence, x to W x A^T, and so a matrix that acts on vec(x),
/// the columns of x one below the other.
///
///     M vec(x) = vec(W x A^T)    for every x
///
/// @param A  K x K, the pattern
/// @param W  m x n, W_V or W_O W_V
/// @return   m K x n K
arma::mat head_as_matrix(const arma::mat& A, const arma::mat& W);

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

/// The largest temperature at which a soft lookup is sure enough, whatever the scores are, as long as the best of n keys
/// leads all others by `gap`: the others together are to weigh at most epsilon.
///
///     1 - a_max <= epsilon    in the worst case
///
/// @param gap      > 0, the score of the best key minus that of the second best, before the division by T
/// @param n        how many keys there are, at least 2
/// @param epsilon  above 0 and below 1/2
double largest_temperature(double gap, arma::uword n, double epsilon);

/// Cross attention: the tokens of x ask, those of y answer.
///
///     Z = V A^T,    V = W_V y,    A = softmax((W_Q x)^T (W_K y) / sqrt(r)) by rows
///
/// @param x  n x n_q, one token per column
/// @param y  n x n_k, one token per column; scores may be of any finite size, thousands too
/// @return   m x n_q
arma::mat cross_attention(const exercise::Head& head, const arma::mat& x, const arma::mat& y);

/// How a loss L changes with the values, given how it changes with the output Z = V A^T.
///
///     dL/dV_aj    from    G_ai = dL/dZ_ai
///
/// @param A  n_q x n_k, the pattern
/// @param G  m x n_q
/// @return   m x n_k
arma::mat values_gradient(const arma::mat& A, const arma::mat& G);

EXERCISES(sentence_scores, pattern_by_rows, head_by_columns, translated, head_by_rows,
          head_as_matrix, soft_lookup, largest_temperature, cross_attention, values_gradient)

} // namespace exercise
