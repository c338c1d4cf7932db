#pragma once

#include "epreuve/attention/sparse.hpp"
#include "epreuve/instruments/counted.hpp"

#include <armadillo>

#include <vector>

/// Layers written in numbers that count. Tokens are rows, as the document has them. Every sum is made by halves: n terms
/// take n - 1 additions, one more than log2 n after the other at most.
namespace epreuve::instruments {

/// A B with sums by halves: 2k - 1 operations per entry.
/// @throws Error if the shapes do not fit
CountedMatrix product(const CountedMatrix& A, const CountedMatrix& B);

CountedMatrix transposed(const CountedMatrix& A);

/// Each row e^{s - max s} over its sum: 5k - 2 operations for k entries, the comparisons among them.
CountedMatrix softmax_of_rows(const CountedMatrix& S);

/// What attention makes on its way, and the way back needs.
struct CountedHead
{
  CountedMatrix A; ///< n x n, the pattern
  CountedMatrix Z; ///< n x r
};

/// A = softmax(Q K^T / sqrt(r)), Z = A V.
///
/// @param Q, K, V  n x r
CountedHead counted_attention(const CountedMatrix& Q, const CountedMatrix& K,
                              const CountedMatrix& V);

/// The same in tiles of keys, with a running maximum, as tiled_attention has it: the first tile begins the sums, each
/// later one shrinks them; rows are divided by their sums at the end.
///
/// @throws Error if the tile is empty
CountedMatrix counted_tiled_attention(const CountedMatrix& Q, const CountedMatrix& K,
                                      const CountedMatrix& V, arma::uword tile);

/// The way back: derivatives by Q, K and V, for G = dL/dZ. With P = G V^T and D = A o (P - row sums of A o P),
///
///     dQ = D K / sqrt(r),    dK = D^T Q / sqrt(r),    dV = A^T G
///
/// @param A  counted_attention's pattern
struct CountedHeadGradient
{
  CountedMatrix Q, K, V; ///< n x r each
};
CountedHeadGradient counted_attention_backward(const CountedMatrix& Q, const CountedMatrix& K,
                                               const CountedMatrix& V, const CountedMatrix& A,
                                               const CountedMatrix& G);

/// A dense layer, y = x W + b.
///
/// @param x  n x a
/// @param W  a x b
/// @param b  1 x b, added to each row
CountedMatrix counted_dense(const CountedMatrix& x, const CountedMatrix& W, const CountedMatrix& b);

/// Its way back: x^T G for W, the sum of G's rows for b, and G W^T for x.
///
/// @param G  n x b, dL/dy
struct CountedDenseGradient
{
  CountedMatrix x, W, b;
};
CountedDenseGradient counted_dense_backward(const CountedMatrix& x, const CountedMatrix& W,
                                            const CountedMatrix& G);

/// Attention over lists of keys: each query has the scores of its list.
CountedMatrix counted_sparse_attention(const CountedMatrix& Q, const CountedMatrix& K,
                                       const CountedMatrix& V, const attention::KeyLists& keys);

/// Linformer: A = softmax(Q (E K)^T / sqrt(r)), Z = A (F V).
///
/// @param E, F  k x n
CountedMatrix counted_linformer(const CountedMatrix& Q, const CountedMatrix& K,
                                const CountedMatrix& V, const CountedMatrix& E,
                                const CountedMatrix& F);

/// Performer: with features e^{w . x - |x|^2 / 2} of x = q / r^{1/4} and k / r^{1/4}, keys times values first. The
/// constant by which features are shifted is left out.
///
/// @param Omega  m x r
CountedMatrix counted_performer(const CountedMatrix& Q, const CountedMatrix& K,
                                const CountedMatrix& V, const CountedMatrix& Omega);

/// The weights of multi-head attention over d dimensions, each d x d.
struct CountedWeights
{
  CountedMatrix Q, K, V, O;
};

/// What a layer of multi-head attention keeps for the way back, and its output.
struct CountedLayer
{
  CountedMatrix Q, K, V;        ///< n x d each
  std::vector<CountedMatrix> A; ///< of each head, n x n
  CountedMatrix joined, output; ///< n x d: the heads' Z side by side, and what O makes of them
};

/// @param x      n x d
/// @param heads  a divisor of d
/// @throws       Error if it does not divide d, or the shapes do not fit
CountedLayer counted_layer(const CountedMatrix& x, const CountedWeights& weights,
                           arma::uword heads);

/// A network of Elman's cells, h_t = tanh(x_t W + h_{t-1} U + b), from h_0 = 0.
///
/// @param x     n x d
/// @param W, U  d x d
/// @param b     1 x d
/// @return      n x d, all states
CountedMatrix counted_rnn(const CountedMatrix& x, const CountedMatrix& W, const CountedMatrix& U,
                          const CountedMatrix& b);

/// What an LSTM computes at each of n steps.
struct CountedLstm
{
  CountedMatrix gates; ///< n x 4d: f, i, c~ and o
  CountedMatrix c, h;  ///< n x d
};

/// A network of LSTM cells, as networks/recurrent.hpp has them, with rows for columns.
///
/// @param x     n x d
/// @param W, U  d x 4d, for f, i, c~ and o
/// @param b     1 x 4d
CountedLstm counted_lstm(const CountedMatrix& x, const CountedMatrix& W, const CountedMatrix& U,
                         const CountedMatrix& b);

} // namespace epreuve::instruments
