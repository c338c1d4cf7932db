#pragma once

#include <armadillo>

/// Two subspaces of R^n, given by matrices whose columns span them.
namespace epreuve::math {

/// The least angle between two subspaces: of a vector x != 0 of the one with a vector y != 0 of the other.
///
///     cos theta = largest singular value of Q_A^T Q_W,    sin theta = least one of (I - Q_A Q_A^T) Q_W
///
/// @param A  n x N, columns independent; they span the one subspace
/// @param W  n x K, columns independent; they span the other
/// @return   theta, from 0 to pi/2: 0 if they have more than 0 in common, pi/2 if they are orthogonal
/// @throws   Error if a matrix is empty, the numbers of rows differ, an entry is not finite, or columns
///           depend on one another
/// Of cosine and sine, one is exact where the other is not: the angle is taken from both.
/// Source: Björck and Golub, Numerical methods for computing angles between linear subspaces, 1973.
double least_angle(const arma::mat& A, const arma::mat& W);

/// The limit of the least angle of two random subspaces, as n, N and K grow in proportion and the one
/// subspace, or both, is uniformly distributed.
///
///     theta = pi/2 - arcsin sqrt(N/n) - arcsin sqrt(K/n),    0 where N + K >= n
///
/// @param n, N, K  1 <= N, K <= n
/// @throws         Error outside of these
/// Source: Wachter, The limiting empirical measure of multiple discriminant ratios, 1980: the squared
/// cosines fill an interval up to sin^2(arcsin sqrt(N/n) + arcsin sqrt(K/n)).
double least_angle_at_random(arma::uword n, arma::uword N, arma::uword K);

/// The projection onto the columns of A along those of W.
///
///     P A = A,    P W = 0,    P = (A 0) (A W)^+;    |P| = 1 / sin least_angle(A, W)
///
/// @param A  n x N
/// @param W  n x K, the columns of (A W) independent
/// @return   n x n; it also takes to 0 what is orthogonal to both
/// @throws   Error if the numbers of rows differ, an entry is not finite, or columns of (A W) depend on one
///           another; the message gives their rank
arma::mat projection_along(const arma::mat& A, const arma::mat& W);

} // namespace epreuve::math
