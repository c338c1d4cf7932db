#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>
#include <vector>

/// What you write for chapter 14, the residual stream. The bodies go into exercises.cpp.
///
/// Tokens are columns: the stream of K tokens is a matrix of n rows and K columns. Layers, blocks and tokens
/// count from 0, and no matrix is empty.
namespace exercise {

/// # One token is updated
/// 2 points, 1 star: exo7 3.2
/// The stream after a block that has something to say about one token only. The others stay as they
/// are.
///
///     v_t becomes v_t + y
///
/// @param x  n x K
/// @param t  0 <= t < K, the token
/// @param y  n, what the block returned for it
/// @return   n x K
arma::mat token_updated(const arma::mat& x, arma::uword t, const arma::vec& y);

/// How a block reads the stream, and how it writes: both n x n.
struct Block
{
  arma::mat W_in, W_out;
  static constexpr auto fields = std::tuple(&Block::W_in, &Block::W_out);
};

/// # Read, process, write
/// 3 points, 2 stars: exo7 3.2
/// The stream after a block whose function is ReLU, entry by entry: b(u) = max(0, u).
///
///     x_next = x + W_out b(W_in x)
///
/// @param x      n x K; entries of W_in x may be as large as 10^6
/// @param block  W_in and W_out, n x n
/// @return       n x K
arma::mat next_stream(const arma::mat& x, const Block& block);

/// The corners of the document's matrices, p x p: block 1 writes through X, block 3 reads through Z.
struct Corners
{
  arma::mat X, Z;
  static constexpr auto fields = std::tuple(&Corners::X, &Corners::Z);
};

/// # What block 3 receives
/// 2 points, 2 stars: exo7 3.3
/// What block 3 receives in the first p rows, in the document's example. (It is not X u_1, as the document has it.) To
/// write through X means that X times what a block has computed is added to the stream; to read through Z, that a block
/// is given Z times what the stream then holds. In these rows
///
///  - the stream holds u_0 at first;
///  - block 1 computes u_1, and writes it through X;
///  - block 2 writes nothing;
///  - block 3 reads through Z.
///
/// @param u_0, u_1  p x K
/// @param of        X and Z, p x p
/// @return          p x K: what block 3 is given
arma::mat block_3_receives(const arma::mat& u_0, const arma::mat& u_1, const Corners& of);

/// # Who can be heard by whom
/// 3 points, 2 stars: exo7 3.3
/// Who can be heard by whom: the sizes of all virtual weights.
///
///     s_ji = |W_in^j W_out^i|, the root of the sum of all squared entries, if block j comes after
///     block i; 0 otherwise
///
/// @param blocks  L of them, in their order
/// @return        L x L: row j is about the reader j, column i about the writer i
arma::mat virtual_sizes(const std::vector<Block>& blocks);

/// # All paths of one length
/// 5 points, 4 stars: exo7 3.1
/// All paths of length k through a stream of linear layers, x + W_l x, taken together: the sum, over
/// all choices of k layers, of their product, the last layer first (leftmost). For k = 0 there is one
/// path, which passes all layers by. The sum over all k is (I + W_{L-1}) ... (I + W_0).
///
/// There may be 60 layers, of which 30 can be chosen in 10^17 ways: do not go through them all.
///
/// @param W  L >= 1 layers in the order in which the stream meets them, n x n each
/// @param k  0 <= k <= L
/// @return   n x n
arma::mat paths_of_length(const std::vector<arma::mat>& W, arma::uword k);

/// # The gradient comes back through a block
/// 5 points, 3 stars: exo7 3.1
/// The gradient before a block of `next_stream`, from the gradient after it. The derivative of
/// max(0, u) is 1 for u > 0 and 0 otherwise.
///
///     g = dE/dx_next, both n x K;  wanted: dE/dx
///
/// @param x      n x K, what the block was given
/// @param block  W_in and W_out, n x n
/// @param g      n x K
/// @return       n x K
arma::mat gradient_before(const arma::mat& x, const Block& block, const arma::mat& g);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [token_updated]
// - Which part of x is token t?
// - Tokens are columns. All other columns of the result are those of x.
// - A block adds: what was in the column stays in it as a term.

// [next_stream]
// - Three steps: the block reads, computes, writes.
// - ReLU comes between the two products, entry by entry: 0 for what is negative.
// - The written matrix is added to x; it does not take its place.

// [block_3_receives]
// - What does the stream have in these rows after block 1? It had u_0, and something was added.
// - Block 1 adds X u_1, and block 2 nothing.
// - Block 3 does not see the stream but Z times it.

// [virtual_sizes]
// - Of block i, W_out matters; of block j, W_in. Which of the two is applied first?
// - Matrices are applied from right to left: W_in of the reader times W_out of the writer.
// - Row j, column i, for i < j only: no block hears itself, or one that comes later.

// [paths_of_length]
// - Take two layers, and multiply (I + B)(I + A) out. What are the paths of length 0, 1 and 2?
// - With a further layer on top, a path of length k either passes it by, and then it was a path of length k before; or
//   goes through it, and then it was one of length k - 1.
// - Keep one matrix for each length from 0 to k, and let one layer after the other update all of them. In which order,
//   so that no layer is taken twice?

// [gradient_before]
// - x_next depends on x in two ways: directly, and through the block. Their gradients are added.
// - Directly, x_next = x + ..., so that g itself is one of the two.
// - Back through y = W u a gradient is multiplied by the transpose of W; back through ReLU, entry by entry, by 1 or 0.
// - The 1 or 0 is decided by W_in x, where ReLU was applied.
