#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 06, rotations. The bodies go into exercises.cpp.
///
/// Throughout, indices count from 0, angles are in radians, and pair i of a vector of n
/// coordinates is made of its coordinates 2i and 2i + 1.
namespace exercise {

/// # The frequencies
/// 2 points, 1 star: exo7 4.2
/// The frequencies of the position vectors, one for each pair of coordinates.
///
///     omega_i = p^{-2i/n},    i = 0, ..., n/2 - 1
///
/// @param n  >= 1, even; for odd n the last coordinate would be left without a partner, so that
///           there are no frequencies: return an empty vector
/// @param p  > 1, the base
/// @return   n/2 frequencies; none if n is odd
arma::vec frequencies(arma::uword n, double p);

/// # A position as a vector
/// 3 points, 2 stars: exo7 4.2
/// The position vector w_k: in each pair the cosine first, then the sine.
///
///     w_k = (cos(k omega_0), sin(k omega_0), ..., cos(k omega_{n/2-1}), sin(k omega_{n/2-1}))
///
/// @param k  0 <= k <= 10^6, the position; the first one is 0
/// @param n  even, >= 2
/// @param p  > 1, the base of the frequencies
/// @return   n coordinates, each within 10^-8
arma::vec position_vector(long k, arma::uword n, double p);

/// # A rotation of the plane
/// 2 points, 1 star: exo7 4.4
/// The rotation of the plane by omega radians, counter-clockwise.
///
///     M(omega) = | cos(omega)  -sin(omega) |
///                | sin(omega)   cos(omega) |
///
/// @param omega  any angle
/// @return       2 x 2
arma::mat rotation(double omega);

/// # The matrix that moves every position
/// 5 points, 3 stars: exo7 4.4
/// The matrix that takes every position vector l positions further: w_{k+l} = R_l w_k for all k.
///
///     R_l = diag(M(l omega_0), ..., M(l omega_{n/2-1})) = R_1^l
///
/// Its n/2 blocks of 2 x 2 lie on the diagonal; everything else is 0.
///
/// @param l  -10^6 <= l <= 10^6; R_0 is the identity, and R_{-l} is the inverse of R_l
/// @param n  even, >= 2
/// @param p  > 1, the base of the frequencies
/// @return   n x n, each entry within 10^-8
arma::mat shift_matrix(long l, arma::uword n, double p);

/// # The same move without the matrix
/// 5 points, 3 stars: exo7 4.4
/// R_l x, without the matrix, which would have n^2 entries, nearly all of them 0. One of the vectors
/// that your function is tried on has 10^6 coordinates; its matrix would take 8 TB. Use time and
/// memory that grow like n, not like n^2.
///
///     pair i of the result = M(l omega_i) (x_{2i}, x_{2i+1})
///
/// @param x  n coordinates, n even, >= 2; any vector, not only a position vector
/// @param l  -10^6 <= l <= 10^6
/// @param p  > 1, the base of the frequencies
/// @return   n coordinates, each within 10^-7
arma::vec shifted(const arma::vec& x, long l, double p);

/// # The dot product of two positions
/// 3 points, 2 stars: exo7 4.4
/// The dot product of two position vectors that are l positions apart. It does not depend on
/// where they are: k is not among the arguments.
///
///     w_k . w_{k+l},    the same for all k; find the formula in l alone
///
/// @param l  -10^6 <= l <= 10^6
/// @param n  even, >= 2
/// @param p  > 1, the base of the frequencies
/// @return   the dot product, within 10^-7
double similarity(long l, arma::uword n, double p);

/// # Rotary embedding
/// 5 points, 3 stars: exo7 4.4
/// Rotary embedding: each token is turned by its own position.
///
///     (R_s x_0, R_{s+1} x_1, ..., R_{s+K-1} x_{K-1}),    X = (x_0, x_1, ..., x_{K-1})
///
/// @param X  n x K, n even, >= 2: K tokens, one per column
/// @param s  0 <= s <= 10^6, the position of the first token
/// @param p  > 1, the base of the frequencies
/// @return   n x K, each entry within 10^-7
arma::mat rotary(const arma::mat& X, long s, double p);

/// # The shift, learnt from examples
/// 8 points, 4 stars: exo7 4.4
/// The shift, learnt from examples. Somebody noted K positions one after the other, not quite
/// exactly, and did not say which frequencies they used. Which matrix leads best from each column
/// to the next?
///
///     A = the n x n matrix with the least  sum_{k=0}^{K-2} |A w_k - w_{k+1}|^2
///
/// @param W  n x K, K > n: the columns w_0, ..., w_{K-1}; the first K - 1 have rank n
/// @return   n x n; for exact position vectors it is R_1
arma::mat learnt_shift(const arma::mat& W);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [frequencies]
// - How many pairs do n coordinates make? The result has that many entries.
// - std::pow(p, x) is p to the power x; what is x for i = 0, and for i = 1?
// - In whole numbers 2 * i / n is 0 as long as 2i < n. Let one of them be a double.
// - n % 2 is not 0 for an odd n; `return {};` returns an empty vector.

// [position_vector]
// - Frequency i makes two coordinates. Which indices do they have?
// - Coordinates 2i and 2i + 1 are the cosine and the sine of one angle.
// - The angle is k times entry i of frequencies(n, p), which you have written.
// - Position 0 must come out as (1, 0, 1, 0, ...): every cosine 1, every sine 0.

// [rotation]
// - The columns of a matrix are the points to which it takes (1, 0) and (0, 1).
// - Turned by omega, (1, 0) becomes (cos(omega), sin(omega)): that is column 0.
// - arma::mat{{a, b}, {c, d}} has the rows (a, b) and (c, d). Indexed by one number, Armadillo's matrices go down the
//   columns.

// [shift_matrix]
// - Each pair of coordinates turns by itself. So where are the zeros?
// - l turns by omega_i are one turn, by which angle?
// - Begin with a matrix of zeros; block i has its upper left corner at (2i, 2i).
// - R.submat(a, a, a + 1, a + 1) names such a block, and a matrix of 2 x 2 can be assigned to it: rotation() of the
//   angle from the second hint.

// [shifted]
// - Which entries of x does coordinate 2i of the result depend on? Only two.
// - Multiply rotation(l omega_i) by (x_{2i}, x_{2i+1}) by hand: four products per pair.
// - Both new coordinates are made of both old ones. Do not overwrite what you still need.
// - All it takes is a loop over the pairs, with one cosine and one sine for each, that writes into a second vector.

// [similarity]
// - As k does not matter, choose the one that makes w_k simplest.
// - Or, pair by pair: cos(a) cos(b) + sin(a) sin(b) is the cosine of what?
// - One cosine remains for each frequency; how many are added at l = 0?

// [rotary]
// - A token is a column. At which position is column j, if column 0 is at s?
// - You have a function that turns one vector by l positions.
// - Go through the columns, X.col(j), and turn each by its own number of steps.
// - With s = 0 the first column must stay as it is.

// [learnt_shift]
// - Write all the equations A w_k = w_{k+1} as one equation between matrices, A X = Y. Which columns of W are X, and
//   which are Y?
// - arma::solve(C, D) finds the Z with C Z = D; if there are more equations than unknowns, the one with the least sum
//   of squares. But here the unknown stands on the left.
// - Transpose both sides of A X = Y.
// - Or derive it: where the sum is least, its derivative is 0, (A X - Y) X^T = 0. That can be solved for A.
