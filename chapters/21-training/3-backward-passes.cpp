#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/backward.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/networks/gradients.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

/**
# The way back: all derivatives at once

GPT-2 Small has 124 million weights. How does one compute so many derivatives at once, and how does one know that they
are right?

One walk back through the network gives all of them, by a short formula for each layer. A wrong formula does not crash:
the network learns all the same, only worse. So each formula is compared, entry by entry, with a derivative that does
not come from it. The usual reference, a difference quotient, has lost a third of its digits at best. A step into the
complex plane loses none.
*/
using namespace epreuve::course;

/**
## What is trained, and what is not

masterclass calls $W^Q, W^K, W^V$ trainable parameters, optimised by gradient descent. So are all other numbers of
GPT-2's file: embeddings, positions, $W^O$, both layers of each MLP, gains and biases. Not trained are the number of heads
and layers, the division by $\sqrt d$, the mask, the table of tokens, and in the Transformer of 2017 the positions, which are
sines. Among the trained numbers are some that training does not reach: a bias of the keys adds one number to all scores of a
query, softmax drops it, and its gradient is 0 (chapter 11 found these biases in GPT-2's file, and not zero).
*/
namespace {

/// Of a random text, the gradient of the loss.
gpt2::Weights<double> gradient_of(const gpt2::Weights<double>& weights)
{
  const Tokens text = random_text(weights.config, 13, 1);
  gpt2::Batch batch{arma::Mat<gpt2::Token>(12, 1), arma::Mat<gpt2::Token>(12, 1)};
  for (arma::uword k = 0; k < 12; ++k) {
    batch.inputs(k, 0) = text[k];
    batch.targets(k, 0) = text[k + 1];
  }
  gpt2::Weights<double> gradient = gpt2::zero_weights<double>(weights.config);
  gpt2::Pass<double> pass;
  gpt2::loss_and_gradient(gradient, weights, batch, pass);
  return gradient;
}

} // namespace

SECTION(what_is_trained)
{
  const gpt2::Config config = small_config(2);
  const arma::uword n = config.n, r = config.head_size();
  gpt2::Weights<double> weights = lively_weights(config, 1);
  const gpt2::Dense<double> qkv = gradient_of(weights).blocks[0].qkv;
  chapter.claim("masterclass-rem-trainable", holds)
      .same_shape("gradient of one head's W^Q", arma::size(qkv.neurons.cols(0, r - 1)),
                  "d_model x d_k", arma::SizeMat(n, r))
      .at_least("W^Q: largest entry of the gradient", arma::abs(qkv.neurons.cols(0, n - 1)).max(),
                1e-4)
      .at_least("W^K", arma::abs(qkv.neurons.cols(n, 2 * n - 1)).max(), 1e-4)
      .at_least("W^V", arma::abs(qkv.neurons.cols(2 * n, 3 * n - 1)).max(), 1e-4);
  chapter
      .finding("keys-biases", "The loss does not depend on the biases of the keys: nothing trains "
                              "them.")
      .at_most("biases of the keys: largest entry of the gradient",
               arma::abs(qkv.b.subvec(n, 2 * n - 1)).max(), 1e-14)
      .at_least("biases of the queries", arma::abs(qkv.b.subvec(0, n - 1)).max(), 1e-5);

  /**
  Each head's matrices *are initialised at random* (iaetnous), and must be. Two heads that begin alike get the same gradient,
  so they stay alike for ever: a model with two equal heads has one. And heads that begin with $W^Q = W^K = 0$ do not move
  either, for each one's gradient has the other as a factor. That heads project into different subspaces is so from
  the beginning, and remains so; training decides which.
  */
  gpt2::Block<double>& block = weights.blocks[0];
  for (arma::uword part = 0; part < 3; ++part) {
    block.qkv.neurons.cols(part * n + r, part * n + 2 * r - 1) =
        block.qkv.neurons.cols(part * n, part * n + r - 1);
    block.qkv.b.subvec(part * n + r, part * n + 2 * r - 1) =
        block.qkv.b.subvec(part * n, part * n + r - 1);
  }
  block.heads.neurons.rows(r, 2 * r - 1) = block.heads.neurons.rows(0, r - 1);
  const arma::mat alike = gradient_of(weights).blocks[0].qkv.neurons;
  block.qkv.neurons.head_cols(2 * n).zeros();
  block.qkv.b.head(2 * n).zeros();
  chapter.claim("iaetnous-mh-random-init", holds)
      .agree("two heads that begin alike: gradients of W^Q", arma::mat(alike.cols(0, r - 1)),
             arma::mat(alike.cols(r, 2 * r - 1)), absolute(1e-13))
      .agree("gradients of W^V", arma::mat(alike.cols(2 * n, 2 * n + r - 1)),
             arma::mat(alike.cols(2 * n + r, 2 * n + 2 * r - 1)), absolute(1e-13))
      .at_most("W^Q = W^K = 0: largest entry of their gradients",
               arma::abs(gradient_of(weights).blocks[0].qkv.neurons.head_cols(2 * n)).max(), 0)
      .equal("rank of two heads' W^Q before training, side by side",
             arma::rank(lively_weights(config, 1).blocks[0].qkv.neurons.head_cols(2 * r)), 2 * r);
}

/**
## Backward passes

Tokens are columns. A layer makes $y$ of $x$ and of its weights, and later layers make $L$ of $y$. Let $G = \partial
L/\partial y$, in the shape of $y$: it comes back from the later layers. Each formula follows from $dL = \sum_{ij}
G_{ij}\, dy_{ij} = \mathrm{tr}(G^T dy)$ and says what the layer passes on; $\circ$ is the product entry by entry. As
code, each is in `lib/epreuve/networks`, next to the layer's forward formula.

- **Dense layer**, $y = W x + b\,\mathbf 1^T$:
  $$ \frac{\partial L}{\partial W} = G x^T, \qquad \frac{\partial L}{\partial b} = G\,\mathbf 1, \qquad
     \frac{\partial L}{\partial x} = W^T G . $$
- **Embedding** (*plongement*), $y_k$ = column $t_k$ of $A$: column $i$ of $\partial L/\partial A$ is the sum of $g_k$
  over all places $k$ with $t_k = i$. A token that comes again adds; one that is absent gets 0.
- **Residual connection**, $y = x + b(x)$: $\;\partial L/\partial x = G + J_b^T G$. Where the stream splits, what
  comes back is added.
- **Activation**, $y_i = a(x_i)$: $\;\partial L/\partial x = a'(x) \circ G$, with $\tanh' = 1/\cosh^2$, $\sigma' =
  \sigma(x)\,\sigma(-x)$ and $\mathrm{GELU}' = \Phi + x f$. ReLU has a corner at 0, with slope 0 on the left and 1 on
  the right; we take 0, as most programs do.
- **Layer norm**, $y = \gamma \circ z + \beta$, $z = (x - m)/\sigma$. With $p = \gamma \circ g$, token by token,
  $$ \frac{\partial L}{\partial x} = \frac{p - \overline{p} - z\,\overline{p \circ z}}{\sigma}, \qquad
     \frac{\partial L}{\partial \gamma} = \sum_k g_k \circ z_k, \qquad
     \frac{\partial L}{\partial \beta} = \sum_k g_k . $$
- **Softmax with cross-entropy**, $L = -\frac1K \sum_k \ln \mathrm{softmax}(x_k)_{t_k}$:
  $\;\partial L/\partial x_k = (\mathrm{softmax}(x_k) - e_{t_k})/K$. What was predicted, less what was right.
- **Attention**, $Z = V A^T$, $A$ = softmax of the rows of $Q^T K/\sqrt d$ where seen. With $P = G^T V$ and $D = A \circ
  (P - \text{row sums of } A \circ P)$,
  $$ \frac{\partial L}{\partial Q} = \frac{K D^T}{\sqrt d}, \qquad \frac{\partial L}{\partial K} = \frac{Q D}{\sqrt d},
     \qquad \frac{\partial L}{\partial V} = G A ; $$
  chapter 10 derives them. A mask needs no formula of its own: where $A = 0$, $D = 0$. The heads of a layer are added,
  hence so are their gradients; in self-attention, $x$ has the sum of what it gets by asking and by answering.
- **RNN cell**, $h' = \tanh(a)$, $a = W x + U h + b$: with $D = G / \cosh(a)^2$ it is a dense layer twice,
  $$ \frac{\partial L}{\partial W} = D x^T, \quad \frac{\partial L}{\partial U} = D h^T, \quad
     \frac{\partial L}{\partial b} = D\,\mathbf 1, \quad \frac{\partial L}{\partial x} = W^T D, \quad
     \frac{\partial L}{\partial h} = U^T D . $$
- **LSTM cell**, $c' = f \circ c + i \circ \tilde c$, $h' = o \circ \tanh c'$, with the gates $f, i, o$ =
  $\sigma(a_f), \sigma(a_i), \sigma(a_o)$ and the candidate $\tilde c = \tanh a_c$. Both $h'$ and $c'$ are passed on,
  so $C = G_c + G_h \circ o / \cosh(c')^2$ comes back to $c'$, and
  $$ D_f = C \circ c \circ \sigma'(a_f), \quad D_i = C \circ \tilde c \circ \sigma'(a_i), \quad
     D_c = C \circ i / \cosh(a_c)^2, \quad D_o = G_h \circ \tanh c' \circ \sigma'(a_o) ; $$
  from there on as in the RNN cell, and $\partial L/\partial c = C \circ f$.

Two comparisons for each. The derivative by an entry comes from a complex step, $\operatorname{Im} L(x + ih)/h$ with
$h = 10^{-30}$ in 50 digits, of the layer written once more, number by number; where the layer is rational, from a
difference in fractions, which is then the derivative itself. And for a random direction $v$, $\langle J v, w\rangle$,
a step forward, equals $\langle v, J^T w\rangle$, the way back. Ten seeds draw the weights; contexts have 1 and 5
tokens, of which one comes again.

How far may a gradient be off? Each entry is a sum of terms, which an error analysis follows rounding by rounding
(`instruments/networks/gradients.hpp` has it). The bound is a number of ulp of the terms' sum without signs.
*/
namespace {

/// "0.43 (0.5)": an error in ulp, and what is allowed.
std::string seen(const LayerEvidence& of, double error, double bound)
{
  if (!of.in_fractions)
    return fmt::format("{:.2f} ({:.1f})", error, bound);
  return error == 0 ? "exact" : fmt::format("off by {:.1e} (0)", error);
}

/// What a test elsewhere measures, and what it allows.
struct Usual
{
  const char *test, *measure;
  double allows;
  double LayerEvidence::* seen;
};
const std::vector<Usual> usual{
    {"llm.c's test", "largest |a − b|", 2e-2, &LayerEvidence::absolute},
    {"gradcheck", "largest |a − b| / (10⁻⁵ + 10⁻³ |b|)", 1, &LayerEvidence::of_gradcheck},
    {"ggml's test", "mean |a − b| / |a + b|", 1e-4, &LayerEvidence::asymmetry}};

} // namespace

SECTION(backward_passes)
{
  const std::vector<LayerEvidence> all = evidence_on_layers(chapter.seed(), 10);
  double share = 0, share_of_adjoint = 0, in_fractions = 0, forward = 0;
  std::vector<std::vector<std::string>> rows;
  for (const LayerEvidence& of : all) {
    rows.push_back({of.layer, of.in_fractions ? "fractions" : "complex step",
                    std::to_string(of.entries), seen(of, of.error, of.bound),
                    seen(of, of.adjoint_error, of.adjoint_bound)});
    forward = std::max(forward, of.forward);
    if (of.in_fractions) {
      in_fractions = std::max({in_fractions, of.error, of.adjoint_error});
    } else {
      share = std::max(share, of.error / of.bound);
      share_of_adjoint = std::max(share_of_adjoint, of.adjoint_error / of.adjoint_bound);
    }
  }
  chapter.table("The ways back: errors, and what is allowed, in ulp of an entry's terms",
                {"layer", "compared with", "entries", "error", "⟨Jv, w⟩ − ⟨v, Jᵀw⟩"}, rows, {},
                {"error", "⟨Jv, w⟩ − ⟨v, Jᵀw⟩"});
  chapter
      .finding("backward-passes", "Of each layer, the formula of the way back is the gradient: in "
                                  "fractions exactly, else to the roundings that it has.")
      // Law: fractions, for every draw.
      .at_most("dense, embedding, residual, ReLU, attention with a given pattern, in fractions: "
               "largest error",
               in_fractions, 0)
      // Law of 3: the bounds on roundings are derived, for every draw.
      .at_most("the others, largest error of an entry in units of its bound", share, 1)
      .rounding()
      .at_most("the others, ⟨Jv, w⟩ − ⟨v, Jᵀw⟩ in units of its bound", share_of_adjoint, 1)
      .rounding()
      .at_most("outputs against the same formulas in 50 digits", forward, 1e-13);

  /**
  Each row shows the entry that comes nearest to its bound. Errors are a few ulp at most, many less than one: a bound
  adds up what in fact cancels, and attention's counts the scores' error twice.

  Other projects' tests are less strict. That of llm.c compares a whole model's gradients with PyTorch's and allows an
  absolute difference of $2\cdot 10^{-2}$. PyTorch's own `gradcheck` compares with central differences and allows
  $10^{-5} + 10^{-3}\,|b|$. The test of ggml allows a mean asymmetry, $|a - b|/|a + b|$, of $10^{-4}$. How much of
  that do our gradients need, and which mistakes would pass? We make three, each in the way back alone.
  */
  const std::vector<LayerEvidence> wrong = evidence_on_wrong_gradients(1);
  const auto ours = [&](double LayerEvidence::* of) { return std::ranges::max(all, {}, of).*of; };
  std::vector<std::vector<std::string>> measures;
  for (const auto& [test, measure, allows, of] : usual) {
    measures.push_back(
        {test, measure, fmt::format("{:g}", allows), fmt::format("{:.0e}", ours(of))});
    for (const LayerEvidence& layer : wrong)
      measures.back().push_back(
          fmt::format("{:.1e}, {}", layer.*of, layer.*of <= allows ? "passes" : "noticed"));
  }
  measures.push_back({"here", "largest error, ulp of the terms", "the bound", "within"});
  for (const LayerEvidence& layer : wrong)
    measures.back().push_back(fmt::format("{:.1e}, noticed", layer.error));
  chapter.table(
      "The same gradients in the measures of other tests",
      {"test", "measure", "allows", "our layers", wrong[0].layer, wrong[1].layer, wrong[2].layer},
      measures, {}, {"our layers"});
  double seen_here = arma::datum::inf, needed = 0;
  for (const LayerEvidence& layer : wrong)
    seen_here = std::min(seen_here, layer.error / layer.bound);
  for (const Usual& test : usual)
    needed = std::max(needed, ours(test.seen) / test.allows);
  const auto passes = [&](std::size_t test) {
    return std::ranges::count_if(wrong, [&](const LayerEvidence& layer) {
      return layer.*usual[test].seen <= usual[test].allows;
    });
  };
  chapter
      .finding("usual-tolerances",
               "Of three wrong ways back, an absolute 2·10⁻² lets all pass, and "
               "gradcheck's and ggml's tolerances one; the bounds here none.")
      .equal("pass with an absolute 2·10⁻²", passes(0), 3)
      .equal("pass with 10⁻⁵ + 10⁻³ |b|", passes(1), 1)
      .equal("pass with a mean asymmetry of 10⁻⁴", passes(2), 1)
      // Law: the wrong formulas are off by a share of the gradient, and a bound is some 10⁻¹⁵ of it.
      .at_least("here, the smallest error of the three, in units of its bound", seen_here, 1e6)
      // Law: 10⁻¹⁰ in the median, and above 10⁻⁸ with one seed of 238: an entry near 0 makes |a − b| / |a + b| large, with a tail
      // like 1/t, so that 0.01 is passed with 10⁻⁸.
      .at_most("our layers, largest share of the three tolerances", needed, 0.01)
      .rounding();
}

/**
A test that compares float gradients of a whole model cannot be as strict: there the other side has errors too. What
one can do is to test each formula apart, in double, where nothing else is in the way.

## Why not a difference quotient

Take the cross-entropy of three logits $W x$, its gradient by the six weights, and the length of the error. A long step
$h$ sees the curvature of $L$: the forward difference errs by some $h\,|L''|/2$, the central one by $h^2 |L'''|/6$. A
short step divides the roundings of $L$, some $u\,|L|$, by $h$. The sum is least at

$$ h \approx \sqrt{u} \quad\text{(forward)}, \qquad h \approx u^{1/3} \quad\text{(central)}, $$

up to the constants in it, with errors of some $\sqrt u$ and $u^{2/3}$. The complex step subtracts nothing, so its error
goes down with $h^2$ until only roundings are left.
*/
SECTION(steps)
{
  const arma::mat errors = errors_of_steps();
  chapter.figure("steps", [&](Figure& figure) { draw_steps(figure, errors); });
  const double u = 0x1p-53;
  const auto best_step = [&](arma::uword way) { return errors(errors.col(way).index_min(), 0); };
  chapter
      .finding("best-step", "Differences of a gradient are best at steps near √u, forward, and ∛u, "
                            "central, with errors near √u and u^(2/3); a complex step of 2⁻²⁷ or "
                            "less errs by a few u.")
      .within("forward: the best step, of √u", best_step(1) / std::sqrt(u), 1. / 8, 8)
      .within("central: the best step, of ∛u", best_step(2) / std::cbrt(u), 1. / 8, 8)
      .within("forward: the least error, of √u", errors.col(1).min() / std::sqrt(u), 1. / 8, 8)
      .within("central: the least error, of u^(2/3)", errors.col(2).min() / std::cbrt(u * u),
              1. / 32, 8)
      .at_most("complex step: the worst error from h = 2⁻²⁷ on, in u",
               errors.col(3).tail(27).max() / u, 16);
}

/**
So a difference quotient can show that a gradient is right to seven or ten digits, and only with a step that someone has
chosen well. A complex step in 50 digits needs no choice, and says it to the last.
*/
