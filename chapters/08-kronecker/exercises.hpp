#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 08, kronecker. The bodies go into exercises.cpp.
///
/// Throughout, indices count from 0, no matrix is empty, and (x) is the sign for the Kronecker
/// product. Write the loops yourself: arma::vectorise, arma::reshape and arma::kron would leave
/// nothing to learn in the first exercises, and they cannot do the last ones.
namespace exercise {

/// # A matrix as a vector
/// 2 points, 1 star: exo7 5.3
/// vec(M): the columns of M on top of each other, first column first.
///
///     entry i + n j is M_ij
///
/// @param M  n x p
/// @return   n p entries
arma::vec vectorized(const arma::mat& M);

/// # From a vector back to a matrix
/// 2 points, 1 star: exo7 5.3
/// The way back: the matrix M of n rows with vec(M) = v.
///
///     M_ij = entry i + n j of v
///
/// @param v  n p entries
/// @param n  >= 1, the number of rows; the number of columns p follows from the length of v
/// @return   n x p
arma::mat unvectorized(const arma::vec& v, arma::uword n);

/// # From columns to rows
/// 3 points, 2 stars: exo7 5.3
/// Some programs stack the columns of a matrix, others (numpy) its rows: the same numbers in
/// another order. Return that order.
///
///     vec(M^T) = vec(M)(s),    entry t of vec(M^T) is entry s_t of vec(M), for every M of n x p
///
/// @param n, p  >= 1, the shape of M
/// @return      s: n p indices
arma::uvec shuffle(arma::uword n, arma::uword p);

/// # The Kronecker product
/// 5 points, 3 stars: exo7 5.3
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

/// # One entry of a product that is too large
/// 3 points, 2 stars: exo7 5.3
/// One entry of A (x) B, without the rest. A and B may have 1000 rows and 1000 columns;
/// their Kronecker product would then take 8 TB.
///
/// @param A  p' x p
/// @param B  n' x n
/// @param r  0 <= r < n'p', the row
/// @param c  0 <= c < np, the column
/// @return   (A (x) B)_rc
double product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c);

/// # Acting without forming
/// 5 points, 3 stars: exo7 5.3
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

/// # Two Kronecker products, multiplied
/// 3 points, 3 stars: exo7 5.2
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

/// # Solving without forming
/// 6 points, 4 stars: exo7 5.2
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [vectorized]
// - The first n entries of the result are column 0 of M. Where does column 1 begin?
// - n is the length of a column, that is the number of rows.
// - Two loops, over the columns and within them over the rows; M(i, j) goes to i + n j.

// [unvectorized]
// - How many columns of n entries does v fill?
// - Entries 0 to n - 1 of v are column 0, the next n are column 1.
// - The entry in row i and column j is the one that vectorized() put at i + n j.

// [shuffle]
// - Take M of 2 x 3 with the entries 0, 2, 4 in the first row and 1, 3, 5 in the second: vec(M) is 0, 1, 2, 3, 4, 5.
//   What is vec(M^T)?
// - M_ij is at i + n j in vec(M). M^T is p x n: where is M_ij in vec(M^T)?
// - The place in vec(M^T) is the index into s, and the place in vec(M) is what s holds there.

// [kronecker]
// - How large is the result? Each entry of A is replaced by a matrix as large as B.
// - The block for a_ij has its upper left corner at row i n', column j n, where B is n' x n.
// - Four loops, over i, j, k and l; in each step one entry of A times one entry of B.
// - The entry (i n' + k, j n + l) is a_ij b_kl.

// [product_entry]
// - Entry (r, c) lies in one block. In which row of blocks, if each block has n' rows?
// - Quotients give the block, remainders the place within the block.
// - For whole numbers, r / m is the quotient without remainder and r % m the remainder. Rows and columns may have
//   different m.

// [kronecker_times]
// - x is vec(M) of a matrix M. Of which shape, if B multiplies it from the left?
// - (A (x) B) vec(M) = vec(B M A^T), in the chapter: two small products instead of a large one.
// - You have functions that make M of x, and a vector of the result.
// - The usual slip is to exchange rows and columns: M has n rows if B is n x n.

// [mixed_product]
// - Act twice on a matrix M: first with A2 and B2, then with A1 and B1. Which matrix stands to the left of M in the
//   end, and which to the right?
// - B1 (B2 M A2^T) A1^T: read it as one action.
// - The product of two Kronecker products is one Kronecker product, of two ordinary products.

// [kronecker_solve]
// - With y = vec(Y) and x = vec(M), which equation between small matrices is to be solved?
// - In B M A^T = Y call M A^T by one name, N: B N = Y is what arma::solve is for.
// - Then M A^T = N, with the unknown on the left. Transpose both sides.
// - You can test it: with A = (1) the result is solve(B, y), with B = (1) it is solve(A, y).
