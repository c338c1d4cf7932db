#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 12, attention and its scaling. The bodies go into exercises.cpp.
/// Tokens are columns, as in exo7: a matrix of queries, keys or values has a column for each token.
namespace exercise {

/// # Every query against every key
/// 1 point, 1 star: exo7 6.3
/// Scores of every query against every key: row i is about query i, column j about key j.
///
///     S = Q^T K,    S_ij = q_i . k_j
///
/// @param Q  d x n_q, one query per column
/// @param K  d x n_k, one key per column
/// @return   n_q x n_k
arma::mat attention_scores(const arma::mat& Q, const arma::mat& K);

/// # The division that gives the chapter its name
/// 1 point, 1 star: exo7 6.3
/// Scores divided by the square root of d, the dimension of a query and of a key.
///
///     S = Q^T K / sqrt(d)
///
/// @param Q  d x n_q, one query per column
/// @param K  d x n_k, one key per column
/// @return   n_q x n_k
arma::mat scaled_scores(const arma::mat& Q, const arma::mat& K);

/// # Mean and variance, without losing digits
/// 2 points, 2 stars: thomas, annexe
/// Mean and variance of a list of numbers, in this order. The list is the whole population, not a
/// sample of something larger: the variance is the mean squared distance from the mean, divided by
/// n and not by n - 1.
///
///     m = (1/n) sum_i x_i,    v = (1/n) sum_i (x_i - m)^2
///
/// @param x  n numbers, n >= 1; they may be large and close to each other
/// @return   {m, v}
std::pair<double, double> mean_and_variance(const arma::vec& x);

/// # How the variance of a score grows with d
/// 3 points, 3 stars: thomas, annexe
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

/// # From scores to a pattern, whatever their size
/// 3 points, 2 stars: exo7 6.3
/// The attention pattern: softmax of each row of the scores.
///
///     A_ij = e^{S_ij} / sum_l e^{S_il}
///
/// @param S  n_q x n_k scores of any finite size, thousands too; -inf is a masked key, whose
///           probability is 0; no row is all -inf
/// @return   n_q x n_k, rows of sum 1
arma::mat attention_pattern(const arma::mat& S);

/// # Values, mixed by the pattern
/// 2 points, 1 star: exo7 6.3
/// Output of attention: for each query the mean of the values, weighted by its row of the pattern.
///
///     Z = V A^T,    z_i = sum_j A_ij v_j
///
/// @param V  r x n_k, one value per column
/// @param A  n_q x n_k, one query per row
/// @return   r x n_q, one output per column
arma::mat attention_output(const arma::mat& V, const arma::mat& A);

/// # How spread a query's attention is
/// 2 points, 2 stars: masterclass, attention
/// Entropy of each row of a pattern, in nats (natural logarithm): 0 for a query that looks at one
/// key only, ln n_k for one that looks at all keys equally.
///
///     H_i = -sum_j A_ij ln A_ij,    0 ln 0 = 0
///
/// @param A  n_q x n_k, entries in [0, 1], rows of sum 1
/// @return   n_q entropies
arma::vec row_entropies(const arma::mat& A);

/// # Back through the softmax
/// 4 points, 4 stars: masterclass, attention
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

/// # Attention, a block of keys at a time
/// 5 points, 4 stars: exo7 6.3
/// The query's sums over the keys of a and of b together. So attention over a
/// long text is computed a block of keys at a time, and no row of scores is ever kept whole.
///
/// @param a, b  of the same query, over keys that they do not share; scores of any size
/// @return      the Partial of all those keys
exercise::Partial merged(const Partial& a, const Partial& b);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [attention_scores]
// - Entry (i, j) of a product is row i of the left matrix times column j of the right one. Which rows and which
//   columns do you want to meet?
// - Queries are columns of Q, and they should become the rows of the left factor.
// - The transpose of an Armadillo matrix M is M.t(). Look at the shapes: an n_q x d matrix times a d x n_k matrix is
//   n_q x n_k.

// [scaled_scores]
// - The function of the exercise before gives you the scores: call it.
// - d is the number of entries of one query. Is that Q.n_rows or Q.n_cols, when a query is a column?
// - std::sqrt takes the square root of a number; a matrix can be divided by a number.

// [mean_and_variance]
// - arma::accu sums the entries, and x.n_elem counts them. The mean comes first: the variance needs it.
// - The mean of the squares minus the square of the mean is the same on paper. In floating point, with numbers near
//   10^9, both are near 10^18, where doubles are 128 apart.
// - arma::var and arma::mean exist. Armadillo's documentation says by what arma::var divides by default: is that n?
// - Subtract the mean from every entry, square, sum, divide by n.

// [score_variance]
// - The d terms q_i k_i are independent of each other and have the same law. What is the variance of a sum of such
//   terms?
// - So one term is enough. For independent q and k, E[qk] = E[q] E[k]; and q^2 and k^2 are independent too.
// - The variance of one term is E[q^2] E[k^2] - (E[q] E[k])^2.
// - mean_and_variance gives m and v of a list, and E[q^2] = v + m^2.

// [attention_pattern]
// - Chapter 01 did this for a vector. A row of S is the vector of one query.
// - e^1000 is more than a double can hold. What happens to the fractions when you subtract the same number from all
//   scores of a row?
// - Choose that number so that the largest exponential of the row is 1: then none overflows, and the sum cannot be 0.
//   Each row needs its own.
// - arma::max(S, 1) and arma::sum(S, 1) give a column with one number per row; M.each_col() -= c subtracts the column
//   c from every column of M. And std::exp(-inf) is 0 already.

// [attention_output]
// - Output i is a sum of columns of V, with the weights of row i of A.
// - A product M N combines the columns of M with the weights in a column of N.
// - The weights of a query are a row of A and should be a column: which matrix has the rows of A as its columns?

// [row_entropies]
// - The result has one number for each row: a sum along the row, over the keys.
// - std::log(0.0) is -inf, and 0 times -inf is not a number. What is the limit of p ln p as p goes to 0?
// - Go through the entries and leave out those that are 0; std::log is the natural logarithm.

// [pattern_gradient]
// - Take one row: probabilities p of scores s. How does p_j change with s_j, and how with another score s_l? (Both
//   answers are made of p alone.)
// - The derivative of p_l by s_j is p_l (1 - p_l) if j = l and -p_l p_j otherwise: in both cases p_j (delta_jl - p_l).
// - Chain rule: D_j = sum_l G_l p_j (delta_jl - p_l). Take p_j out of the sum.
// - What is left is G_j minus the mean of the row of G, weighted by the row of A.

// [merged]
// - The largest score of all keys is easy. The sums of a and of b are relative to different largest scores: write e^{s
//   - new} as e^{s - old} times something.
// - Sum and values of a take the same factor, e^{a.largest - largest}, and those of b take e^{b.largest - largest}.
//   Neither factor is above 1.
// - Never form e^{a.largest}: scores of 1000 overflow. Only differences go into the exponential.
// - An empty part has largest = -inf. If both are empty the difference is -inf - (-inf), which is not a number: treat
//   a part whose sum is 0 by itself.
