#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 02, minimum norm. The bodies go into exercises.cpp. There are n
/// equations in N unknowns; a vector is measured by its Euclidean length |v|.
namespace exercise {

/// By how much x fails to solve A x = y: 0 if it is a solution.
///
///     |A x - y| = sqrt( sum_i (A x - y)_i^2 )
///
/// @param A  n x N
/// @param x  N
/// @param y  n
/// @return   a number >= 0
double residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y);

/// The matrix that undoes A from the right, A B = I: of all such B the one that sends each y to
/// the shortest x with A x = y.
///
///     B = A^T (A A^T)^{-1}
///
/// @param A  n x N, n <= N, of rank n and well conditioned
/// @return   N x n
arma::mat right_inverse(const arma::mat& A);

/// Of all x with A x = y the one for which |x| is smallest.
///
///     x = A^T (A A^T)^{-1} y
///
/// @param A  n x N, n <= N, of rank n and well conditioned
/// @param y  n
/// @return   N
arma::vec minimum_norm_solution(const arma::mat& A, const arma::vec& y);

/// The orthogonal projection onto the kernel of A, the space of all z with A z = 0: the matrix P
/// for which P v is the z of the kernel that is nearest to v. With a solution x of A x = y, every
/// other one is x + P v for some v.
///
///     A P = 0,    P z = z if A z = 0,    P = P^T
///
/// @param A  n x N, n <= N, of rank n and well conditioned
/// @return   P, N x N; the zero matrix if n = N
arma::mat kernel_projector(const arma::mat& A);

/// The rank of A: how many of its rows, or columns, are independent. Rounding hides it, so it is
/// defined here by the singular values s_1 >= s_2 >= ... of A:
///
///     the number of i with s_i > 10^-10 s_1
///
/// @param A  n x N, of any shape (not empty) and any rank; its entries may all be tiny, or 0
/// @return   from 0 to min(n, N)
arma::uword numerical_rank(const arma::mat& A);

/// The shortest x with A x = y, if there is a solution; for A of any rank, with fewer equations
/// than unknowns, as many, or more. With the r singular values that numerical_rank counts, and
/// their columns of U and V in A = U S V^T,
///
///     x = sum_{i <= r} v_i (u_i . y) / s_i
///
/// comes nearest to a solution; it is one if |A x - y| <= 10^-8 |y|.
///
/// @param A  n x N, of any shape (not empty) and any rank
/// @param y  n
/// @return   N; an empty vector if A x = y has no solution
arma::vec shortest_solution(const arma::mat& A, const arma::vec& y);

EXERCISES(residual_norm, right_inverse, minimum_norm_solution, kernel_projector, numerical_rank,
          shortest_solution)

} // namespace exercise
