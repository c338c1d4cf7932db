#pragma once

#include <armadillo>

namespace epreuve::math {

/// Minimum-norm solution of the under-determined system A x = y.
///
///     x = A^T (A A^T)^{-1} y,    computed as  A^T = Q R,  x = Q R^{-T} y
///
/// @param A  n x N, n <= N, rank n, finite
/// @param y  n, finite
/// @return   N; the x of least Euclidean norm among all x with A x = y
/// @throws   Error if a shape does not fit, an entry is not finite, or A has rank < n (the
///           message gives the rank found)
/// The rank is decided as in numerical_rank, on the n x n factor R: R has the singular values
/// of A, so they cost n^3 and no pivoting, and unlike the diagonal of R they cannot miss a
/// nearly dependent row. It needs one copy of A, and nothing of size N x N.
/// Source: exo7 2.2, Proposition 1. QR instead of the normal equations: the error grows with
/// the condition number of A, not with its square (see chapter 02; Demmel and Higham, Improved
/// Error Bounds for Underdetermined System Solvers, 1993).
template <typename Real>
arma::Col<Real> minimum_norm_solution(const arma::Mat<Real>& A, const arma::Col<Real>& y);

/// The same solution by the formula as it is written, for comparison.
///
///     x = A^T (A A^T)^{-1} y,    computed as  A A^T = L L^T,  x = A^T L^{-T} L^{-1} y
///
/// @param A  n x N, n <= N, rank n, condition number below about 1 / sqrt(n eps), finite
/// @param y  n, finite
/// @return   N
/// @throws   Error if a shape does not fit, an entry is not finite, or A A^T is singular to
///           working precision (Cholesky breaks down, or its reciprocal condition is below
///           n eps: no digit of x would be right)
/// Cholesky rather than LU: A A^T is symmetric positive definite as soon as A has rank n, the
/// work is half, and when rounding has destroyed definiteness Cholesky says so. Forming A A^T
/// squares the condition number all the same.
/// Source: exo7 2.2, Proposition 1.
template <typename Real>
arma::Col<Real> minimum_norm_normal_equations(const arma::Mat<Real>& A, const arma::Col<Real>& y);

/// The same solution by the semi-normal equations: the formula, with the factor of A A^T taken
/// from A, and A A^T never formed.
///
///     x = A^T (R^T R)^{-1} y,    R from A^T = Q R,    computed as  R^T w = y,  R z = w,  x = A^T z
///
/// @param A  n x N, n <= N, rank n (decided as in numerical_rank), finite
/// @param y  n, finite
/// @return   N
/// @throws   Error if a shape does not fit, an entry is not finite, or A has rank < n (the
///           message gives the rank found)
/// The error of x grows with the condition number of A, as that of minimum_norm_solution: z
/// receives the errors of w times R^{-1}, and A^T = Q R takes R^{-1} off again. The residual
/// A x - y can be larger than there by the condition number. Q is not needed: R, n x n, and A
/// serve any further y. R is scaled by a power of 2, so that z, of size |x| / sigma_min, does not
/// leave the range of Real where x is well inside it.
/// Source: Demmel and Higham, as above; the error analysis is in chapter 02.
template <typename Real>
arma::Col<Real> minimum_norm_semi_normal_equations(const arma::Mat<Real>& A,
                                                   const arma::Col<Real>& y);

/// The results of minimum_norm_svd for A (n x N) and y (n).
template <typename Real>
struct MinimumNormSolution
{
  arma::Col<Real> x;               ///< N, of the minimisers of |A x - y| the shortest
  arma::uword rank = 0;            ///< how many singular values exceed eps N sigma_max
  arma::Col<Real> singular_values; ///< n, decreasing
  Real residual_norm = 0;          ///< |A x - y|; far above rounding when y is not in A's range
};

/// Minimum-norm least-squares solution of A x = y for A of any rank, by the pseudo-inverse.
///
///     A = U S V^T,    x = V S^+ U^T y,    S^+ inverts the singular values > eps N sigma_max
///
/// @param A  n x N, n <= N, finite
/// @param y  n, finite
/// @throws   Error if a shape does not fit or an entry is not finite
/// For A of rank n it is minimum_norm_solution. The SVD is that of the n x n factor R of
/// A^T = Q R, so that the cost in memory stays at one copy of A.
/// Source: exo7 2.2 for rank n; Golub and Van Loan, Matrix Computations, 5.5.1 beyond.
template <typename Real>
MinimumNormSolution<Real> minimum_norm_svd(const arma::Mat<Real>& A, const arma::Col<Real>& y);

/// The right inverse of least Frobenius norm: the linear map y -> x of the proposition.
///
///     B = A^T (A A^T)^{-1},    computed as  A^T = Q R,  B = Q R^{-T};    A B = I
///
/// @param A  n x N, n <= N, rank n (decided as in numerical_rank), finite
/// @return   N x n
/// @throws   Error if the shape does not fit, an entry is not finite, or A has rank < n
/// Source: exo7 2.2, Proposition 1.
template <typename Real>
arma::Mat<Real> right_inverse(const arma::Mat<Real>& A);

/// How many singular values of A exceed eps max(n, N) sigma_max: a matrix of lower rank cannot
/// be distinguished from A once its entries have been rounded.
///
/// @param A  n x N of any shape, finite; eps is that of Real, so the same matrix may have a
///           lower rank in float than in double
/// @throws   Error if A is empty or an entry is not finite
template <typename Real>
arma::uword numerical_rank(const arma::Mat<Real>& A);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::vec minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  return minimum_norm_solution<double>(A, y);
}
inline arma::vec minimum_norm_normal_equations(const arma::mat& A, const arma::vec& y)
{
  return minimum_norm_normal_equations<double>(A, y);
}
inline arma::vec minimum_norm_semi_normal_equations(const arma::mat& A, const arma::vec& y)
{
  return minimum_norm_semi_normal_equations<double>(A, y);
}
inline MinimumNormSolution<double> minimum_norm_svd(const arma::mat& A, const arma::vec& y)
{
  return minimum_norm_svd<double>(A, y);
}
inline arma::mat right_inverse(const arma::mat& A)
{
  return right_inverse<double>(A);
}
inline arma::uword numerical_rank(const arma::mat& A)
{
  return numerical_rank<double>(A);
}
//! @endcond

} // namespace epreuve::math
