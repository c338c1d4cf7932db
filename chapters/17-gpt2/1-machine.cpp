#include "epreuve/chapter.hpp"
#include "figures.hpp"
#include "plain_trace.hpp"

#include <cstddef>
#include <string>
#include <vector>

/**
# The machine, written once more

Tokens are columns, as always: a text of $K$ tokens is an $n \times K$ matrix $x$. The second pass
is a function of the library, `plain`, and computes nothing but the formulas of this page. Its
matrix products are the schoolbook ones, summed in the order in which they are written, so that no
library rounds them differently on another machine; and it can be had in single precision.

**The start.** Each token number picks its column of the embedding matrix $A$ (*plongement*), each
place picks its column of the matrix of positions, and the two are added:

$$ u_k = A e_{t_k} + w_k. $$

**Layer norm.** For each column: subtract its mean, divide by its standard deviation, then give
every coordinate a gain and a bias of its own. With $\sigma^2$ for the mean of the squares of $v -
\bar v$,

$$ \mathrm{LN}(v) = g \odot \frac{v - \bar v}{\sqrt{\sigma^2 + \varepsilon}} + b, \qquad
   \varepsilon = 10^{-5}. $$

**A dense layer.** $y = Wx + b$. The library keeps each neuron as a column, so that $W$ is the
transpose of `neurons`.

**Attention.** One dense layer makes queries, keys and values of all heads at once, $3n$ rows: first
all queries, then all keys, then all values, and in each of the three the heads one below the other,
$d = n/H$ rows per head. For each head we compute the scores, mask them, take the softmax by rows,
and mix the values in these proportions. A last dense layer combines what the heads have to say:

$$ z_h = V_h\, \operatorname{softmax}\left(\operatorname{mask} \frac{Q_h^T K_h}{\sqrt d}\right)^T,
   \qquad y = W_O \begin{pmatrix} z_1 \\ \vdots \\ z_H \end{pmatrix} + b_O. $$

**The MLP.** Two dense layers with GELU between them, in the tanh form of chapter 16. (The exact
GELU is there too, for an experiment.)

$$ y = W_2\, \mathrm{GELU}(W_1 x + b_1) + b_2. $$

**The blocks.** What a block computes is added to the residual stream (*flux résiduel*). In GPT-2 a
layer norm precedes each block: the block reads a normed copy, and the stream itself is never
normed,

$$ x_{i+1} = x_i + \operatorname{block}_i(\mathrm{LN}_i(x_i)). $$

The first transformers normed the stream after each addition; `plain` keeps that variant for
comparison. The result is the list $x_1, x_2, \dots, x_\ell$ of the documents: one matrix before the
first block, one after each attention and after each MLP.

**The end.** One more layer norm, then the transposed embedding matrix: the logit of token $t$ is
the dot product of the final vector with $A e_t$ (*retranscription*).

## Joint by joint

Now we look closely. The library's model records its intermediate results under names, and `plain`
gives its own under the same names; each checks the other. How close must they be? Entries are below
10 and dot products have at most 96 terms, so each is good to some $10^{-13}$, and eight blocks
later to a few times that. We demand $10^{-11}$, in the small model and in two hundred others, of
other sizes, weights and texts: no formula that differs in anything, even in an $\varepsilon$,
passes that.
*/
using namespace epreuve::course;

SECTION(joint_by_joint)
{
  const auto all_joints = [](const ModelRun& of) {
    Difference d = difference(of.logits, plain::end(of.weights(), plain::stream(of).back()));
    for (const auto& [name, value] : plain::trace(of.weights(), of.text))
      d = worst(d, difference(of.trace.matrix(name), value));
    return d;
  };
  const ModelRun run = small_run(chapter.seed());
  const auto ours = plain::trace(run.weights(), run.text);
  chapter
      .finding("two-passes", "The library's model and the pass written once more are the same "
                             "function, step by step")
      .agree("the small model: every joint of its four blocks, and the logits", all_joints(run),
             absolute(1e-11))
      .property("every joint and the logits of other models, of any text", model_runs(all_joints),
                absolute(1e-11), 200);

  /**
  They agree, up to rounding. In the small model, block by block, the two passes differ by this much.
  (`resid` is the stream before a block, after its attention, and after its MLP.)
  */
  const std::vector<std::string> names{"resid_pre", "ln1.normalized", "attn_out",
                                       "resid_mid", "ln2.normalized", "mlp.pre",
                                       "mlp.post",  "mlp_out",        "resid_post"};
  Columns columns;
  columns.column("step", names);
  for (arma::uword layer = 0; layer < 4; ++layer) {
    arma::vec differences(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = fmt::format("blocks.{}.{}", layer, names[i]);
      differences(i) = difference(run.trace.matrix(name), ours.at(name)).absolute;
    }
    columns.column(fmt::format("block {}", layer + 1), differences, "{:.1e}").rounding();
  }
  chapter.table("The small model, step by step: largest difference between the two passes",
                columns);
}

/**
## Rounding, or a mistake?

Our pass is a template, so let us run it in single precision, in which GPT-2's weights are published
and usually run, and look at its distance from double precision after each block, on twelve layers.
For comparison we run the same pass in double precision with a mistake of the kind one really makes:
the exact GELU instead of the tanh form, or an $\varepsilon$ of $10^{-6}$ instead of $10^{-5}$.

A rounding error has a signature. It starts near $2^{-24} = 6\cdot10^{-8}$, and it stays within a
few times that: every block adds its own, but the stream grows as well. A mistake makes a jump at
the place where it is made, far above that. A distance that is exactly 0 up to some block, and
$10^{-4}$ after it, is not rounding.
*/
SECTION(rounding_or_mistake)
{
  const gpt2::Config deep = small_config(12);
  const Tokens text = small_run(chapter.seed()).text;
  const gpt2::Weights<double> weights = lively_weights(deep, chapter.seed());
  gpt2::Weights<double> with_other_epsilon = weights;
  with_other_epsilon.config.layer_norm_epsilon = 1e-6;
  const std::vector<arma::mat> right = plain::stream(weights, text);
  const auto distances = [&](const auto& x) {
    arma::vec relative(right.size());
    for (std::size_t i = 0; i < right.size(); ++i)
      relative(i) = arma::norm(arma::conv_to<arma::mat>::from(x[i]) - right[i], "fro") /
                    arma::norm(right[i], "fro");
    return relative;
  };
  const arma::vec rounding =
      distances(plain::stream(lively_weights<float>(deep, chapter.seed()), text));
  const arma::vec other_gelu = distances(plain::stream(weights, text, {.exact_gelu = true}));
  const arma::vec other_epsilon = distances(plain::stream(with_other_epsilon, text));
  chapter
      .finding("rounding-or-mistake", "Single precision costs GPT-2's formulas less than two "
                                      "millionths over 24 blocks; a mistake costs more in the "
                                      "block where it is made")
      // Law: 2.8 · 10⁻⁷, with a standard deviation of the logarithm of 0.22 (116 seeds).
      .at_most("single precision: distance of the stream after 24 blocks", rounding.back(), 2e-6)
      // Law: 1.2 · 10⁻⁴, with a standard deviation of the logarithm of 0.13 (116 seeds).
      .at_least("the exact GELU by mistake: distance after the first MLP", other_gelu(2), 1e-5)
      // Law: nothing has been computed otherwise yet, for every draw.
      .at_most("the exact GELU by mistake: distance before the first MLP", other_gelu(1), 0)
      // Law: 6.7 · 10⁻⁵, with a standard deviation of the logarithm of 0.2 (116 seeds).
      .at_least("ε = 10⁻⁶ by mistake: distance after the first attention", other_epsilon(1), 2e-6);
  chapter.figure("rounding-or-mistake", [&](Figure& figure) {
    draw_rounding_or_mistake(figure, rounding, other_gelu, other_epsilon);
  });
}

/**
Both mistakes lie far above the rounding of single precision, from the block on in which they act.
*/
