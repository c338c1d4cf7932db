#include "epreuve/chapter.hpp"
#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"

/**
# How it ends

The stream has arrived at $x_\ell$, $K$ vectors, and one next word is wanted. Section 1.2 says
that at the end one obtains a vector $w \in \mathbb R^n$, to be read as the list of the most
probable words. Section 3.4 says how: the $K$ vectors are made into one by a linear combination,
$w = x_\ell \, C$, whose $K$ coefficients are weights of the network.

The first sentence can be taken at its word. From $w$ alone follow all logits, and so the list:
*/
using namespace epreuve::course;

SECTION(last_vector)
{
  const ModelRun run = small_run(chapter.seed());
  const gpt2::Weights<double>& weights = run.weights();
  const arma::vec w = run.last("ln_final.normalized");
  const arma::vec logits = run.model.last_logits(run.text);
  chapter.claim("exo7-1.2-output-vector", holds)
      .same_shape("w", arma::size(w), "n x 1", arma::size(run.config().n, 1))
      .agree("logits of the next token: Aᵀ w and nothing else", logits, weights.wte.t() * w,
             absolute(1e-11));

  /**
  ## Are there coefficients C?

  The second cannot. Try it: is there *any* $C$, the same for all texts of twelve tokens, with $w =
  x_\ell\, C$? We take sixty texts, stack their equations, $60 \times 24$ for twelve unknowns, and
  let least squares find the best one. It leaves an error, because the way from $x_\ell$ to $w$ is
  not linear: double $x_\ell$, and the logits do not double; they stay as they are, for there is a
  layer norm in between. And there is no room for $C$ among the weights: 1024 would be needed, and
  the published tensors hold not one number more than embedding, positions, blocks and norms. (One
  would also like to know what to do with a text whose length is not that of $C$.)
  */
  arma::mat x_stacked;
  arma::vec w_stacked;
  for (arma::uword i = 0; i < 60; ++i) {
    const ModelRun other(weights, random_text(run.config(), 12, chapter.seed() + 2 + i));
    x_stacked = arma::join_cols(x_stacked, other.trace.matrix("blocks.3.resid_post"));
    w_stacked = arma::join_cols(w_stacked, other.last("ln_final.normalized"));
  }
  const arma::vec C = arma::solve(x_stacked, w_stacked);
  const arma::mat x_end = run.trace.matrix("blocks.3.resid_post");
  Claim& final_output = chapter.claim("exo7-3.4-final-output", refuted);
  final_output
      .as_printed("w = x_ℓ C, C ∈ M_{K,1} weights of the network")
      // Law: 0.33, with a standard deviation of the logarithm of 0.2 (116 seeds): it is refuted with every one.
      .at_most("best C for 60 texts: error of w, relative",
               arma::norm(x_stacked * C - w_stacked) / arma::norm(w_stacked), 1e-6)
      .agree("if it were linear: twice the stream, twice the logits", run.model.unembed(2 * x_end),
             2 * run.logits, absolute(1e-9))
      .equal("published weights left over for C",
             arma::accu(published_sizes("")) - gpt2::parameter_count({}), 1024);

  /**
  What happens instead is simpler: the *last column* is taken, after the layer norm. If one insists
  on a $C$, it is $e_K$, the vector $(0, \dots, 0, 1)$: learned by nobody, and of any length. The
  other columns are not wasted. Column $j$ is the answer to the text that ends at token $j$, and in
  training all $K$ predictions count at once. That is a property one can test: what the model says
  after the first $j$ tokens alone must come from column $j$ of the stream of the whole text.
  */
  final_output.corrected("w = LN(x_ℓ) e_K: the last column, after a layer norm, for every K")
      .property(
          "twice the stream, the same logits (but for ε)",
          [&](Draw& draw) {
            const arma::mat x = draw.matrix("x_ℓ", run.config().n, 1, -3, 3);
            return difference(run.model.unembed(2 * x), run.model.unembed(x));
          },
          absolute(1e-3))
      .property("the first j tokens of any text: logits = Aᵀ LN(x_ℓ e_j)",
                model_runs([](const ModelRun& drawn, Draw& draw) {
                  const arma::uword j = draw.size("j", 1, drawn.text.size());
                  const Tokens first(drawn.text.begin(), drawn.text.begin() + j);
                  const arma::mat x = plain::stream(drawn).back();
                  return difference(drawn.model.last_logits(first),
                                    plain::end<double>(drawn.weights(), x.col(j - 1)));
                }),
                absolute(1e-11), 200);
}

/**
## The start and the end alone

Two layers, says the document elsewhere, are the start and the end of a large language model:
embedding and unembedding, and what is built later goes between them. We can take the middle out
again. Let all heads and MLPs be silent, and the stream carries the embedding through untouched.
What remains predicts the next token from the last one and its place: the bigram model of section
2.3, with a norm in it. Put the middle back, and the answer depends on the whole text.
*/
SECTION(start_and_end)
{
  const ModelRun run = small_run(chapter.seed());
  gpt2::Weights<double> hollow = run.weights();
  for (gpt2::Block<double>& block : hollow.blocks) {
    silence(block.heads);
    silence(block.mlp_out);
  }
  const gpt2::Model<double> start_and_end(hollow);
  Tokens other_past = random_text(run.config(), 12, chapter.seed() + 2);
  other_past.back() = run.text.back();
  const Difference change =
      difference(run.model.last_logits(other_past), run.model.last_logits(run.text));
  chapter.claim("exo7-2.3-start-and-end", holds)
      .agree("with a silent middle: logits = Aᵀ LN(A e_t + position)",
             start_and_end.logits(run.text), plain::end(hollow, plain::start(hollow, run.text)),
             absolute(1e-12))
      .agree("so only the last token counts: another past, the same answer",
             start_and_end.last_logits(other_past), start_and_end.last_logits(run.text), exactly())
      // Law: 2.1, with a standard deviation of the logarithm of 0.37 (116 seeds), the largest of many logits' changes.
      .at_least("with the middle: another past, change of the logits", change.absolute, 0.1);
}

/**
In that section the two layers have matrices of their own, $A$ and $B$. In GPT-2 the second is
$B = A^T$: the table of 50 257 vectors is used twice, which will matter when we count.
*/
