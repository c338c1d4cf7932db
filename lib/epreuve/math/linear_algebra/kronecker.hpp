#pragma once

#include <armadillo>

namespace epreuve::math {

/// The columns of M on top of each other, first column first.
///
/// @param M  n x p
/// @return   n p; entry i + n j is M_ij (indices from 0)
/// Source: exo7 5.3.
template <typename Real>
arma::Col<Real> vec(const arma::Mat<Real>& M);

/// The rows of M, turned into columns, on top of each other: the other convention.
///
/// @param M  n x p
/// @return   n p; entry p i + j is M_ij.  vec_rows(M) = vec(M^T)
template <typename Real>
arma::Col<Real> vec_rows(const arma::Mat<Real>& M);

/// The n_rows x n_cols matrix M with vec(M) = v.
/// @throws Error if v does not have n_rows n_cols entries
/// Source: exo7 5.3.
template <typename Real>
arma::Mat<Real> unvec(const arma::Col<Real>& v, arma::uword n_rows, arma::uword n_cols);

/// The n_rows x n_cols matrix M with vec_rows(M) = v.
/// @throws Error if v does not have n_rows n_cols entries
template <typename Real>
arma::Mat<Real> unvec_rows(const arma::Col<Real>& v, arma::uword n_rows, arma::uword n_cols);

/// The Kronecker product.
///
///             | a_11 B  ...  a_1p B  |
///     A (x) B = |  ...          ...    |      (A (x) B) vec(M) = vec(B M A^T)
///             | a_p'1 B ...  a_p'p B |      (B (x) A) vec_rows(M) = vec_rows(B M A^T)
///
/// @param A  p' x p
/// @param B  n' x n
/// @return   n' p' x n p
/// @throws   Error if A or B is empty, or if the result does not fit in the free memory
///           (the message gives the bytes it needs)
/// Source: exo7 5.3, where A and B are square.
template <typename Real>
arma::Mat<Real> kronecker(const arma::Mat<Real>& A, const arma::Mat<Real>& B);

/// The tensor product A (x) B acting on a matrix, without forming it.
///
///     M' = (A (x) B) M = B M A^T,    as (B M) A^T or B (M A^T), whichever is cheaper
///
/// @param A  p' x p: mixes the columns of M (positions)
/// @param B  n' x n: mixes the rows of M (dimensions)
/// @param M  n x p
/// @return   n' x p'
/// @throws   Error if A, B or M is empty or the shapes do not fit
/// Source: exo7 5.1, where A and B are square.
template <typename Real>
arma::Mat<Real> kronecker_action(const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                                 const arma::Mat<Real>& M);

/// One column of B M A^T, from the columns C_i of M.
///
///     C'_j = sum_i a_ji B C_i
///
/// The coefficients are those of row j of A: C'_j = B M (A^T e_j), and A^T e_j is row j of A as
/// a column. The document prints a_ij, which is column j of A: these are the columns of B M A,
/// and in the document's own example the first would be (11, 7), where the product has (8, 5).
///
/// @param A  p' x p
/// @param B  n' x n
/// @param M  n x p
/// @param j  0 .. p' - 1
/// @return   n'
/// @throws   Error if A, B or M is empty, the shapes do not fit, or there is no column j
/// Source: exo7 5.1, formula (†), corrected.
template <typename Real>
arma::Col<Real> column_of_action(const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                                 const arma::Mat<Real>& M, arma::uword j);

/// The blocks of M as rows: what is an outer product exactly when M is a Kronecker product.
///
///     row i + p' j of R(M) = vec(block (i, j) of M)^T,    R(A (x) B) = vec(A) vec(B)^T
///
/// @param M  n'p' x np, cut into p' x p blocks of n' x n
/// @param A  size of the factor A, p' x p: arma::size(A) or arma::size(3, 2)
/// @param B  size of the factor B, n' x n
/// @return   p'p x n'n; the entries of M in another order, so that R is linear and keeps the
///           Frobenius norm
/// @throws   Error if A or B is empty or M is not of the size of A (x) B
/// Source: Van Loan and Pitsianis, Approximation with Kronecker Products, 1993.
template <typename Real>
arma::Mat<Real> kronecker_rearrangement(const arma::Mat<Real>& M, arma::SizeMat A, arma::SizeMat B);

template <typename Real>
struct KroneckerFactors
{
  arma::Mat<Real> A, B;
};

/// The Kronecker product that is nearest to M.
///
///     the A and B with the least |M - A (x) B|_F:    vec(A) = sqrt(sigma_1) u_1,
///     vec(B) = sqrt(sigma_1) v_1,    R(M) = sum_k sigma_k u_k v_k^T, sigma_1 >= sigma_2 >= ...
///
/// The distance that remains is sqrt(sigma_2^2 + sigma_3^2 + ...). Only A (x) B is determined, and
/// only if sigma_1 > sigma_2; of all (t A, B / t) we return the pair of equal norms in which the
/// entry of A with the largest magnitude is positive.
///
/// @param M  n'p' x np, finite
/// @param A  size of A, p' x p
/// @param B  size of B, n' x n
/// @throws   Error if A or B is empty, M is not of the size of A (x) B, or M is not finite
/// Source: Van Loan and Pitsianis, 1993; the nearest matrix of rank 1 is Eckart and Young's, 1936.
template <typename Real>
KroneckerFactors<Real> nearest_kronecker(const arma::Mat<Real>& M, arma::SizeMat A,
                                         arma::SizeMat B);

/// Bytes that the result of kronecker takes. A double, since they may well exceed 2^64.
///
///     p' p n' n sizeof(Real)
///
/// @param A  size of A, p' x p: arma::size(A) or arma::size(3, 2)
/// @param B  size of B, n' x n
template <typename Real = double>
double kronecker_bytes(arma::SizeMat A, arma::SizeMat B);

/// Multiplications and additions of forming A (x) B and multiplying vec(M) by it.
///
///     p' p n' n (one multiplication per entry) + 2 p' p n' n;    3 d^4 when both are d x d
///
/// @param A  size of A, p' x p
/// @param B  size of B, n' x n
double kronecker_product_flops(arma::SizeMat A, arma::SizeMat B);

/// Multiplications and additions of kronecker_action.
///
///     min(2 n' p (n + p'), 2 n p' (p + n'));    4 d^3 when both are d x d
///
/// @param A  size of A, p' x p
/// @param B  size of B, n' x n
double kronecker_action_flops(arma::SizeMat A, arma::SizeMat B);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::vec vec(const arma::mat& M)
{
  return vec<double>(M);
}
inline arma::vec vec_rows(const arma::mat& M)
{
  return vec_rows<double>(M);
}
inline arma::mat unvec(const arma::vec& v, arma::uword n_rows, arma::uword n_cols)
{
  return unvec<double>(v, n_rows, n_cols);
}
inline arma::mat unvec_rows(const arma::vec& v, arma::uword n_rows, arma::uword n_cols)
{
  return unvec_rows<double>(v, n_rows, n_cols);
}
inline arma::mat kronecker(const arma::mat& A, const arma::mat& B)
{
  return kronecker<double>(A, B);
}
inline arma::mat kronecker_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return kronecker_action<double>(A, B, M);
}
//! @endcond

} // namespace epreuve::math
