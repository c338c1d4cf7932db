#include "attention_rounding.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/gpt2/pass_operations.hpp"
#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-cache.hpp"
#include "masked_heads.hpp"

#include <cmath>
#include <limits>

/**
# No future: what later tokens cannot change

A mask is put into one head. GPT-2 has 144 of them, one after another and side by side, with
norms and dense layers between. Does what the mask promises for a head hold for all of this? And
what is the promise worth, if a model can be trained and asked without it?

The answers: it holds for every stack, to the last bit where nothing else changes. It makes as
many exercises of a text as it has words, for the price of one. Without it training would be a
test whose answers are printed beside the questions; a figure below shows what one would learn
from that.
*/
using namespace epreuve::course;

/**
## A head, and a whole model

thomas says that the output at place $i$ depends only on the tokens at places up to $i$. So
replace all others. The weights of row $i$ beyond $i$ are not small, they are 0, and 0 times a
number is 0 whatever the number is. So not a digit of the first $i$ outputs may change; no
tolerance is needed, or allowed. The second check does the same with whole models of GPT-2's form,
of random sizes and weights, as the library runs them.
*/
SECTION(future_replaced)
{
  const auto head = queries_and_keys(2, [](const auto& x, const auto& other, Draw& draw) {
    const arma::uword i = draw.size("i", 1, x.n_cols - 1);
    const auto output = [i](const arma::mat& tokens) -> arma::mat {
      const arma::mat A = causal_pattern(tokens, tokens);
      return arma::join_cols(A.t(), head_output(tokens, A)).eval().head_cols(i);
    };
    return difference(output(arma::join_rows(x.head_cols(i), other.tail_cols(x.n_cols - i))),
                      output(x));
  });
  const auto model = model_runs([](const ModelRun& run, Draw& draw) {
    const arma::uword i = draw.size("i", 1, run.text.size());
    Tokens text = run.text;
    for (arma::uword k = i; k < text.size(); ++k)
      text[k] = gpt2::Token(draw.integer("token", 0, long(run.config().N) - 1));
    return difference(run.model.logits(text).head_cols(i), run.logits.head_cols(i));
  });
  const arma::rowvec a{1, 0}, b{1, 1};
  chapter.claim("thomas-intro-causality", holds)
      .property("a head: weights and outputs 1 to i, all later tokens replaced", head, exactly())
      .property("a model: logits at places 1 to i, all later tokens replaced", model, exactly(),
                200)
      .at_least("without a mask: first output of the tokens 1, 1 less that of 1, 0",
                attend(b, b, b)(0) - attend(a, a, a)(0), 0.26);
  chapter.proposition("causality", {"causality", "network_causality", "decoder_causality"});
}

/**
It is a theorem for whatever is built of masked heads and of maps that treat each token by itself,
one after another or added: norms of a token, dense layers, the residual stream. The reason is
short. If two texts agree up to place $i$, so does what the first layer makes of them up to place
$i$, and the second layer reads nothing else. It would not be a theorem for a norm that takes its
mean over the tokens of a text: one part that lets words meet without a mask is enough. The last
line is what becomes of it without a mask: the first of two tokens changes from $e/(e+1) = 0.731$
to 1 when the second changes from 0 to 1.

One exception is a matter of numbers, not of mathematics. 0 times *infinity* is not 0. Where a
weight is 0 but multiplied all the same, an infinite value of the future makes the past NaN. The
library refuses queries and keys that are not finite; values it takes as they are.
*/
SECTION(infinite_future)
{
  const double infinity = std::numeric_limits<double>::infinity();
  const arma::mat Q{{1, 1}}, V{{1, infinity}};
  chapter
      .finding("infinite-future",
               "A weight of 0 silences every finite value, but not an infinite one.")
      .fact("output 1 where value 2 is infinite",
            std::isnan(head_output(V, causal_pattern(Q, Q))(0)), "NaN")
      .refuses("scores of an infinite key", [&] { causal_pattern(Q, V); }, "finite");
}

/**
## Cut off, and not only replaced

If the future does not matter, it need not be there. The first $m$ predictions for a text are the
predictions for its first $m$ words: one pass over $K$ words is $K$ passes over all its
beginnings.

In numbers this is one step further than before, for now the matrices have other sizes. With
schoolbook products, term after term, a model gives the same bits again: what is missing are zeros
at the end of each sum. Fast libraries cut a product into blocks, by the sizes of the matrices. So
the same numbers are added in another order, and rounded otherwise. How far apart may that take
two results? Let $u = 2^{-53}$. A score of $d$ products, divided by $\sqrt d$, errs by
$E = (d+2)\,u\,\max_{ij} |q_i|^T |k_j| / \sqrt d$ at most; weights then err by a factor
$e^{\pm 2E}$, and by the $18u$ of the library's softmax; and a sum of $T$ terms by another $Tu$.
So two results are apart by no more than

$$ 2 \max |v| \, \bigl(2E + (T + 18)\,u\bigr) , $$

and a little more for products of errors.
*/
SECTION(future_cut_off)
{
  const auto schoolbook = model_runs([](const ModelRun& run, Draw& draw) {
    const auto answers = [&](const Tokens& text) {
      return plain::end(run.weights(), plain::stream(run.weights(), text).back());
    };
    const auto m = long(draw.size("m", 1, run.text.size()));
    return difference(answers({run.text.begin(), run.text.begin() + m}),
                      answers(run.text).head_cols(arma::uword(m)));
  });
  const auto blocked = [](Draw& draw) {
    const arma::uword d = draw.size("d", 1, 32), T = draw.size("T", 2, 96);
    const arma::mat Q = draw.matrix("Q", d, T, -2, 2), K = draw.matrix("K", d, T, -2, 2);
    const arma::mat V = draw.matrix("V", d, T, -2, 2);
    const arma::uword m = draw.size("m", 1, T), first = draw.size("first query", 0, m - 1);
    const arma::mat part =
        head_output(V.head_cols(m), causal_pattern(Q.cols(first, m - 1), K.head_cols(m)));
    const arma::mat whole = head_output(V, causal_pattern(Q, K)).cols(first, m - 1);
    return difference(arma::abs(part - whole).max() / (2 * attention_rounding(Q, K, V)), 0.);
  };
  chapter.finding("prefixes", "The first m predictions for a text are those for its first m words.")
      .property("logits of a beginning against the whole text, models with schoolbook products",
                schoolbook, exactly(), 200)
      .property("a head of the library, last queries of a beginning against the whole text: "
                "distance in units of the bound",
                blocked, absolute(1), 100);
}

/**
Equality is what the theorem says, and schoolbook models show it, through all their layers. The
library's head stays far within the bound, because bounds add up what mostly cancels; with a mask
that is off by one place it leaves it at once.

## The price of K exercises

All $K$ predictions come out of one pass. How much would $K$ passes cost, one for each beginning?
A dense layer works on each token: $1 + 2 + \dots + K$ of them instead of $K$. A head works on
each pair that it may see, $k(k+1)/2$ among $k$ tokens. So $K$ passes take more work in the dense
layers and in attention by the factors

$$ \frac{1}{K} \sum_{k=1}^K k = \frac{K+1}{2}, \qquad
   \sum_{k=1}^K \frac{k(k+1)}{2} \Big/ \frac{K(K+1)}{2} = \frac{K+2}{3} . $$
*/
SECTION(one_pass)
{
  const arma::vec K = arma::regspace(1, 1024);
  const PassOperations pass = pass_operations(gpt2::Config(), K);
  chapter
      .finding("one-pass", "The predictions after each of K words cost one pass; one pass for each "
                           "would take (K + 1)/2 times the work of dense layers and (K + 2)/3 "
                           "times that of attention.")
      .agree("dense layers of GPT-2, for every K up to 1024", arma::cumsum(pass.dense) / pass.dense,
             (K + 1) / 2, exactly())
      .agree("attention of GPT-2, for every K up to 1024",
             arma::cumsum(pass.attention) / pass.attention, (K + 2) / 3, exactly());
}

/**
For a context of 1024 words that is 512 and 342 times the price. (The operations are whole numbers
below $2^{53}$, so their sums are exact, and both quotients are the right ones, rounded once.)

## Six words, and what may be seen of them

The notes' example, with which this chapter opens, is *une créature verte mange une X*. To say
"mange" after the words before it is an exercise, and so is each other word but the first, which
has nothing before it. (GPT-2 learns that one too: a sign for the beginning stands in front of a
text.)
*/
SECTION(six_words)
{
  const arma::mat seen = causal_pattern(arma::ones(1, 6), arma::ones(1, 6));
  const arma::rowvec heard = arma::sign(seen.row(2));
  chapter.claim("notes-2-masking-example", slip)
      .as_printed("the following words \"une créature verte\" (mots suivants) are hidden")
      .equal("what is heard at \"verte\", against \"mange une X\" alone", heard,
             arma::rowvec{0, 0, 0, 1, 1, 1})
      .meant("the words that follow \"une créature verte\" (suivant) are hidden",
             "the next paragraph: the words that follow are masked")
      .equal("what is heard at \"verte\": \"une créature verte\" alone", heard,
             arma::rowvec{1, 1, 1, 0, 0, 0});
}

/**
One letter is too many in the notes' sentence: to the letter, *suivants* makes "une créature
verte" the words that are hidden. What it is for, not to give the answer away, leaves no doubt
that those that follow them are meant.

## Spoiled

What exactly would go wrong? Take a language of three words, each as probable as the others
whatever stood before. Nobody can know the next word; the best that a model can do is to give each
a third, and to lose $\ln 3$ per word. This is a bound for *every* causal model: its prediction is
made before the word is drawn, and the mean of $-\ln p_w$ over three equally probable words is at
least $\ln 3$, whatever $p$ is.

A head without a mask does better. Let every token know its place, and let its query look for the
next place, where the answer stands. The head adds $c$ to the logit of the word that it sees,
and loses $\ln(1 + 2e^{-c})$.

The bound is tried on models of GPT-2's form as well, with random weights, on all texts of three
words that there are. (Their losses are sums of 54 logarithms and may be $10^{-14}$ off. The
head's loss for $c = 40$ is $10^{-17}$, and the weights of places that it does not look for are
$10^{-35}$.)
*/
/// Mean loss over all 27 texts of three words of a random decoder with that vocabulary.
static double loss_of_decoder(Draw& draw)
{
  const gpt2::Model<double> model(
      lively_weights({.layers = 2, .heads = 2, .n = 6, .N = 3, .context = 3, .mlp = 8},
                     draw.size("seed", 1, 1000000)));
  double loss = 0;
  for (gpt2::Token text = 0; text < 27; ++text) {
    const Tokens words{text % 3, text / 3 % 3, text / 9};
    const arma::mat logarithms = log_softmax_columns(model.logits(words));
    loss -= (logarithms(words[1], 0) + logarithms(words[2], 1)) / 54;
  }
  return loss;
}

SECTION(spoiled)
{
  const double c = 40, least = std::log(3);
  const arma::vec seeing = look_ahead_losses(c, Sees::everything),
                  masked_head = look_ahead_losses(c, Sees::the_past);
  chapter.claim("notes-2-masking-why", holds)
      .property(
          "a model answers after each word of a text",
          model_runs([](const ModelRun& run) { return run.logits.n_cols == run.text.size(); }), 100)
      .property(
          "random decoders, all texts of three words: mean loss at least ln 3",
          [=](Draw& draw) { return loss_of_decoder(draw) >= least - 1e-14; }, 100)
      .agree("a head that looks ahead without a mask, c = 40: loss at places 1 to 3",
             seeing.head(3), arma::vec(3).fill(std::log1p(2 * std::exp(-c))), absolute(1e-30))
      .at_least("the same head with the mask: least loss at a place", masked_head.min(), least)
      .equal("at the last place, which nothing follows: with the mask and without", masked_head(3),
             seeing(3));
  chapter.figure("spoiled", draw_spoiled);
}

/**
Training lowers the loss that it sees. Without a mask it sees the lowest curve and makes $c$
large. But the model will be used at the end of a text, where the next place does not exist yet,
and there the same head loses the more the larger $c$ is: its query finds no place to look at, and
it repeats what it has heard. The mask makes the exercises those of real life. Nothing follows the
last token, and with a mask it is as if nothing followed any.
*/
