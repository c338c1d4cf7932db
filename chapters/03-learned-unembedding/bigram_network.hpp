#pragma once

#include <armadillo>

#include <string>
#include <vector>

/// The smallest language model: from one token, the distribution of the next. The logits after token i
/// are column i of an N x N matrix Z, and the network of two layers without activation has
///
///     Z = B A,    A n x N the embedding, B N x n the unembedding.
///
/// All functions throw Error, naming what does not fit, unless P is N x N with columns of sum 1
/// (to 10^-12) and entries >= 0, pi has N entries > 0 of sum 1, and Z is N x N and finite.
namespace epreuve::instruments {

/// The target of learning: which tokens follow which.
struct Bigrams
{
  std::vector<std::string> words; ///< N names, for figures
  arma::mat P;                    ///< N x N: P_ji is the probability of token j after token i
  arma::vec pi;                   ///< N: how often the token before is i

  arma::uword N() const { return P.n_rows; }
  /// The joint probabilities pi_i P_ji.
  arma::mat joint() const { return P.each_row() % pi.t(); }
};

/// Cross-entropy in nats, the loss that training lowers.
///
///     L(Z) = sum_i pi_i (ln sum_k e^{Z_ki} - sum_j P_ji Z_ji)
double bigram_loss(const Bigrams& bigrams, const arma::mat& Z);

/// The least loss there is: the entropy of the next token, given the one before.
///
///     H = -sum_i pi_i sum_j P_ji ln P_ji,    0 ln 0 = 0
double bigram_entropy(const Bigrams& bigrams);

/// L(Z) - H without the digits that the difference would lose: a sum of terms >= 0.
///
///     sum_i pi_i sum_j (P_ji ln(P_ji / Q_ji) - P_ji + Q_ji),    Q = softmax of the columns of Z
double bigram_excess(const Bigrams& bigrams, const arma::mat& Z);

/// dL/dZ, N x N: (Q - P) diag(pi). Backpropagation multiplies it by A^T, or B^T by it.
arma::mat bigram_gradient(const Bigrams& bigrams, const arma::mat& Z);

/// Gradient descent on the logits of one context: its excess at the times 1, 2, 4, ..., 2^doublings.
///
///     z <- z - step (softmax(z) - p),    z = 0 at first,    time = steps * step
///
/// Where s of the N entries of p are positive, the excess tends to s (N - s) / (N time). If these are all 1/s it is
/// ln(1 + o/s e^{-u}), o = N - s, with s e^u + o u = s + N/s time as step -> 0.
/// @param p     N entries >= 0, of sum 1
/// @param step  1 over a whole number
arma::vec excess_in_time(const arma::vec& p, double step, arma::uword doublings);

/// Which networks are allowed.
enum class Tying
{
  untied,    ///< B A
  symmetric, ///< A^T D A, D diagonal: any symmetric matrix of rank n
  tied       ///< A^T A
};

/// A network at a point where its loss is nearly flat.
struct TrainedBigrams
{
  arma::mat A;              ///< n x N
  arma::mat B;              ///< N x n
  double excess = 0;        ///< of its loss over the entropy
  double largest_slope = 0; ///< the largest entry of the gradients in A and B
  arma::uword steps = 0;
};

/// Trains with the whole table as one batch, by `lbfgs`, from the best approximation of the centred
/// ln P by a matrix of rank n (where P is 0, from ln 10^-3). A symmetric network starts from the eigenvectors
/// of the symmetric part, the largest eigenvalues first, and takes the signs of D from them; a tied one
/// leaves the negative ones at a small length.
///
/// @param n      1 <= n <= N
/// @param slope  where to stop
TrainedBigrams train_bigrams(const Bigrams& bigrams, arma::uword n, Tying tying,
                             double slope = 1e-9, arma::uword most = 3000);

/// Lower bounds of the excess of every Z of rank n, for P > 0; the largest is a bound as well.
struct ExcessBounds
{
  double rank_of_log; ///< m phi(tau): tau from ln P beyond its singular value n + 1
  double centred;     ///< m phi(tau'): tau' from ln P, each column less its mean, beyond n
  double weighted;    ///< mu phi(T / sqrt mu): as the last, rows and columns weighted

  double best() const;
};

/// With phi(t) = t - 1 + e^{-t}, w_ji = pi_i P_ji, m the least of the w_ji:
///
///     tau^2 = sum_{k > n+1} sigma_k(ln P)^2,    tau'^2 = sum_{k > n} sigma_k((I - 1 1^T / N) ln P)^2,
///     T^2 = sum_{k > n} sigma_k((I - u u^T) diag(sqrt a) ln P diag(sqrt pi))^2,
///     a_j = min_i P_ji,    u = sqrt a / |sqrt a|,    mu = min a_j pi_i
///
/// @throws Error unless P > 0 and 1 <= n <= N
/// Source: proofs/16-softmax-bottleneck.
ExcessBounds excess_bounds(const Bigrams& bigrams, arma::uword n);

/// A lower bound of the excess of every tied network, of whatever dimension, from a certificate: the distributions Q
/// of one that was trained. For every Z = A^T A and every Q whose columns are distributions
///
///     L(Z) >= sum_i pi_i H(Q_i) + <(Q - P) diag(pi), Z>,
///
/// since ln sum_k e^{z_k} >= q.z + H(q); the last term is >= 0 where the symmetric part of (Q - P) diag(pi) has no
/// negative eigenvalue. Q is mixed with the identity, for which that is so, as little as is needed. The nearer Q is
/// to that of the best tied network, the better the bound.
///
/// @param Q  N x N, columns of sum 1
/// @throws   Error unless P > 0 and P pi = pi (to 10^-12), and Q is near enough to have Q pi near pi
double tied_excess_bound(const Bigrams& bigrams, const arma::mat& Q);

} // namespace epreuve::instruments
