#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// What you write for chapter 20, encoder and decoder. The bodies go into exercises.cpp.
///
/// Tokens are columns: a source of n_z words is z, n x n_z, a target of m words is y, n x m. Words are numbered from
/// 0, and so are places. Of a table P of N x N probabilities, column j is the law of the word that follows word j.
namespace exercise {

/// # What a decoder is given
/// 1 point, 1 star: chapter 20, At once, or word by word
/// What a decoder is given in training, while it is to say `target`: a word that marks the start, and then the target
/// without its last word. So at place t it has been told the words before t, and not yet word t.
///
/// @param target  m words; a target of a single word is possible
/// @param start
/// @return        m words
arma::uvec decoder_input(const arma::uvec& target, arma::uword start);

/// Who sees whom in a decoder: 1 where a place sees another one, and 0 elsewhere.
struct Visibility
{
  arma::umat self;  ///< m x m
  arma::umat cross; ///< m x n_z
  static constexpr auto fields = std::tuple(&Visibility::self, &Visibility::cross);
};

/// # Who sees whom in a decoder
/// 2 points, 2 stars: chapter 20, No later words, and all that came before
/// The masks of a decoder, for texts that are filled up to a common length with a word that says nothing. Nobody sees
/// that word. Of the target, place t sees the places 0 to t, and none after t; of the source it sees all.
///
/// @param source   n_z words
/// @param target   m words
/// @param padding  what both are filled up with; it may stand anywhere
exercise::Visibility decoder_visibility(const arma::uvec& source, const arma::uvec& target,
                                        arma::uword padding);

/// The weights of one head, of dimension d.
struct Head
{
  arma::mat W_Q, W_K, W_V; ///< d x n each
  arma::mat W_O;           ///< n x d
  static constexpr auto fields = std::tuple(&Head::W_Q, &Head::W_K, &Head::W_V, &Head::W_O);
};

/// # A head that reads the source
/// 3 points, 2 stars: chapter 20, What goes across
/// One head of cross-attention: the target's words ask, and the source's words answer.
///
///     W_O V A^T,    V = W_V z,    A = softmax by rows of (W_Q y)^T (W_K z) / sqrt(d)  where seen, 0 elsewhere
///
/// @param y     n x m
/// @param z     n x n_z; no score is larger than 500 in magnitude
/// @param seen  n_z, 1 for a word that everyone sees and 0 for one that nobody sees; at least one is 1
/// @return      n x m
arma::mat read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                      const arma::uvec& seen);

/// Gain and bias of a layer norm.
struct Norm
{
  arma::vec gain, bias; ///< n each
  static constexpr auto fields = std::tuple(&Norm::gain, &Norm::bias);
};

/// # Add and norm
/// 2 points, 1 star: chapter 20, The encoder
/// What the article of 2017 does with the output of each sublayer: it is added to the sublayer's input, and the sum is
/// normed, word by word (post-norm).
///
///     u = x + said,    y_i = g_i (u_i - mean) / sqrt(variance + 10^-5) + b_i
///
/// The mean and the variance are those of a column's n entries; the variance is divided by n.
///
/// @param x     n x K, what went into the sublayer
/// @param said  n x K, what came out
/// @return      n x K
arma::mat add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm);

/// A decoder's block, with one head in each attention and a network without biases.
struct Block
{
  Head self;
  Norm after_self;
  Head cross;
  Norm after_cross;
  arma::mat W_1; ///< f x n
  arma::mat W_2; ///< n x f
  Norm after_network;
  static constexpr auto fields =
      std::tuple(&Block::self, &Block::after_self, &Block::cross, &Block::after_cross, &Block::W_1,
                 &Block::W_2, &Block::after_network);
};

/// # A whole block of a decoder
/// 4 points, 3 stars: chapter 20, What goes across
/// A whole block of a decoder. Each sublayer is followed by add_and_norm:
///
///     u = norm(y + self(y)),    v = norm(u + cross(u, z)),    norm(v + W_2 max(0, W_1 v))
///
/// Self-attention is causal, by the formula of read_source with y in the place of z: word t sees the words 0 to t.
///
/// @param y     n x m
/// @param z     n x n_z; no score is larger than 500 in magnitude
/// @param seen  n_z, as in read_source
/// @return      n x m
arma::mat decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                        const arma::uvec& seen);

/// # Counting weights
/// 2 points, 1 star: chapter 20, Matrix by matrix
/// How many weights a Transformer has. An encoder's block has one attention, a network and two norms; a decoder's has
/// two attentions, a network and three norms. Attention has no biases, and the dimensions of its heads add up to n:
/// W_Q, W_K, W_V and W_O of all heads together are n x n each.
///
/// @param n       dimension of a word
/// @param f       of the network's hidden layer; both its layers have biases
/// @param blocks  of the encoder, and as many of the decoder
/// @param N       words of each language
/// @param shared  whether the source's embedding, the target's embedding and the unembedding are one n x N matrix; if
///                not, they are three
/// @return        the whole number, which may be more than 32 bits hold
arma::uword transformer_weights(arma::uword n, arma::uword f, arma::uword blocks, arma::uword N,
                                bool shared);

/// # How probable a text is
/// 2 points, 2 stars: chapter 20, No later words, and all that came before
/// How probable a text is, as a logarithm: the sum of ln P(word | the word before). Before the first word stands
/// `end`, the word that ends a text.
///
/// @param P     N x N; entries may be 0, and the result is then -infinity if one of them is needed
/// @param text  from 1 to thousands of words, too many for the product of their probabilities to be a double
/// @param end   from 0 to N - 1
double log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end);

/// # Greedy search
/// 2 points, 2 stars: chapter 20, Writing
/// Greedy search: each word is the most probable one after the word before; of several that are equally probable it
/// is the first. Before the first word stands `end`. The text ends with the next `end`, which belongs to it, or else
/// after `most` words.
///
/// @param P     N x N
/// @param end   from 0 to N - 1
/// @param most  at least 1
/// @return      from 1 to `most` words
arma::uvec greedy_text(const arma::mat& P, arma::uword end, arma::uword most);

/// # Beam search
/// 4 points, 4 stars: chapter 20, Writing
/// Beam search. At first a single text is kept, which has no words yet; before its first word stands `end`. Then,
/// `most` times: each text kept that has not ended is continued by each of the N words, and one that has ended stays
/// as it is; of all these the `width` most probable are kept, or all if they are fewer. A text has ended when its
/// last word is `end`.
///
/// @param P      N x N, entries positive; no two texts that are compared are equally probable
/// @param end    from 0 to N - 1
/// @param width  at least 1
/// @param most   at least 1
/// @return       the most probable of the texts kept in the end, whether it has ended or not
arma::uvec beam_text(const arma::mat& P, arma::uword end, arma::uword width, arma::uword most);

/// # The alignment error rate
/// 3 points, 3 stars: chapter 20, Attention is not alignment
/// The alignment error rate of a pattern of cross-attention: how far it is from being an alignment. The pattern gives
/// each of the target's m words one link, to the source's word with the largest weight; of several it is the first.
/// Let A be these m links and S the right ones.
///
///     1 - 2 |A and S| / (|A| + |S|)
///
/// Row 0 of the pattern is that of the start. Word t is what row t predicts, and what row t + 1 is given: a pattern
/// is read in both ways, word t in row t (later = 0) or in row t + 1 (later = 1).
///
/// @param pattern  (m + 1) x n_z
/// @param links    m x n_z, 1 where word t renders the source's word j, 0 elsewhere; a word may have several links,
///                 or none
/// @param later    0 or 1
double alignment_error(const arma::mat& pattern, const arma::umat& links, arma::uword later);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [decoder_input]
// - As many words go in as are to come out.
// - The first is `start`. Which word of the target is the last that is given?
// - Word t of the answer is word t - 1 of the target, from t = 1 on.

// [decoder_visibility]
// - A row of each matrix belongs to a place of the target, which sees; a column is seen.
// - In `self` two things must hold: the column is not after the row, and its word is not padding.
// - In `cross` no order counts. All its rows are the same.

// [read_source]
// - Queries are made of y; keys and values of z.
// - The pattern has a row for each word of y and a column for each of z. Where seen is 0, the weight is 0.
// - The weights of a row sum to 1 without those that nobody sees: set these to 0 before you divide by the sum.

// [add_and_norm]
// - First the sum of both matrices. It is the sum that is normed.
// - Each column by itself: its mean, the mean square of what is left, and the root.
// - 10^-5 is added to the variance, under the root. Then the gain multiplies and the bias is added, entry by entry.

// [decoder_block]
// - Three sublayers, three calls of add_and_norm, each with its own norm.
// - What the first sublayer has made, u, is what asks in the second, and what is added there.
// - Self-attention of word t alone: read_source with y.col(t), the columns 0 to t of y, and t + 1 ones.

// [transformer_weights]
// - One attention is four matrices, W_Q, W_K, W_V and W_O of all heads.
// - The network is two matrices and two biases, of f and of n entries; a norm is 2 n.
// - A block of each kind is 12 n^2 + 4 n f + 2 f + 12 n. The embeddings come once, not in each block.

// [log_probability]
// - A product of probabilities; its logarithm is a sum.
// - The logarithm of each factor, and not that of the product: a thousand factors of 1/8 are 0 as a double.
// - P(word, before) has the probability of `word` after `before`. Before the first word stands `end`.

// [greedy_text]
// - A loop that remembers the last word. At first that is `end`, though nothing is written.
// - The law of the next word is a column of P; index_max() of it is the first of the largest entries.
// - Write the word, and then ask whether it was `end`, or the last that is allowed.

// [beam_text]
// - Keep pairs: a text, and the logarithm of its probability. Begin with the empty text.
// - In each round make a new list: a text that has ended goes in as it is, another one N times, with a word more.
// - Sort that list, the most probable first, and drop all but `width`: of the whole list, and not of those that
//   continue one text.

// [alignment_error]
// - A has one link for each word of the target, so |A| = m. |S| is the sum of all links.
// - In both is the link of word t if links(t, j) is 1, where j is the first largest entry of a row of the pattern.
//   Which row is that?
// - pattern.row(t + later).index_max()
