#pragma once

#include <armadillo>

#include <vector>

/// Heads that share what they read: grouped-query attention, where the heads of a group have one W_K and one W_V
/// between them, and multi-query attention, where all heads of a layer are one group. Both replace, in a product
/// L_h R_h of each head, the matrix R_h by one of all:
///
///     scores: L_h = W_Q^T, R_h = W_K;    values: L_h = W_O, R_h = W_V
///
/// with L_h n x d and R_h d x n. The loss is measured on the products, the only thing that the head knows of its factors:
///
///     lost = sum_h |L_h R_h - L'_h R'|_F^2 / sum_h |L_h R_h|_F^2
namespace epreuve::attention {

/// The best shared factor, and what each head is to make of it.
struct SharedFactor
{
  arma::mat shared; ///< R', r x n, rows orthonormal
  std::vector<arma::mat>
      left; ///< L'_h = L_h R_h R'^T, n x r: L'_h R' is the head seen through a projection
  double lost = 0;
};

/// Eckart and Young, of the products L_h R_h one under the other: R' spans the r directions of which they make the most.
///
/// @param L, R  of each head, n x d and d x n, d <= n; not all products 0
/// @param r     dimension of what is shared, 1 <= r <= n
/// @throws      Error if there is no head, the shapes do not fit, or outside of these
SharedFactor best_shared_factor(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R,
                                arma::uword r);

/// The loss of the best shared factor, without computing it.
/// @throws Error as best_shared_factor
double least_loss(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R, arma::uword r);

/// The least loss if heads are put into groups of the same size, in their order, each group with a
/// shared factor of its own.
///
/// @param groups  a divisor of the number of heads
/// @throws        Error as best_shared_factor, or if groups divides the heads with a rest
double least_loss_of_groups(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R,
                            arma::uword groups, arma::uword r);

/// The loss if R' is the mean of the R_h, and every L_h stays as it is. It depends on how each product is
/// factored: for an invertible M, L_h M^-1 and M R_h are the same head, and have another mean.
/// @throws Error as best_shared_factor
/// Source: Ainslie et al., GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints, 2023.
double loss_of_mean(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R);

} // namespace epreuve::attention
