#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/gpt2/pass_operations.hpp"
#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/heads/exact_attention.hpp"
#include "figures-cache.hpp"

#include <cmath>
#include <cstddef>

/**
# The cache: keys and values are kept

A model writes a token, appends it to its text, and reads the text again to write the next. Does
it have to read all of it again? The documents do not say; programs that answer in a tolerable
time do not.

Because nothing that was computed for a token changes when another is appended, only the new one
has to be worked on. What must be at hand of the old ones are their keys and their values, in each
layer. Their queries have been asked and answered, and are never needed again. The lists of keys
and values are known as the *KV cache*.

It is worth a factor of 352 to GPT-2 over a full context, and costs 72 MiB. It is also where the
mask pays: a model whose tokens see what follows them, like the encoder of 2017, can keep no more
than the lists of its first layer.
*/
using namespace epreuve::course;

/**
## One query for each new token

Written for the token at place $t$ alone, attention with a mask is

$$ z_t = \sum_{j \le t} \frac{e^{q_t \cdot k_j / \sqrt r}}{\sum_{l \le t} e^{q_t \cdot k_l / \sqrt r}}\; v_j , $$

in which stand one query, $t$ keys and $t$ values. So keep a list of keys and a list of values,
append one of each, and compute $z_t$. Here is this loop in fractions, with powers of 2 in place
of those of $e$, against attention to a whole text with its mask. The three numbers at the end
show that neither list can be spared: change an old key or value, and the new output is another.
*/
SECTION(one_query)
{
  chapter.figure("cache", draw_cache);
  const auto one_by_one = [](auto& W_Q, auto& W_K, auto& W_V, auto& x) {
    arma::mat keys, values, z;
    for (arma::uword t = 0; t < x.n_cols; ++t) {
      const arma::vec token = x.col(t);
      keys = arma::join_rows(keys, W_K * token);
      values = arma::join_rows(values, W_V * token);
      const RationalMatrix weights =
          rational_pattern(RationalMatrix(arma::mat((W_Q * token).t() * keys)));
      z = arma::join_rows(z, (RationalMatrix(values) * transpose(weights)).to_double());
    }
    return difference(z, exact_attention(W_Q * x, W_K * x, W_V * x, Sees::the_past));
  };
  const arma::mat one{{1, 1}}, V{{0, 1}};
  const auto output_2 = [&](const arma::mat& keys, const arma::mat& values) {
    return exact_attention(one, keys, values, Sees::the_past)(1);
  };
  chapter
      .finding("cache", "A token's output is a function of its own query and of the keys and "
                        "values up to it: these can be kept, and old queries forgotten.")
      .property("token by token with kept keys and values against the whole text, in fractions",
                over_integer_matrices({"W_Q r x n", "W_K r x n", "W_V m x n", "x n x K"},
                                      Integers{4, -1, 1}, one_by_one),
                exactly(), 200)
      .equal("output 2 of the keys 1, 1 and the values 0, 1", output_2(one, V), 0.5)
      .equal("output 2 with another first key, 2", output_2({{2, 1}}, V), 1. / 3)
      .equal("output 2 with another first value, 1", output_2(one, one), 1.);
}

/**
A whole model keeps such lists in each of its layers. By induction over the layers that is enough:
what the second layer reads of an old token is what the first one wrote, which was complete when
the token came. The library's `Session` does it, and the chapter on GPT-2 checks that in whatever
pieces a text arrives, the logits are those of the whole. So a question is read in one pass, which
fills the lists, and the answer is written token by token.

## What it saves

To read everything again for each token takes the $K$ passes of the page before: $(K+1)/2$
times the work of dense layers, $(K+2)/3$ times that of attention. With the lists a new token goes
through the dense layers once, and its query meets $t$ keys and $t$ values. Only unembedding is
the same: one vector for each token written. For GPT-2 we add up what the library counts for
passes over $1, 2, \dots, 1024$ tokens. A pass less the one before (but for its unembedding, which
each needs for itself) is what a single token costs.
*/
SECTION(saved)
{
  const arma::vec lengths = arma::regspace(1, 1024);
  const PassOperations pass = pass_operations(gpt2::Config(), lengths);
  const arma::vec again = pass.dense + pass.attention + pass.unembedding;
  const arma::vec with_cache =
      again - arma::join_cols(arma::vec{0}, again.head(1023) - pass.unembedding(0));
  chapter
      .finding("saved",
               "To write 1024 tokens GPT-2 takes 272 billion operations with the lists, and "
               "352 times as many without.")
      .within("GPT-2: billions of operations for 1024 tokens, lists kept",
              arma::accu(with_cache) / 1e9, 272, 273)
      .within("GPT-2: all read again for each token, times as many",
              arma::accu(again) / arma::accu(with_cache), 351, 353)
      .at_most("GPT-2: the last of 1024 tokens against the first, lists kept",
               with_cache(1023) / with_cache(0), 1.16);
  chapter.figure("next-token", [&](Figure& figure) {
    draw_next_token(figure, lengths, arma::join_rows(with_cache, again) / 1e9);
  });
}

/**
The first token and the last cost nearly the same: dense layers and unembedding do not know how
long the text is, and attention to a thousand tokens adds 15 %.

And a clock? A small model appends a token to 250 others, and reads these again. By operations the
second takes some two hundred times as long; on a processor less, because it is better at
large products than at thin ones, for which it fetches every weight to use it once.
*/
SECTION(clock_of_cache)
{
  const gpt2::Config config{
      .layers = 4, .heads = 4, .n = 128, .N = 500, .context = 256, .mlp = 512};
  const gpt2::Model<double> model(lively_weights(config, chapter.seed()));
  const Tokens text = random_text(config, 250, chapter.seed());
  gpt2::Session<double> session(model);
  session.append(text);
  const double kept = seconds_of([&] { session.append({1}); }, 5);
  const double again = seconds_of([&] { model.last_logits(text); }, 5);
  chapter
      .finding("clock-of-cache",
               "Measured, too, appending a token is faster than reading all again.")
      // Law: of the machine; nothing is compared that is drawn.
      .at_least("how many times faster, after 250 tokens", again / kept, 10)
      .measured();
}

/**
## What it takes

Two vectors of $n$ numbers in each layer, for each token: with 4 bytes per number GPT-2 keeps
$2 \cdot 12 \cdot 768 \cdot 4 = 73\,728$ bytes per token, and 72 MiB for a full context. The
published biases tell the same: that of `c_attn` has a number for each coordinate of query, key
and value, of which two thirds are kept.
*/
SECTION(memory)
{
  const gpt2::Config gpt2_small;
  const double per_token = 8. * double(gpt2_small.layers * gpt2_small.n);
  chapter
      .finding("memory", "GPT-2 keeps 73 728 bytes per token in single precision, 72 MiB for 1024 "
                         "tokens: 15 % of its weights.")
      .equal("bytes per token, 8 · layers · n", per_token, 73728.)
      .equal("the same from the published biases",
             4 * arma::accu(published_sizes("attn.c_attn.bias")) * 2 / 3, 73728.)
      .equal("MiB for 1024 tokens", 1024 * per_token / 0x1p20, 72.)
      .within("share of the weights' bytes",
              256 * per_token / double(gpt2::parameter_count(gpt2_small)), 0.15, 0.153);
}

/**
For one text that is little. A server that writes seven texts at once keeps more than the model
itself weighs, and it is here that later models save: the chapter on several heads has a page on
heads that share their keys.

## Not without a mask

In a first layer keys and values can be kept even without a mask, since a token's key is its own
affair. But what the layer *answers* to old tokens changes when one is appended, and of these
answers the second layer makes its keys. Two tokens of one dimension show it, with all weights 1.
The text is 1, and then a 0 is appended: without a mask the first output goes from 1 to $e/(e+1)$,
and with the stream added, the first key of the second layer from 2 to 1.73. The list of the
second layer still has a 2 in it.
*/
SECTION(stale_keys)
{
  const arma::rowvec text{1}, longer{1, 0};
  const auto first_key = [](const arma::rowvec& x, const arma::mat& A) {
    return arma::rowvec(x + head_output(x, A))(0);
  };
  const double e = std::exp(1.0);
  chapter
      .finding("stale-keys", "Without a mask an appended token changes the old keys of the second "
                             "layer; with a mask it does not.")
      .equal("key of token 1 in layer 2, the text being 1",
             first_key(text, attention_pattern(text, text)), 2.)
      .agree("when 0 is appended, without a mask",
             first_key(longer, attention_pattern(longer, longer)), 1 + e / (e + 1),
             ulps(16)) // 9 of softmax, the rest for e, sums and a quotient
      .equal("when 0 is appended, with a mask", first_key(longer, causal_pattern(longer, longer)),
             2.);
}

/**
## Not at the other end

The mask does not protect the beginning. When the context is full one may want to drop the first
token and to go on with the lists. But the second token has heard the first, and others have heard
the second. Even a model without position vectors, whose first layer's keys would stay what they
are, has other keys in its second layer.
*/
SECTION(cut_at_the_front)
{
  gpt2::Weights<double> weights = lively_weights(small_config(2), chapter.seed());
  weights.wpe.zeros();
  Tokens text = random_text(weights.config, 12, chapter.seed());
  text[0] = text[1] == 0 ? 1 : 0; // a token twice is heard as once
  const auto whole = plain::stream(weights, text),
             cut = plain::stream(weights, Tokens(text.begin() + 1, text.end()));
  const auto changes = [&](std::size_t after) {
    return arma::rowvec(arma::max(arma::abs(whole.at(after).tail_cols(11) - cut.at(after))));
  };
  chapter
      .finding("front", "A text without its first token is another text, even to a model without "
                        "positions: only the first layer's keys and values stay.")
      .agree("what the first layer reads, tokens 2 to 12", changes(0), arma::zeros(1, 11),
             exactly())
      // Law: of 100 000 models none is below 0.0055, and the share below t falls like t⁴: below 0.001 with 10⁻⁸.
      .at_least("what the second layer reads: least change of a token", changes(2).min(), 1e-3);
}

/**
So lists that have lost their beginning hold answers to a text that is no longer there. A program
that goes on with them computes something else than the model would for what is left, and one that
does not must read again. A cache is exact for a text that only grows.
*/
