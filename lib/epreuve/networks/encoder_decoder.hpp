#pragma once

#include "epreuve/attention/heads.hpp"

#include <armadillo>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The Transformer of 2017, encoder and decoder, and its way back; see layers.hpp for the conventions.
///
/// Layer norm is where that article has it, after each sum (post-norm), with gain and bias. Attention has no biases, as
/// its formulas have none. The network is made for few dimensions and short texts: the way back computes each block's
/// own steps again.
/// Source: Vaswani et al., Attention is all you need (2017), section 3.
namespace epreuve::networks {

/// What layer norm adds to a variance.
inline constexpr double norm_epsilon = 1e-5;

/// Gain and bias of a layer norm.
template <typename Real>
struct Norm
{
  arma::Col<Real> gain, bias; ///< n
};

/// The position-wise network: x -> W_2 max(0, W_1 x + b_1 1^T) + b_2 1^T
template <typename Real>
struct FeedForward
{
  arma::Mat<Real> W_1; ///< f x n
  arma::Col<Real> b_1; ///< f
  arma::Mat<Real> W_2; ///< n x f
  arma::Col<Real> b_2; ///< n
};

/// A block: two sublayers in the encoder, three in the decoder. In the encoder `cross` is empty, and so is its norm.
template <typename Real>
struct Block
{
  std::vector<attention::Head<Real>> self;
  Norm<Real> after_self;
  std::vector<attention::Head<Real>> cross;
  Norm<Real> after_cross;
  FeedForward<Real> mlp;
  Norm<Real> after_mlp;
};

/// A block. Each sublayer's output is added to its input, and the sum is normed:
///
///     u = norm(x + self(x, x)),    v = norm(u + cross(u, z)),    y = norm(v + mlp(v))
///
/// Without cross-attention v = u.
///
/// @param x           n x K
/// @param z           n x n_z, the output of the encoder's last block; not read without cross-attention
/// @param seen        K x K, not 0 where a token sees another one
/// @param cross_seen  K x n_z
/// @return            n x K
/// @throws            Error if the shapes do not fit, a token sees nothing, or one is not finite
template <typename Real>
arma::Mat<Real> block(const Block<Real>& weights, const arma::Mat<Real>& x,
                      const arma::Mat<Real>& z, const arma::umat& seen,
                      const arma::umat& cross_seen);

template <typename Real>
struct BlockGradient
{
  Block<Real> weights; ///< in the shapes of the block's own
  arma::Mat<Real> x;   ///< n x K
  arma::Mat<Real> z;   ///< n x n_z; empty without cross-attention
};

/// Back through a block: its sublayers' ways back from the last to the first, with what each residual connection adds.
///
/// @param G  n x K
/// @throws   Error as block, or if G does not have the shape of x
template <typename Real>
BlockGradient<Real> block_backward(const Block<Real>& weights, const arma::Mat<Real>& x,
                                   const arma::Mat<Real>& z, const arma::umat& seen,
                                   const arma::umat& cross_seen, const arma::Mat<Real>& G);

/// The network. The target's embedding is also the unembedding; in the article the source's is the same matrix too.
template <typename Real>
struct EncoderDecoder
{
  arma::Mat<Real> source; ///< n x N_s, a column for each token of the source
  arma::Mat<Real> target; ///< n x N_t
  std::vector<Block<Real>> encoder, decoder;
};

struct EncoderDecoderSizes
{
  arma::uword n = 512;       ///< dimension of a token
  arma::uword heads = 8;     ///< of each attention; the dimension of one is n / heads
  arma::uword hidden = 2048; ///< f
  arma::uword blocks = 6;    ///< of the encoder, and as many of the decoder
  arma::uword source_tokens = 37000;
  arma::uword target_tokens = 37000;
  bool cross = true; ///< without cross-attention the decoder does not see the source
};

/// A network before its training: matrices uniform with the variance 2 / (rows + columns), embeddings with 1 / n,
/// gains 1 and biases 0. The same seed gives the same weights everywhere.
///
/// @throws Error if a size is 0, or heads does not divide n
/// Source: Glorot and Bengio, Understanding the difficulty of training deep feedforward neural networks (2010).
template <typename Real>
EncoderDecoder<Real> initial_encoder_decoder(const EncoderDecoderSizes& sizes, std::uint64_t seed);

/// A matrix or a vector of weights; a vector has one column.
template <typename Real>
struct NamedParameter
{
  std::string name; ///< "source", "decoder.0.cross.1.W_Q", "encoder.1.after_mlp.gain"
  arma::uword rows, columns;
  std::span<Real> values; ///< column by column
};

/// All weights: embeddings, then block by block, the encoder's first. Of the gradient it gives the same in the same order.
template <typename Real>
std::vector<NamedParameter<Real>> named_parameters(EncoderDecoder<Real>& network);

/// Their values alone, a stretch for each.
template <typename Real>
std::vector<std::span<Real>> parameters(EncoderDecoder<Real>& network);

/// The encoder's last block, for source tokens with their positions.
///
/// @param x     n x n_s, the lowest block's input
/// @param seen  n_s x n_s
/// @return      n x n_s
/// @throws      Error as block
template <typename Real>
arma::Mat<Real> encode(const EncoderDecoder<Real>& network, const arma::Mat<Real>& x,
                       const arma::umat& seen);

/// The decoder, with the logits of what follows each of its tokens.
///
///     target^T y,    y the last block's output
///
/// All its blocks read the same z: keys and values are made from the output of the encoder's last block.
///
/// @param y           n x n_t, the lowest block's input
/// @param z           n x n_s
/// @param seen        n_t x n_t
/// @param cross_seen  n_t x n_s
/// @return            N_t x n_t
/// @throws            Error as block
template <typename Real>
arma::Mat<Real> decode(const EncoderDecoder<Real>& network, const arma::Mat<Real>& y,
                       const arma::Mat<Real>& z, const arma::umat& seen,
                       const arma::umat& cross_seen);

/// Pairs of texts, one after the other: who sees whom keeps them apart, and hides what was filled up.
template <typename Real>
struct Pairs
{
  std::vector<arma::uword> source;                    ///< n_s tokens
  std::vector<arma::uword> target;                    ///< n_t tokens that the decoder is given
  std::vector<arma::uword> next;                      ///< n_t, what follows each of them
  arma::Mat<Real> source_positions, target_positions; ///< n x n_s and n x n_t, what is added
  arma::umat source_seen, target_seen, cross_seen;    ///< n_s x n_s, n_t x n_t, n_t x n_s
  /// N_s x n_s, or empty. A source need not consist of tokens: with columns of numbers, such as patches of a picture,
  /// `source` is not read, and these stand in the place of the tokens' one-hot columns.
  arma::Mat<Real> columns{};
};

/// A text and what it is to become, both with the token that ends them.
struct TextPair
{
  std::vector<arma::uword> source, target;
};

/// Pairs of texts of any lengths, none of which sees another. The decoder is given `start` and all of its text but the
/// last token; it sees the text causally, and all of the source. Positions are the article's, with sines first.
///
/// @param n  dimension of a token, even
/// @throws   Error if there is no pair, a text is empty or n is odd
Pairs<double> side_by_side(const std::vector<TextPair>& pairs, arma::uword start, arma::uword n);
Pairs<float> in_floats(const Pairs<double>& pairs);

/// What the lowest block is given: sqrt(n) times the embedding, plus the position.
///
/// @param A          n x N
/// @param tokens     K
/// @param positions  n x K
/// @return           n x K
/// @throws           Error as math::embed, or if positions has another shape
template <typename Real>
arma::Mat<Real> embed_with_positions(const arma::Mat<Real>& A,
                                     const std::vector<arma::uword>& tokens,
                                     const arma::Mat<Real>& positions);

/// What the encoder's lowest block is given: embed_with_positions of the source, or, of columns X, sqrt(n) A X plus the
/// positions.
/// @throws  Error as embed_with_positions, or if the columns do not fit
template <typename Real>
arma::Mat<Real> source_input(const EncoderDecoder<Real>& network, const Pairs<Real>& pairs);

/// The logits of what follows each token of the target: the whole pass.
/// @return  N_t x n_t
/// @throws  Error as source_input, embed_with_positions, encode and decode
template <typename Real>
arma::Mat<Real> logits(const EncoderDecoder<Real>& network, const Pairs<Real>& pairs);

/// Where each token of the target looks in the source: for each block of the decoder the patterns of its heads in
/// cross-attention, n_t x n_s x heads; row i is the query from which the token after the i-th is said.
/// @throws  Error as logits, or if a block has no cross-attention
template <typename Real>
std::vector<arma::Cube<Real>> cross_patterns(const EncoderDecoder<Real>& network,
                                             const Pairs<Real>& pairs);

template <typename Real>
struct EncoderDecoderLoss
{
  Real loss = 0; ///< the mean surprise at `next`, in nats
  EncoderDecoder<Real> gradient;
};

/// The loss, cross_entropy(logits, next), and its derivatives by all weights. What comes back to z is the sum over the
/// decoder's blocks; the target's embedding has two gradients, as embedding and as unembedding.
/// @throws  Error as logits and cross_entropy
template <typename Real>
EncoderDecoderLoss<Real> loss_and_gradient(const EncoderDecoder<Real>& network,
                                           const Pairs<Real>& pairs);

/// Loss and gradient over pairs that were divided: the parts' times their shares, added up in their order, whichever cores
/// computed them.
/// @param parts   at least one
/// @param shares  of the whole, for each part: of sum 1
template <typename Real>
EncoderDecoderLoss<Real> add_up(std::vector<EncoderDecoderLoss<Real>>& parts,
                                const std::vector<Real>& shares);

} // namespace epreuve::networks
