#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// What you write for chapter 19, recurrent networks. The bodies go into exercises.cpp.
///
/// Words are columns: x is n x T, the word of step t in column t. A state is a vector of m entries.
namespace exercise {

/// The weights of an RNN's cell, or of an LSTM's.
struct Cell
{
  arma::mat W; ///< m x n; of an LSTM 4m x n
  arma::mat U; ///< m x m; of an LSTM 4m x m
  arma::vec b; ///< m; of an LSTM 4m
  static constexpr auto fields = std::tuple(&Cell::W, &Cell::U, &Cell::b);
};

/// # The states of an RNN
/// 2 points, 1 star: chapter 19, The formula
/// The states of an RNN that reads a text, from the state h_0 = 0 on.
///
///     h_t = tanh(W x_t + U h_{t-1} + b)
///
/// @param cell  of m units; the argument of tanh may be as large as 10^4 in magnitude
/// @param x     n x T; a text may have no word, T = 0
/// @return      m x T, h_1 to h_T; without a word any empty matrix
arma::mat states(const Cell& cell, const arma::mat& x);

/// # One step of an LSTM
/// 4 points, 2 stars: chapter 19, Six formulas
/// One step of an LSTM. The rows of W, U and b are those of the forget gate, the input gate, the candidate and the output
/// gate, m each, in this order. With sigma(a) = 1 / (1 + e^-a) for the gates and tanh for the candidate,
///
///     c' = f * c + i * c~,    h' = o * tanh(c'),    * entry by entry
///
/// @param cell  of an LSTM of m units; entries of W x + U h + b may be as large as 10^4 in magnitude
/// @param x     n
/// @param h     m
/// @param c     m
/// @return      m x 2: c' and h' as its columns
arma::mat lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h, const arma::vec& c);

/// # The gradient, T steps back
/// 4 points, 3 stars: chapter 19, Products that vanish, and products that explode
/// The gradient by h_0, given that by h_T, of an RNN with the states h_1 to h_T:
///
///     J_1^T J_2^T ... J_T^T g,    J_t = diag(1 - h_t * h_t) U,    * entry by entry
///
/// With m = 1000 and T = 100 a product of the matrices J would take minutes: multiply vectors.
///
/// @param U  m x m
/// @param h  m x T, h_t in column t; with no step, T = 0, the gradient is g
/// @param g  m
/// @return   m
arma::vec gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g);

/// # A gradient, clipped
/// 2 points, 2 stars: chapter 19, It can explode, it can vanish
/// A gradient that is clipped by its norm.
///
///     g min(1, c / |g|),    |g| the Euclidean norm of all entries
///
/// @param g  r x s; may be 0, and its entries as large as 1e200, whose squares are too large for a double
/// @param c  > 0, and as large as 1e200 too
/// @return   the shape of g
arma::mat clipped(const arma::mat& g, double c);

/// # Two steps as one
/// 2 points, 1 star: chapter 19, Is the chain itself necessary?
/// Two steps of a linear recurrence as one: first h -> A h + b, then h -> C h + d. What a scan is made of.
///
/// @param A  m x m
/// @param b  m
/// @param C  m x m
/// @param d  m
/// @return   m x (m + 1): the matrix of the two steps together, and their vector as the last column
arma::mat composed(const arma::mat& A, const arma::vec& b, const arma::mat& C, const arma::vec& d);

/// # The half-life of a gradient
/// 1 point, 1 star: chapter 19, Where its gradients still die
/// After how many steps a gradient that is multiplied by a forget gate at each of them is a half of what it was:
/// the n with f^n = 1/2, which need not be whole.
///
/// @param f  0 < f < 1
/// @return   > 0
double half_life(double f);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [states]
// - A loop over the columns of x, and one vector that each of them changes.
// - With no word the answer has m rows and no column; a loop does not run then.
// - h begins as m zeros; after each step it is the new state, which goes into column t.

// [lstm_step]
// - First all that goes into the gates at once: a = W x + U h + b, of 4m entries.
// - Four parts of a, of m entries: f, i, candidate, o. The third one has tanh, the others sigma.
// - c' first. h' = o * tanh(c') reads the new memory, not c.

// [gradient_back]
// - Which factor is next to g? That of the last step: begin with the last column of h.
// - J^T v = U^T (diag(1 - h * h) v): first the slopes, entry by entry, then U transposed.
// - A vector at every step, never a product of two matrices.

// [clipped]
// - One factor for all entries: the direction stays as it was.
// - A gradient that is shorter than c stays as it is, and so does 0.
// - Squares of 1e200 are infinite. Divide by the largest entry before you square.

// [composed]
// - Put A h + b into the second step, and multiply out.
// - arma::join_rows puts a vector next to a matrix.
// - C (A h + b) + d: one part multiplies h, the rest does not.

// [half_life]
// - Take the logarithm of both sides of f^n = 1/2.
// - n ln f = -ln 2, and ln f is negative.
// - n need not be whole: nothing is rounded.
