#include "epreuve/chapter.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/rational.hpp"
#include "figures.hpp"
#include "two_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

/**
# The target: what was predicted, less what was right

A network ends in $N$ logits, one per word, and softmax makes probabilities of them. The text says which word came. This
page makes a number of the two, the loss, and follows its slope.
*/
using namespace epreuve::course;

/**
## Six words and their one-hot vectors

iaetnous supposes a vocabulary of six words and numbers them. The word of number $i$ becomes the vector $e_i$, as long
as the vocabulary, with a 1 in place $i$ (*one-hot encoding*). Numbers begin at 0 there, as in programs. A matrix times
$e_i$ is its column $i$, and that is all that one-hot vectors are for: no program multiplies by them.
*/
static arma::vec one_hot(const std::string& word)
{
  const auto place = std::ranges::find(six_words(), word) - six_words().begin();
  arma::vec e(six_words().size());
  e(static_cast<arma::uword>(place)) = 1;
  return e;
}

SECTION(six_words)
{
  std::vector<double> numbers;
  arma::mat all;
  for (const std::string& word : six_words()) {
    numbers.push_back(double(one_hot(word).index_max()));
    all = arma::join_rows(all, one_hot(word));
  }
  chapter.claim("iaetnous-train-vocab", reproduced)
      .prints_exactly("0 1 2 3 4 5", arma::vec(numbers))
      .equal("the six vectors, side by side", all, arma::mat(6, 6, arma::fill::eye));
  const arma::mat M = arma::reshape(arma::regspace(1, 18), 3, 6);
  chapter.claim("iaetnous-train-onehot", holds)
      .equal("am: a 1 in place 1, counted from 0", one_hot("am"), arma::vec{0, 1, 0, 0, 0, 0})
      .equal("a matrix times it is its column", M * one_hot("am"), M.col(1));
  chapter.claim("iaetnous-train-untrained", slip)
      .as_printed("Exemple pour le mot Tkanks")
      .fact("Tkanks is one of the six words",
            std::ranges::find(six_words(), "Tkanks") != six_words().end(), "it is not")
      .meant("thanks", "the vocabulary's table, two pages before")
      .equal("thanks: a 1 in place 3", one_hot("thanks"), arma::vec{0, 0, 0, 1, 0, 0});
  chapter.figure("untrained", draw_untrained);
}

/**
## The order of the words says nothing

The numbers are labels. *student* is not twice *I*, though 4 is twice 2. Suppose that somebody numbers the words
otherwise, by a permutation $\pi$. Then rows and columns of all that is indexed by words are permuted, $P$, $A$ and $B$,
and so are their gradients: not one number of the training changes, only its place. That would not be so of a network
that answers with *the number* of a word and is corrected by a square: for it, *a* would be near *am*.

Nor does the order of a batch's examples count: the gradient is a sum. But it does count *between* steps, for each
step begins where the one before ended.
*/
SECTION(order_of_labels)
{
  const arma::mat P = pairs_of_six_words(0.75);
  const arma::uvec pi{4, 2, 5, 0, 1, 3};
  const TwoLayers net = untrained(6, 3, 1), trained = descended(net, P, 1, 50);
  const TwoLayers renamed =
      descended({net.A.cols(pi), net.B.rows(pi)}, arma::mat(P.submat(pi, pi)), 1, 50);
  const auto after = [&](double first, double second) { // one sentence, then the other
    return descended(descended(net, pairs_of_six_words(first), 1, 1), pairs_of_six_words(second), 1,
                     1);
  };
  chapter
      .finding("order-of-labels",
               "Numbering the words otherwise permutes what is trained and changes nothing; the "
               "order of two steps changes what comes out.")
      .agree("A after 50 steps, words renumbered", renamed.A, arma::mat(trained.A.cols(pi)),
             absolute(1e-12))
      .agree("B after 50 steps, words renumbered", renamed.B, arma::mat(trained.B.rows(pi)),
             absolute(1e-12))
      .at_least("A after the sentences in one order and in the other, largest difference",
                arma::abs(after(1, 0).A - after(0, 1).A).max(), 1e-3);
}

/**
## Cross-entropy

The loss at one place is the *surprise* at the word that came, $-\ln q_t$: 0 if it was certain, more the less it was
expected. Where word $i$ comes with probability $p_i$, the mean loss is the **cross-entropy**

$$ H(p, q) = -\sum_i p_i \ln q_i . $$

A one-hot target is the case $p = e_t$. What makes it least, over all $q$?

$$ H(p, q) \ge H(p, p) = H(p), \qquad \text{with equality only for } q = p \qquad \text{(Gibbs)}. $$

For $\ln u \le u - 1$, with equality only at 1. Take the sums over the words with $p_i > 0$; the others add nothing to either side. With $u = q_i/p_i$
the difference $H(p, q) - H(p) = -\sum p_i \ln(q_i/p_i)$ is at least $\sum (p_i - q_i) = 1 - \sum q_i \ge 0$. If it is 0, then $q_i = p_i$ where $p_i > 0$, and
nothing is left of $q$ for the other words. (If a $q_i$ is 0 where $p_i$ is not, $H(p, q)$ is infinite.) The difference is called the Kullback-Leibler divergence, $\mathrm{KL}(p\,\|\,q)$, and it is what a
model loses for not being the truth. The rest, $H(p)$, it loses because the text is not certain.
*/
SECTION(cross_entropy)
{
  const auto divergence = [](const arma::vec& p, const arma::vec& q) {
    return -arma::dot(p, arma::log(q)) - entropy(p);
  };
  const auto two_laws = [](Draw& draw, auto&& what) {
    const arma::uword n = draw.size("n", 2, 8);
    return what(softmax(draw.vector("x", n, -4, 4)), softmax(draw.vector("y", n, -4, 4)));
  };
  chapter
      .finding("gibbs", "Cross-entropy is at least the entropy; it is more by half the distance "
                        "squared, and so equal only for q = p.")
      .property("H(p, q) - H(p) ≥ ½ (Σ |p - q|)², less roundings",
                [&](Draw& draw) {
                  return two_laws(draw, [&](const arma::vec& p, const arma::vec& q) {
                    const double apart = arma::accu(arma::abs(p - q));
                    return divergence(p, q) >= apart * apart / 2 - 1e-13;
                  });
                })
      .at_most("H(p, p) - H(p) for p = (3/4, 1/4)",
               std::abs(divergence({0.75, 0.25}, {0.75, 0.25})), 1e-15);
  chapter.proposition("cross-entropy", {"cross_entropy_eq", "pinsker"});
  chapter.figure("gibbs", draw_gibbs);
}

/**
(That half the square is Pinsker's inequality: it turns a loss into a distance. Like Gibbs's it is proven for all laws. A
model whose loss is $\varepsilon$ above the entropy is off by $\sqrt{2\varepsilon}$ in all probabilities together at most.)

## The gradient is p − y

Let $x$ be the logits, $q$ their softmax, $y$ the target, one-hot or any law. Then

$$ \frac{\partial}{\partial x_i} \Bigl(-\sum_j y_j \ln q_j\Bigr)
   = \frac{\partial}{\partial x_i} \Bigl(\ln \sum_j e^{x_j} - \sum_j y_j x_j\Bigr) = q_i - y_i . $$

What was predicted, less what was right. Nothing about the shape of softmax is left, and a word that has come less often
than it was predicted is pushed down, for whatever reason it came. To test this without rounding, write $u_i = e^{x_i}$.
Then $e^L = \sum_j u_j / u_t$ is a straight line in each $u_i$, $i \ne t$, and in $1/u_t$; so its difference quotient *is*
its derivative, in fractions:
*/
static std::vector<Rational> slope_in_fractions(const std::vector<Rational>& u, std::size_t t)
{
  const auto exp_of_loss = [&](std::size_t changed, const Rational& inverse_or_value) {
    Rational sum = 0, right = u[t];
    for (std::size_t j = 0; j < u.size(); ++j)
      sum += j == changed ? inverse_or_value : u[j];
    return Rational(sum / (changed == t ? inverse_or_value : right));
  };
  std::vector<Rational> slope;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const Rational here = exp_of_loss(i, u[i]);
    // With v = 1/u: d/dx = u d/du = -v d/dv.
    const Rational there = i == t ? exp_of_loss(i, 1 / (1 / u[i] + 1)) : exp_of_loss(i, u[i] + 1);
    slope.push_back((there - here) / here * (i == t ? -1 / u[i] : u[i]));
  }
  return slope;
}

SECTION(gradient)
{
  bool equal = true;
  unsigned compared = 0;
  for (long a = 1; a <= 4; ++a)
    for (long b = 1; b <= 4; ++b)
      for (long c = 1; c <= 4; ++c)
        for (std::size_t t = 0; t < 3; ++t) {
          const std::vector<Rational> u{a, b, c}, slope = slope_in_fractions(u, t);
          for (std::size_t i = 0; i < 3; ++i, ++compared)
            equal = equal && slope[i] == u[i] / Rational(a + b + c) - (i == t ? 1 : 0);
        }
  const arma::vec x{std::log(1), std::log(2), std::log(3)};
  chapter
      .finding("gradient-of-logits",
               "The gradient of the cross-entropy by the logits is q − y, exactly.")
      .fact("three logits ln 1, ..., ln 4, each target, in fractions", equal && compared == 576,
            fmt::format("{} derivatives, all equal", compared))
      .agree("logits ln 1, ln 2, ln 3, word 2 came, as the library has it",
             networks::cross_entropy_backward(arma::mat(x), {1}),
             arma::mat(arma::vec{1. / 6, 1. / 3 - 1, 1. / 2}), absolute(4e-16));
  chapter.proposition("cross-entropy", {"softmax_loss_partial"});
}

/**
## A network of two layers, and what it tends to

exo7's network has two dense layers without bias, $A$ and then $B$, and is trained on pairs of successive words. In a
text in which the pair $(j, i)$ has probability $P_{ij}$ the gradient is

$$ G = \mathrm{softmax}(BA)\,\mathrm{diag}(\mathbf 1^T P) - P, \qquad \frac{\partial L}{\partial B} = G A^T, \qquad
   \frac{\partial L}{\partial A} = B^T G , $$

and $A$ and $B$, the embedding and the unembedding, come out of nothing but this. The text is iaetnous's sentence, again
and again; then one in which *thanks* comes in a quarter of the sentences.

Where one word must follow, its logit runs away: $q = 1$ needs an infinite difference. The loss goes on falling, about
as 1 over the number of steps, and never arrives. Where two may follow, everything stays finite. (In between: where some words
must not follow, no logits have the least loss, and some come as near to it as one likes.)
*/
SECTION(two_layers)
{
  chapter.proposition("cross-entropy", {"softmax_loss_inf", "softmax_loss_attained_iff",
                                        "softmax_loss_unique", "one_hot_loss_gt0"});
  const arma::mat one = pairs_of_six_words(1), both = pairs_of_six_words(0.75);
  const TwoLayers net = untrained(6, 3, 1);
  const TwoLayers of_one = descended(net, one, 1, 40000), of_both = descended(net, both, 1, 40000);
  const arma::uword eos = 5;
  const auto output = [](const TwoLayers& trained) {
    return arma::mat(softmax_columns(trained.B * trained.A));
  };
  const arma::mat law = both.each_row() / arma::sum(both, 0);
  const arma::uvec sentence{5, 2, 1, 0, 4}; // <eos> I am a student, each followed by the next
  const arma::mat targets = (one.each_row() / arma::max(one, 0)).eval().cols(sentence);
  chapter.figure("targets", [&](Figure& figure) {
    draw_targets(figure, targets, output(of_one).cols(sentence), output(of_both).cols(sentence));
  });
  chapter.claim("iaetnous-train-targets", illustrative)
      .invented("the copy has lost the figure: ours shows the targets of its sentence, and what a "
                "network of two layers gives after training");
  chapter.claim("iaetnous-train-hope", holds)
      .as_printed("outputs like the targets, where a target is all that can follow")
      .at_most("one sentence: outputs less one-hot targets, largest",
               arma::abs(output(of_one).cols(sentence) - targets).max(), 0.01)
      .by_reading("it is a hope, and the example is one sentence, in which each word has one "
                  "successor; in general it is the finding that is true");
  chapter
      .finding("limit-is-the-law",
               "The limit of training is how often each word follows; a one-hot "
               "vector where only one can, and not where two can.")
      .at_most("two sentences: outputs less the conditional law, largest",
               arma::abs(output(of_both) - law).max(), 0.01)
      .at_least("two sentences: the first output, from any one-hot vector, nearest",
                1 - output(of_both).col(eos).max(), 0.2)
      .within("its loss, above the least possible, in nats",
              mean_cross_entropy(of_both, both) - least_cross_entropy(both), 0, 0.01);
  chapter.claim("exo7-2.3-bigrams-training", holds)
      .at_most("loss after training less before, per word",
               mean_cross_entropy(of_both, both) - mean_cross_entropy(net, both), -1)
      .at_least("how far A has moved, largest entry", arma::abs(of_both.A - net.A).max(), 1)
      .at_least("how far B has moved, largest entry", arma::abs(of_both.B - net.B).max(), 1);
}

/**
The one-hot vector is nobody's aim, then; it is one vote, and the network learns the count of the votes.

## The surface, and the rate

Two words are enough to see a whole loss surface. The text says *yes* with probability $p = \frac34$, *no* otherwise, and
the model is its two logits. Since only their difference $\delta$ matters, the surface is a straight valley; since the
gradient $(q - p)(1, -1)$ has sum 0, descent crosses the valley at a right angle, and never learns where along it the
logits should be. A step of rate $\eta$ changes $\delta$ by $-2\eta\,(q - p)$. Near the bottom, where $q' = p(1-p)$, it
multiplies the distance by $1 - 2\eta\,p(1 - p)$, which shrinks it as long as

$$ \eta < \frac{1}{p(1-p)} = \frac{16}{3} . $$

Beyond, the bottom repels: unless a step lands on it exactly, descent cannot settle; and as no gradient is longer than $\sqrt 2$, it does not
fly off either. It goes back and forth for ever.
*/
static double difference_after(double rate, unsigned steps)
{
  const double p = 0.75;
  double delta = -2;
  for (unsigned step = 0; step < steps; ++step)
    delta -= 2 * rate * (1 / (1 + std::exp(-delta)) - p);
  return delta;
}

SECTION(rate)
{
  chapter.figure("surface", draw_surface);
  const auto jump = [](double rate) {
    return std::abs(difference_after(rate, 5001) - difference_after(rate, 5000));
  };
  chapter
      .finding("largest-rate", "Of two words of probability p and 1 − p, descent settles for rates "
                               "below 1/(p(1 − p)), and goes back and forth beyond.")
      .at_most("p = 3/4, rate 5.2: distance from ln 3 after 5000 steps",
               std::abs(difference_after(5.2, 5000) - std::log(3)), 1e-12)
      .at_least("rate 5.5: length of the 5001st step, in δ", jump(5.5), 0.1)
      .at_most("rate 5.5: the two steps after it, together, in δ",
               std::abs(difference_after(5.5, 5002) - difference_after(5.5, 5000)), 1e-9);
}
