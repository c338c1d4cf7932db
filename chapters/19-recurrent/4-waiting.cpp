#include "affine_scan.hpp"
#include "epreuve/attention/costs.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "figures.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

/**
# What waits for what

Twice the document says that a recurrent network leaves nothing to be done at the same time: *pas de parallélisme possible
lors de l'entraînement*. It speaks of the words of one text, and of the formula as it stands: another $h_{t-1}$ makes
another $h_t$, so a state cannot be had before the one before it. What else waits, and what need not? The *depth*
(*profondeur*) of a computation is the longest chain of steps of which each needs the one before; with enough processors,
it is the time.

## What does not wait

Texts do not wait for each other: a batch of $B$ texts is $B$ columns of one product. And $W x_t + b$ contains no state, so
one product has it for all words of the text at once. Only $U h_{t-1}$ and $f$ are left in the chain.
*/
using namespace epreuve::course;
using networks::Cell;

namespace {

/// The states of texts read together, place by place; x: n x B for each place.
arma::mat last_states(const Cell<double>& cell, const std::vector<arma::mat>& x)
{
  arma::mat h(cell.U.n_cols, x.front().n_cols, arma::fill::zeros);
  for (const arma::mat& words : x)
    h = rnn_cell(cell, words, h);
  return h;
}

double rounds_of(double T)
{
  return std::ceil(std::log2(T));
}

} // namespace

/**
A text that is read together with three others must come out as if it were read alone, and the products $W x_t$ of all words
as if they were formed one by one.
*/
SECTION(batch)
{
  const auto alone_and_together = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 3), m = draw.size("m", 1, 3), T = draw.size("T", 1, 5);
    const Cell<double> cell{draw.matrix("W", m, n, -2, 2), draw.matrix("U", m, m, -2, 2),
                            draw.vector("b", m, -2, 2)};
    std::vector<arma::mat> x, first;
    for (arma::uword t = 0; t < T; ++t) {
      x.push_back(draw.matrix("x", n, 4, -2, 2));
      first.push_back(x.back().cols(0, 0));
    }
    return difference(last_states(cell, x).col(0), last_states(cell, first));
  };
  const auto inputs_at_once = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 3), m = draw.size("m", 1, 3), T = draw.size("T", 1, 6);
    const arma::mat W = draw.integer_matrix("W", m, n, -9, 9),
                    x = draw.integer_matrix("x", n, T, -9, 9);
    const arma::mat all = W * x;
    arma::mat one_by_one(m, T);
    for (arma::uword t = 0; t < T; ++t)
      one_by_one.col(t) = W * x.col(t);
    return difference(all, one_by_one);
  };
  // Each unit reads its own state alone, in quarters: equal sums are equal, and tanh of others differs.
  const auto waits = [](Draw& draw) {
    const Cell<double> cell{arma::eye(2, 2), arma::diagmat(arma::vec{0.5, -0.25}), arma::zeros(2)};
    const arma::mat x = draw.integer_matrix("x", 2, 1, -2, 2),
                    h = draw.integer_matrix("h", 2, 1, -2, 2),
                    other = draw.integer_matrix("other h", 2, 1, -2, 2);
    const arma::umat same_after = rnn_cell(cell, x, h) == rnn_cell(cell, x, other),
                     same_before = h == other;
    return arma::all(arma::vectorise(same_after == same_before));
  };
  chapter.claim("masterclass-rnn-sequential", holds)
      .as_printed("in one text, as the formula has it: the states one after the other")
      .property("another state before, another state: in each unit that reads its own state",
                waits);
  chapter
      .finding("does-not-wait", "The texts of a batch do not wait for each other, nor the products "
                                "W x_t for anything: only the states of one text do")
      .property("a text read alone, and together with three others", alone_and_together,
                absolute(1e-13))
      .property("W x_t for all t, in one product", inputs_at_once, exactly());
}

/**
## Is the chain itself necessary?

Not if $f$ is the identity. Two steps $h \mapsto A h + b$, one after the other, are one step of the same kind,

$$ A'(Ah + b) + b' = (A'A)\,h + (A'b + b') , $$

and "one after the other" is associative. So a *scan* computes all states by doubling, in $\lceil \log_2 T \rceil$ rounds:
first steps in pairs, then pairs of pairs. State-space models (Mamba and others, from 2021) are built on this: they are
recurrent networks, and train in parallel. Whole numbers show that it is the same.
*/
SECTION(scan)
{
  const auto same_states = [](Draw& draw) {
    const arma::uword m = draw.size("m", 1, 3), T = draw.size("T", 1, 12);
    std::vector<AffineStep> steps;
    for (arma::uword t = 0; t < T; ++t)
      steps.push_back(
          {draw.integer_matrix("A", m, m, -2, 2), draw.integer_matrix("b", m, 1, -2, 2)});
    arma::vec h = draw.integer_matrix("h", m, 1, -2, 2);
    const ScannedStates states = scanned(steps, h);
    for (arma::uword t = 0; t < T; ++t) {
      h = steps[t].A * h + steps[t].b;
      if (arma::any(states.h[t] != h))
        return false;
    }
    return double(states.rounds) == rounds_of(double(T));
  };
  chapter
      .finding("linear-is-a-scan", "All T states of a linear recurrence come in ⌈log₂ T⌉ rounds, "
                                   "exactly")
      .property("states by scan and one after the other, in whole numbers", same_states);
}

/**
And with tanh? Guess *all* states at once, say 0. Around a guess the recurrence is linear, and a scan solves that; its solution
is the next guess. This is Newton's method on the $T$ equations $h_t = \tanh(U h_{t-1} + a_t)$, all at the same time. After
$k$ rounds at least the first $k$ states are right, so at worst nothing is won. @lim-2024 saw that often it
takes a handful. We try it on 256 steps of 16 units.

Where gradients explode it depends on the draw: some chains settle, and Newton's method is soon done with them. So we count,
over 200 shorter ones.
*/
SECTION(newton)
{
  constexpr arma::uword m = 16, T = 256, rounds = 24;
  const std::vector<double> sigmas{0.5, 1, 1.5, 4};
  const arma::mat W = arma::randn(m, m) / std::sqrt(double(m)), a = 0.5 * arma::randn(m, T);
  arma::mat errors(rounds, sigmas.size());
  for (std::size_t s = 0; s < sigmas.size(); ++s)
    errors.col(s) = newton_errors(sigmas[s] * W, a, arma::zeros(m), rounds);
  chapter.figure("newton", [&](Figure& figure) { draw_newton(figure, errors, sigmas); });
  const auto needed = [&](std::size_t s) {
    const arma::uvec right = arma::find(errors.col(s) < 1e-12, 1);
    return right.empty() ? double(rounds + 1) : double(right(0) + 1);
  };
  // One unit: what is tanh'd is at most 2, where the slope is above 0.07, so six steps leave a difference of 10^-8.
  const auto chain = [](Draw& draw) {
    const Cell<double> cell{arma::mat{1.}, arma::mat{0.9}, arma::vec{0.}};
    arma::mat one{-1.}, other{1.};
    for (arma::uword t = draw.size("T", 1, 6); t-- > 0;) {
      const arma::mat x{draw.real("x", -1, 1)};
      one = rnn_cell(cell, x, one);
      other = rnn_cell(cell, x, other);
    }
    return one(0) != other(0);
  };
  chapter.claim("masterclass-limits-bottleneck", holds)
      .as_printed("evaluated as written, the T states of a text wait for each other")
      .property("another state before a text, another one after it: a chain as long as the text",
                chain)
      .by_reading("chapter 22 counts the depth of a network of n cells: n (3 + log₂ d) + 1");
  arma::vec missed(200);
  for (double& one : missed) {
    const arma::mat U = 4 * arma::randn(8, 8) / std::sqrt(8.), b = 0.5 * arma::randn(8, 64);
    one = newton_errors(U, b, arma::zeros(8), rounds).back() > 1e-3;
  }
  const double share = arma::mean(missed), half = half_width(mean_of(missed), shown_confidence);
  chapter
      .finding("waiting-and-vanishing",
               fmt::format("Newton's method computes 256 states in few rounds where gradients "
                           "vanish; where they explode, at σ = 4, 24 rounds do not do for 64 "
                           "states of 8 units in {:.0f} to {:.0f} % of draws",
                           100 * (share - half), 100 * (share + half)))
      // Law: 4 with each of 60 seeds. The norm of U is 0.95 with a standard deviation of 0.06, so steps contract.
      .at_most("rounds for σ = 0.5", needed(0), 8)
      // Law: binomial, 200 draws of a probability of 0.9: a standard deviation of 0.021.
      .at_least("share of 200 draws for which 24 rounds do not do, σ = 4", share, 0.7);
}

/**
The two complaints about recurrent networks exclude each other. If a far state has no influence, one need not wait for it; if
it has, there is something to wait for. What the rounds cost is work: products of matrices in place of products with
vectors, $m$ times as many operations.

## Cost

*Each step takes several products of matrices, and time grows strongly with the length.* Eight products for an LSTM,
$4m(n + m)$ multiplications for each word; chapter 22 counts all operations, $16m^2 + 18m$ for $n = m$. How strongly is
that? By the word, not at all: the time is proportional to the length, the least that is possible for something that
reads every word. Attention, which is to be the remedy, computes a score for each pair of words. Which is dearer depends
on what is counted. Here it is every operation of a layer of one head, with its projections, and half of the pairs,
which a causal mask leaves; without the mask an LSTM is overtaken at half the length.
*/
SECTION(cost)
{
  constexpr arma::uword m = 512;
  const auto lstm = [](arma::uword T) { return attention::lstm_operations(T, m); };
  const auto layer = [](arma::uword T) { return attention::causal_layer_operations(T, m, 1); };
  arma::uword overtaken = 1;
  while (layer(overtaken) < lstm(overtaken))
    ++overtaken;
  chapter.claim("masterclass-limits-cost", holds)
      .agree("operations of an LSTM of 512 units, 2000 words over 1000: twice",
             lstm(2000) / lstm(1000), 2, exactly())
      .by_reading(
          "Loose: \"strongly\" is \"in proportion\". Eight matrix products at each step are "
          "several.");
  chapter
      .finding(
          "cost-of-the-remedy",
          "The cost of a recurrent network is linear in the length; that of a layer of one head "
          "and the same width, causal and with its projections, is quadratic, and overtakes an "
          "LSTM's at 4m + 6 words, all operations counted")
      .equal("words at which the layer takes no fewer operations, m = 512", overtaken, 4 * m + 6)
      .at_least("operations of the layer, 20 000 words over 10 000", layer(20000) / layer(10000),
                3);
  chapter.table("What must wait: rounds for a text of T words, one layer",
                {"network", "T = 16", "T = 256", "T = 4096", "its work"},
                {{"RNN or LSTM, as written", "16", "256", "4096", "T"},
                 {"linear recurrence, by scan", "4", "8", "12", "T log T, or 2T with more care"},
                 {"causal attention", "1", "1", "1", "T²"}});
  chapter.figure("waiting", draw_waiting);
}

/**
A round here is a cell, a step of the scan or a whole layer. Attention needs one for its layer; chapter 22 counts operations
one after the other, and then adding up what $T$ words say takes $\log_2 T$ of them. When it *writes*, it too must wait:
word after word, as the recurrent network does, and with a cost for each word that grows with the length of what it has
written.
*/
