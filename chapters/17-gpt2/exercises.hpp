#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// The exercises of chapter 17, GPT-2, from one dense layer to the logits of a text. The
/// bodies go into exercises.cpp.
///
/// Tokens are columns everywhere: K tokens of n coordinates are an n x K matrix x. A function may
/// call those before it.
namespace exercise {

/// A dense layer y = W x + b. A row of W is a neuron.
struct Dense
{
  arma::mat W; ///< out x in
  arma::vec b; ///< out
  static constexpr auto fields = std::tuple(&Dense::W, &Dense::b);
};

/// The parameters of a layer norm.
struct LayerNorm
{
  arma::vec gain, bias;  ///< n each
  double epsilon = 1e-5; ///< added to the variance, under the root
  static constexpr auto fields =
      std::tuple(&LayerNorm::gain, &LayerNorm::bias, &LayerNorm::epsilon);
};

/// The matrices of one attention head.
struct Head
{
  arma::mat W_Q, W_K, W_V; ///< d x n each: queries, keys, values
  static constexpr auto fields = std::tuple(&Head::W_Q, &Head::W_K, &Head::W_V);
};

/// All heads of an attention layer.
struct Attention
{
  arma::uword heads = 1; ///< H, which divides n
  Dense c_attn;          ///< n -> 3n: all queries, below them all keys, below them all values
  Dense c_proj;          ///< n -> n: W^O and its bias
  static constexpr auto fields =
      std::tuple(&Attention::heads, &Attention::c_attn, &Attention::c_proj);
};

/// The two dense layers of an MLP.
struct Mlp
{
  Dense c_fc;   ///< n -> m
  Dense c_proj; ///< m -> n
  static constexpr auto fields = std::tuple(&Mlp::c_fc, &Mlp::c_proj);
};

/// An attention and an MLP, each preceded by a layer norm of its own (pre-norm).
struct Block
{
  LayerNorm ln_1; ///< before the attention
  Attention attn;
  LayerNorm ln_2; ///< before the MLP
  Mlp mlp;
  static constexpr auto fields = std::tuple(&Block::ln_1, &Block::attn, &Block::ln_2, &Block::mlp);
};

/// A text in pieces, and the pairs that may be joined in it.
using Symbols = std::vector<std::string>;
using Merges = std::vector<std::pair<std::string, std::string>>;

/// A whole model.
struct Weights
{
  arma::mat wte; ///< n x N: the token embedding, one column for each token of the vocabulary
  arma::mat wpe; ///< n x context: the embedding of positions 0, 1, ...
  std::vector<Block> blocks;
  LayerNorm ln_f; ///< after the last block
  static constexpr auto fields =
      std::tuple(&Weights::wte, &Weights::wpe, &Weights::blocks, &Weights::ln_f);
};

/// # A dense layer, W x + b
/// 1 point, 1 star: notes, step 3
/// A dense layer, applied to every token.
///
///     y_k = W x_k + b    for each column k
///
/// @param layer  W is out x in, b has out entries
/// @param x      in x K
/// @return       out x K
arma::mat dense(const Dense& layer, const arma::mat& x);

/// # Layer norm of every token
/// 2 points, 2 stars: masterclass, LayerNorm
/// Layer norm of every token by itself: shifted to mean 0, scaled to variance 1, then each
/// coordinate is given its own gain and bias. For a column x:
///
///     y_i = g_i (x_i - m) / sqrt(v + epsilon) + b_i
///     m = 1/n sum_i x_i,    v = 1/n sum_i (x_i - m)^2
///
/// @param norm  gain g and bias b of n entries, epsilon > 0
/// @param x     n x K, n >= 1; entries may be large and close together, such as 10^9 - 1 and 10^9 + 1
/// @return      n x K
arma::mat layer_norm(const LayerNorm& norm, const arma::mat& x);

/// # The causal mask
/// 1 point, 1 star: exo7 6.5
/// Scores with the future masked: a query looks at its own token and at those before it.
///
///     M_ij = S_ij if j <= i,    minus infinity if j > i
///
/// @param S  K x K; row i belongs to query i, column j to key j
/// @return   K x K
arma::mat causal_mask(const arma::mat& S);

/// # Where each token looks
/// 3 points, 2 stars: exo7 6.3
/// The attention pattern of a head: where each token looks, as probabilities.
///
///     A = softmax by rows of the causal mask of Q^T K / sqrt(d)
///
/// @param Q  d rows, one query in each column
/// @param K  of the same shape, one key in each column; scores of several thousand are possible
/// @return   a row for each query, a column for each key; every row sums to 1 and is 0 right of the
///           diagonal
arma::mat attention_pattern(const arma::mat& Q, const arma::mat& K);

/// # One attention head
/// 3 points, 3 stars: exo7 6.3
/// One attention head: for every token the values, mixed as its row of the pattern A says.
///
///     Q = W_Q x,  K = W_K x,  V = W_V x,    Z = V A^T,  that is,  z_i = sum_j A_ij v_j
///
/// @param head  W_Q, W_K and W_V are d x n each
/// @param x     n x K; scores of several thousand are possible
/// @return      d x K
arma::mat attention_head(const Head& head, const arma::mat& x);

/// # All heads, and what W^O makes of them
/// 5 points, 4 stars: exo7 3.2
/// The attention layer of GPT-2. One dense layer, c_attn, makes queries, keys and values of all
/// heads: rows 0 to n - 1 of its result are the queries, the next n rows the keys, the last n the
/// values. In each of the three, head h = 0, ..., H - 1 owns d = n / H rows, from row h d on. The
/// heads' outputs, d x K each, are put one below the other in their order, and c_proj mixes them:
///
///     W^O (Z_0; Z_1; ...; Z_{H-1}) + b^O
///
/// @param attention  H heads, H divides n; W^O and b^O are those of c_proj
/// @param x          n x K; scores of several thousand are possible
/// @return           n x K
arma::mat multi_head(const Attention& attention, const arma::mat& x);

/// # The MLP
/// 2 points, 2 stars: exo7 3.2 and 7
/// The MLP of GPT-2: a dense layer, GELU of every entry, a dense layer. The GELU is the one with
/// tanh:
///
///     W_2 gelu(W_1 x + b_1) + b_2
///     gelu(t) = t/2 (1 + tanh(sqrt(2/pi) (t + 0.044715 t^3)))
///
/// @param layers  c_fc is W_1 (m x n) and b_1, c_proj is W_2 (n x m) and b_2
/// @param x       n x K
/// @return        n x K
arma::mat mlp(const Mlp& layers, const arma::mat& x);

/// # A block: two additions to the residual stream
/// 4 points, 3 stars: exo7 3.2
/// A block of GPT-2. Attention and MLP each read a normed copy of the residual stream and add what
/// they compute to the stream itself:
///
///     x' = x + attention(ln_1(x)),    x'' = x' + mlp(ln_2(x'))
///
/// @param weights  of the block
/// @param x        n x K
/// @return         n x K: x''
arma::mat block(const Block& weights, const arma::mat& x);

/// # Unembedding: from vectors to logits
/// 2 points, 1 star: exo7 2.1
/// Unembedding: for every token the logits of what follows it, which are the scalar products of
/// its normed vector with the embedding of each token of the vocabulary.
///
///     logits = A^T ln_f(x)
///
/// @param ln_f  the final layer norm
/// @param A     n x N, the token embedding
/// @param x     n x K, the residual stream after the last block
/// @return      N x K
arma::mat unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x);

/// # The k most probable tokens
/// 3 points, 2 stars: exo7 2.1
/// The k most probable tokens, most probable first, and their probabilities. Probabilities are the
/// softmax of all N logits, so that those of a few tokens sum to less than 1. Of equal logits the
/// one with the lower id comes first.
///
/// @param logits  N >= 1; of any size that a double has
/// @param k       at least 1; if there are fewer than k tokens, all are returned
/// @return        min(k, N) ids, from 0 on, and as many probabilities
std::pair<arma::uvec, arma::vec> top_k(const arma::vec& logits, arma::uword k);

/// # One step of byte-pair encoding
/// 4 points, 3 stars: exo7 2.1
/// One step of byte-pair encoding. Of the pairs of neighbours in `symbols` take the one that comes
/// first in `merges`, and join it wherever it occurs, from left to right; a symbol that has just
/// been joined is not joined again in this step. If no pair of neighbours is in `merges`, the
/// symbols stay as they are.
///
///     {"l", "o", "w", "l", "o"} with {{"o", "w"}, {"l", "o"}}  ->  {"l", "ow", "l", "o"}
///
/// @param symbols  any number of them, or none
/// @param merges   pairs, the best first, no pair twice
/// @return         the symbols after the step
std::vector<std::string> merge_step(const Symbols& symbols, const Merges& merges);

/// # GPT-2, the whole forward pass
/// 8 points, 5 stars: exo7 1.1
/// GPT-2, from tokens to logits. The residual stream begins as token embedding plus position
/// embedding, goes through all blocks in their order, and is unembedded:
///
///     x_k = wte_{t_k} + wpe_k,  k = 0, ..., K - 1;    x <- block(x) for each;    unembedding of x
///
/// @param weights  of a model
/// @param tokens   K ids t_k, 1 <= K <= context, each below N
/// @return         N x K: in column k the logits of the token after position k
arma::mat forward_pass(const Weights& weights, const arma::uvec& tokens);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [dense]
// - One matrix product serves all tokens at once. Which way round do the shapes fit?
// - The product is out x K and b has out entries: b is added to each of its K columns.
// - M.each_col() += v adds a vector to every column of a matrix that is not const.

// [layer_norm]
// - Each column is a token and is treated by itself: its own mean, its own variance.
// - arma::mean(x, 0) is a row with the mean of every column; each_row() takes such a row.
// - The variance is the mean of the squares once the mean has been subtracted.
// - Divide by the root of (variance + epsilon); only then the gain, and last the bias.

// [causal_mask]
// - Row i asks, column j answers. Which columns lie in the future of row i?
// - On the diagonal a token looks at itself, which is allowed; the future begins one column further right.
// - Minus infinity is -arma::datum::inf. S is const: change a copy of it.

// [attention_pattern]
// - Entry (i, j) of the scores is the scalar product of query i and key j: a product of two matrices, one of them
//   transposed.
// - d is the length of a query, the number of rows of Q. Scale, mask, and only then softmax: e to the power of minus
//   infinity is 0.
// - Softmax goes along a row. Subtract every row's maximum before you take exponentials, or large scores overflow.
// - each_col() takes a column with one number for every row, such as arma::max(S, 1) or arma::sum(S, 1).

// [attention_head]
// - Make queries, keys and values first: each is a d x n matrix applied to the tokens.
// - attention_pattern gives A. Row i of A says how much token i takes of each value.
// - z_i is a sum of columns of V. Which product of V with A or with its transpose has A_i1 v_1 + A_i2 v_2 + ... in
//   column i?

// [multi_head]
// - dense makes all queries, keys and values in one go: a matrix of 3n rows. Draw it, and mark the rows that belong to
//   head 0.
// - With d = n / H, head h has its queries in rows h d to h d + d - 1. Its keys are n rows further down, its values
//   another n.
// - M.rows(a, b) takes rows a to b, b included; it can also be assigned to.
// - attention_pattern of a head's queries and keys, then V A^T into the rows of the head; after the loop, dense with
//   c_proj.

// [mlp]
// - Three steps: dense, a function of every entry, dense.
// - Of a matrix, * is the matrix product; entry by entry it is %. arma::tanh and arma::pow work entry by entry.
// - Compute u = sqrt(2/pi) (t + 0.044715 t^3) as a matrix of its own; arma::datum::pi is pi. GELU is then t/2 times 1
//   + tanh u.

// [block]
// - Everything is there: layer_norm, multi_head, mlp. What matters is who reads what.
// - Give the stream after the first addition a name of its own: the second half of the block knows nothing else.
// - A layer norm changes only the copy that attention or MLP reads. What is added to, each time, is the stream that
//   was not normed.

// [unembed]
// - The logit of token t is the scalar product of a token's normed vector with column t of A.
// - Norm first, with ln_f; all scalar products at once are one matrix product.
// - N x K is wanted and A is n x N: its transpose comes first. Logits, no softmax.

// [top_k]
// - Two questions: which ids come first, and how probable is each? Softmax does not change the order.
// - arma::sort_index and arma::stable_sort_index return indices in sorted order. Which of them keeps equal logits in
//   their original order?
// - Softmax of all logits with their maximum subtracted; p.elem(ids) picks entries of it.
// - head(k) takes the first k, and there may be fewer than k: take the smaller of the two.

// [merge_step]
// - Two tasks: find the pair that counts, then join it everywhere. The first is a loop over `merges`, not over the
//   symbols.
// - The first pair in `merges` that occurs anywhere among the neighbours is the one; where in the text it occurs does
//   not matter.
// - Build a new list from left to right. Where the pair occurs, put the joined symbol and move on by two; otherwise
//   copy one symbol and move on by one.
// - A list can be empty: symbols.size() - 1 is then a huge number. i + 1 < symbols.size() is safe.

// [forward_pass]
// - The start, the blocks in a loop, the end. If block and unembed pass their checks, only the start is new.
// - Column k of the start is the embedding of token number tokens[k] plus column k of wpe: the position counts from 0.
// - M.cols(ids) takes the columns with these numbers, M.head_cols(K) the first K.
// - Each block gets what the previous one returned. The token embedding wte is also the matrix A of the unembedding,
//   after the last layer norm.
