#pragma once

#include <armadillo>

#include <vector>

/// The states of a recurrence without waiting for one after the other.
namespace epreuve::instruments {

/// A step h -> A h + b.
struct AffineStep
{
  arma::mat A; ///< m x m
  arma::vec b; ///< m
};

/// First one, then the other: A' (A h + b) + b' = (A' A) h + (A' b + b'). It is associative, which is all that a scan needs.
AffineStep followed_by(const AffineStep& first, const AffineStep& then);

struct ScannedStates
{
  std::vector<arma::vec> h; ///< T
  arma::uword rounds;       ///< what waits for one another: ceil(log2 T)
};

/// All states h_t = A_t h_{t-1} + b_t, by doubling: after round r, place t has the steps t - 2^r + 1, ..., t in one. The
/// places of a round do not wait for each other.
/// @throws Error if there is no step
/// Source: Hillis and Steele, Data parallel algorithms (1986).
ScannedStates scanned(std::vector<AffineStep> steps, const arma::vec& h0);

/// All states of h_t = tanh(U h_{t-1} + a_t), from a guess for all of them at once, h_t = 0, by Newton's method: the
/// recurrence, linear around the last guess, is scanned, and so on. After k rounds the first k states are right; often all
/// are, long before.
///
/// @param U   m x m
/// @param a   m x T: W x_t + b, which no step waits for
/// @param h0  m
/// @return    by rounds, the largest error of an entry, of at most `rounds` rounds
/// Source: Lim, Zhu, Selfridge and Kasim, Parallelizing non-linear sequential models over the sequence length (2024).
arma::vec newton_errors(const arma::mat& U, const arma::mat& a, const arma::vec& h0,
                        arma::uword rounds);

} // namespace epreuve::instruments
