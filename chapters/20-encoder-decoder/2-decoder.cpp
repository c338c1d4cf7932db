#include "epreuve/attention/heads.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/networks/encoder_decoder_written_out.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/rational.hpp"
#include "figures.hpp"
#include "some_transformer.hpp"

#include <cmath>

/**
# The decoder: one word more

A decoder's block has the two layers of an encoder's, with a mask in the first, and between them one that reads the
source. This page follows what goes across, and then asks when the decoder has to wait.
*/
using namespace epreuve::course;
using namespace epreuve::networks;

namespace {

/// The logits of what follows each target word.
arma::mat logits_of(const SomeTransformer& some, const arma::mat& y, const arma::mat& z)
{
  return decode(some.network, y, z, some.pairs.target_seen, some.pairs.cross_seen);
}

arma::mat z_of(const SomeTransformer& some)
{
  return encode(some.network, source_input(some), some.pairs.source_seen);
}

/// The same with other texts.
SomeTransformer with_texts(SomeTransformer some, const TextPair& texts)
{
  some.texts = texts;
  some.pairs = side_by_side({texts}, 0, 4);
  return some;
}

arma::mat logits_of(const SomeTransformer& some)
{
  return logits(some.network, some.pairs);
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
  const auto queries_of_y = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw, 1);
    const std::vector<Head<double>>& heads = some.network.decoder[0].cross;
    const arma::mat y = target_input(some), z = z_of(some);
    arma::mat sum(arma::size(y));
    for (const auto& [W_Q, W_K, W_V, W_O] : heads)
      sum += W_O * attend<double>(W_Q * y, W_K * z, W_V * z);
    return difference(multi_head(heads, y, z, everything(y.n_cols, z.n_cols)), sum);
  };
  const auto of_self_attention = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw, 1);
    const std::vector<Head<double>>& heads = some.network.decoder[0].cross;
    const arma::mat y = target_input(some);
    arma::mat sum(arma::size(y));
    for (const Head<double>& head : heads)
      sum += self_attention(head, y);
    return difference(multi_head(heads, y, y, everything(y.n_cols, y.n_cols)), sum);
  };
  chapter.claim("notes-2-cross-attention", holds)
      .property("queries of the target's words, keys and values of the source's", queries_of_y,
                absolute(1e-12), 100);
  chapter.claim("iaetnous-dec-queries-below", holds)
      .property("queries of what comes from below, keys and values of z", queries_of_y,
                absolute(1e-12), 100)
      .property("the same layer, asked and answered by one text: multi-head self-attention",
                of_self_attention, absolute(1e-12), 100);

  const auto all_read_z = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw, 3);
    const arma::mat z = z_of(some);
    arma::mat y = target_input(some);
    const arma::mat seen = logits_of(some, y, z);
    for (const Block<double>& weights : some.network.decoder)
      y = block(weights, y, z, some.pairs.target_seen, some.pairs.cross_seen);
    return difference(seen, arma::mat(some.network.target.t() * y));
  };
  const auto two_in_place_of_one = [](Draw& draw) {
    // The second block alone reads the encoder's first block in place of its last.
    const SomeTransformer some = some_transformer(draw);
    const arma::mat z = z_of(some), y = target_input(some);
    const arma::mat lower =
        block(some.network.encoder[0], source_input(some), {}, some.pairs.source_seen, {});
    const arma::mat first =
        block(some.network.decoder[0], y, z, some.pairs.target_seen, some.pairs.cross_seen);
    const auto top = [&](const arma::mat& read) {
      return block(some.network.decoder[1], first, read, some.pairs.target_seen,
                   some.pairs.cross_seen);
    };
    return arma::norm(top(z) - top(lower)) > 1e-3;
  };
  chapter.claim("iaetnous-dec-KV", holds)
      .property("three decoder blocks one after the other, each with keys and values of the same z",
                all_read_z, absolute(1e-11), 100)
      .property("with the output of a lower encoder block for one of them, another result",
                two_in_place_of_one, 100);
  chapter.claim("iaetnous-tr-fig-stack", holds)
      .property("as many decoders as encoders, each fed by the top encoder", all_read_z,
                absolute(1e-11), 100);
  chapter.figure("stacks", draw_stacks);
}

/**
*A set of vectors K and V*, iaetnous says, *used by each decoder*. What is shared is $z$. Each block and each head has its own
$W_K$ and $W_V$, so in the article's model there are $6 \cdot 8 = 48$ such sets. They depend on the source alone; so when a
translation is written, they are computed once.

Like *attention in seq2seq models*? The decoder of Luong, Pham and Manning (2015) has one state $h_t$ and those of the
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
  const auto reads_all = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw);
    const arma::mat y = target_input(some), z = z_of(some);
    arma::mat other = z;
    other.col(draw.size("i", 0, z.n_cols - 1)) += draw.vector("change", 4, 0.5, 1);
    const arma::mat change = logits_of(some, y, z) - logits_of(some, y, other);
    return arma::all(arma::max(arma::abs(change), 0) > 0);
  };
  const auto not_without = [](Draw& draw) {
    SomeTransformer some = some_transformer(draw);
    for (Block<double>& weights : some.network.decoder)
      weights.cross.clear();
    const arma::mat y = target_input(some), z = z_of(some);
    return difference(logits_of(some, y, z), logits_of(some, y, arma::mat(-3 * z)));
  };
  chapter.claim("iaetnous-dec-extra", holds)
      .property("one column of z is changed: so are the logits of every place", reads_all, 100)
      .property("without this layer: whatever z is, the same logits", not_without, exactly(), 100);
  chapter.claim("iaetnous-dec-extra-layer", holds)
      .property("one column of z is changed: so are the logits of every place", reads_all, 100)
      .property("seq2seq's attention is such a head, with W_Q = √d I and identities", as_seq2seq,
                absolute(1e-12), 300);
  chapter.figure("decoder-block", draw_decoder_block);
  chapter.claim("iaetnous-dec-fig-decoder", holds)
      .property("without its middle layer the decoder does not read z", not_without, exactly(),
                100);
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
  const auto no_later = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw);
    const arma::uword t = draw.size("t", 1, some.texts.target.size() - 1);
    TextPair other = some.texts;
    // The decoder reads `start` before the first word, so word t is its input at place t + 1.
    other.target[t - 1] = (other.target[t - 1] + 1) % 7;
    return difference(logits_of(some).head_cols(t),
                      logits_of(with_texts(some, other)).head_cols(t));
  };
  const auto all_earlier = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw);
    const arma::uword t = draw.size("t", 1, some.texts.target.size() - 1);
    TextPair other = some.texts;
    other.target[t - 1] = (other.target[t - 1] + 1) % 7;
    const arma::mat change = logits_of(some) - logits_of(with_texts(some, other));
    return arma::all(arma::max(arma::abs(change.tail_cols(change.n_cols - t)), 0) > 0);
  };
  const auto sum_to_1 = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw, 1);
    double sum = 0;
    for (arma::uword first = 0; first < 7; ++first)
      for (arma::uword second = 0; second < 7; ++second) {
        const arma::mat p = softmax_columns<double>(
            logits_of(with_texts(some, {some.texts.source, {first, second}})));
        sum += p(first, 0) * p(second, 1);
      }
    return difference(sum, 1.0);
  };
  chapter.claim("masterclass-expl-decoder", holds)
      .property("another word at place t: the same predictions up to it", no_later, exactly(), 100)
      .property("masked self-attention, cross-attention, network: every later one changes",
                all_earlier, 100);
  chapter.claim("masterclass-global-decoder", holds)
      .property("y_t: no later word counts", no_later, exactly(), 100)
      .property("y_t: each earlier word counts", all_earlier, 100);
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
*/
namespace {

struct InDoubles
{
  static double weight(double s) { return std::exp(s); }
  static double deviation(double v) { return std::sqrt(v + norm_epsilon); }
  static double relu(double x) { return std::max(x, 0.0); }
  static double root(std::size_t k) { return std::sqrt(double(k)); }
};

struct InFractions
{
  static Rational weight(const Rational& s) { return Rational(1) + s * s; }
  static Rational deviation(const Rational& v) { return Rational(1) + v; }
  static Rational relu(const Rational& x) { return x > 0 ? x : Rational(0); }
  /// Of 1 and of 4, which is all that is asked of it.
  static Rational root(std::size_t k) { return Rational(k == 4 ? 2 : 1); }
};

/// To a quarter: fractions with small denominators.
arma::mat in_quarters(const arma::mat& M)
{
  return arma::round(4 * M) / 4;
}

/// Whether the logits at once are those of one word after the other.
template <typename Number, typename Arithmetic>
bool at_once_is_one_by_one(const EncoderDecoder<double>& network, const TextPair& texts)
{
  const WrittenOut<Number, Arithmetic> written(network, weights_of<Number>(network), {});
  const auto logits = [&](const TextPair& of) {
    Pairs<double> pairs = side_by_side({of}, 0, network.source.n_rows);
    pairs.source_positions = in_quarters(pairs.source_positions);
    pairs.target_positions = in_quarters(pairs.target_positions);
    return written.logits(pairs);
  };
  const auto at_once = logits(texts);
  TextPair so_far{texts.source, {}};
  for (std::size_t t = 0; t < texts.target.size(); ++t) {
    so_far.target.push_back(texts.target[t]);
    if (logits(so_far).back() != at_once[t])
      return false;
  }
  return true;
}

EncoderDecoder<double> network_in_quarters()
{
  EncoderDecoder<double> network = initial_encoder_decoder<double>(
      {.n = 4, .heads = 4, .hidden = 3, .blocks = 1, .source_tokens = 3, .target_tokens = 3}, 20);
  for (const std::span<double> stretch : parameters(network))
    for (double& weight : stretch)
      weight = std::round(4 * weight) / 4;
  return network;
}

} // namespace

SECTION(teacher_forcing)
{
  const auto in_doubles = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw);
    return at_once_is_one_by_one<double, InDoubles>(some.network, some.texts);
  };
  const auto in_the_library = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw);
    arma::mat last(7, some.texts.target.size());
    TextPair so_far{some.texts.source, {}};
    for (arma::uword t = 0; t < last.n_cols; ++t) {
      so_far.target.push_back(some.texts.target[t]);
      last.col(t) = logits_of(with_texts(some, so_far)).tail_cols(1);
    }
    return difference(logits_of(some), last);
  };
  chapter
      .finding("teacher-forcing",
               "to give the decoder all words at once, or one more each time, is the same")
      .fact(
          "in fractions, three target words, every logit",
          at_once_is_one_by_one<Rational, InFractions>(network_in_quarters(), {{1, 2}, {2, 1, 0}}),
          "equal")
      .property("in doubles, number by number, every bit", in_doubles, 50)
      .property("as the library computes it", in_the_library, absolute(1e-12), 100);

  const auto first_unknown = [](Draw& draw) {
    // Whether the law of the second word is the same for all first words.
    const SomeTransformer some = some_transformer(draw);
    const arma::mat a = logits_of(with_texts(some, {some.texts.source, {1, 0}}));
    const arma::mat b = logits_of(with_texts(some, {some.texts.source, {2, 0}}));
    return difference(a.col(1), b.col(1));
  };
  const auto one_pass = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw);
    return logits_of(some).n_cols == some.texts.target.size();
  };
  chapter.claim("masterclass-beyond-parallel", refuted)
      .as_printed("entirely parallel: the second word can be written without knowing the first")
      .property("law of the second word, for two first words", first_unknown, absolute(1e-3), 100)
      .corrected("parallel over the words in training; writing takes a pass for each word")
      .property("training: one pass gives the laws of all words", one_pass, 100)
      .property("the same laws as word by word", in_the_library, absolute(1e-12), 100);
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
