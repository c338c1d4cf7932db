#include "affine_scan.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "figures.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

/**
# What waits for what

Twice the document says that nothing about a recurrent network can be done at the same time: *pas de parallélisme possible
lors de l'entraînement*. Count what must wait. The *depth* (*profondeur*) of a computation is the longest chain of steps of which each
needs the one before; with enough processors, it is the time.

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
  chapter.claim("masterclass-rnn-sequential", refuted)
      .as_printed("pas de parallélisme possible lors de l'entraînement")
      .contradicted("a batch is parallel: its texts share the weights and wait for nothing of each "
                    "other")
      .corrected("in a text the states are computed one after the other; its texts, and the "
                 "products W x_t, are not")
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
$k$ rounds at least the first $k$ states are right, so at worst nothing is won. Lim and others (2024) saw that often it
takes a handful. We try it on 256 steps of 16 units.
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
  chapter.claim("masterclass-limits-bottleneck", refuted)
      .as_printed("ce qui empêche un entraînement parallèle")
      .contradicted("256 states that depend each on the one before, with tanh, are computed at the "
                    "same time below; and a batch is parallel")
      .corrected("evaluated as written, the T states of a text wait for each other; where "
                 "gradients vanish they need not")
      .at_most("rounds of Newton's method for 256 states to 12 digits, σ = 0.5", needed(0), 8)
      .at_most("the same for σ = 1", needed(1), 16);
  chapter
      .finding(
          "waiting-and-vanishing",
          "Newton's method computes 256 states in few rounds where gradients vanish; where they "
          "explode, at σ = 4, 24 rounds do not do")
      .at_most("rounds for σ = 0.5", needed(0), 8)
      .at_least("error of a state after 24 rounds, σ = 4", errors(rounds - 1, 3), 1e-3);
}

/**
The two complaints about recurrent networks exclude each other. If a far state has no influence, one need not wait for it; if
it has, there is something to wait for. What the rounds cost is work: products of matrices in place of products with
vectors, $m$ times as many operations.

## Cost

*Each step takes several products of matrices, and time grows strongly with the length.* Eight products for an LSTM, $4m(n + m)$
multiplications for each word. How strongly is that? By the word, not at all: the time is proportional to the length,
the least that is possible for something that reads every word. Attention, which is to be the remedy, computes a score
for each pair of words.
*/
SECTION(cost)
{
  const double m = 512;
  const auto lstm = [&](double T) { return T * 4 * m * (m + m); };
  const auto attention = [&](double T) { return T * 4 * m * m + T * (T + 1) / 2 * 2 * m; };
  chapter.claim("masterclass-limits-cost", holds)
      .agree("multiplications of an LSTM of 512 units, 2000 words over 1000: twice",
             lstm(2000) / lstm(1000), 2, exactly())
      .by_reading(
          "Loose: \"strongly\" is \"in proportion\". Eight matrix products at each step are "
          "several.");
  chapter
      .finding("cost-of-the-remedy",
               "The cost of a recurrent network is linear in the length; that "
               "of an attention layer of the same width is quadratic, and "
               "overtakes it at T = 4m − 1 words")
      .agree("multiplications of both at T = 4 · 512 − 1", attention(4 * m - 1), lstm(4 * m - 1),
             exactly())
      .at_least("attention, 20 000 words over 10 000", attention(20000) / attention(10000), 3);
  chapter.table("What must wait: rounds for a text of T words, one layer",
                {"network", "T = 16", "T = 256", "T = 4096", "its work"},
                {{"RNN or LSTM, as written", "16", "256", "4096", "T"},
                 {"linear recurrence, by scan", "4", "8", "12", "T log T, or 2T with more care"},
                 {"causal attention", "1", "1", "1", "T²"}});
  chapter.figure("waiting", draw_waiting);
}

/**
Attention needs one round for its layer, and adding up what the words say is a sum of $T$ terms, $\log_2 T$ rounds if one
counts additions. When it *writes*, it too must wait: word after word, as the recurrent network does, and with a cost for each
word that grows with the length of what it has written.
*/
