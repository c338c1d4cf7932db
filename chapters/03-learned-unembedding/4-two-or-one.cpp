#include "bigrams.hpp"
#include "figures.hpp"

#include "epreuve/instruments/exact/integer_systems.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/math/linear_algebra/minimum_norm.hpp"

#include <algorithm>
#include <cmath>

/**
# Two matrices, or one

What has been learned is $F = BA$. How are its factors related? Three relations are easily confused.
$B$ may be an *inverse* of $A$, in the one order that is possible; $B$ may be the *transpose* of
$A$, and the model has one matrix (*tied*); or neither (*untied*). Between the last two there is a
fourth: $F$ may be symmetric without being $A^T A$.
*/
using namespace epreuve::course;

/**
## Not an inverse

$A$ and $B$ themselves mean little: $(MA, BM^{-1})$ is the same network for every invertible $M$.
But whether $AB = I$ does not depend on $M$, as $AB$ becomes $MABM^{-1}$. It can be read off $F$:
for $A$ and $B$ of rank $n$,

$$ AB = I \quad \Longleftrightarrow \quad F^2 = F, $$

since $F^2 - F = B (AB - I) A$. So $B$ is an inverse of $A$ in this sense exactly if the network is
a projection. It would say: after *cat* the most probable word is, more or less, *cat*. Nothing in
the training asks for that; training asks what comes next.
*/
SECTION(not_inverse)
{
  const auto projection = [](const System& s, Draw& draw) {
    const arma::uword n = s.A.rows(), N = s.A.cols();
    const RationalMatrix I = RationalMatrix::identity(n);
    const RationalMatrix free = draw_integers(draw, "C", N, n);
    // B with A B = I, whichever: the shortest, and something in the kernel of A
    const RationalMatrix B = right_inverse(s.A) + free - right_inverse(s.A) * (s.A * free);
    const bool one = s.A * B == I && (B * s.A) * (B * s.A) == B * s.A;
    const bool other =
        rank(free) < n || ((s.A * free == I) == ((free * s.A) * (free * s.A) == free * s.A));
    return one && other;
  };
  const Bigrams& bigrams = smooth_bigrams();
  const TrainedBigrams& network = trained()[3];
  const arma::mat undone = network.A * network.B;
  const arma::mat inverse = right_inverse(network.A);
  const arma::mat P = bigrams.P, F = network.B * network.A;
  const auto excess_of_inverse = [&](double t) {
    return bigram_excess(bigrams, t * inverse * network.A);
  };
  double best = excess_of_inverse(0);
  for (double t = -20; t <= 20; t += 0.25)
    best = std::min(best, excess_of_inverse(t));
  const arma::mat unigram = arma::repmat(arma::log(bigrams.pi), 1, bigrams.N());

  chapter.claim("exo7-2.3-not-inverse", holds)
      .property("A B = I exactly if F² = F, A and B of rank n, in rationals",
                wide_systems(projection), 300)
      .at_least("the language, n = 4, trained: largest entry of A B − I",
                arma::abs(undone - arma::eye(4, 4)).max(), 0.5)
      .at_least("the language, n = 4, trained: largest entry of F² − F", arma::abs(F * F - F).max(),
                0.5)
      .at_least("the language, n = 4: excess of t A⁺ A for the best of 161 t, over that of the "
                "trained B A",
                best / network.excess, 2);

  /**
  The figure puts the three side by side: the logits that are learned, $\ln P$ which they imitate,
  and what the pseudo-inverse of chapter 02 gives with the same $A$. That one is a projection; it
  has its largest entries on the diagonal and knows nothing about what follows. Even with the best
  scaling it hardly beats knowing nothing, and the frequencies of the tokens alone are far better.
  */
  chapter.table(
      "Excess over the entropy of the language's bigrams, in nats",
      Columns()
          .column("network", {"no training, all tokens alike", "frequencies of the tokens alone",
                              "n = 4: A learned, its pseudo-inverse", "n = 4: A and B learned"})
          .column("excess",
                  {bigram_excess(bigrams, 0 * F), bigram_excess(bigrams, unigram), best,
                   network.excess},
                  "{:.3f}"));
  chapter.figure("pseudo-inverse", [&](Figure& figure) {
    draw_pseudo_inverse(figure, bigrams, F, inverse * network.A);
  });
}

/**
## One matrix: what it cannot learn

Now let $B = A^T$. The logits $A^T A$ are symmetric, and $x^T A^T A x = |Ax|^2 \ge 0$. Both have a
price, however many dimensions there are.

*Symmetric* logits $S$ mean $P_{ji} = e^{S_{ji}} / c_i$, so $c_i P_{ji} = c_j P_{ij}$. With $c$
normalised this is *detailed balance*: read backwards, the text has the same bigrams. An equivalent
condition without $c$: around every triangle, one way is as probable as the other (Kolmogorov's
criterion),

$$ P_{ji} P_{kj} P_{ik} = P_{ki} P_{jk} P_{ij} . $$

*Positive semidefinite* adds $S_{ii} + S_{jj} \ge 2 S_{ij}$, hence $P_{ii} P_{jj} \ge P_{ji}
P_{ij}$. In words: to say a word twice, and then another one twice, is at least as probable as to
alternate. No language is like this; in ours hardly a word is ever repeated. (With detailed balance
it is enough that the matrix of the $\ln \pi_i P_{ji}$ is positive definite on the vectors of sum 0:
some multiple of $\mathbf 1 \mathbf 1^T$, which softmax does not see, then makes it positive on all
vectors.)

The extreme case is small enough for a proof. Two words alternate, each followed by the other three
times in four. That is symmetric, and an untied network of one dimension learns it, with $H =
0.562$. Let $x$ and $y$ be the logit of the same word less that of the other, after the first word
and after the second. In a tied network $x + y = |v_1 - v_2|^2 \ge 0$. The loss is $\frac12 (f(x) +
f(y))$ with $f(x) = \frac14 \ln(1 + e^{-x}) + \frac34 \ln(1 + e^{x})$, convex and increasing above
$-\ln 3$; so it is at least $f(\frac{x + y}2) \ge f(0) = \ln 2$. The tied network, at any $n$,
learns *nothing*.
*/
SECTION(tied)
{
  const auto triangle = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 4), N = draw.size("N", 3, 6);
    const arma::mat A = draw.matrix("A", n, N, -1, 1),
                    log_P = log_softmax_columns(arma::mat(A.t() * A));
    const double there = log_P(1, 0) + log_P(2, 1) + log_P(0, 2);
    return difference(there, log_P(2, 0) + log_P(1, 2) + log_P(0, 1));
  };
  const auto repeats = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 4), N = draw.size("N", 2, 6);
    const arma::mat A = draw.matrix("A", n, N, -2, 2),
                    log_P = log_softmax_columns(arma::mat(A.t() * A));
    return log_P(0, 0) + log_P(1, 1) >= log_P(1, 0) + log_P(0, 1) - 1e-13;
  };
  const Bigrams alternating{{}, {{0.25, 0.75}, {0.75, 0.25}}, {0.5, 0.5}};
  const auto learns_nothing = [&](Draw& draw) {
    const arma::mat A = draw.matrix("A", draw.size("n", 1, 4), 2, -3, 3);
    // Logits up to 36 are rounded to 4e-15, and so is their log-softmax.
    return bigram_loss(alternating, A.t() * A) >= std::log(2.0) - 1e-13;
  };
  const TrainedBigrams untied = train_bigrams(alternating, 1, Tying::untied);
  chapter
      .finding("tied",
               "Two tied layers believe that words repeat, and that texts read the same backwards.")
      .property("B = Aᵀ: ln P around a triangle, one way and the other", triangle, absolute(1e-13),
                300)
      .property("B = Aᵀ: P₁₁ P₂₂ ≥ P₂₁ P₁₂", repeats, 300)
      .property("two words that alternate, tied: the loss is at least ln 2", learns_nothing)
      .at_most("two words that alternate, untied, n = 1: excess", untied.excess, 1e-12);

  /**
  On the language, the three kinds of networks, for each $n$. (The symmetric one is $A^T D A$ with
  signs $D$.) Tied, a few dimensions are all it can use; symmetric, it still knows no order, "the"
  before "cat" and not after it. They need half the weights, and that is the whole saving.

  A trained network need not be the best one. But over all $Z = A^T A$, of any dimension, the loss
  is convex, and it has a certificate: for every $Q$ whose columns are distributions, $\ln \sum_k
  e^{z_k} \ge q \cdot z + H(q)$ gives

  $$ L(Z) \ge \sum_i \pi_i H(Q_i) + \langle (Q - P)\,\mathrm{diag}(\pi), Z\rangle, $$

  and if the symmetric part of $(Q - P)\,\mathrm{diag}(\pi)$ has no negative eigenvalue, the last
  term is not negative. For the trained network's $Q$, mixed with a little of the identity, that is
  true; so no tied network at all comes below this bound.
  */
  const Bigrams& bigrams = smooth_bigrams();
  arma::mat excess(trained().size() - 1, 3);
  for (arma::uword k = 0; k < excess.n_rows; ++k) {
    excess(k, 0) = trained()[k].excess;
    excess(k, 1) = train_bigrams(bigrams, k + 1, Tying::symmetric, 1e-6, 300).excess;
    excess(k, 2) = train_bigrams(bigrams, k + 1, Tying::tied, 1e-6, 300).excess;
  }
  const TrainedBigrams tied = train_bigrams(bigrams, bigrams.N(), Tying::tied, 1e-9, 3000);
  const double bound = tied_excess_bound(bigrams, softmax_columns(arma::mat(tied.B * tied.A)));
  chapter
      .finding("tied-language", "On the language tying costs more than having a single dimension.")
      .at_least(
          "the language: excess below which no tied network comes, over the untied one with n = 1",
          bound / excess(0, 0), 1)
      .rounding()
      .within("the language: trained tied network with n = 12, excess over that bound",
              tied.excess / bound, 1, 1.005)
      .rounding()
      .at_most("the language, each n: largest excess of the untied over the symmetric network",
               arma::vec(excess.col(0) / excess.col(1)).max(), 0.9)
      .at_most("the language, each n: largest excess of the symmetric over the tied network",
               arma::vec(excess.col(1) / excess.col(2)).max(), 1 + 1e-3);
  chapter.figure("tied", [&](Figure& figure) { draw_tied(figure, excess, bound); });
}

/**
## All modern architectures?

There is no reason, says the document, that embedding and unembedding be inverse to each other; it
is so in all modern architectures: they are not symmetric. Read in this way, as *not inverse to each
other*, it is true of every model with $n < N$, as no $n \times N$ matrix has an inverse.

It can also be read as: *they are two matrices, not one and its transpose*. One counterexample is
enough to refute that, and it is the document's own model. Among the tensors that OpenAI published
for GPT-2 Small exactly one has $768 \cdot 50257$ entries. It is the embedding, and the model that
this repository runs, with those weights and its logits verified in chapter 17, computes its logits
as $A^T w$, from the last vector $w$ of the stream. Weights of the same form decide it here.

How can that be, after the last section? There the two layers were alone. In GPT-2 twelve blocks lie
between them, and $w$ is no longer $Ae_i$: the blocks can carry a token from where it is read to
where its successor is written. What they cannot raise is the rank: the $50257 \times K$ logits of
any $K$ contexts have rank at most 768, and the bottleneck remains.

A matter of design, then. *Tied*: GPT-2; BERT, whose output layer is the table of word pieces; T5
1.0, which divides by $\sqrt n$ first; PaLM; Gemma. *Untied*: T5 1.1, by the same authors; LLaMA 1.
@press-wolf-2017 and @inan-2017 proposed tying for recurrent networks,
where it saved a third of the weights and lowered the loss. (What is said about models other than
GPT-2 comes from reading: the papers, and the published configurations.)
*/
SECTION(all_modern)
{
  const ModelRun run = small_run(chapter.seed());
  const arma::mat& A = run.weights().wte;
  const arma::vec w = run.last("ln_final.normalized");
  const double embedding_size = 768.0 * 50257;
  chapter.claim("exo7-2.3-all-modern-untied", holds)
      .as_printed("in no modern model are embedding and unembedding inverse to each other")
      // Law: the rank is at most the number of rows, for every draw.
      .at_most("a model of GPT-2's form: rank of Aᵀ A, which would be N", double(arma::rank(A)),
               double(A.n_cols - 1))
      // Law: entries of A are of the order 0.02, so those of A Aᵀ are far below 1, for every draw.
      .at_least("the same model: largest entry of A Aᵀ − I",
                arma::abs(A * A.t() - arma::eye(A.n_rows, A.n_rows)).max(), 0.1)
      .by_reading("the other reading, that they are two matrices, would be wrong: see the finding");
  chapter
      .finding("tied-or-untied",
               "Some models tie, B = Aᵀ (GPT-2, BERT, T5 1.0), others do not (T5 1.1, LLaMA 1).")
      .equal("GPT-2 Small: published tensors of 768 · 50257 numbers",
             arma::accu(published_sizes("") == embedding_size), 1)
      .agree("a model of GPT-2's form: logits against Aᵀ w, A its embedding",
             run.model.last_logits(run.text), A.t() * w, absolute(1e-11))
      .by_reading("Raffel et al. (2020) tie in T5 and T5 1.1's configuration unties; Devlin et "
                  "al.'s BERT code "
                  "multiplies by its embedding table; LLaMA 1's checkpoints hold two matrices, and "
                  "its authors say so");

  /**
  The notes say the same about the end of a model: the last vector, an unembedding matrix, softmax.
  In a model that looks only back, that is right for every text: the logits of the next token depend
  on the last column of the stream alone, and softmax turns them into probabilities. (GPT-2 applies
  a layer norm first.)
  */
  const auto last_column = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 4), N = draw.size("N", 1, 9), K = draw.size("K", 1, 5);
    const arma::mat B = draw.matrix("B", N, n, -3, 3), x = draw.matrix("x", n, K, -3, 3);
    return difference(softmax_columns(arma::mat(B * x)).eval().tail_cols(1),
                      softmax(B * x.tail_cols(1)));
  };
  chapter.claim("notes-y-last-vector", holds)
      .property("softmax of B times the last vector: last column of softmax(B x)", last_column,
                absolute(1e-13), 300)
      .property("a model of GPT-2's form: softmax of Aᵀ w is a distribution on N tokens",
                model_runs([](const ModelRun& drawn) {
                  const arma::vec p =
                      softmax(drawn.weights().wte.t() * drawn.last("ln_final.normalized"));
                  return p.n_elem == drawn.config().N && p.min() > 0 &&
                         std::abs(arma::accu(p) - 1) < 1e-13;
                }),
                30)
      .agree("a model of GPT-2's form: Aᵀ times the last vector, and the model's own logits",
             A.t() * w, run.logits.tail_cols(1), absolute(1e-11));
}

/**
## What is left of it

Two learned layers are a table of frequencies, squeezed to rank $n$. Embedding and unembedding are
not inverse to each other; whether they are one matrix is a choice, bad for a bigram network and
common in deep ones. What squeezing costs can be bounded without training anything, by the singular
values of $\ln P$.
*/
