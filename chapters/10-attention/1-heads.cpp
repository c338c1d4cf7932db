#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-heads.hpp"

#include <cmath>

/**
# What a head does

exo7 speaks of heads three times before it gives their formula: in the summary of its chapter (1.2),
with the residual stream (3.2), and where it explains the principle (6.2). Its promises there can be
checked already: which words are weighed, from how far, whether places count, and what all this costs.
*/
using namespace epreuve::course;

/**
## Every word weighs every word

A head (*tête d'attention*) gives each word of the sentence a coefficient for each word; a layer has several
heads, and they weigh differently. The coefficients are in a matrix $A$ with a row per word that asks, and
softmax makes each row positive, of sum 1. *Positive* is more than the document says: a head cannot leave a
word out, it can only make its weight small. (Scores of the words drawn here differ by 87 at most, and
$e^{-87}$ is still a positive number.)

The word itself is among those that are weighed. The sentence does not say so: it speaks of the other words, and of
those it is true. (A recipe that leaves the word itself out makes a mistake: see the six steps.) However
little a word scores with itself, it keeps a weight.

Roundings would hide whether a sum is 1. So besides doubles we take integer scores and the powers of 2 in
place of those of $e$: then all weights are fractions.
*/
SECTION(who_is_weighed)
{
  const auto probabilities = queries_and_keys(1, [](const auto& Q, const auto& K) {
    const arma::mat A = attention_pattern(Q, K);
    return arma::size(A) == arma::size(Q.n_cols, K.n_cols) && A.min() > 0 &&
           arma::abs(arma::sum(A, 1) - 1).max() < 1e-14;
  });
  const auto exactly_1 =
      over_integer_matrices({"Q r x K", "K r x K"}, Integers{4, -3, 3}, [](auto& Q, auto& K) {
        const RationalMatrix A = rational_pattern(RationalMatrix(arma::mat(Q.t() * K)));
        const RationalMatrix ones(arma::ones(K.n_cols, 1));
        return A * ones == ones;
      });
  const RationalMatrix q{{0, 1, 2}}, k{{0, 1, 1}};
  const RationalMatrix one_head = rational_pattern(transpose(q) * k),
                       another = rational_pattern(transpose(k) * q);
  chapter.claim("exo7-1.2-attention-weights", holds)
      .property("the pattern of K words: K x K, every weight > 0, rows of sum 1", probabilities)
      .property("rows of the pattern in base 2, in fractions: of sum 1", exactly_1, 300)
      .equal("two words, 5 doublings for the other one: the weight of the word itself",
             rational_pattern({{0, 5}, {0, 0}})(0, 0), Rational(1, 33))
      .fact("two heads on one sentence, queries and keys exchanged: two patterns",
            !(one_head == another), "their last rows are (1 4 4)/9 and (1 2 4)/7");
}

/**
## As far back as one likes

The scores of a pair of words contain two vectors and no distance. Move a word, with its key, to another
place, and its weight moves along: the pattern's columns are permuted, and nothing else changes. So a head may
attend to a word a thousand places back as well as to its neighbour, which tables of the last two words
cannot. It may also forget the others, if the score of the one is far enough above theirs.

*Far enough* depends on how many others there are. If one word leads by a gap $g$ and the other $K - 1$ are
equal, its weight is

$$ \alpha = \frac{1}{1 + (K - 1)\, e^{-g}}, \qquad \alpha = \tfrac12 \iff g = \ln(K - 1) . $$

For half the attention among GPT-2's 1024 words the gap has to be 6.93. To see a weight far away without rounding,
let the first of 1024 words lead by 20 doublings, and the last one ask.
*/
SECTION(reach)
{
  const auto moved = over_integer_matrices(
      {"q r x 1", "K r x T"}, Integers{5, -3, 3}, [](Draw& draw, auto& q, auto& K) {
        const arma::uword j = draw.size("j", 0, K.n_cols - 1), to = draw.size("to", 0, j);
        arma::mat elsewhere = K;
        elsewhere.swap_cols(j, to);
        const auto pattern = [&](const arma::mat& keys) {
          return rational_pattern(RationalMatrix(arma::mat(q.t() * keys)));
        };
        return pattern(K)(0, j) == pattern(elsewhere)(0, to);
      });
  RationalMatrix scores(1, 1024);
  scores(0, 0) = 20; // of the first word, for the last one that asks
  const RationalMatrix A = rational_pattern(scores);
  chapter.claim("exo7-1.2-long-range", holds)
      .property("a word at another place has the same weight, in fractions", moved, 300)
      .equal("1024 words, the first one 20 doublings ahead: its weight", A(0, 0),
             Rational(1 << 20, (1 << 20) + 1023))
      .at_least("that weight, at a distance of 1023 words", double(A(0, 0)), 0.999);

  const arma::vec gaps{2, 4, 6, 8};
  Claim& finding = chapter.finding(
      "what-reach-costs", "a lead of g over K − 1 equal scores is worth 1/(1 + (K − 1)e⁻ᵍ): "
                          "half the attention takes g = ln(K − 1)");
  for (const arma::uword K : {2, 32, 1024}) {
    arma::vec ahead(K, arma::fill::zeros);
    ahead(K / 2) = std::log(K - 1);
    finding.agree(fmt::format("weight of the word that leads by ln {}, K = {}", K - 1, K),
                  softmax(ahead)(K / 2), 0.5, ulps(16));
  }
  chapter.figure("reach", [&](Figure& figure) { draw_reach(figure, gaps); });
}

/**
Distance costs nothing, then, but length does: a head with a fixed lead for one word loses that word as
the sentence grows. Scores are bounded by the norms of queries and keys, so a head can afford only so much
length; a later section computes the bound.

## Do places count?

In 3.2 the document says that the heads of GPT-2 modify tokens according to their position in the sentence. They
do, but not by themselves: to the head of 6.2 and 6.3 alone places do not matter. Exchange two tokens, and
their outputs are exchanged; nothing else happens. A token's output depends on its vector and on which others there are,
not on their order,

$$ h(x P) = h(x)\, P \quad \text{for every permutation } P . $$

A place counts once something else brings it in: a vector that contains it (chapter 5), or a mask that hides
what comes later (chapter 11). Take two tokens, 1 and 2, of one dimension, and a head that adds what it reads.
With a mask the first sees itself alone, so the one that comes first keeps its value. (GPT-2 has both, vectors
and mask.)
*/
SECTION(whether_places_count)
{
  const auto keeps_outputs = over_integer_matrices(
      head_and_tokens, Integers{3, -1, 1}, [](auto& W_Q, auto& W_K, auto& W_V, auto& W_O, auto& x) {
        const ExactHead head = exact_head(W_Q, W_K, W_V, W_O);
        const RationalMatrix P(arma::mat(arma::flipud(arma::eye(x.n_cols, x.n_cols))));
        const RationalMatrix tokens(x);
        return exact_output(head, tokens * P) == exact_output(head, tokens) * P;
      });
  const ExactHead adding{
      {{0, 0}}, {{0, 0}}, {{1, 0}}, {{1}, {0}}}; // reads and writes the first row
  const ExactHead looking{
      {{0, 1}}, {{0, 1}}, {{1, 0}}, {{1}, {0}}}; // compares the second, the place
  const auto first_output = [](const ExactHead& head, const RationalMatrix& x) {
    return exact_output(head, x)(0, 0);
  };
  const auto with_mask = [](double first, double second) {
    const arma::mat V{{first, second}};
    return head_output(V, softmax_rows(causal_mask(arma::mat(2, 2, arma::fill::zeros))));
  };
  chapter.claim("exo7-3.2-heads-position", holds)
      .as_printed("in GPT-2, whose vectors contain places and whose heads have a mask")
      .fact("the token 1 with its place in its vector, first of two and last of two",
            first_output(looking, {{1, 2}, {1, 2}}) !=
                exact_output(looking, {{2, 1}, {1, 2}})(0, 1),
            "5/3 and 6/5")
      .agree("with a mask the token that comes first keeps its value",
             arma::rowvec{with_mask(1, 2)(0), with_mask(2, 1)(0)}, arma::rowvec{1, 2}, exactly());
  chapter
      .finding("places",
               "Without places in the vectors and without a mask, heads do not see places.")
      .property("the sentence turned round: every token keeps its output, in fractions",
                keeps_outputs, 200)
      .equal("tokens 1 and 2, places not in the vectors: either gets",
             first_output(adding, {{1, 2}, {0, 0}}), Rational(3, 2));
  chapter.proposition("permutation", {"self_attention_permutation"});
}

/**
## From both sides of the sentence

The principle in 6.2 is a tensor product: $h(M) = (A \otimes B) M$, an action on matrices of $r$ rows and $K$
columns, with $A$ of $K \times K$ and $B$ of $r \times r$. Chapter 7 is about that action, $BMA^T$: $B$ mixes
coordinates, $A$ mixes words. Of the two only $B$ consists of weights; $A$ is computed from the sentence,
and a second sentence has a second $A$. That makes $h$ linear in $M$ as long as $A$ is held fixed, and not linear at all
as a function of the sentence: double a sentence's vectors, and its scores are four times as large.
*/
SECTION(both_sides)
{
  const char* const shapes[]{"A K x K", "B r x r", "M r x K"};
  const auto action = over_integer_matrices(shapes, [](auto& A, auto& B, auto& M) {
    return difference(kronecker(A, B) * vec(M), vec(kronecker_action(A, B, M)));
  });
  const auto shape = over_integer_matrices(shapes, [](auto& A, auto& B, auto& M) {
    return arma::size(kronecker_action(A, B, M)) == arma::size(M);
  });
  chapter.claim("exo7-6.2-h", holds)
      .property("(A⊗B) M = B M Aᵀ has the shape of M, all K and r", shape)
      .property("vec of it is the Kronecker product times vec(M), all K and r", action, exactly());
  chapter.proposition("kronecker", {"vec_identity"});

  const RationalMatrix one{{1}};
  const ExactHead head{one, one, one, one};
  const Rational half(1, 2);
  chapter.claim("exo7-6.2-A-computed", holds)
      .equal("pattern of the tokens 0 and 0", exact_pattern(head, {{0, 0}}),
             RationalMatrix{{half, half}, {half, half}})
      .equal("pattern of the tokens 0 and 1, by the same weights", exact_pattern(head, {{0, 1}}),
             RationalMatrix{{half, half}, {Rational(1, 3), Rational(2, 3)}});
  chapter.reading("exo7-6.2-B", holds,
                  "a name for the square matrix that mixes the r coordinates; 6.3 puts W_O W_V, "
                  "n x n of rank r at most, in its place");
  chapter.reading("exo7-6.2-part-of-token", holds,
                  "w_k is W_in v_k: r linear readings of the n coordinates, of which picking r of "
                  "the coordinates is one case");
}

/**
## What it costs

The sizes are GPT-2's: $K = 1024$ words, which is the most that it can take and not the length of every
sentence; $n = 768$ dimensions; heads of $r = 64$, a twelfth of that.

If the coefficients of $A$ were weights, there would be $1024^2 = 1\,048\,576$ in each head, over a million,
as the document says, and 151 million in $12 \times 12$ heads: more than all of GPT-2 has. So $A$ is computed, from two
matrices of $r \times n$. But the document's number for $rn$ is not $rn$:

$$ rn = 64 \cdot 768 = 49\,152, \qquad rK = 64 \cdot 1024 = 65\,536 . $$

The printed one is $rK$, with the number of words where the dimension belongs. (And since there are two such
matrices, $W_Q$ and $W_K$, a head spends $2rn = 98\,304$ on its pattern.)
*/
SECTION(sizes)
{
  const long K = 1024, n = 768, r = 64;
  chapter.claim("exo7-6.2-K", holds)
      .equal("places in GPT-2's table of positions, published size over 768",
             published_sizes("wpe.weight")(0) / n, double(K))
      .by_reading("the table is as long as the longest sentence; a shorter one has a smaller K");
  chapter.claim("exo7-6.2-r", holds)
      .equal("r divides n: 12 r", 12 * r, n)
      .equal("a layer's queries, keys and values, published size: 3 · 12 · r · n",
             published_sizes("attn.c_attn.weight")(0), double(3 * 12 * r * n));
  chapter.claim("exo7-6.2-million", holds)
      .equal("coefficients of a free A", K * K, 1'048'576)
      .at_least("in 12 · 12 heads, over all weights of GPT-2",
                144.0 * double(K * K) / arma::accu(published_sizes("")), 1);
  chapter.claim("exo7-6.2-rn-65536", refuted)
      .as_printed("rn = 65 536")
      .prints_exactly("65536", double(r * n))
      .corrected("rn = 49 152; the printed number is rK")
      .prints_exactly("49152", double(r * n))
      .equal("rK, the number of words for the dimension", r * K, 65'536)
      .equal("a layer's weights for queries and keys, published: 2 rn in each of 12 heads",
             2 * published_sizes("attn.c_attn.weight")(0) / 3, double(12 * 2 * r * n));
  chapter.figure("free-pattern", draw_free_pattern);
}

/**
For short sentences a free $A$ would even be the cheaper one: it has $K^2$ coefficients, which exceed
$2rn$ only from $K = 314$ words on. But a free $A$ would weigh the third word by the same number whatever it
is. That $A$ is computed is not an economy; it is the point.

## In short

A head weighs every word for every word, and leaves none out. It reaches as far as the sentence, at no cost for the
distance and at a cost for the length: half of the attention takes a lead of $\ln(K - 1)$. Places do not matter to
it unless vectors or a mask bring them in. It acts from both sides, with $B$ on coordinates and with $A$ on
words; $B$ is learnt, $A$ is computed anew for each sentence, from $2rn = 98\,304$ weights in GPT-2.
*/
