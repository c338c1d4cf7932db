#pragma once

#include <armadillo>

/// Products L R^T of two thin matrices, n x r each with r much smaller than n, which are never formed:
/// the matrix by which an attention head compares, W_Q^T W_K, is one, and the one by which it writes, W_O W_V, another.
namespace epreuve::instruments {

/// The singular values of a product, and the error that rounding can cause in them.
struct ThinSpectrum
{
  arma::vec sigma;     ///< r, largest first; the others are 0
  double rounding = 0; ///< most that rounding both factors to single precision can move a sigma
};

/// By a thin QR of each factor, L = Q_L R_L and R = Q_R R_R:
///
///     L R^T = Q_L (R_L R_R^T) Q_R^T,    sigma those of the r x r matrix between
///
/// If every entry of L and R is off by u = 2^-24 of itself, in whatever direction, the product is off by
/// at most u (|L|_F |R|_2 + |L|_2 |R|_F + u |L|_F |R|_F), and no singular value by more (Weyl).
///
/// @param L, R  n x r and m x r, with r <= n, m
/// @throws      Error if they do not have as many columns, or more columns than rows
ThinSpectrum spectrum_of_product(const arma::mat& L, const arma::mat& R);

/// tr(L R^T) / |L R^T|_F, from -sqrt(r) to sqrt(r): the cosine of the angle between the product and an
/// orthogonal projection onto its range, times sqrt(r).
/// @param L, R  n x r, the product not 0
/// @throws      Error if their shapes differ
double trace_over_norm(const arma::mat& L, const arma::mat& R);

/// How many directions a matrix uses, counted by weight: e^H, with H the entropy of the shares
/// sigma_i^2 / sum sigma^2. From 1 (one of them has everything) to their number (all are equal).
/// @throws Error unless sigma has a value other than 0
double effective_rank(const arma::vec& sigma);

} // namespace epreuve::instruments
