#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 02, minimum norm. The bodies go into exercises.cpp. There are n
/// equations in N unknowns; a vector is measured by its Euclidean length |v|.
namespace exercise {

/// # How far is x from solving A x = y?
/// 1 point, 1 star: exo7 2.2
/// By how much x fails to solve A x = y: 0 if it is a solution.
///
///     |A x - y| = sqrt( sum_i (A x - y)_i^2 )
///
/// @param A  n x N
/// @param x  N
/// @param y  n
/// @return   a number >= 0
double residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y);

/// # A right inverse
/// 3 points, 2 stars: exo7 2.2, Proposition 1
/// The matrix that undoes A from the right, A B = I: of all such B the one that sends each y to
/// the shortest x with A x = y.
///
///     B = A^T (A A^T)^{-1}
///
/// @param A  n x N, n <= N, of rank n and well conditioned
/// @return   N x n
arma::mat right_inverse(const arma::mat& A);

/// # Of all solutions, the shortest
/// 2 points, 2 stars: exo7 2.2, Proposition 1
/// Of all x with A x = y the one for which |x| is smallest.
///
///     x = A^T (A A^T)^{-1} y
///
/// @param A  n x N, n <= N, of rank n and well conditioned
/// @param y  n
/// @return   N
arma::vec minimum_norm_solution(const arma::mat& A, const arma::vec& y);

/// # What may be added to a solution: the projection on the kernel
/// 3 points, 3 stars: exo7 2.2
/// The orthogonal projection onto the kernel of A, the space of all z with A z = 0: the matrix P
/// for which P v is the z of the kernel that is nearest to v. With a solution x of A x = y, every
/// other one is x + P v for some v.
///
///     A P = 0,    P z = z if A z = 0,    P = P^T
///
/// @param A  n x N, n <= N, of rank n and well conditioned
/// @return   P, N x N; the zero matrix if n = N
arma::mat kernel_projector(const arma::mat& A);

/// # The rank, as far as rounding lets it be known
/// 3 points, 3 stars: exo7 2.2
/// The rank of A: how many of its rows, or columns, are independent. Rounding hides it, so it is
/// defined here by the singular values s_1 >= s_2 >= ... of A:
///
///     the number of i with s_i > 10^-10 s_1
///
/// @param A  n x N, of any shape (not empty) and any rank; its entries may all be tiny, or 0
/// @return   from 0 to min(n, N)
arma::uword numerical_rank(const arma::mat& A);

/// # The shortest solution of any system, or none
/// 5 points, 4 stars: beyond exo7 2.2
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [residual_norm]
// - If x solved the system, which vector would be 0?
// - The length of a vector is the square root of the sum of the squares of its entries.
// - arma::norm(v) is the length of v; A * x is the product.

// [right_inverse]
// - A has no inverse, as it is not square. Which of its two products with its transpose has: A A^T, n x n, or A^T A, N
//   x N?
// - The result is N x n. In what order do A^T and an n x n matrix fit together?
// - A.t() is the transpose, arma::inv the inverse of a square matrix. Multiply your result by A from the left to see
//   whether it is one.

// [minimum_norm_solution]
// - With N > n there are many solutions. Which matrix that you have picks one that is a combination of the rows of A?
// - The way from y to the shortest x is linear: one matrix times y.
// - That matrix is N x n, and you wrote it in the exercise before. (Or solve for (A A^T)^{-1} y first and multiply by
//   A^T afterwards: it saves an inverse.)

// [kernel_projector]
// - Split any v in two: what A sees of it, and the rest, which A sends to 0. The first part is the shortest vector
//   with the same A v.
// - The shortest vector with the image A v is B (A v), B the right inverse: so B A is the projection on the rows of A.
// - What is left of v when that part is taken away? Write it as one N x N matrix times v.
// - Test your P: A P = 0, P P = P, and P is its own transpose. N - n is its trace.

// [numerical_rank]
// - Elimination leaves numbers like 1e-17 where exact arithmetic has a 0. Which numbers show how near a matrix is to
//   one of lower rank?
// - In exact arithmetic the rank is the number of singular values that are not 0; arma::svd(A) returns them, the
//   largest first.
// - "Small" must not depend on the unit that A is measured in: compare every singular value with the largest.
// - Count those above 1e-10 times the largest. Do not divide by the largest, which may be 0.

// [shortest_solution]
// - If the rank r is below n, A A^T has no inverse, and there may be no solution at all. Two questions: which x, and
//   does it solve the system?
// - A = U S V^T. Of S only the r singular values count that numerical_rank counts; call their columns U_r and V_r. A
//   solution that is a combination of V_r is the shortest.
// - In these columns the system is diagonal: V_r^T x is U_r^T y, divided entry by entry by the singular values.
// - arma::svd_econ(U, s, V, A) gives all three; then compare residual_norm with 1e-8 times the length of y to decide
//   whether to return x or arma::vec().
