#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 07, tensor-product. The bodies go into exercises.cpp.
///
/// Throughout, indices count from 0, no matrix is empty, tokens are the columns of M, and (x) is the
/// sign for the tensor product.
namespace exercise {

/// # The action of A (x) B
/// 2 points, 1 star: exo7 5.1
/// The tensor product, acting on a matrix.
///
///     (A (x) B) M = B M A^T
///
/// @param A  p' x p: mixes tokens
/// @param B  n' x n: mixes the coordinates of each token
/// @param M  n x p
/// @return   n' x p'
arma::mat tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M);

/// # One column of the image
/// 3 points, 2 stars: exo7 5.1
/// One column of (A (x) B) M, from the columns C_i of M.
///
///     C'_j = sum_i a_ji B C_i
///
/// @param A  p' x p
/// @param B  n' x n
/// @param M  n x p
/// @param j  0 <= j < p'
/// @return   n'
arma::vec image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j);

/// # An action on positions
/// 3 points, 2 stars: exo7 5.1
/// The action on positions that rearranges a sentence.
///
///     column j of (A (x) I) M is column order_j of M,    for every M of p columns
///
/// @param order  p indices, each 0, ..., p - 1; one of them may occur twice and another not at all
/// @return       A: p x p
arma::mat rearrangement(const arma::uvec& order);

/// The two factors of A (x) B.
struct Factors
{
  arma::mat A, B;
  static constexpr auto fields = std::tuple(&Factors::A, &Factors::B);
};

/// # Two heads as one
/// 3 points, 2 stars: exo7 5.2
/// Two heads, of which the second reads what the first has written, as one.
///
///     (A (x) B) M = (A2 (x) B2) ((A1 (x) B1) M)    for every M
///
/// @param first   A1 = first.A, p' x p, and B1 = first.B, n' x n: acts first
/// @param second  A2 = second.A, p'' x p', and B2 = second.B, n'' x n'
/// @return        A, p'' x p, and B, n'' x n, each of them a product of two matrices
exercise::Factors one_after_the_other(const Factors& first, const Factors& second);

/// Trace and determinant of a linear map.
struct Invariants
{
  double trace, determinant;
  static constexpr auto fields = std::tuple(&Invariants::trace, &Invariants::determinant);
};

/// # Trace and determinant
/// 4 points, 3 stars: exo7 5.2
/// Trace and determinant of the map M -> B M A^T. It takes n x p matrices to n x p matrices, so it is a linear map of a
/// space of n p dimensions, and its matrix, for the columns of M on top of each other, would be n p x n p. It can be done
/// without that matrix: its trace and its determinant follow from p, n, and the traces and determinants of A and B.
///
/// @param A  p x p
/// @param B  n x n
/// @return   trace and determinant of the map, each within 10^-6 or 10^-9 of its size
exercise::Invariants invariants(const arma::mat& A, const arma::mat& B);

/// # Where to put the brackets
/// 6 points, 4 stars: exo7 5.2
/// The least number of multiplications for a product of many matrices, over all ways to set the
/// brackets. The product of an a x b matrix and a b x c matrix takes a b c multiplications.
///
///     X_1 X_2 ... X_m,    X_i of sizes_{i-1} x sizes_i
///
/// With sizes n, r, n, K, K it is a head, W_O W_V x A^T. There may be 60 matrices, which can be
/// multiplied in more than 10^32 orders.
///
/// @param sizes  m + 1 >= 2 sizes, each >= 1
/// @return       the number, which may be larger than 2^32; 0 for a single matrix
double least_multiplications(const arma::uvec& sizes);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [tensor_action]
// - B is to the left of M: its columns meet the rows of M.
// - A has as many columns as M. What has to be done to it so that it fits to the right?
// - Two products of matrices, with A.t() for the transpose.

// [image]
// - Column j of B M A^T is B M times column j of A^T. Which numbers of A are these?
// - Row j of A. The document's (†) takes column j; on its own example that gives (11, 7) where the product has (8, 5).
// - Add up a_ji C_i over the columns C_i of M, and multiply the sum by B.

// [rearrangement]
// - (A (x) I) M = M A^T. What is row j of A, if column j of the result is a column of M?
// - Row j of A has a single 1.
// - If you exchange three tokens in a circle and they move the wrong way round, you have written A^T.

// [one_after_the_other]
// - Write it out: B2 (B1 M A1^T) A2^T. What is to the left of M, and what to the right?
// - A1^T A2^T is the transpose of a product. Of which?
// - (X Y)^T = Y^T X^T, so A1^T A2^T = (A2 A1)^T.

// [invariants]
// - The trace: which multiple of the unit matrix E_ij is in B E_ij A^T?
// - The determinant: M -> B M does to each column of M what B does. How many columns are there?
// - With B = (2) and A of p x p the map is M -> 2 M A^T on rows of p numbers: what does the factor 2 do to the
//   determinant?

// [least_multiplications]
// - The last multiplication joins X_1 ... X_k with X_(k+1) ... X_m. How large are these two?
// - For each k, both parts are products of fewer matrices: the same question again, for a stretch of the sizes.
// - There are few stretches and many orders: keep the answer for each stretch, from short ones to long ones.
