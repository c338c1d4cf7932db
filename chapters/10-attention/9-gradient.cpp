#include "epreuve/chapter.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/attention/patterns.hpp"
#include "figures-gradient.hpp"
#include "head_by_steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace epreuve::course;
using epreuve::attention::Head;
using epreuve::attention::HeadGradient;

/**
# The way back through a head

The documents say that the matrices of a head are learnt, and leave it there. Learnt means: someone computes
how a loss $L$ changes with each entry of $W_Q$, $W_K$, $W_V$, $W_O$ and with each token, and every entry moves a
little against that. This takes five formulas; this page derives them, and asks what they say about heads.

## Five formulas

Write the head with tokens as columns: $Q = W_Q x$, $K = W_K x$, $V = W_V x$, scores $S = Q^T K/\sqrt r$, pattern
$A = \mathrm{softmax}(S)$ by rows, output $y = W_O V A^T$. Let $G = \partial L/\partial y$ be the gradient that comes back from the later layers.
From $dL = \sum G_{ij}\, dy_{ij} = \mathrm{tr}(G^T dy)$ each factor of $y$ gives its own term:

$$ \frac{\partial L}{\partial W_O} = G\,(V A^T)^T, \qquad \frac{\partial L}{\partial V} = U A, \qquad
   P := \frac{\partial L}{\partial A} = U^T V, \qquad \text{with } U = W_O^T G . $$

Through the softmax of a row, $\partial A_{ij} / \partial S_{il} = A_{ij}(\delta_{jl} - A_{il})$, so

$$ D_{ij} := \frac{\partial L}{\partial S_{ij}} = A_{ij} \Big( P_{ij} - \sum_l A_{il} P_{il} \Big) : $$

learning raises a score by how much better its value is than *the average that the query hears now*. The rest is linear. All
that scores know of $W_Q$ and $W_K$ is the product $W_Q^T W_K$; let $C = x D x^T/\sqrt r$ be the derivative by it. Then

$$ \frac{\partial L}{\partial W_Q} = W_K C^T, \qquad \frac{\partial L}{\partial W_K} = W_Q C, \qquad
   \frac{\partial L}{\partial W_V} = U A x^T, $$
$$ \frac{\partial L}{\partial x} = \frac{W_Q^T K D^T + W_K^T Q D}{\sqrt r} + W_V^T U A . $$

A token has three terms because it has three parts to play: it asks, it is asked about, and it answers.

We compare all five with derivatives to 50 digits, entry by entry. How far may they be off? Every number is a sum of
products, and a sum of $n$ products is right to $n$ roundings of the same sum without signs; softmax is right to 9
ulp and turns an error of a score into a relative one of a weight. Carried through, that is a bound for each entry,
with no constant that was measured.
*/
namespace {

HeadGradient<double> drawn(Draw& draw, arma::uword most)
{
  const arma::uword n = draw.size("n", 1, most), r = draw.size("r", 1, 2);
  const arma::uword m = draw.size("m", 1, 2), K = draw.size("K", 1, most);
  HeadGradient<double> head;
  head.W_Q = draw.matrix("W_Q", r, n, -1, 1);
  head.W_K = draw.matrix("W_K", r, n, -1, 1);
  head.W_V = draw.matrix("W_V", m, n, -1, 1);
  head.W_O = draw.matrix("W_O", n, m, -1, 1);
  head.x = draw.matrix("x", n, K, -2, 2);
  return head;
}

Head<double> matrices(const HeadGradient<double>& z)
{
  return {z.W_Q, z.W_K, z.W_V, z.W_O};
}

} // namespace

SECTION(five_formulas)
{
  double worst_bound = 0;
  const auto within_bound = [&](Draw& draw) {
    const HeadGradient<double> z = drawn(draw, 3);
    const arma::mat G = draw.matrix("G", z.x.n_rows, z.x.n_cols, -1, 1);
    const auto bound = head_gradient_bound(matrices(z), z.x, G);
    worst_bound = std::max(worst_bound, arma::max(head_variables(bound)));
    return difference(worst_share(attention::head_gradient(matrices(z), z.x, G),
                                  head_gradient_50(matrices(z), z.x, G), bound),
                      0.);
  };
  chapter
      .finding("head-gradient", "The five formulas are the gradient of a head by its four matrices "
                                "and its tokens.")
      .property(
          "largest error of an entry against complex steps in 50 digits, in units of its bound",
          within_bound, absolute(1), 16)
      .at_most("the largest of these bounds: a part in 10¹⁰ of an entry would be seen", worst_bound,
               1e-10);
}

/**
These are heads of up to three tokens, every entry of everything, and no error comes near its bound: bounds add up
what in fact mostly cancels.

## Why a complex step

The reference was not a difference quotient. Those have a dilemma: a long step $h$ sees the curvature of the loss, and a
short one subtracts two numbers that are nearly equal, so that rounding, some $10^{-16}$, is divided by $h$. A step
into the complex plane,

$$ L(z + ih) = L(z) + ih\, L'(z) - \tfrac12 h^2 L''(z) - \dots, \qquad L'(z) = \frac{\operatorname{Im} L(z +
   ih)}{h} + O(h^2), $$

subtracts nothing: the derivative comes separately, in the imaginary part, and $h$ may be as small as one likes. All it
asks is that the formula of the head means something for complex numbers, and sums, products, quotients and exponentials
do.
*/
SECTION(complex_steps)
{
  const arma::mat errors = errors_of_steps(17);
  const auto kept = [](double error) { return -std::log2(error) / 53; };
  chapter.figure("steps", [&](Figure& figure) { draw_steps(figure, errors); });
  chapter
      .finding("complex-step", "Here, of 53 binary digits, the best forward difference keeps 48 %, "
                               "the best central one 59 %, and a complex step of 10⁻⁸ or less at "
                               "least 91 %.")
      .within("forward difference: digits of the best, of 53", kept(arma::min(errors.col(1))),
              0.475, 0.485)
      .within("central difference: digits of the best, of 53", kept(arma::min(errors.col(2))),
              0.585, 0.595)
      .within("complex step: digits of the worst from h = 10⁻⁸ on, of 53",
              kept(arma::max(errors.col(3).tail(9))), 0.905, 0.915);
}

/**
So a forward difference loses a little more than half of the digits, a central one two in five, and the complex step
only some five digits, by the roundings in computing $L$. Other entries and other heads have other shares, near these.

The figure's arithmetic is that of doubles, but in software, so that its last digits are the same on every
processor. On the right are the laws $h$ and $h^2$ of what a long step misses, on the left $10^{-16}/h$, times $|L/L'|$;
the best one can do is where they meet, an error of some $\sqrt{u}$ and $u^{2/3}$: by size alone, half and two
thirds of the digits would be kept, and the constants cost the rest. The complex step has no left side.

## What is kept while a head learns

Multiply the first two gradients by the matrices: $W_Q (\partial L/\partial W_Q)^T = W_Q C W_K^T = (\partial
L/\partial W_K)\, W_K^T$. In the same way $(\partial L/\partial W_V) W_V^T = W_O^T (\partial L/\partial W_O)$. So a
step of length $\eta$ down the gradient changes the two matrices

$$ W_Q W_Q^T - W_K W_K^T \qquad\text{and}\qquad W_V W_V^T - W_O^T W_O $$

only by terms with $\eta^2$: along a path of infinitely small steps they are *constants*. Whatever a head
learns, its queries' matrix stays as much larger than its keys' as it was at first, direction by direction. (For
products of matrices in general: @du-2018.)
*/
SECTION(kept_while_learning)
{
  const auto after_a_step = [](Draw& draw) {
    const HeadGradient<double> z = drawn(draw, 5);
    const arma::mat G = draw.matrix("G", z.x.n_rows, z.x.n_cols, -1, 1);
    const HeadGradient<double> g = attention::head_gradient(matrices(z), z.x, G);
    const double eta = draw.real("eta", 0, 1);
    const auto square = [](const arma::mat& M) -> arma::mat { return M * M.t(); };
    const auto kept = [&](const arma::mat& Q, const arma::mat& K) -> arma::mat {
      return square(Q) - square(K);
    };
    const arma::mat scores = kept(z.W_Q - eta * g.W_Q, z.W_K - eta * g.W_K) - kept(z.W_Q, z.W_K),
                    values = kept(z.W_V - eta * g.W_V, z.W_O.t() - eta * g.W_O.t()) -
                             kept(z.W_V, z.W_O.t());
    const arma::mat left = arma::join_cols(arma::vectorise(scores), arma::vectorise(values)),
                    right = eta * eta *
                            arma::join_cols(arma::vectorise(kept(g.W_Q, g.W_K)),
                                            arma::vectorise(kept(g.W_V, g.W_O.t())));
    return difference(left, right);
  };
  const auto keys_together = [](Draw& draw) {
    const HeadGradient<double> z = drawn(draw, 5);
    const arma::mat P = draw.matrix("P", z.x.n_cols, z.x.n_cols, -1, 1);
    const arma::mat A = attention::attention_pattern(z.W_Q * z.x, z.W_K * z.x);
    const arma::vec sums = arma::sum(attention::scores_gradient(A, P), 1);
    return difference(sums, arma::zeros(arma::size(sums)));
  };

  /**
  A head that starts with $W_Q = W_K = 0$ is the extreme case: $C$ is multiplied by 0 both times, and no step will ever
  move either. If only one of the two is 0, no harm is done. And since a constant added to a row of scores changes
  nothing, the rows of $D$ have sum 0: nothing is learnt from a change that all keys have in common.
  */
  const arma::mat zero(2, 3, arma::fill::zeros), some{{1, 2, 0}, {0, -1, 1}};
  const arma::mat x{{1, 0, 2, -1}, {0, 1, 1, 3}, {2, -1, 0, 1}},
      G{{1, 0, 0, 2}, {0, 3, -1, 0}, {1, 1, 0, 1}};
  const auto from = [&](const arma::mat& W_Q) {
    const HeadGradient<double> g =
        attention::head_gradient<double>({W_Q, zero, some, some.t()}, x, G);
    return std::pair(arma::abs(g.W_Q).max(), arma::abs(g.W_K).max());
  };
  chapter
      .finding("balance",
               "Gradient steps change W_Q W_Qᵀ − W_K W_Kᵀ and W_V W_Vᵀ − W_OᵀW_O by η² "
               "alone; a head that starts with W_Q = W_K = 0 never learns where to look.")
      .property("both after a step of η less before, against η² times the same of the gradients",
                after_a_step, absolute(1e-11), 200)
      .property("rows of D have sum 0", keys_together, absolute(1e-14), 200)
      .fact("W_Q = W_K = 0: no gradient by either", from(zero) == std::pair(0., 0.), "exactly 0")
      .fact("with W_K = 0 alone W_K has one", from(some).first == 0 && from(some).second > 0.1,
            "W_Q has none in the first step");
}

/**
The tolerances: a step's squares hold some 50 products of numbers that reach 100, and the subtraction keeps their
errors, of $10^{-12}$; a row of $D$ sums at most five numbers below 2.

## A head that is sure learns nothing about where to look

For one query with weights $\alpha$ let $P_j$ be the derivative of the loss by the weight of key $j$. $D$ is then $\alpha_j (P_j - \bar
P)$ with $\bar P = \sum_l \alpha_l P_l$, and $\sum_j |D_j|$ is the mean distance of $P$ from its own mean. Let $p$ be
the weight of the keys above the mean: the distances above and below it balance, so

$$ \sum_j |D_j| = 2 p (1 - p)\,\big(\bar P_{\text{above}} - \bar P_{\text{below}}\big) \le 2 p (1 - p)\, (\max P - \min P). $$

Once one key has $\alpha_{\max} \ge \frac12$, that is at most $2 \alpha_{\max} (1 - \alpha_{\max}) (\max
P - \min P)$; with two keys it is equal. Chapter 12 shows what becomes of it in training, where scores
are too large.
*/
SECTION(sure_heads)
{
  const auto share_of_bound = [](Draw& draw) {
    const arma::uword K = draw.size("K", 2, 8);
    const double top = draw.real("largest weight", 0.5, 0.999);
    const arma::rowvec P = draw.matrix("P", 1, K, -1, 1);
    arma::rowvec alpha = draw.matrix("others", 1, K, 0.01, 1);
    alpha *= (1 - top) / arma::accu(alpha.tail(K - 1));
    alpha(0) = top;
    const double moved = arma::accu(arma::abs(attention::scores_gradient<double>(alpha, P)));
    return moved <= 2 * top * (1 - top) * arma::range(P) * (1 + 1e-13) + 1e-15;
  };
  const arma::vec scales = arma::exp2(arma::linspace(-4, 6, 81));
  const arma::mat lengths = gradient_lengths(scales);
  chapter.figure("saturation", [&](Figure& figure) { draw_saturation(figure, scales, lengths); });
  const arma::mat two = attention::scores_gradient<double>({{0.75, 0.25}}, {{3, -1}});
  chapter
      .finding("saturation",
               "Where one weight is α ≥ 1/2, the derivatives by the scores of a query "
               "are together at most 2 α (1 − α) (max P − min P): attained by two keys.")
      .property("random weights with one from 1/2 to 0.999, random P", share_of_bound)
      .equal("two keys, α = 3/4, P = (3, −1): together 3/2", arma::accu(arma::abs(two)), 1.5)
      .at_most("|dL/dW_K| at 64 times the scores, of its largest value",
               lengths(80, 1) / lengths.col(1).max(), 1e-3)
      .at_least("|dL/dW_V| there, of its largest value", lengths(80, 2) / lengths.col(2).max(),
                0.3);
}

/**
So a head has two ways to improve, and they do not last equally long. It can learn *what* to say, $W_V$ and $W_O$,
as long as anything is heard. It can learn *where* to look, $W_Q$ and $W_K$, only while it still looks at several
places: it has to hear a key a little before it can find out that it should hear it more.
*/
