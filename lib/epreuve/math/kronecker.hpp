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
/// @throws Error if v has not n_rows n_cols entries
/// Source: exo7 5.3.
template <typename Real>
arma::Mat<Real> unvec(const arma::Col<Real>& v, arma::uword n_rows, arma::uword n_cols);

/// The n_rows x n_cols matrix M with vec_rows(M) = v.
/// @throws Error if v has not n_rows n_cols entries
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

/// Bytes that kronecker's result takes. A double, for it may well exceed 2^64.
///
///     p' p n' n sizeof(Real)
///
/// @param A  size of A, p' x p: arma::size(A) or arma::size(3, 2)
/// @param B  size of B, n' x n
template <typename Real = double>
double kronecker_bytes(arma::SizeMat A, arma::SizeMat B);

/// Multiplications and additions of forming A (x) B and multiplying vec(M) by it.
///
///     p' p n' n (one multiplication an entry) + 2 p' p n' n;    3 d^4 when both are d x d
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

} // namespace epreuve::math
