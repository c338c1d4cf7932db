#pragma once

#include <armadillo>

#include <functional>

/// Scores of heads: their size in a layer; the expected scores of normal queries and keys, and their softmax; and statistics
/// of the attention of many queries, for a table.
///
/// Expectations are integrals, to all digits, where drawing would give two or three. All are sums of equally spaced
/// values (the trapezoid rule), which for a smooth integrand that dies away at both ends is right to all digits: at the
/// step h the error for a Gaussian is like e^{-2 pi^2 / h^2}.
namespace epreuve::instruments {

/// Root mean square of a head's scores, and of the part of them that varies with the key, which is all
/// that softmax sees.
struct ScoreSize
{
  double all;
  double by_keys;
};

/// The size of the scores of q = A x + a and k = B y + b after a layer norm without gain and bias,
/// averaged over all directions of the two tokens alike, without drawing. A normed token has mean 0 and
/// length sqrt(n), so that E[x] = 0, E[x x^T] = n/(n - 1) (I - 1 1^T / n), and
///
///     E[(q . k)^2] = tr((C_q + a a^T)(C_k + b b^T)),    by keys: tr((C_q + a a^T) C_k),
///     C_q = n/(n - 1) A (I - 1 1^T / n) A^T,  C_k likewise of B
///
/// @param A, B  r x n, n >= 2; the gain of the layer norm, if it has one, times the columns
/// @param a, b  r; W times the layer norm's bias included
/// @throws      Error if the shapes do not fit
ScoreSize score_size(const arma::mat& A, const arma::vec& a, const arma::mat& B,
                     const arma::vec& b);

/// E f(Z), Z of the standard normal law, at the step 1/16 from -38 to 38.
/// @param f  smooth, of at most polynomial growth
double normal_expectation(const std::function<double(double)>& f);

/// Density of s = q . k for independent standard normal entries.
///
///     f(s) = (|s| / 2)^nu K_nu(|s|) / (sqrt(pi) Gamma(d / 2)),    nu = (d - 1) / 2
///
/// with Macdonald's Bessel function K; its characteristic function is (1 + t^2)^{-d/2}. Where K
/// overflows, near 0, s is moved away from it, by 10^-3 for d > 5. For d = 1 there is a pole at 0.
///
/// @param d  >= 1
/// @throws   Error unless d >= 1
double dot_product_density(double d, double s);

/// E f(s) for this s. The kink (or pole) of the density at 0 goes to -infinity by the substitution
/// s = e^{u - e^{-u}}. For d up to some hundreds.
/// @param f  even, smooth, of at most polynomial growth
/// @throws   Error unless d >= 1
double score_expectation(double d, const std::function<double(double)>& f);

/// E f(|q| / sqrt(d)) for q of d independent standard normal entries: |q|^2 / d follows the Gamma law
/// of shape and rate d/2, whose logarithm x has a density proportional to e^{(x - e^x) d / 2}.
/// @throws  Error unless d >= 1
double query_expectation(double d, const std::function<double(double)>& f);

/// Of the attention p = softmax(sigma z) that a query gives to n keys, z standard normal.
struct AverageAttention
{
  double total;   ///< E[sum p_j], which is 1: how well the integral was done
  double entropy; ///< E[H], H = -sum p_j ln p_j
  double trace;   ///< E[tr J] = 1 - E[sum p_j^2], J = diag(p) - p p^T; |J|_F <= tr J
};

/// The averages over all keys. With S = sum e^{sigma z_j}, p_j^k = e^{k sigma z_j} / S^k, and
/// S^{-k} = 1/Gamma(k) integral of t^{k-1} e^{-tS} dt factors over independent keys; t = e^{-sigma w}
/// and y = sigma (z - w) give
///
///     E[sum p_j^k] = n sigma / Gamma(k) integral of E[e^{ky - e^y}] E[e^{-e^y}]^{n-1} dw
///     E[H]         = -n sigma integral of E[(y + gamma) e^{y - e^y}] E[e^{-e^y}]^{n-1} dw
///
/// the second being minus the derivative by k at 1. Right to 12 digits for n up to 10^4 and sigma from
/// 1/64 to 64.
///
/// @param n      >= 1, the number of keys
/// @param sigma  > 0, the length of the query
/// @throws       Error unless they are
AverageAttention average_attention(double n, double sigma);

/// The entropy of two probabilities whose scores differ by g, 1 / (1 + e^{-g}) and the rest; its
/// integral over g > 0 is pi^2 / 6.
/// @param g  >= 0
double entropy_of_pair(double g);

/// The gap between the largest and the second of n standard normal variables: its density at 0, and
/// the probability that it exceeds x >= 0.
///
///     n (n - 1) integral of f(z)^2 Phi(z)^{n-2} dz,    n integral of f(z + x) Phi(z)^{n-1} dz
///
/// @throws Error unless n >= 2
double top_gap_density(double n);
double top_gap_exceeds(double n, double x);

/// One value per query, that is, per row of scores.
struct AttentionStatistics
{
  arma::vec entropy;  ///< of p = softmax(scores), in nats
  arma::vec gradient; ///< Frobenius norm of the Jacobian diag(p) - p p^T
};

/// @param scores  a row per query, a column per key
/// @throws        Error as softmax_rows
AttentionStatistics attention_statistics(const arma::mat& scores);

/// The mean_and_quantiles of the entropy, followed by those of the gradient: 8 numbers.
arma::rowvec summary(const AttentionStatistics& statistics);

/// Mean, 10 % quantile, median and 90 % quantile of a sample: a row of a table, a point of a band.
/// @throws Error if it is empty
arma::rowvec mean_and_quantiles(const arma::vec& sample);

} // namespace epreuve::instruments
