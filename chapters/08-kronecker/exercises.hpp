#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 08, kronecker. The bodies go into exercises.cpp.
///
/// Throughout, indices count from 0, no matrix is empty, and (x) is the sign for the Kronecker
/// product. Write the loops yourself: arma::vectorise, arma::reshape and arma::kron would leave
/// nothing to learn in the first exercises, and they cannot do the last ones.
namespace exercise {

/// vec(M): the columns of M on top of each other, first column first.
///
///     entry i + n j is M_ij
///
/// @param M  n x p
/// @return   n p entries
arma::vec vectorized(const arma::mat& M);

/// The way back: the matrix M of n rows with vec(M) = v.
///
///     M_ij = entry i + n j of v
///
/// @param v  n p entries
/// @param n  >= 1, the number of rows; the number of columns p follows from the length of v
/// @return   n x p
arma::mat unvectorized(const arma::vec& v, arma::uword n);

/// Some programs stack the columns of a matrix, others (numpy) its rows: the same numbers in
/// another order. Return that order.
///
///     vec(M^T) = vec(M)(s),    entry t of vec(M^T) is entry s_t of vec(M), for every M of n x p
///
/// @param n, p  >= 1, the shape of M
/// @return      s: n p indices
arma::uvec shuffle(arma::uword n, arma::uword p);

/// The Kronecker product: each entry a_ij of A is replaced by the matrix a_ij B.
///
///               | a_00 B  a_01 B  ... |
///     A (x) B = | a_10 B  a_11 B  ... |
///               |  ...     ...        |
///
/// @param A  p' x p
/// @param B  n' x n
/// @return   n'p' x np
arma::mat kronecker(const arma::mat& A, const arma::mat& B);

/// One entry of A (x) B, without the rest. A and B may have 1000 rows and 1000 columns;
/// their Kronecker product would then take 8 TB.
///
/// @param A  p' x p
/// @param B  n' x n
/// @param r  0 <= r < n'p', the row
/// @param c  0 <= c < np, the column
/// @return   (A (x) B)_rc
double product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c);

/// (A (x) B) x, without forming A (x) B: for two matrices of 600 x 600 it would take 1 TB.
///
///     (A (x) B) vec(M) = vec(B M A^T)
///
/// @param A  p x p
/// @param B  n x n
/// @param x  n p entries, vec(M) of an M of n x p
/// @return   n p entries
arma::vec kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x);

/// The two factors of A (x) B.
struct Factors
{
  arma::mat A, B;
  static constexpr auto fields = std::tuple(&Factors::A, &Factors::B);
};

/// The product of two Kronecker products, for which neither of them has to be formed. (Your
/// function is tried on rows and columns of 400 000 entries, whose Kronecker products would take
/// 1.3 TB each, while the result is a single number.)
///
///     (A1 (x) B1) (A2 (x) B2)
///
/// @param left   A1 = left.A, p' x p, and B1 = left.B, n' x n
/// @param right  A2 = right.A, p x p'', and B2 = right.B, n x n''
/// @return       n'p' x n''p''
arma::mat mixed_product(const Factors& left, const Factors& right);

/// The solution of a system whose matrix is a Kronecker product, without forming it: for two
/// matrices of 400 x 400 it would take 200 GB.
///
///     (A (x) B) x = y
///
/// @param A  p x p, invertible
/// @param B  n x n, invertible
/// @param y  n p entries
/// @return   x: n p entries, each within 10^-9
arma::vec kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y);

EXERCISES(vectorized, unvectorized, shuffle, kronecker, product_entry, kronecker_times,
          mixed_product, kronecker_solve)

} // namespace exercise
