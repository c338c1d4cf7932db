#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "figures.hpp"

#include <cmath>
#include <vector>

/**
# Many short ways

## All paths at once

A pile of plain layers is one way from bottom to top. A stream has a choice at each layer:
through it or past it. For linear layers that is literally so. Multiply out

$$ (I + W_L) \cdots (I + W_2)(I + W_1) = \sum_{S \subseteq \{1, \dots, L\}} \ \prod_{l \in S} W_l \quad
   \text{(the last layer first)}: $$

a sum over $2^L$ paths, of which the empty one is $I$ and the longest the plain pile. The
order within a product is that of the layers, and stays so, for matrices do not commute.
*/
using namespace epreuve::course;

/// The product of the layers of a path, bit l of `path` saying whether layer l is in it; last layer first.
static arma::mat along(arma::uword path, const std::vector<arma::mat>& W)
{
  arma::mat product(arma::size(W.front()), arma::fill::eye);
  for (arma::uword l = 0; l < W.size(); ++l)
    if (path >> l & 1)
      product = W[l] * product;
  return product;
}

static arma::mat product_of_all(const std::vector<arma::mat>& W)
{
  arma::mat J(arma::size(W.front()), arma::fill::eye);
  for (const arma::mat& layer : W)
    J += layer * J;
  return J;
}

SECTION(path_expansion)
{
  const char* const shapes[] = {"A n x n", "B n x n", "C n x n", "D n x n"};
  const Integers small{3, -5, 5};
  const auto expanded = [](auto& A, auto& B, auto& C, auto& D) {
    const std::vector<arma::mat> W{A, B, C, D};
    arma::mat sum(arma::size(A), arma::fill::zeros);
    for (arma::uword path = 0; path < 16; ++path)
      sum += along(path, W);
    return difference(product_of_all(W), sum);
  };
  const auto reversed = [](auto& A, auto& B) {
    const arma::mat I(arma::size(A), arma::fill::eye);
    return difference(arma::mat((I + B) * (I + A)), arma::mat(I + A + B + A * B));
  };
  const Matrices order =
      smallest_counterexample({"A n x n", "B n x n"}, Integers{2, -1, 1}, reversed);
  chapter.finding("path-expansion", "A stream of L linear layers is the sum over its 2^L paths")
      .property("four layers: their product is the sum over 16 paths",
                over_integer_matrices(shapes, small, expanded), exactly())
      .fact("with the layers of a path in the other order it is not", order.at(0).n_rows == 2,
            "the smallest counterexample has two rows: numbers commute, matrices do not");
  chapter.proposition("path-expansion", {"path_expansion", "number_of_paths"});
}

/**
Sixteen paths for four layers, equal on random integers of every size drawn; and the order
matters as soon as there are two rows. For $n = 1$ the formula is the one by which one
multiplies out $(1 + a)(1 + b)(1 + c)$.

The formal proof is an induction over the list of layers, for matrices of every size: a
further layer doubles the paths, those past it and those through it. With blocks that bend, no
such sum exists. For all of them there remain the sum over *writers* of the page before,
and the chain rule: the gradient is a product of matrices $I + W_l$, each taken where the
stream passes, so *it* has its $2^L$ paths.

## How long a path is

Each of the $2^L$ paths carries a share of the gradient's mean square. Products of different
paths are uncorrelated, for one of them contains a layer that the other one does not, of mean
0. A path of $k$ layers has $E\|\cdot\|^2 = n\,\sigma^{2k}$, and there are $\binom Lk$ of
them, so all paths of length $k$ have

$$ \binom Lk \frac{\sigma^{2k}}{(1 + \sigma^2)^L}, $$

a binomial law with mean length $L\sigma^2/(1 + \sigma^2)$. For $L = 24$ and $\sigma^2 = 1/L$
that is 0.96: of the twenty-four blocks of GPT-2's depth, a gradient typically passes through
*one*. This is how depth becomes trainable: the pile is deep, and its paths are short.
@veit-2016 saw it in residual nets for images, by leaving layers out.
*/
SECTION(path_lengths)
{
  // All 2^12 signs of three layers of 2 x 2: mean squares of the paths of each length, and of all.
  arma::vec by_length(4, arma::fill::zeros);
  double crossed = 0;
  for (arma::uword outcome = 0; outcome < 4096; ++outcome) {
    std::vector<arma::mat> W(3, arma::mat(2, 2));
    for (arma::uword e = 0; e < 12; ++e)
      W[e / 4](e % 4) = outcome >> e & 1 ? 0.5 : -0.5;
    std::vector<arma::mat> of_length(4, arma::mat(2, 2, arma::fill::zeros));
    for (arma::uword path = 0; path < 8; ++path)
      of_length[(path & 1) + (path >> 1 & 1) + (path >> 2)] += along(path, W);
    for (arma::uword k = 0; k < 4; ++k)
      by_length(k) += arma::accu(of_length[k] % of_length[k]) / 4096;
    crossed += arma::accu(along(3, W) % along(5, W)) / 4096;
  }
  chapter
      .finding("path-lengths",
               "Paths of length k carry the share C(L, k) σ^{2k} / (1 + σ²)^L of the mean "
               "squared gradient")
      .equal("mean squares by length, three layers, entries ±1/2, all outcomes", by_length,
             arma::vec{2, 2 * 3 * 0.5, 2 * 3 * 0.25, 2 * 0.125})
      .equal("two different paths: mean of the product", crossed, 0.0);
  const arma::uword L = 24;
  const arma::vec lengths = arma::regspace(0, double(L));
  arma::mat weights(L + 1, 3);
  const arma::vec variances{1. / 24, 0.25, 1};
  for (arma::uword i = 0; i < 3; ++i)
    for (arma::uword k = 0; k <= L; ++k)
      weights(k, i) =
          std::exp(std::lgamma(L + 1.) - std::lgamma(k + 1.) - std::lgamma(L - k + 1.) +
                   double(k) * std::log(variances(i)) - double(L) * std::log1p(variances(i)));
  chapter.figure("paths", [&](Figure& figure) { draw_paths(figure, lengths, weights); });
}

/**
The figure has three strengths. Blocks that write as much as there is, $\sigma^2 = 1$, would
make the typical path half as long as the pile; but then the squares grow by $2^{24}$, and
nobody builds that. Weak blocks make short paths. A plain pile has none to choose from: its
one path is 24 long.

## Which weights change first?

Backpropagation, says the document, first changes the weights of the last layers and then goes
back to the first. Take the smallest net there is, $w_2 w_1 x$ with $x = 1$, both weights 1,
and the loss $\frac12 (w_2 w_1 x)^2$. Both derivatives are 1; a step of $\eta = \frac12$ leads
to $(\frac12, \frac12)$. Now change $w_2$ first, and then go back, through the weight that is
there: $w_1$ becomes $\frac34$, or, if the net is evaluated again, $\frac78$. That is not the
gradient's step but another method (one that changes coordinates in turn).

It is true that derivatives are *computed* from the last layer to the first, because each needs
the one after it. All are taken at the old weights. When all are there the weights change,
and the order in which they are written down makes no difference.
*/
SECTION(backpropagation)
{
  const Rational half(1, 2), w_1 = 1, w_2 = 1, error = w_2 * w_1;
  const RationalMatrix step{{w_1 - half * error * w_2}, {w_2 - half * error * w_1}};
  const Rational changed = w_2 - half * error * w_1; // the last layer first
  const RationalMatrix in_turn{{w_1 - half * error * changed}, {changed}};
  const RationalMatrix evaluated_again{{w_1 - half * (changed * w_1) * changed}, {changed}};

  // E = |C B A x|²/2 is a square in each matrix, so a symmetric difference is its derivative, exactly.
  const auto loss = [](auto& A, auto& B, auto& C, auto& x) {
    const arma::mat z = C * B * A * x;
    return arma::accu(z % z) / 2;
  };
  const auto derivatives = [=](auto& A, auto& B, auto& C, auto& x, auto& D) {
    const arma::mat at_end = C * B * A * x; // last layer first, old weights throughout
    const arma::mat at_C = at_end * (B * A * x).t();
    const arma::mat after_B = C.t() * at_end, at_B = after_B * (A * x).t();
    const arma::mat at_A = B.t() * after_B * x.t();
    const auto slope = [](double up, double down) { return (up - down) / 2; };
    return slope(loss(A + D, B, C, x), loss(A - D, B, C, x)) == arma::accu(at_A % D) &&
           slope(loss(A, B + D, C, x), loss(A, B - D, C, x)) == arma::accu(at_B % D) &&
           slope(loss(A, B, C + D, x), loss(A, B, C - D, x)) == arma::accu(at_C % D);
  };
  chapter.claim("exo7-3.1-backprop-order", refuted)
      .as_printed("the last layer's weights change first; the gradient goes back through them")
      .equal(
          "weights after the last layer's change, then the first's, against a step of the gradient",
          in_turn, step)
      .equal("the same with the net evaluated again in between", evaluated_again, step)
      .corrected("derivatives are computed from last to first at the old weights; then all change")
      .equal("one step of the gradient for w₂w₁, η = ½", step, RationalMatrix{{half}, {half}})
      .property("derivatives taken from last to first at old weights are those of the loss",
                over_integer_matrices({"A n x n", "B n x n", "C n x n", "x n x K", "D n x n"},
                                      Integers{3, -3, 3}, derivatives));
  chapter.proposition("backward-pass", {"backward_is_adjoint", "dense_gradients"});
}

/**
The proposition is about every acyclic graph of linear maps, a stream that branches into heads
with fixed patterns and is summed again among them: in reverse order, adding where the graph
branches, one computes the gradients with respect to everything at once, for at most twice
the multiplications of the way forward. The bound also holds where patterns are not fixed, as long as the
numbers are products and sums of others: scores, and values times weights.

The second half of the document's sentence, that the gradient gets smaller on its way to the
first layers, is the claim of the page before. It is the *gradient* that goes back, not the
change.

## In short

With the stream a deep pile is a sum over all its sub-piles, and the short ones carry the
gradient. The order of backpropagation is one of computing.
*/
