#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 12, attention and its scaling. The bodies go into exercises.cpp.
/// Tokens are columns, as in exo7: a matrix of queries, keys or values has a column for each token.
namespace exercise {

/// Scores of every query against every key: row i is about query i, column j about key j.
///
///     S = Q^T K,    S_ij = q_i . k_j
///
/// @param Q  d x n_q, one query per column
/// @param K  d x n_k, one key per column
/// @return   n_q x n_k
arma::mat attention_scores(const arma::mat& Q, const arma::mat& K);

/// Scores divided by the square root of d, the dimension of a query and of a key.
///
///     S = Q^T K / sqrt(d)
///
/// @param Q  d x n_q, one query per column
/// @param K  d x n_k, one key per column
/// @return   n_q x n_k
arma::mat scaled_scores(const arma::mat& Q, const arma::mat& K);

/// Mean and variance of a list of numbers, in this order. The list is the whole population, not a
/// sample of something larger: the variance is the mean squared distance from the mean, divided by
/// n and not by n - 1.
///
///     m = (1/n) sum_i x_i,    v = (1/n) sum_i (x_i - m)^2
///
/// @param x  n numbers, n >= 1; they may be large and close to each other
/// @return   {m, v}
std::pair<double, double> mean_and_variance(const arma::vec& x);

/// Variance of the score s = q . k of a random query and a random key of dimension d. Every entry
/// of q is drawn from the list `q_values`, every entry of k from `k_values`: each number of the
/// list with the same probability, each entry independently of all others.
///
///     Var(s) = E[s^2] - E[s]^2,    s = sum_{i=1}^d q_i k_i
///
/// The answer is exact, to be derived on paper: there is nothing to draw. The means of the lists
/// need not be 0.
///
/// @param q_values  at least one number
/// @param k_values  at least one number
/// @param d         at least 1
/// @return          the variance, not divided by anything
double score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d);

/// The attention pattern: softmax of each row of the scores.
///
///     A_ij = e^{S_ij} / sum_l e^{S_il}
///
/// @param S  n_q x n_k scores of any finite size, thousands too; -inf is a masked key, whose
///           probability is 0; no row is all -inf
/// @return   n_q x n_k, rows of sum 1
arma::mat attention_pattern(const arma::mat& S);

/// Output of attention: for each query the mean of the values, weighted by its row of the pattern.
///
///     Z = V A^T,    z_i = sum_j A_ij v_j
///
/// @param V  r x n_k, one value per column
/// @param A  n_q x n_k, one query per row
/// @return   r x n_q, one output per column
arma::mat attention_output(const arma::mat& V, const arma::mat& A);

/// Entropy of each row of a pattern, in nats (natural logarithm): 0 for a query that looks at one
/// key only, ln n_k for one that looks at all keys equally.
///
///     H_i = -sum_j A_ij ln A_ij,    0 ln 0 = 0
///
/// @param A  n_q x n_k, entries in [0, 1], rows of sum 1
/// @return   n_q entropies
arma::vec row_entropies(const arma::mat& A);

/// Back through the softmax: how a loss changes with the scores, given how it changes with the
/// pattern. A is softmax of the rows of S, and the loss L is a function of A.
///
///     D_ij = dL/dS_ij    from    G_ij = dL/dA_ij
///
/// Each entry of S moves all entries of its row of A, and no other row.
///
/// @param A  n_q x n_k, the pattern, rows of sum 1
/// @param G  n_q x n_k, the derivatives of L with respect to the entries of A
/// @return   n_q x n_k, the derivatives of L with respect to the entries of S
arma::mat pattern_gradient(const arma::mat& A, const arma::mat& G);

/// One query's partial sums over some of the keys, with scores s_j and values v_j:
///
///     largest = max_j s_j
///     sum     = sum_j e^{s_j - largest}
///     values  = sum_j e^{s_j - largest} v_j
///
/// so that values / sum is the attention over these keys. If every key is masked, or there is no key,
/// largest is -inf, sum 0 and values 0.
struct Partial
{
  double largest = 0;
  double sum = 0;
  arma::vec values; ///< r entries

  static constexpr auto fields = std::tuple(&Partial::largest, &Partial::sum, &Partial::values);
};

/// The query's sums over the keys of a and of b together. So attention over a
/// long text is computed a block of keys at a time, and no row of scores is ever kept whole.
///
/// @param a, b  of the same query, over keys that they do not share; scores of any size
/// @return      the Partial of all those keys
exercise::Partial merged(const Partial& a, const Partial& b);

EXERCISES(attention_scores, scaled_scores, mean_and_variance, score_variance, attention_pattern,
          attention_output, row_entropies, pattern_gradient, merged)

} // namespace exercise
