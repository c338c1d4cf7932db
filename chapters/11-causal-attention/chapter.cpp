#include "epreuve/chapter.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-mask.hpp"
#include "head_by_formula.hpp"

#include <algorithm>
#include <cmath>

/**
# Causal attention: learning from a whole text without seeing the answer

A model that is to continue texts could learn from every place of a text at once: after each word
it must say which one comes next. But the answer stands there, one place further on, and attention
looks at all places. How can it be trained on all of them in one pass, and see the answer at none?

## The answer

By a mask. A query gets the score $-\infty$ for every later key, softmax makes 0 of that, and what
is computed at a place is a function of the words up to that place. Nothing else in the
network lets words meet. So one pass answers $L$ questions, each as if the text ended there:
*/
using namespace epreuve::course;

SECTION(answer)
{
  chapter.shows("one-pass");
}

/**
The same mask is why writing is affordable. What later words cannot change need not be computed
again: keys and values of the past are kept, and each new word costs one row.

## What the documents have wrong

- **thomas**' copy has lost roots, fraction bars, brackets and the $T$ of every transposed matrix,
  and has written each matrix column after column. Eight of his lines are false as they stand;
  all are restored.
- **iaetnous** sets the *values* of the words that follow to zero. What comes out has the right
  direction and the wrong length, and from the length something of the future can be read.

- Slips: thomas calls the product $QK^T$ a *produit scalaire*, where it is a table of $L^2$ of them, as he says;
  the notes hide the words *suivants* "une créature verte", where those that follow them are meant.

What **exo7** announces as *the exact formula* of attention is that of the article at GPT-2's origin, and is
incomplete for GPT-2: there is no mask in it, nor a bias. Two sections later it says that GPT-2 has a mask. The
**notes** have it right, in two sentences.

## What the pages are about

1. [Scores](11-causal-attention/1-scores.html): every query meets every key, and what one such
   number says.
2. [The mask](11-causal-attention/2-mask.html): why $-\infty$, why before the softmax, and what
   else has been tried.
3. [No future](11-causal-attention/3-no-future.html): whole stacks of layers, and what rounding
   adds to a theorem.
4. [The cache](11-causal-attention/4-key-value-cache.html): what need not be computed twice, and
   what it costs to keep.
5. [Masking values](11-causal-attention/5-masking-values.html): zeros in the wrong place.
6. [Masks as sets](11-causal-attention/6-masks-as-sets.html): any rule of who sees whom, and how
   far words travel through layers.

## The formula

$$ \mathrm{SelfAttention}(Q, K, V) = \mathrm{softmax}\Bigl(\mathrm{mask}\Bigl(\frac{QK^T}{\sqrt d}\Bigr)\Bigr)\, V . $$

What should it mean? That token $i$ attends to the tokens $1, \dots, i$, by the formula of chapter
10 with the division that chapter 12 finds to be right, as if no others were there. We compute
just that, for each prefix by itself and number by number, and ask whether the formula gives it.

The copy has `dQKT` in the middle. As a product of letters it does not exist, $Q$ and $K$ being
both $L \times d$. With the $T$ put back there are a factor $d$ and a division by $d$ to be read,
and neither is what we computed; only the root is.
*/
static auto formula_against_prefixes(double (*divisor)(double))
{
  return queries_keys_and_values(
      1, [=](const arma::mat& Q, const arma::mat& K, const arma::mat& V) {
        arma::mat prefixes(V.n_rows, V.n_cols);
        for (arma::uword i = 0; i < V.n_cols; ++i)
          prefixes.col(i) = attention_written_out(Q.col(i), K.head_cols(i + 1), V.head_cols(i + 1),
                                                  std::sqrt(double(Q.n_rows)));
        const arma::mat S = attention_scores(Q, K) / divisor(double(Q.n_rows));
        return difference(softmax_rows(causal_mask<double>(S)) * V.t(), prefixes.t());
      });
}

SECTION(formula)
{
  chapter.figure("one-pass", draw_one_pass);
  // Scores are at most 75/√3 < 44 and take 5 roundings on either side: weights are off by 44 · 10u
  // of themselves, and outputs, at most 5, by twice that and 8 roundings: 5e-13.
  const Tolerance rounding = absolute(5e-13);
  chapter.claim("thomas-intro-formula", damaged)
      .as_copied("softmax(mask(d Q K T)) V")
      .conformable("Q, L x d", arma::SizeMat(3, 2), "K, L x d", arma::SizeMat(3, 2))
      .as_copied("softmax(mask(d QKᵀ)) V")
      .property("scores times d, against each prefix by itself",
                formula_against_prefixes([](double d) { return 1 / d; }), rounding, 300)
      .as_copied("softmax(mask(QKᵀ/d)) V")
      .property("scores over d, against each prefix by itself",
                formula_against_prefixes([](double d) { return d; }), rounding, 300)
      .restored("softmax(mask(QKᵀ/√d)) V")
      .property("scores over √d, against each prefix by itself",
                formula_against_prefixes([](double d) { return std::sqrt(d); }), rounding, 300);
  chapter.reading(
      "thomas-intro-foundation", holds,
      "a judgement of weight, which no computation decides: the models that write texts "
      "since GPT (2018) attend causally");
}

/**
One should not read too much into *most advances since 2017*. BERT, vision transformers and
AlphaFold attend in both directions, and so does the encoder of 2017: with attention the sentence
is theirs too, with *causal* attention it is about models that write.

## The exact formula, incomplete

Section 6.3 of exo7 gives the formula of the Transformer's paper and calls it the exact one, from
the article at the origin of GPT-2. That it is. In that paper too the formula stands without a mask; but the
mask is in its text [@vaswani-2017, section 3.2.3], where the decoder is described, and
GPT-2 is a decoder. exo7 comes to it on its last pages, where a printed matrix of GPT-2 is seen to
be triangular.

Without the mask the first output depends on the second word. In one dimension, with all weights
1, the sequences $(1, 0)$ and $(1, 1)$ begin alike; to the base 2 their first outputs are
$\frac23$ and 1. And biases are missing as well: $q = W_Q x + b_Q$, and so on. We run small models
of GPT-2's form and compare each head of their first layer with the formula.
*/
static auto head_of_gpt2(Additions with)
{
  return model_runs([=](const ModelRun& run, Draw& draw) {
    const arma::uword head = draw.size("head", 0, run.config().heads - 1);
    return difference(head_by_formula(attention_layer(run.weights().blocks[0], run.config().heads),
                                      head, run.trace.matrix("blocks.0.ln1.normalized"), with),
                      run.trace.matrix("blocks.0.attn.result", head));
  });
}

SECTION(exact_formula)
{
  const auto first_output = [](int second) { // x = (1, second), A = softmax of xᵀx to the base 2
    const RationalMatrix x{{1, second}};
    return (x * transpose(rational_pattern(transpose(x) * x)))(0, 0);
  };
  // Heads of these models write numbers below 100, of sums of some 20 products each: 2e-13.
  const Tolerance rounding = absolute(1e-12);
  chapter.claim("exo7-6.3-mask-missing", holds)
      .as_printed("softmax(QᵀK/√r) is the exact formula of the article: attention without a mask")
      .property("softmax(QᵀK/√r), against attention written out",
                queries_keys_and_values(
                    2,
                    [](auto& Q, auto& K, const arma::mat& V) {
                      const double r = double(Q.n_rows);
                      const arma::mat A = softmax_rows(attention_scores(Q, K) / std::sqrt(r));
                      return difference(V * A.t(), attention_written_out(Q, K, V, std::sqrt(r)));
                    }),
                rounding, 300)
      .by_reading("incomplete for GPT-2, which the sentence says is based on the article: see the "
                  "finding");
  chapter
      .finding(
          "mask-and-biases",
          "GPT-2's heads are A = softmax(mask(QᵀK/√r)), with Q = W_Q x + b_Q and so on; without "
          "the mask a token sees those after it")
      .property("a head of GPT-2's form, by that formula",
                head_of_gpt2({.mask = true, .biases = true}), rounding, 100)
      .fact("first outputs of (1, 0) and (1, 1), without the mask",
            first_output(0) != first_output(1),
            fmt::format("{} and {}", first_output(0).str(), first_output(1).str()));
}

/**
## A bias that does nothing

Of the three biases one is idle. A bias $b$ of the keys adds $q_i \cdot b$ to *every* score of row
$i$, and softmax sees only differences. That of the values is added to the output as it is,
because weights sum to 1; it could as well be added after $W_O$. Only the bias of the queries
changes where a head looks.

So GPT-2 stores 768 numbers in each layer that no output depends on. One would expect zeros: a
loss that does not depend on a number has no gradient in it, and biases begin at 0. They are not
zeros. In every layer they are larger than the biases of the values. The texts cannot have taught
them. Rounding may have: a gradient that should be 0 is computed as some tiny number of either
sign, and an optimiser like Adam divides it by its own size. We set them to 0, and look at the
weights of all 144 heads between random tokens: nothing moves. Without the biases of the queries
some weights change by more than a half.
*/
SECTION(stored_biases, gpt2::attention_weights)
{
  arma::mat sizes(12, 3);
  double by_keys = 0, by_queries = 0;
  const arma::mat x(768, 16, arma::fill::randn);
  for (arma::uword l = 0; l < 12; ++l) {
    const AttentionLayer layer = attention_layer(gpt2::PublishedFiles::here().checkpoint(), l);
    sizes.row(l) = arma::sqrt(arma::mean(arma::square(arma::reshape(layer.qkv_bias, 768, 3))));
    by_keys = std::max(by_keys, largest_change_without(layer, Bias::keys, x));
    by_queries = std::max(by_queries, largest_change_without(layer, Bias::queries, x));
  }
  chapter.figure("biases", [&](Figure& figure) { draw_biases(figure, sizes); });
  // A score is a sum of 64 products of sums of 768. If their terms add up to 10⁴ in magnitude,
  // where the scores themselves are below 100, they are right to 900u · 10⁴ = 1e-9.
  chapter
      .finding("stored-bias", "GPT-2 stores biases of its keys that are larger than those of its "
                              "values, and change nothing")
      // Law: the bound on roundings is derived above.
      .at_most("largest change of a weight without the biases of the keys", by_keys, 1e-9)
      // Law of 2: the largest over 144 heads, 16 tokens each; the sizes are the weights', and nothing is drawn.
      .at_least("largest change of a weight without the biases of the queries", by_queries, 0.5)
      .at_least("biases of the keys over those of the values, least of 12 layers",
                (sizes.col(1) / sizes.col(2)).min(), 1);
}
