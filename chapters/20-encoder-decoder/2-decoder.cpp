#include "epreuve/attention/heads.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/attention.hpp"
#include "figures.hpp"
#include "some_transformer.hpp"
#include "word_by_word.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

/**
# The decoder: one word more

A decoder's block has the two layers of an encoder's, with a mask in the first, and between them one that reads the
source. This page follows what goes across, and then asks when the decoder has to wait.
*/
using namespace epreuve::course;
using namespace epreuve::networks;

namespace {

/// The logits, if the decoder reads z.
arma::mat logits_from(const SomeTransformer& some, const arma::mat& z)
{
  return decode(some.network, some.y, z, some.pairs.target_seen, some.pairs.cross_seen);
}

arma::umat everything(arma::uword rows, arma::uword columns)
{
  return arma::umat(rows, columns, arma::fill::ones);
}

} // namespace

/**
## What goes across

Cross-attention is attention with two texts: queries of the one, keys and values of the other. The pattern has a row for
each target word and a column for each source word. No word of the source asks, and none of the target answers.
*/
SECTION(cross)
{
  const auto queries_of_y = [](const SomeTransformer& some) {
    const std::vector<Head<double>>& heads = some.network.decoder[0].cross;
    arma::mat sum(arma::size(some.y));
    for (const auto& [W_Q, W_K, W_V, W_O] : heads)
      sum += W_O * attend<double>(W_Q * some.y, W_K * some.z, W_V * some.z);
    return difference(multi_head(heads, some.y, some.z, everything(some.y.n_cols, some.z.n_cols)),
                      sum);
  };
  const auto of_self_attention = [](const SomeTransformer& some) {
    const std::vector<Head<double>>& heads = some.network.decoder[0].cross;
    arma::mat sum(arma::size(some.y));
    for (const Head<double>& head : heads)
      sum += self_attention(head, some.y);
    return difference(multi_head(heads, some.y, some.y, everything(some.y.n_cols, some.y.n_cols)),
                      sum);
  };
  chapter.claim("notes-2-cross-attention", holds)
      .property("queries of the target's words, keys and values of the source's",
                transformers(queries_of_y), absolute(1e-12), 100);
  chapter.claim("iaetnous-dec-queries-below", holds)
      .property("queries of what comes from below, keys and values of z",
                transformers(queries_of_y), absolute(1e-12), 100)
      .property("the same layer, asked and answered by one text: multi-head self-attention",
                transformers(of_self_attention), absolute(1e-12), 100);
}

/**
Which output of the encoder is it? There are six, one for each block. It is the last one's, for every block of the decoder: the
top encoder feeds all decoders, and not each encoder the decoder beside it, as one might think of two stacks of the same
height.
*/
SECTION(top_encoder)
{
  const auto all_read_z = [](const SomeTransformer& some) {
    arma::mat y = some.y;
    for (const Block<double>& weights : some.network.decoder)
      y = block(weights, y, some.z, some.pairs.target_seen, some.pairs.cross_seen);
    return difference(some.logits, arma::mat(some.network.target.t() * y));
  };
  // A network that no seed changes: of those that are drawn, some give nearly the same.
  SomeTransformer one;
  one.network = networks::initial_encoder_decoder<double>(small_sizes(3), 1);
  one = with_texts(one, {{0, 1, 2}, {3, 4}});
  arma::mat x = one.x, y = one.y;
  for (std::size_t b = 0; b < one.network.decoder.size(); ++b) {
    x = block(one.network.encoder[b], x, {}, one.pairs.source_seen, {});
    y = block(one.network.decoder[b], y, x, one.pairs.target_seen, one.pairs.cross_seen);
  }
  const arma::mat beside = one.network.target.t() * y;
  chapter.claim("iaetnous-dec-KV", holds)
      .property("three decoder blocks one after the other, each with keys and values of the same z",
                transformers(all_read_z, 3), absolute(1e-11), 100)
      .at_least("each with those of the encoder block beside it, one network: another result, "
                "largest change of a logit over their spread",
                arma::abs(beside - one.logits).max() / arma::stddev(arma::vectorise(one.logits)),
                0.1);
  chapter.claim("iaetnous-tr-fig-stack", holds)
      .property("as many decoders as encoders, each fed by the top encoder",
                transformers(all_read_z, 3), absolute(1e-11), 100);
  chapter.figure("stacks", draw_stacks);
}

/**
*A set of vectors K and V*, iaetnous says, *used by each decoder*. What is shared is $z$. Each block and each head has its own
$W_K$ and $W_V$, so in the article's model there are $6 \cdot 8 = 48$ such sets. They depend on the source alone; so when a
translation is written, they are computed once.

Like *attention in seq2seq models*? The decoder of @luong-2015 has one state $h_t$ and those of the
encoder, $s_i$; it mixes the $s_i$ with weights softmax$(h_t \cdot s_i)$. This is a head of cross-attention with identities for
its matrices, but for the $\sqrt d$.
*/
SECTION(extra_layer)
{
  const auto as_seq2seq = [](Draw& draw) {
    const arma::uword d = draw.size("d", 1, 5), n = draw.size("n", 1, 5), m = draw.size("m", 1, 5);
    const arma::mat s = draw.matrix("s", d, n, -2, 2), h = draw.matrix("h", d, m, -2, 2);
    const arma::mat I = arma::eye(d, d);
    const Head<double> head{std::sqrt(double(d)) * I, I, I, I};
    return difference(cross_attention(head, h, s),
                      arma::mat(s * softmax_columns<double>(s.t() * h)));
  };
  const auto reads_all = [](const SomeTransformer& some, Draw& draw) {
    const arma::uword i = draw.size("i", 0, some.z.n_cols - 1);
    return changed(some.logits, logits_from(some, with_another(some.z, i, draw))).n_elem ==
           some.logits.n_cols;
  };
  const auto not_without = [](SomeTransformer some) {
    for (Block<double>& weights : some.network.decoder)
      weights.cross.clear();
    return difference(logits_from(some, some.z), logits_from(some, -3 * some.z));
  };
  /**
  Without this layer the decoder is a language model: it writes some English, whatever the French was. With it, a change in
  one word of the source reaches every word of the target, the first included.
  */
  chapter.claim("iaetnous-dec-extra", holds)
      .property("one column of z is changed: so are the logits of every place",
                transformers(reads_all), 100)
      .property("without this layer: whatever z is, the same logits", transformers(not_without),
                exactly(), 100);
  chapter.claim("iaetnous-dec-extra-layer", holds)
      .property("one column of z is changed: so are the logits of every place",
                transformers(reads_all), 100)
      .property("seq2seq's attention is such a head, with W_Q = √d I and identities", as_seq2seq,
                absolute(1e-12), 300);
  chapter.figure("decoder-block", draw_decoder_block);
  chapter.claim("iaetnous-dec-fig-decoder", holds)
      .property("without its middle layer the decoder does not read z", transformers(not_without),
                exactly(), 100);
}

/**
## No later words, and all that came before

Words of the target are masked: $y_t$ depends on those before it and on the source. So the decoder's $m$ softmaxes are the
factors of one law,

$$ P(y_1 \dots y_m \mid x) = \prod_t P(y_t \mid y_1 \dots y_{t-1}, x) , $$

and of whatever weights: the products for all texts of two words, 49 of them with seven words, sum to 1.
*/
SECTION(conditional)
{
  // The decoder reads `start` before the first word, so word t is what it is given at place t + 1.
  const auto with_another_word = [](const SomeTransformer& some, arma::uword t) {
    TextPair texts = some.texts;
    texts.target[t - 1] = (texts.target[t - 1] + 1) % 7;
    return with_texts(some, texts).logits;
  };
  const auto no_later = transformers([=](const SomeTransformer& some, Draw& draw) {
    const arma::uword t = draw.size("t", 1, some.texts.target.size() - 1);
    return difference(some.logits.head_cols(t), with_another_word(some, t).head_cols(t));
  });
  const auto all_earlier = transformers([=](const SomeTransformer& some, Draw& draw) {
    const arma::uword t = draw.size("t", 1, some.texts.target.size() - 1);
    return changed(some.logits, with_another_word(some, t)).n_elem == some.logits.n_cols - t;
  });
  const auto sum_to_1 = transformers([](const SomeTransformer& some) {
    double sum = 0;
    for (arma::uword first = 0; first < 7; ++first)
      for (arma::uword second = 0; second < 7; ++second) {
        const arma::mat p =
            softmax_columns<double>(with_texts(some, {some.texts.source, {first, second}}).logits);
        sum += p(first, 0) * p(second, 1);
      }
    return difference(sum, 1.0);
  });
  chapter.claim("masterclass-expl-decoder", holds)
      .property("another word at place t: the same predictions up to it", no_later, exactly(), 100)
      .property("masked self-attention, cross-attention, network: every later one changes",
                all_earlier, 100);
  chapter.claim("masterclass-global-decoder", holds)
      .property("y_t: no later word counts", no_later, exactly(), 100)
      .property("y_t: each earlier word counts", all_earlier, 100);
  /**
  *Depends on* is two statements. No later word counts, not by a digit; and every earlier one does, for any of these random
  networks. A decoder whose mask hid too much would pass the first and fail the second.
  */
  chapter.claim("iaetnous-dec-conditional", holds)
      .property("the products of conditional probabilities, all 49 texts of two words", sum_to_1,
                absolute(1e-12), 30)
      .property("previous words count, later ones do not", no_later, exactly(), 100);
}

/**
## At once, or word by word

In training, the decoder is given the right words, all of them (*teacher forcing*). In use it is given its own, as far as it
has come. For the same words the results are the same; the mask sees to it. In which sense *the same*? We have written the
network once more, number by number, for any kind of numbers. With fractions (weights $1 + s^2$ in the place of
$e^s$, and $1 + v$ in that of the standard deviation, so that nothing is rounded) the two are equal. With doubles, whose
sums this program adds in one order whatever the length of the text, they are equal to the last bit. The library's matrix
products may add in another order when the matrix is larger, and there a few roundings are left.

Why it must be so is a proposition of chapter 11, on any network of causal heads and of maps that treat each token by itself.
Once $z$ is known, cross-attention is such a map: a word of the target reads $z$, and no other word of the target.
*/
SECTION(teacher_forcing)
{
  chapter.proposition("causality", {"network_causality", "network_prefix"});
  const auto in_doubles = [](const SomeTransformer& some) {
    return at_once_is_word_by_word(some.network, some.texts);
  };
  const auto in_the_library = transformers([](const SomeTransformer& some) {
    arma::mat last(arma::size(some.logits));
    TextPair so_far{some.texts.source, {}};
    for (arma::uword t = 0; t < last.n_cols; ++t) {
      so_far.target.push_back(some.texts.target[t]);
      last.col(t) = with_texts(some, so_far).logits.tail_cols(1);
    }
    return difference(some.logits, last);
  });
  chapter
      .finding("teacher-forcing",
               "to give the decoder all words at once, or one more each time, is the same")
      .fact(
          "in fractions, three target words, every logit",
          at_once_is_word_by_word_in_fractions(initial_encoder_decoder<double>({.n = 4,
                                                                                .heads = 4,
                                                                                .hidden = 3,
                                                                                .blocks = 1,
                                                                                .source_tokens = 3,
                                                                                .target_tokens = 3},
                                                                               20),
                                               {{1, 2}, {2, 1, 0}}),
          "equal")
      .property("in doubles, number by number, every bit", transformers(in_doubles), 50)
      .property("as the library computes it", in_the_library, absolute(1e-12), 100);
}

/**
The library's last digits differ by some $10^{-15}$. That no more can be promised of a fast program is the business of
chapter 11's page on the cache.

masterclass calls the Transformer *entirely parallel*. In training it is, over the words of a text: one pass gives the laws of
all. To write the second word, one must know the first; its law depends on it.
*/
SECTION(parallel)
{
  const auto first_unknown = [](const SomeTransformer& some) {
    const auto law_of_second = [&](arma::uword first) -> arma::vec {
      return with_texts(some, {some.texts.source, {first, 0}}).logits.col(1);
    };
    return difference(law_of_second(1), law_of_second(2));
  };
  const auto one_pass = [](const SomeTransformer& some) {
    return some.logits.n_cols == some.texts.target.size();
  };
  chapter.claim("masterclass-beyond-parallel", refuted)
      .as_printed("entirely parallel: the second word can be written without knowing the first")
      .property("law of the second word, for two first words", transformers(first_unknown),
                absolute(1e-3), 100)
      .corrected("parallel over the words in training; writing takes a pass for each word")
      .property("training: one pass gives the laws of all words", transformers(one_pass), 100)
      .by_reading("the finding above: the same laws as word by word");
  chapter.figure("time-steps", draw_time_steps);
  chapter.claim("iaetnous-dec-fig-timesteps", illustrative)
      .invented("our diagram, for a frame of an animation; its scale has six steps, and its "
                "sentence takes five, the end included");
}

/**
The document knows: where it describes the decoder, $y_t$ is produced from $y_1, \dots, y_{t-1}$. What matters for its
argument is true: training waits for no word. A recurrent network cannot read the hundredth word before the ninety-ninth,
even where both are known.

## A picture in place of a sentence

Nothing in the decoder asks what $z$ was made of. If an encoder makes it of the patches of a picture, chapter 4's, the
decoder writes a caption (*légende*). The document's figure is lost; its title says that the third word is generated, from
*petits* on.
*/
SECTION(captions)
{
  chapter.figure("caption", draw_caption_step);
  chapter.claim("iaetnous-caption-fig", illustrative)
      .invented("our diagram, for a figure that the copy lacks");
}

/**
Chapter 4 has the encoder's side: a picture is cut into patches, and each becomes a token. From there on nothing is new:
the last page of this chapter trains such a network, and asks whether it looks at what it names.

## In short

- Cross-attention: queries of the words being written, keys and values of $z$, the top encoder's output.
- Each decoder block and each head has matrices of its own for that; once $z$ is known, keys and values are too.
- A decoder gives $P(y_t \mid y_1 \dots y_{t-1}, x)$. All of them at once when the text is known, one after the other when it is
  being written; the numbers are the same.
*/
