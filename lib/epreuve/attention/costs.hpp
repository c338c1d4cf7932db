#pragma once

#include <armadillo>

#include <optional>

/// What attention and its variants cost, and recurrent networks beside them, as closed forms. Chapter 22 finds them by
/// counting.
namespace epreuve::attention {

/// Attention, and what stands in its place. Each but the first has a size:
///
///     tiles       the tokens of a tile         longformer  the window's reach on each side, no global tokens
///     linformer   k, how many mixtures         bigbird     the tokens of a block; 3 random blocks
///     performer   m, how many features         reformer    the tokens of a chunk; 4 rounds, 64 buckets
enum class Variant
{
  exact,
  tiles,
  linformer,
  performer,
  longformer,
  bigbird,
  reformer
};

struct HeadCost
{
  double operations; ///< sums, products, quotients, comparisons, exponentials and roots: one each
  double kept;       ///< numbers that the way back needs, besides Q, K, V and the output
  double depth;      ///< how many operations follow one another, when sums are made by halves
};

/// How many pairs of query and key a head of n tokens computes; of Reformer, at most.
///
///     exact, tiles  n^2
///     longformer    n (2w + 1) - w (w + 1)          for n > w, else n^2
///     bigbird       10 n s - 18 s^2                 for n/s > 7, else n^2
///     reformer      4 n (2c - 1)                    or n^2, if that is less
///
/// @param n     a multiple of the block, for BigBird
/// @param size  at least 1
/// @throws      Error outside of these, or of a variant that makes no pairs: Linformer, Performer
double pairs_of(Variant variant, arma::uword n, arma::uword size);

/// One head with Q, K and V given, n tokens of dimension d. With p = pairs_of, L = log2 rounded up, t = n / s rounded up:
///
///                operations                                kept              depth
///     exact      4 n^2 d + 5 n^2 - n d - 2 n               n^2               6 + L(d) + 3 L(n)
///     tiles      n (4 n d + 4 n - 2 + (t - 1) (d + 3))     n                 6 + L(d) + 2 L(s) + 2 (t - 1)
///     linformer  8 n k d + 5 n k - n d - 2 k d - 2 n       n k + 2 k d       7 + L(d) + L(n) + 3 L(k)
///     performer  8 n m d + 5 n m + 6 n d - m d - n - m     2 n m + m d + m + n   8 + L(d) + L(n) + L(m)
///     longformer (4 d + 5) p - n (d + 2)                   p                 6 + L(d) + 3 L(2w + 1)
///     bigbird    (4 d + 5) p - n (d + 2)                   p                 6 + L(d) + 3 L(n)
///     reformer   (4 d + 5) p + 2 n (d - 1)                 p + n             13 + 2 L(d) + L(n) + 3 L(8c - 4)
///                  + 4 n (32 (2 d - 1) + 63 + L(n))
///
/// (L(s), L(2w + 1) and L(8c - 4) are at most L(n).) A head in tiles divides by a row's sum at the end, d quotients in
/// place of n. Reformer has 3d operations for the length of each key; in each round a rotation to 32 numbers, the largest
/// of 64, and L(n) comparisons for sorting, which take a depth of L(n) at least. Its pairs are the most there can be.
///
/// @param d  at least 1
/// @throws   Error as pairs_of
HeadCost cost_of_head(Variant variant, arma::uword n, arma::uword d, arma::uword size);

struct LayerCost
{
  double heads;       ///< operations of all heads of all texts
  double projections; ///< of the projections to Q, K, V and to the output: 4 b n d (2d - 1)
  double
      kept; ///< numbers: 5 b n d for Q, K, V, the joined heads and the output, and what heads keep
  double depth; ///< of a head, and twice 1 + L(d); all heads and texts at the same time
};

/// A layer of h heads of d / h dimensions each, for b texts of n tokens of dimension d.
///
/// @param h  a divisor of d
/// @throws   Error if h does not divide d, or as cost_of_head
LayerCost cost_of_layer(Variant variant, arma::uword b, arma::uword n, arma::uword d, arma::uword h,
                        arma::uword size);

/// Operations of a layer of h heads with a causal mask, for one text: of the pairs of query and key n (n + 1) / 2 are left,
///
///     h ((4 d / h + 5) n (n + 1) / 2 - n (d / h + 2)) + 4 n d (2 d - 1)
///
/// @param h  a divisor of d
/// @throws   Error if a size is 0, or h does not divide d
double causal_layer_operations(arma::uword n, arma::uword d, arma::uword h);

/// Operations of recurrent cells whose state has the dimension d of their n tokens: 4 n d^2 + n d, and for an LSTM
/// 16 n d^2 + 18 n d.
double rnn_operations(arma::uword n, arma::uword d);
double lstm_operations(arma::uword n, arma::uword d);

/// The least length from which on a head takes fewer operations than exact attention, among those up to 2^17 (for
/// BigBird of whole blocks); nothing if it does not take fewer at the longest.
///
/// @throws Error as cost_of_head
std::optional<arma::uword> cheaper_from(Variant variant, arma::uword d, arma::uword size);

} // namespace epreuve::attention
