#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 05, position vectors. The bodies go into exercises.cpp. (The frequencies
/// and the vectors themselves are exercises of chapter 06.)
///
/// Throughout, indices and positions count from 0, and pair i of a position vector of n coordinates is
/// (cos(k omega_i), sin(k omega_i)), with omega_i = p^{-2i/n}, at its coordinates 2i and 2i + 1.
namespace exercise {

/// # The digits of a number
/// 2 points, 1 star: exo7 4.3
/// The digits of k in base b, the digit of the units first.
///
///     c_i = (k // b^i) % b,    i = 0, ..., m - 1
///
/// @param k  < b^m <= 10^18, where doubles are no longer exact
/// @param b  >= 2
/// @param m  >= 1, the number of digits, leading zeros included
/// @return   m digits
arma::uvec digits(arma::uword k, arma::uword b, arma::uword m);

/// # Another order of the coordinates
/// 2 points, 1 star: exo7 4.2
/// Another order of the same coordinates: all sines, then all cosines.
///
///     (cos, sin, cos, sin, ...)  ->  (sin, sin, ..., cos, cos, ...)
///
/// @param w  n coordinates, n even, >= 2
/// @return   n coordinates: first the n/2 sines, slowest last, then the n/2 cosines
arma::vec sines_then_cosines(const arma::vec& w);

/// # Learned positions, and where they end
/// 3 points, 2 stars: iaetnous, order of words
/// Tokens with learned positions. The table has L of them, and no formula continues it.
///
///     column j of the result = column j of X + column (first + j) of P
///
/// @param X      n x K, a token per column, K >= 1
/// @param P      n x L, a learned position per column
/// @param first  the position of the first token, >= 0: a model that goes on with a text has put
///               `first` tokens before
/// @return       n x K; any empty matrix if a token would be beyond the table
arma::mat with_positions(const arma::mat& X, const arma::mat& P, arma::uword first);

/// # A clock with many hands
/// 6 points, 4 stars: exo7 4.3
/// Reads the position from its vector, as the time from a clock with n/2 hands: the slow ones say
/// roughly when, the fast ones exactly.
///
/// @param w  n coordinates, n even, >= 2: those of w_k, each with an error of up to 0.01
/// @param p  > 1, the base; each pair is at most 100 times slower than the one before
/// @return   k, 0 <= k <= 3 / omega_{n/2-1}: less than half a turn of the slowest pair. k may be
///           10^11, so do not try all.
long position_of(const arma::vec& w, double p);

/// # What a mask alone tells
/// 3 points, 2 stars: exo7 4.1
/// What a causal head computes if it attends to all words alike: each column becomes the mean of itself
/// and all columns before. (If the first token is 1 and all others 0, it becomes 1/(k + 1): so a mask
/// alone tells positions.) One of the matrices that your function is tried on has 200 000 columns.
/// Use time that grows like the number of entries.
///
///     y_k = (x_0 + x_1 + ... + x_k) / (k + 1)
///
/// @param X  n x K, a token per column, K >= 1
/// @return   n x K
arma::mat causal_means(const arma::mat& X);

/// A token and its position.
struct Pair
{
  arma::uword token, position;
  static constexpr auto fields = std::tuple(&Pair::token, &Pair::position);
};

/// # Which word, and where
/// 3 points, 2 stars: exo7 4.1
/// The token and the position whose vectors add up to u, or come nearest to it.
///
///     minimise over t and k    |u - v_t - w_k|
///
/// @param u  n coordinates; it may be far from every pair
/// @param V  n x N, a token per column
/// @param W  n x K, a position per column; there is only one nearest pair
/// @return   t and k
exercise::Pair token_and_position(const arma::vec& u, const arma::mat& V, const arma::mat& W);

/// # A linear reader
/// 6 points, 4 stars: exo7 4.1
/// The linear reader: the matrix that keeps tokens and forgets positions, so that P (v_t + w_k) = v_t.
///
///     P V = V,    P W = 0,    P x = 0 for every x that is orthogonal to all columns of V and W
///
/// @param V  n x N, a token per column
/// @param W  n x K, a position per column; all N + K columns are independent
/// @return   n x n, each entry within 10^-8
arma::mat token_reader(const arma::mat& V, const arma::mat& W);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [digits]
// - The units are the remainder k % b. What is left if they are taken away?
// - k / b, for whole numbers, is k without its last digit.
// - m times: keep k % b, then replace k by k / b. (std::pow gives a double, which has 16 digits.)

// [sines_then_cosines]
// - At which indices of w are the sines? There are n/2 of them.
// - The sine of pair i is at 2i + 1 and goes to i. Where does its cosine go?
// - The cosine of pair i is at 2i, and goes to n/2 + i.

// [with_positions]
// - Which columns of P does a sentence of K tokens need, if its first token is at position first?
// - The last one is at first + K - 1. Is there such a column?
// - P.cols(a, b) has the columns from a to b, b included. `return {};` returns an empty matrix.

// [position_of]
// - std::atan2(s, c) is the angle of the point (c, s), from -pi to pi. For pair i that is k omega_i, but for whole
//   turns.
// - The slowest pair, the last one, has made less than half a turn: it says what k is, but with an error of 0.014 /
//   omega_{n/2-1}, which may be thousands.
// - The pair before is up to 100 times faster and as exact. Only its whole turns are not known: choose them so that it
//   comes as near as possible to what is known already.
// - In a loop from the slowest pair to the fastest: turns = std::round((k omega_i - angle) / (2 pi)), then k = (angle
//   + 2 pi turns) / omega_i. At the end, round k.

// [causal_means]
// - What is y_0? And how is y_1 made of x_0 and x_1?
// - The sum of the first k + 1 columns is that of the first k, plus one column.
// - Keep the sum so far in a vector, add column k to it, and divide by k + 1 into the result. Dividing the sum itself
//   would spoil it for the next column.

// [token_and_position]
// - How many sums are there of a token and a position?
// - Two loops; arma::norm(u - V.col(t) - W.col(k)) is how far the sum is from u.
// - Keep the least distance so far, and the pair that has it; begin with arma::datum::inf.

// [token_reader]
// - Write all the conditions at once: P (V W) = (V 0), where (V W) has the columns of both.
// - arma::pinv(C) is a matrix with pinv(C) C = I if the columns of C are independent, and it is 0 on all that is
//   orthogonal to them.
// - P = (V 0) pinv(V W). Half of this product is multiplied by 0.
