#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// What you write for chapter 13, multi-head attention. The bodies go into exercises.cpp.
///
/// Tokens are columns, as in exo7. H is the number of heads of a layer and r the dimension of their queries, keys and
/// values. Heads, groups, rows and tokens count from 0; no matrix and no list is empty. A function may call those
/// before it.
namespace exercise {

/// # Shared out among the heads
/// 1 point, 1 star: exo7 6.2
/// The queries (or keys, or values) of a whole layer, shared out among its heads: the first r rows belong to head 0,
/// the next r to head 1, and so on.
///
/// @param Q  H r x K, one token per column
/// @param H  divides the number of rows
/// @return   H matrices, each r x K
std::vector<arma::mat> split(const arma::mat& Q, arma::uword H);

/// # One head out of GPT-2's matrix
/// 2 points, 2 stars: exo7 6.2
/// What one head reads with, out of the one matrix that GPT-2 stores for the whole layer. W makes of each token the
/// queries of all heads, below them the keys of all heads, and below these the values of all heads; each of the three
/// is shared out among the heads as in `split`. (In GPT-2's file it is transposed, since tokens are rows there.)
///
/// @param W  3 H r x n
/// @param H  the number of heads
/// @param h  0 <= h < H, the head that is wanted
/// @return   3 r x n: its W_Q, below it its W_K, and below this its W_V, each r x n
arma::mat read_by_head(const arma::mat& W, arma::uword H, arma::uword h);

/// The weights of a whole layer. The rows of W_Q, W_K and W_V are shared out among the heads as in `split`, and so are
/// the columns of W_O.
struct Layer
{
  arma::mat W_Q; ///< H r x n
  arma::mat W_K; ///< H r x n
  arma::mat W_V; ///< H r x n
  arma::mat W_O; ///< n x H r

  static constexpr auto fields = std::tuple(&Layer::W_Q, &Layer::W_K, &Layer::W_V, &Layer::W_O);
};

/// # A whole layer
/// 5 points, 3 stars: exo7 6.2, masterclass
/// What a layer of H heads adds to the stream.
///
///     y = W_O (z_0; z_1; ...; z_{H-1}),    the outputs of the heads, one below the other
///     z_h = V_h A_h^T,    A_h = softmax by rows of Q_h^T K_h / sqrt(r)
///
/// In a causal layer token i hears the tokens 0, ..., i only: for j > i the softmax sees -inf in place of the score.
///
/// @param layer   its W_Q, W_K, W_V are H r x n, its W_O is n x H r
/// @param H       the number of heads
/// @param x       n x K, one token per column; scores may be of any finite size, thousands too
/// @param causal  whether the future is masked
/// @return        n x K, what is added to x
arma::mat multi_head(const Layer& layer, arma::uword H, const arma::mat& x, bool causal);

/// # Who said what?
/// 2 points, 2 stars: exo7 6.2
/// A layer speaks with one voice, W_O times the outputs of its heads one below the other. What does each head say?
///
///     W_O (z_0; z_1; ...; z_{H-1}) = y_0 + y_1 + ... + y_{H-1},    y_h made of z_h alone
///
/// @param W_O  n x (m_0 + ... + m_{H-1})
/// @param z    H outputs, z_h of m_h x K; the m_h may differ
/// @return     y_0, ..., y_{H-1}, each n x K
std::vector<arma::mat> said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z);

/// # What a layer learns
/// 2 points, 1 star: exo7 6.2, masterclass
/// How many numbers a layer learns: the entries of W_Q, W_K, W_V and W_O, and, if it has biases, a number for every
/// entry of a query, a key, a value and of what W_O returns. In some models the H heads form G groups, and the heads of
/// a group share one W_K and one W_V; each head has a W_Q of its own.
///
/// @param n       the dimension of a token
/// @param r       of a query, of a key and of a value of one head; H r need not be n
/// @param H       heads
/// @param G       groups, a divisor of H; G = H where nothing is shared
/// @param biases  whether there are any
/// @return        the number; it may be larger than 2^32
arma::uword layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                             bool biases);

/// # The direct sum as one matrix
/// 4 points, 4 stars: exo7 6.2
/// The direct sum of exo7, as one matrix. Cut x, n x K, into blocks of rows x_0, x_1, ..., x_{H-1}, of which x_h has
/// r_h rows. Head h reads block h and writes it, and no other:
///
///     x_h becomes W_h x_h A_h^T
///
/// This is a linear map of x, and so a matrix M that acts on vec(x), the columns of x one below the other.
///
///     M vec(x) = vec of the new x,    for every x
///
/// @param W  W_h is r_h x r_h; the r_h may differ, and n is their sum
/// @param A  as many patterns, each K x K
/// @return   n K x n K
arma::mat direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A);

/// # Fewer keys than heads
/// 3 points, 3 stars: chapter 13, Heads that share their keys
/// Attention in groups. There are H heads, but keys and values for G only: the first H / G heads share the first keys and
/// values, the next H / G heads share the next, and so on. All else is as in `multi_head`; scores may be of any finite
/// size, thousands too.
///
/// @param layer   its W_Q is H r x n, its W_K and W_V are G r x n, its W_O is n x H r
/// @param H       the number of heads
/// @param G       a divisor of H
/// @param x       n x K, one token per column
/// @param causal  whether the future is masked
/// @return        n x K, what is added to x
arma::mat grouped_heads(const Layer& layer, arma::uword H, arma::uword G, const arma::mat& x,
                        bool causal);

/// # From many keys to few
/// 2 points, 2 stars: chapter 13, Heads that share their keys
/// From a layer in which all heads have keys of their own to one with G groups: the W_K of a group is the mean of the
/// W_K of its heads. Groups are made of neighbours, as in `grouped_heads`. (With W_V one does the same, and then trains
/// a little more.)
///
/// @param W_K  H r x n
/// @param H    the number of heads
/// @param G    a divisor of H
/// @return     G r x n
arma::mat pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G);

/// # Do two heads read the same?
/// 3 points, 3 stars: chapter 13, Do the heads of GPT-2 keep apart?
/// Do two heads read the same part of the stream? What a head reads is the span of the columns of W^T, a subspace. The
/// overlap of two subspaces is the mean of the squared cosines of their principal angles,
///
///     (cos^2 theta_1 + ... + cos^2 theta_k) / k,    k = min(a, b)
///
/// It is 1 if the one contains the other, and 0 if they are orthogonal. Subspaces are given by any bases, long and skew
/// ones too, and their overlap depends on the subspaces only.
///
/// @param A  n x a, columns independent; n may be 200 000
/// @param B  n x b, columns independent
/// @return   between 0 and 1
double overlap(const arma::mat& A, const arma::mat& B);

/// # How many heads does it take?
/// 5 points, 5 stars: chapter 13, How many heads does a layer need?
/// How many heads does a layer need, if its patterns do not depend on the tokens? Such a layer is a sum of Kronecker
/// products of patterns and weights, and perhaps a shorter sum does the same. Return the least T for which there are
/// matrices B_t, K x K, and C_t, n x n, with
///
///     A_0 (x) W_0 + ... + A_{H-1} (x) W_{H-1} = B_0 (x) C_0 + ... + B_{T-1} (x) C_{T-1}
///
/// Any B_t and C_t will do: rows of B_t need not sum to 1, and C_t can have any rank. K and n may be 300; the sum is then
/// a matrix of 65 gigabytes.
///
/// @param A  H patterns, K x K, their entries whole numbers, as large as 1000 in magnitude
/// @param W  H matrices, n x n, likewise
/// @return   T; 0 if the sum is 0. Where terms cancel, rounding leaves 1e-16 of what was added up, and not 0: count as
///           nothing what is less than 1e-9 |A| |W|, with |A|^2 the sum of all squared entries of all A_h, |W|^2 likewise
arma::uword fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [split]
// - How many rows does each head have? All have as many.
// - Head h begins where h heads of r rows end, at row h r.
// - Q.rows(first, last) are the rows from first to last, and the last is one of them.

// [read_by_head]
// - W has three parts of equal height, and each part has H blocks of r rows.
// - So it has 3 H blocks. Which three of them are about head h?
// - Blocks h, H + h and 2 H + h. split(W, 3 * H) gives them all, and arma::join_cols puts matrices one below the
//   other.

// [multi_head]
// - Three products make the queries, keys and values of all heads at once. Then split.
// - In a loop over the heads: scores over sqrt(r), r the rows of one head; the mask; the softmax of each row, with the
//   largest score subtracted before the exponential.
// - Each head returns V_h A_h^T, r x K. Put these one below the other with arma::join_cols, head 0 at the top.
// - -arma::datum::inf is minus infinity, and its exponential is 0. W_O comes last, once.

// [said_by_each]
// - W_O z is a sum over k of column k of W_O times row k of z.
// - The rows of z_h are some of all rows: which columns of W_O belong to them?
// - Those from m_0 + ... + m_{h-1} on, m_h of them. Keep the sum in a variable.

// [layer_parameters]
// - List the four matrices and their shapes; W_Q has H r rows and n columns.
// - W_K and W_V have a block of r rows for each group. W_O is n x H r, grouped or not.
// - A bias has as many entries as its matrix has rows. Count in arma::uword throughout.

// [direct_sum]
// - One head that read and wrote all rows would be A ⊗ W: vec(W x A^T) = (A ⊗ W) vec(x), arma::kron(A, W).
// - Make of W_h an n x n matrix that reads and writes block h, and is 0 elsewhere.
// - Add the H matrices up. They are not blocks along the diagonal: vec(x) has all rows of token 0 first, those of
//   every head.

// [grouped_heads]
// - How many heads share the keys of one group? To which group does head h belong?
// - To group h / (H / G), in whole numbers.
// - multi_head does it, for a layer whose W_K and W_V repeat a group for each of its heads.

// [pooled_keys]
// - Split first: then there are H matrices of r x n, and a group is H / G neighbours.
// - The mean of matrices is taken entry by entry: row i of the result is about the rows i of the heads, which are r
//   rows apart.
// - Begin with zeros and add each head, divided by H / G, to the rows of its group.

// [overlap]
// - With orthonormal bases Q_A and Q_B the singular values of Q_A^T Q_B are the cosines.
// - The squared singular values of a matrix add up to the sum of its squared entries.
// - arma::qr_econ(Q, R, A): Q is n x a, an orthonormal basis. Nothing need be n x n.

// [fewest_heads]
// - The entries of A ⊗ W are all products of an entry of A and one of W: put in another order, they are the matrix
//   vec(A) vec(W)^T, of rank 1 (chapter 8).
// - In that order the sum of all heads is U V^T, where U has the columns vec(A_h) and V the columns vec(W_h). The rank
//   of U V^T is the least number of terms of rank 1.
// - U V^T may be large, but U and V have H columns only. With U = Q_U R_U and V = Q_V R_V (arma::qr_econ) it has the
//   rank of R_U R_V^T, which is H x H.
// - arma::rank(X, tolerance): where heads cancel, rounding leaves something that is small compared with U and V, not
//   with the sum. Take 1e-9 |U| |V|.
