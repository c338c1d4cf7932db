#include "epreuve/chapter.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

using namespace epreuve::course;

/**
# GPT-2: from tokens to the next word

The chapters before this one have taken the machine apart: softmax, positions, attention, the
residual stream, layer norm, GELU. Here we put it together and switch it on. One text goes in as
$K$ token numbers, one list of probabilities comes out, and between the two there is nothing but
the formulas that we know.

When one assembles a machine from correct parts, their order can be wrong, and so can the joints
between them. The documents are brief about both. So we write the whole forward pass a second time,
in the plainest way we can, and compare it with the library's model at every joint. Then we ask what
the documents say about GPT-2: its sizes, the number of its weights, how it ends, and what it
answers to "The cat sat on the".

## The answer

But for the last digits, the two passes agree at every joint. That would say little if a mistake
could hide among rounding errors, and it cannot. Below, the same pass is run with two mistakes that
nobody would notice in a generated text, and in single precision. Rounding is present from the first
sum on and stays small; a mistake makes a jump at the place where it is made.
*/
SECTION(answer)
{
  chapter.shows("rounding-or-mistake");
}

/**
What the documents say about GPT-2 is right but for two sentences.

 - It has 124 439 808 weights, not 117 million. The wrong number comes from GPT-2's own authors, and
   one can find out what they counted.
 - The last vector is no combination $x_\ell\,C$ of the columns with $K$ trained coefficients. It is
   the last column, after a layer norm; there are no such weights.

Three claims have to wait for the weights: the five words that follow "The cat sat on the" and their
percentages, those that follow "The child sat on the", and the moral that is drawn from both. The
printed lists are consistent; whether they are GPT-2's, only its published weights can decide, and
it takes all of them.

## The way of a text

For all other questions we need no trained weights. A small model with random numbers in it obeys
the same formulas, and mistakes are easier to see in it: 61 tokens, 24 coordinates, four blocks of
three heads. Its numbers are not the tiny ones of a model before training, whose attention is nearly
uniform and whose biases are all 0: a forgotten bias would never be missed. Ours differ from 0
everywhere.

First we look at the whole from afar, and see whether the arrows of the pipeline fit together. We
send a text of twelve tokens through the library's small model, keep everything that it computes on
the way, and look at the shapes: $K$ numbers become $K$ columns of $\mathbb R^n$, which pass through
all blocks; one column $w$ is left, and from it come $N$ probabilities.
*/
SECTION(way_of_a_text)
{
  const ModelRun run = small_run(chapter.seed());
  const arma::uword n = run.config().n, N = run.config().N, K = run.text.size();
  const arma::mat& A = run.weights().wte;
  const arma::vec p = softmax(run.model.last_logits(run.text));
  chapter.claim("exo7-1.1-fig-pipeline", illustrative)
      .invented("the place for the figure is empty in the copy, and no sentence says what it shows")
      .conformable("A", arma::size(A), "(e_t₁ | … | e_t_K)", arma::size(N, K))
      .same_shape("x₁ = (v₁ | … | v_K)", arma::size(run.trace.matrix("blocks.0.resid_pre")),
                  "n x K", arma::size(n, K))
      .same_shape("after the last block", arma::size(run.trace.matrix("blocks.3.resid_post")),
                  "n x K", arma::size(n, K))
      .conformable("Aᵀ", arma::size(A.t()), "w", arma::size(run.last("ln_final.normalized")))
      .same_shape("p", arma::size(p), "N x 1", arma::size(N, 1))
      .agree("p₁ + … + p_N", arma::accu(p), 1, ulps(16));
  chapter.figure("pipeline", draw_pipeline);
}
