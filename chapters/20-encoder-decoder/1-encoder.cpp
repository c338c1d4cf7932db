#include "epreuve/attention/heads.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "figures.hpp"
#include "some_transformer.hpp"

#include <cmath>

/**
# The encoder: everyone reads everyone

An encoder's block (*bloc*) has two layers: self-attention, in which each word asks all the others, and a feed-forward
network, which takes each word by itself. What a layer writes is added to what it was given, and the sum is normed. On
this page we take a small Transformer, with random weights and random sentences, to pieces.

To take it to pieces means: to compute one part by itself, from its formula, and to compare with what the whole network
hands on at that place. If a part were forgotten, or stood elsewhere, the numbers would differ in their first digits.
Random weights serve as well as trained ones here. Where a norm stands, or whether one word's result depends on another
word, is so or is not so for all weights, and with random ones no accident of training can hide it.
*/
using namespace epreuve::course;
using namespace epreuve::networks;

namespace {

arma::mat normed(const networks::Norm<double>& norm, const arma::mat& x)
{
  return layer_norm(x, norm.gain, norm.bias, norm_epsilon);
}

arma::mat feed_forward(const FeedForward<double>& mlp, const arma::mat& x)
{
  return dense<double>(mlp.W_2, mlp.b_2, relu(dense<double>(mlp.W_1, mlp.b_1, x)));
}

/// What self-attention says, before it is added.
arma::mat self_attention_of(const Block<double>& block, const arma::mat& x)
{
  return multi_head(block.self, x, x, arma::umat(x.n_cols, x.n_cols, arma::fill::ones));
}

/// An encoder's block as the article draws it.
arma::mat encoder_block(const Block<double>& block, const arma::mat& x)
{
  const arma::mat u = normed(block.after_self, x + self_attention_of(block, x));
  return normed(block.after_mlp, u + feed_forward(block.mlp, u));
}

arma::mat encoded(const SomeTransformer& some, const arma::mat& x)
{
  return encode(some.network, x, some.pairs.source_seen);
}

/// What an encoder with one block makes, as the article draws it.
Difference from_the_drawing(const SomeTransformer& some)
{
  return difference(some.z, encoder_block(some.network.encoder[0], some.x));
}

} // namespace

/**
The four functions above are a block, from the library's layers: tokens are columns, `normed` is layer norm with gain and bias,
`feed_forward` the network, `self_attention_of` what all heads say. The mask of 1s lets everyone see everyone.

## In parallel

$n$ words go in and $n$ come out, each of the same dimension. Each of those that come out has heard all of those that went
in. And no order of computing is prescribed: if the words change places, with their positions, so do the results.
*/
SECTION(encoder)
{
  const auto n_to_n = [](const SomeTransformer& some) {
    return arma::size(some.z) == arma::size(some.x);
  };
  const auto hears_all = [](const SomeTransformer& some, Draw& draw) {
    const arma::uword j = draw.size("j", 0, some.x.n_cols - 1);
    return changed(some.z, encoded(some, with_another(some.x, j, draw))).n_elem == some.z.n_cols;
  };
  const auto changes_places = [](const SomeTransformer& some) {
    return difference(encoded(some, arma::reverse(some.x, 1)), arma::mat(arma::reverse(some.z, 1)));
  };
  chapter.claim("masterclass-global-encoder", holds)
      .property("as many columns come out as went in, of the same length", transformers(n_to_n),
                100)
      .property("one word is changed: every column of z changes", transformers(hears_all), 100)
      .property("words in the opposite order, with their positions: z in the opposite order",
                transformers(changes_places), absolute(1e-11), 100);
}

/**
Two properties are easily taken for one. That all columns come at once is about waiting: no word's result is needed for
another's. That order does not matter is about the function: to the encoder its columns are a set, each with its position
written into it, and whatever it knows of the order it has read there. A recurrent encoder has neither property. It needs
the state after one word in order to read the next; and the order is built into it, so it needs no positions.

Inside, a block is as announced: self-attention, a sum and a norm; the network, a sum and a norm. The library's encoder is
compared with these few lines, written out above. The next block is given what the one before has made, and nothing
else: embeddings and positions enter at the bottom, once.
*/
SECTION(blocks)
{
  const auto one_after_the_other = [](const SomeTransformer& some) {
    arma::mat x = some.x;
    for (const Block<double>& block : some.network.encoder)
      x = encoder_block(block, x);
    return difference(some.z, x);
  };
  chapter.claim("iaetnous-enc-self-attention", holds)
      .property("a block: self-attention, then feed-forward", transformers(from_the_drawing, 1),
                absolute(1e-12), 100);
  chapter.claim("masterclass-expl-encoder", holds)
      .property("three blocks, embeddings and positions going in",
                transformers(one_after_the_other, 3), absolute(1e-11), 100);
  chapter.claim("iaetnous-mh-encoder0", holds)
      .property("the second and third block read the output of the one before, and no embedding",
                transformers(one_after_the_other, 3), absolute(1e-11), 100);
  chapter.figure("encoder-block", draw_encoder_block);
  chapter.claim("iaetnous-enc-fig-encoder", illustrative)
      .invented("our diagram, for a figure that the copy lacks");
}

/**
What goes in is $x_k + PE_k$, says masterclass. So it is, but for a factor: the article multiplies embeddings by
$\sqrt{d_{model}}$, which is 22.6 for 512 dimensions, so that they are not drowned by positions of length 16 (256
cosines and sines, of which each pair has the length 1). If $x_k$ is what has been multiplied, the formula is right. Why
there must be a position at all, chapter 5 has shown; here is the whole encoder's word for it. Without positions it
cannot tell a sentence from the same words in another order.
*/
SECTION(input)
{
  const auto with_positions = [](const SomeTransformer& some) {
    return difference(some.x, 2 * embed(some.network.source, some.pairs.source) +
                                  some.pairs.source_positions);
  };
  chapter.claim("masterclass-enc-io", holds)
      .property("input: √4 times the embedding, plus the position", transformers(with_positions),
                exactly(), 100)
      .by_reading("x_i may stand for the embedding times √d, section 3.4 of the article")
      .agree("length of a position vector of 512 numbers",
             arma::norm(position_matrix(5, 512).col(4)), 16, ulps(16));

  const auto bag_of_words = [](const SomeTransformer& some) {
    const arma::mat x = embed(some.network.source, some.pairs.source);
    return difference(encoded(some, arma::reverse(x, 1)),
                      arma::mat(arma::reverse(encoded(some, x), 1)));
  };
  const auto one_pass = [](const SomeTransformer& some) {
    return some.z.n_cols == some.texts.source.size() && some.z.is_finite();
  };
  chapter.claim("iaetnous-tr-whole-sentence", holds)
      .property("one pass for the whole sentence", transformers(one_pass), 100)
      .property("without positions: the same columns for the words in the opposite order",
                transformers(bag_of_words), absolute(1e-11), 100)
      .by_reading("faster: table 2 of the article has a seventh of the operations of GNMT's LSTMs "
                  "(3.3·10¹⁸ and 2.3·10¹⁹), and 12 hours on eight processors for the base model");
}

/**
## Not X, but three projections of it

masterclass prints the formula of attention and adds: here $Q = K = V = X$. The article has a sentence that resembles it,
that queries, keys and values *come from the same place*. But they are made by three matrices, and these are what is
learnt. With $X$ itself a word $i$ has the score $x_i \cdot x_j$ with word $j$, and by Cauchy and Schwarz none is larger
than $x_i \cdot x_i$ among words of equal length, as a norm makes them. So everyone would look at himself first.
*/
SECTION(projections)
{
  const auto said = [](const SomeTransformer& some) {
    return self_attention_of(some.network.encoder[0], some.x);
  };
  const auto against_X = [said](const SomeTransformer& some) {
    const arma::mat X = some.x.t();
    return difference(said(some), arma::mat(attend_rows<double>(X, X, X).t()));
  };
  const auto against_projections = [said](const SomeTransformer& some) {
    const arma::mat X = some.x.t();
    arma::mat sum(X.n_rows, X.n_cols);
    for (const auto& [W_Q, W_K, W_V, W_O] : some.network.encoder[0].self)
      sum += attend_rows<double>(X * W_Q.t(), X * W_K.t(), X * W_V.t()) * W_O.t();
    return difference(said(some), arma::mat(sum.t()));
  };
  chapter.claim("masterclass-enc-QKV-X", refuted)
      .as_printed("Attention(X, X, X)")
      .property("self-attention of an encoder", transformers(against_X), absolute(1e-12), 100)
      .corrected("Attention(X W^Q, X W^K, X W^V), for each head; the sum of these times W^O")
      .property("self-attention of an encoder", transformers(against_projections), absolute(1e-12),
                100);

  /**
  The second reading is the library's layer, by rows as the document writes: a sum over heads, each with three projections
  and an output matrix. The first has no weights at all. What it would mean we can say of any words of equal length:
  */
  const auto itself_first = [](Draw& draw) {
    const arma::uword K = draw.size("K", 2, 6);
    const arma::mat x = arma::normalise(draw.matrix("x", 4, K, -1, 1) + 1e-3 * arma::eye(4, K));
    const arma::mat scores = x.t() * x;
    return arma::all(arma::max(scores, 1) <= scores.diag() + 1e-14);
  };
  chapter
      .finding("itself-first", "with Q = K = X, no word attends more to another one of its length "
                               "than to itself")
      .property("the largest score of each row is on the diagonal", itself_first, 300);
}

/**
## The same network for every word

$\mathrm{FFN}(x) = \max(0, xW_1 + b_1)W_2 + b_2$ has no index of the word: one network, applied to each. So a word's
result depends on that word alone, and all that joins the words of an encoder is self-attention.

The document's picture, where each word has a path of its own, is right for one layer of two. It is worth looking at what
follows from it. The feed-forward network can be computed for all words at the same time, or for one after the other, on one
machine or on many, and no word has to wait for another. It also means that this layer cannot move anything from one place
of the sentence to another: what *chat* is to know of *noir* must come through attention, before.
*/
SECTION(feed_forward)
{
  const auto by_rows = [](const SomeTransformer& some) {
    const FeedForward<double>& mlp = some.network.encoder[0].mlp;
    arma::mat hidden = some.x.t() * mlp.W_1.t();
    hidden.each_row() += mlp.b_1.t();
    arma::mat written = arma::clamp(hidden, 0, arma::datum::inf) * mlp.W_2.t();
    written.each_row() += mlp.b_2.t();
    return difference(feed_forward(mlp, some.x), arma::mat(written.t()));
  };
  chapter.claim("masterclass-enc-ffn", holds)
      .property("words as rows, max(0, x W₁ + b₁) W₂ + b₂", transformers(by_rows), absolute(1e-13),
                100)
      .by_reading("the formula is ReLU's, and that of 2017; \"or GELU\" is said of such networks "
                  "in general, and BERT and GPT-2 have it in the place of max");

  /**
  *ReLU or GELU* cannot be meant of this formula, in which the maximum with 0 is written out: it is ReLU. As a remark on such
  networks it is right. Would it matter? GELU is nowhere above ReLU, below it by 0.17 at most, and smooth where ReLU has a
  corner.
  */
  const arma::vec grid = arma::linspace(-4, 4, 8001);
  chapter
      .finding("relu-and-gelu",
               "GELU in the place of ReLU would change each hidden number by up to "
               "0.17, and so is another network")
      .at_least("largest |GELU − ReLU| on [−4, 4]", arma::abs(gelu(grid) - relu(grid)).max(),
                0.169);
}

/**
*Each word on its own path*, iaetnous says, and the paths meet in self-attention. We change one word and see which results
change: in feed-forward and in a norm only that word's, in self-attention everyone's.
*/
SECTION(own_path)
{
  const auto only_its_own = [](const auto& layer) {
    return transformers([layer](const SomeTransformer& some, Draw& draw) {
      const Block<double>& block = some.network.encoder[0];
      const arma::uword j = draw.size("j", 0, some.x.n_cols - 1);
      const arma::uvec seen =
          changed(layer(block, some.x), layer(block, with_another(some.x, j, draw)));
      return seen.n_elem <= 1 && (seen.is_empty() || seen(0) == j);
    });
  };
  const auto everyones = [](const SomeTransformer& some, Draw& draw) {
    const Block<double>& block = some.network.encoder[0];
    const arma::mat others = with_another(some.x, draw.size("j", 0, some.x.n_cols - 1), draw);
    return changed(self_attention_of(block, some.x), self_attention_of(block, others)).n_elem ==
           some.x.n_cols;
  };
  const auto of_mlp = only_its_own(
      [](const Block<double>& block, const arma::mat& x) { return feed_forward(block.mlp, x); });
  const auto of_norm = only_its_own(
      [](const Block<double>& block, const arma::mat& x) { return normed(block.after_mlp, x); });
  chapter.claim("iaetnous-enc-ffn-same", holds)
      .property("feed-forward: one word is changed, and its result alone", of_mlp, 100);
  chapter.claim("iaetnous-enc-own-path", holds)
      .property("feed-forward: one word is changed, and its result alone", of_mlp, 100)
      .property("norm: likewise", of_norm, 100)
      .property("self-attention: everyone's result", transformers(everyones), 100);
}

/**
(*At most* its own, in the first: where ReLU is 0 before and after, a change does not get through.)

That the network is the *same* for all words is more than that they do not meet: GPT-2's positions, for instance, have a vector
each. The same word at four places gives four times the same.
*/
SECTION(same_network)
{
  const auto same_for_same = [](const SomeTransformer& some) {
    const FeedForward<double>& mlp = some.network.encoder[0].mlp;
    const arma::vec word = some.x.col(0);
    return difference(feed_forward(mlp, arma::repmat(word, 1, 4)),
                      arma::mat(arma::repmat(feed_forward(mlp, word), 1, 4)));
  };
  chapter.claim("iaetnous-enc-ffn-same", holds)
      .property("feed-forward: the same vector at four places, alone and together",
                transformers(same_for_same), absolute(1e-14), 100);
  chapter.figure("paths", draw_paths);
  chapter.claim("iaetnous-enc-fig-paths", illustrative)
      .invented("our diagram, for a figure that the copy lacks");
}

/**
## Where the norm stands

In 2017 it comes after the sum: $\mathrm{LayerNorm}(x + \mathrm{SubLayer}(x))$, which masterclass prints a page later.
Here it prints $x + \mathrm{FFN}(x)$ under the words *residual and normalisation*: what is added, and the norm in words.
Its list of what a block applies *in sequence* has attention, norm, residual connection, network. As a list of
ingredients it is complete. As an order it would be $x + \mathrm{LayerNorm}(\mathrm{Attention}(x))$, which is neither the
article's (post-norm) nor that of GPT-2, $x + \mathrm{Attention}(\mathrm{LayerNorm}(x))$ (pre-norm; chapter 15 compares
these two). Below, the library's block has the article's order, and the list's order gives another function.
*/
SECTION(where_the_norm_is)
{
  chapter.claim("masterclass-enc-ffn-residual", holds)
      .property("the second half of a block: norm(u + FFN(u))", transformers(from_the_drawing, 1),
                absolute(1e-12), 100);
  chapter.claim("masterclass-global-sequence", holds)
      .by_reading("a list of what a block applies; the order is printed right a few lines later, "
                  "LayerNorm(x + SubLayer(x))")
      .property("the ingredients in the article's order", transformers(from_the_drawing, 1),
                absolute(1e-12), 100);
  const auto in_the_lists_order = [](const SomeTransformer& some) {
    const Block<double>& block = some.network.encoder[0];
    const arma::mat u = some.x + normed(block.after_self, self_attention_of(block, some.x));
    return arma::norm(u + normed(block.after_mlp, feed_forward(block.mlp, u)) - some.z) > 0.1;
  };
  const auto mean_of_words = [](const SomeTransformer& some) {
    const arma::rowvec means = arma::mean(some.z, 0);
    return difference(means, arma::rowvec(means.n_elem));
  };
  chapter
      .finding(
          "order-of-the-list",
          "in the order of the list, with the norm before the sum, a block is another function")
      .property("the outputs differ", transformers(in_the_lists_order, 1), 100)
      .property("the article's, gains 1 and biases 0: each word leaves the block with the mean 0",
                transformers(mean_of_words), absolute(1e-14), 100);
}

/**
The mean 0 of the last line is a mark of post-norm: whatever a block has written, the next one gets words of mean 0 and
variance 1, before gain and bias. In GPT-2 the stream is never normed itself, and grows from block to block.

## In short

- A block: $u = \mathrm{norm}(x + \mathrm{heads}(x))$, $z = \mathrm{norm}(u + \mathrm{FFN}(u))$.
- Words meet in self-attention, and nowhere else.
- Queries, keys and values are three projections of the words, not the words.
*/
