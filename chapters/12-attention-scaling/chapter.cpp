#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/gpt2/published_model.hpp"
#include "epreuve/math/finite_distribution.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/kronecker.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/rational_matrix.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

/**
# Attention scaling: why the scores are divided by √d

A query $q$ and a key $k$ of dimension $d$ give a score, their dot product $q \cdot k$, and before
softmax sees it the score is divided by $\sqrt d$ (exo7 calls the dimension $r$, masterclass and
iaetnous $d_k$). Four documents say so and give three different reasons. Which one is right? And
why the square root, not $d$ itself? One of the documents answers with a proof, in an appendix
whose copy has lost every square root, every fraction bar, every exponent and a stroke through an
equals sign, so we shall have to rebuild the proof while we check it.

The plan: first the variance, exactly and then by drawing random vectors; then what softmax makes
of scores that are too large; and finally whether the division helps a head to learn.
*/

using namespace epreuve::course;

/**
## How to be exact about chance

A random variable that takes finitely many rational values can be averaged without rounding and
without theorems: go through all outcomes. We want three laws of mean 0 and variance 1 that have
nothing else in common: a coin, a variable that is mostly 0, and one that leans to one side.
*/

namespace {

const FiniteDistribution signs = uniform_distribution({-1, 1});
const FiniteDistribution mostly_zero({{-2, {1, 8}}, {0, {3, 4}}, {2, {1, 8}}});
const FiniteDistribution leaning({{{-1, 2}, {4, 5}}, {2, {1, 5}}});

/**
The expectation of any function of several independent variables is a sum over all their joint
outcomes. This is the definition itself, so it can judge every calculation that the appendix does
with sums and products of expectations.
*/

using Outcome = std::vector<Rational>;

Rational expectation(const std::vector<FiniteDistribution>& laws,
                     const std::function<Rational(const Outcome&)>& f, Outcome outcome = {})
{
  if (outcome.size() == laws.size())
    return f(outcome);
  Rational total = 0;
  for (const auto& [value, probability] : laws[outcome.size()].atoms()) {
    Outcome next = outcome;
    next.push_back(value);
    total += probability * expectation(laws, f, next);
  }
  return total;
}

/**
The appendix squares the sum $s = \sum_i q_i k_i$ into a double sum over $i$ and $j$ and looks at
each term by itself. So do we: here is the $d \times d$ matrix of the $E[q_i k_i \, q_j k_j]$, each
entry by enumeration. An outcome lists $q_1, \dots, q_d$, then $k_1, \dots, k_d$.
*/

std::vector<FiniteDistribution> independent_entries(const FiniteDistribution& q,
                                                    const FiniteDistribution& k, std::size_t d)
{
  std::vector<FiniteDistribution> laws(d, q);
  laws.insert(laws.end(), d, k);
  return laws;
}

RationalMatrix products_of_terms(const FiniteDistribution& q, const FiniteDistribution& k,
                                 std::size_t d)
{
  RationalMatrix E(d, d);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j)
      E(i, j) = expectation(independent_entries(q, k, d), [=](const Outcome& o) -> Rational {
        return o[i] * o[d + i] * o[j] * o[d + j];
      });
  return E;
}

Rational sum_of_entries(const RationalMatrix& M)
{
  Rational total = 0;
  for (arma::uword i = 0; i < M.rows(); ++i)
    for (arma::uword j = 0; j < M.cols(); ++j)
      total += M(i, j);
  return total;
}

/**
## How to integrate against the bell curve

The appendix speaks of normal variables, which no enumeration reaches. Integrals do. For a smooth
function that dies away at both ends the humble trapezoid rule is right to all digits: its error
falls like $e^{-2\pi^2/h^2}$ for a Gaussian, which at the step $h = 1/16$ is below $10^{-2000}$.
*/

double trapezoid(const std::function<double(double)>& f, double lo, double hi, double h)
{
  double total = 0;
  for (double x = lo; x <= hi; x += h)
    total += f(x);
  return h * total;
}

double normal_expectation(const std::function<double(double)>& f)
{
  return trapezoid([&](double z) { return normal_density(z) * f(z); }, -38, 38, 1.0 / 16);
}

/**
The law of $q \cdot k$ itself is known too. Given $q$ it is normal of variance $|q|^2$; averaged
over $q$ its characteristic function is $(1 + t^2)^{-1/2}$ for each coordinate, $(1 + t^2)^{-d/2}$
for $d$ of them, which belongs to the density
$$ f_d(s) = \frac{(|s|/2)^{\nu} K_\nu(|s|)}{\sqrt\pi \, \Gamma(d/2)}, \qquad \nu = \frac{d-1}2 $$
with $K_\nu$ Macdonald's Bessel function. For $d = 2$ it is $\tfrac12 e^{-|s|}$, Laplace's law: not
everything that is made of normal variables is normal.
*/

double dot_product_density(double d, double s)
{
  const double nu = (d - 1) / 2;
  // K is infinite at 0, where the product is not, and overflows near it when nu is large.
  const double size = std::max(std::abs(s), nu > 2 ? 1e-3 : 1e-60);
  const double K = std::cyl_bessel_k(nu, size);
  return std::exp(nu * std::log(size / 2) + std::log(K) - std::lgamma(d / 2)) /
         std::sqrt(std::numbers::pi);
}

/**
This density has a kink at 0, for $d = 1$ even a pole, and there the trapezoid rule would lose its
digits. The substitution $s = e^{u - e^{-u}}$ sends the kink to $u = -\infty$, where nothing is left
of it, and the rule is right to all digits again.
*/

/// E f(s) for the score s of a normal query and a normal key; f is even.
double score_expectation(double d, const std::function<double(double)>& f)
{
  return 2 * trapezoid(
                 [&](double u) {
                   const double s = std::exp(u - std::exp(-u));
                   return s * (1 + std::exp(-u)) * dot_product_density(d, s) * f(s);
                 },
                 -5, 7, 1.0 / 64);
}

/**
## How to draw scores

To see the variance grow we let one pair $(q, k)$ grow: its first $d$ coordinates give the score
at dimension $d$, for $d = 1, 2, 4, \dots, 4096$ at once. A row is a pair, a column a dimension.

A test of random numbers is worth as much as the errors that it would notice. So each of them states
the least error that would matter, and beside it stands the same test on numbers that have this
error, or hardly a larger one: that test must fail.
*/

std::string interval(const Estimate& estimate)
{
  return fmt::format("{:.4f} ± {:.4f}", estimate.value, half_width(estimate, demanded_confidence));
}

const arma::vec dimensions = arma::exp2(arma::regspace(0, 12));
const std::vector<double> d_ticks = {1, 8, 64, 512, 4096};

arma::mat growing_dot_products(arma::uword pairs)
{
  arma::mat S(pairs, dimensions.n_elem);
  for (arma::uword pair = 0; pair < pairs; ++pair) {
    const arma::vec q(4096, arma::fill::randn);
    const arma::vec k(4096, arma::fill::randn);
    double s = 0;
    for (arma::uword i = 0, column = 0; i < 4096; ++i) {
      s += q(i) * k(i);
      if (i + 1 == static_cast<arma::uword>(dimensions(column)))
        S(pair, column++) = s;
    }
  }
  return S;
}

/**
Softmax needs a query against many keys: $64 \times 4096$ normal numbers per query, and we want a
thousand queries. There is a shorter way that is no approximation. A vector of independent normal
numbers looks the same in every direction, so turn the space until $q$ lies on the first axis: the
scores of the keys are then $|q| z_1, \dots, |q| z_n$, the $z_j$ independent and normal. And
$|q|^2$, a sum of $d$ squares, follows a Gamma law of shape $d/2$ and scale 2. We keep the same
$z$ for all $d$, so that the curves show the effect of $d$ and nothing else.
*/

constexpr arma::uword n_keys = 64;
constexpr arma::uword n_queries = 1000;

arma::mat random_scores(const arma::mat& z, double d)
{
  const arma::vec norms =
      arma::sqrt(arma::randg<arma::vec>(z.n_rows, arma::distr_param(d / 2, 2.0)));
  return z.each_col() % norms;
}

/**
Of each query's attention we record two numbers: its entropy, and the
size of the gradient, $|J|_F$ with $J = \mathrm{diag}(p) - p p^T$ the Jacobian of softmax. When one
probability $p_t$ is almost 1, $1 - p_t$ has no digit left; but it is also the sum of all others,
and written so the norm is right however small it gets:
$$ |J|_F^2 = \sum_i p_i^2 (1 - p_i)^2 + \sum_{i \ne j} p_i^2 p_j^2. $$
*/

double jacobian_norm(arma::vec p)
{
  const arma::uword top = p.index_max();
  const double p_top = p(top);
  p.shed_row(top);
  const double others = arma::accu(p);
  const arma::vec squares = arma::square(p);
  const double sum = arma::accu(squares);
  const double diagonal = std::pow(p_top * others, 2) + arma::accu(squares % arma::square(1 - p));
  const double off_diagonal = 2 * p_top * p_top * sum + sum * sum - arma::dot(squares, squares);
  return std::sqrt(diagonal + off_diagonal);
}

struct Attention
{
  arma::vec entropy, gradient; ///< one entry per query
};

Attention attention_of(const arma::mat& scores)
{
  const arma::mat P = softmax_rows(scores);
  Attention result{entropy_rows(P), arma::vec(P.n_rows)};
  for (arma::uword i = 0; i < P.n_rows; ++i)
    result.gradient(i) = jacobian_norm(P.row(i).t());
  return result;
}

/// One row for each d: mean, 10 % quantile, median and 90 % quantile of the statistic.
arma::mat summaries(const std::vector<Attention>& by_dimension, arma::vec Attention::* statistic)
{
  arma::mat rows(by_dimension.size(), 4);
  for (std::size_t i = 0; i < by_dimension.size(); ++i) {
    const arma::vec& sample = by_dimension[i].*statistic;
    rows(i, 0) = arma::mean(sample);
    rows.row(i).tail(3) = arma::quantile(sample, arma::vec{0.1, 0.5, 0.9}).t();
  }
  return rows;
}

/**
## How to average over all keys

Drawing shows the curves; what we claim about them we compute. A query of length $\sigma = |q|$
gives to $n$ normal keys the scores $\sigma z_1, \dots, \sigma z_n$, and two averages over them tell
nearly all. One is the entropy $H$. The other is the trace of the Jacobian,
$\mathrm{tr}\,J = 1 - \sum_j p_j^2$: since $J$ is positive semidefinite of rank at most $n - 1$,
$$ |J|_F \le \mathrm{tr}\,J \le \sqrt{n - 1}\, |J|_F. $$
Both lie in one formula, that of the sums of powers. Write $p_j^k = e^{k \sigma z_j}/S^k$ with
$S = \sum_j e^{\sigma z_j}$, and $S^{-k} = \frac1{\Gamma(k)} \int_0^\infty t^{k-1} e^{-tS}\,dt$. The
keys being independent, the expectation falls into factors; with $t = e^{-\sigma w}$ and
$y = \sigma(z - w)$
$$ E \sum_j p_j^k = \frac{n\sigma}{\Gamma(k)} \int_{-\infty}^\infty E\bigl[e^{ky - e^y}\bigr]\,
   E\bigl[e^{-e^y}\bigr]^{n-1} dw. $$
At $k = 1$ this is 1, which checks the integration. At $k = 2$ it gives the trace. And since
$H = -\sum p_j \ln p_j$ is minus the derivative by $k$ at 1, where $\Gamma' = -\gamma$,
$$ E[H] = -n\sigma \int_{-\infty}^\infty E\bigl[(y + \gamma)\, e^{y - e^y}\bigr]\,
   E\bigl[e^{-e^y}\bigr]^{n-1} dw. $$
All expectations are over one normal $z$. The trapezoid rule does the rest, with steps that resolve
$y$ as well as $z$.
*/

/// The entropy of two probabilities whose scores differ by g.
double entropy_of_pair(double g)
{
  return std::log1p(std::exp(-g)) + g / (1 + std::exp(g));
}

struct AverageAttention
{
  double total;   ///< E Σ p, which is 1
  double entropy; ///< E[H]
  double trace;   ///< E tr J
};

AverageAttention average_attention(double n, double sigma)
{
  const double step = 1 / (4 * std::max(1.0, sigma));
  const arma::vec z = arma::regspace(-10, step, 10);
  arma::vec weight = z;
  weight.transform([&](double v) { return step * normal_density(v); });

  AverageAttention sums{0, 0, 0};
  const double outer_step = std::max(1.0, 1 / sigma) / 16;
  for (double w = -10 - 5 / sigma; w <= 10 + 40 / sigma; w += outer_step) {
    const arma::vec y = sigma * (z - w), e_y = arma::exp(y);
    const arma::vec first = weight % arma::exp(y - e_y);
    const double others = std::pow(arma::dot(weight, arma::exp(-e_y)), n - 1);
    const double factor = n * sigma * outer_step * others;
    sums.total += factor * arma::accu(first);
    sums.entropy -= factor * arma::dot(y + std::numbers::egamma, first);
    sums.trace += factor * arma::dot(weight, arma::exp(2 * y - e_y));
  }
  sums.trace = 1 - sums.trace;
  return sums;
}

/**
The length of a normal query is not quite $\sqrt d$, and divided scores not quite of variance 1:
$|q|^2/d$ follows the Gamma law of shape and rate $d/2$, whose logarithm $x$ has a density
proportional to $e^{(x - e^x)\, d/2}$.
*/

/// E f(|q| / √d) for a normal query.
double over_queries(double d, const std::function<double(double)>& f)
{
  const double spread = std::sqrt(2 / d);
  const double log_constant = d / 2 * std::log(d / 2) - std::lgamma(d / 2);
  return trapezoid(
      [&](double x) {
        return std::exp(log_constant + d / 2 * (x - std::exp(x))) * f(std::exp(x / 2));
      },
      -14 * spread, 8 * spread, spread / 4);
}

/**
## How to watch a head learn

The smallest task that needs attention: each of $n$ tokens $x_i$ is to attend to one key, its
target, and the head learns the matrix $W_Q$ that makes its queries. The values are the unit
vectors, so the output is the pattern $p$ itself, and the loss is $\tfrac12 |p - e_t|^2$: like
every loss of a network it reaches the scores through $J$. With scores $c\, K^T W_Q x$, a step of
gradient descent is $W_Q \leftarrow W_Q - \eta\, c\, K G^T x^T$; row $i$ of $G$ is
$g_i = J (p_i - e_{t_i})$.
*/

arma::mat score_gradient(const arma::mat& P, const arma::mat& targets)
{
  const arma::mat error = P - targets;
  const arma::vec along = arma::sum(P % error, 1);
  return P % (error.each_col() - along);
}

double mean_loss(const arma::mat& P, const arma::mat& targets)
{
  return arma::accu(arma::square(P - targets)) / 2 / static_cast<double>(P.n_rows);
}

/// W_Q after some steps of rate eta, with scores c (W_Q x)ᵀ K.
arma::mat trained(arma::mat W_Q, const arma::mat& x, const arma::mat& K, const arma::mat& targets,
                  double c, double eta, int steps)
{
  for (int step = 0; step < steps; ++step) {
    const arma::mat scores = c * (W_Q * x).t() * K;
    W_Q -= eta * c * K * score_gradient(softmax_rows(scores), targets).t() * x.t();
  }
  return W_Q;
}

/**
Such a step moves the scores by $-\eta c^2\, (x^T x)\, G\, (K^T K)$. So $W_Q$ need not be kept: the
two Gram matrices are enough, and a run costs the same for $d = 1024$ as for $d = 1$. We write
$\rho = \eta c^2 m d$ for the rate in units of scores, $m$ being the tokens' dimension, so that a
rate means the same at every $d$, with the division and without.
*/

arma::vec learning_curve(arma::mat scores, const arma::mat& tokens_gram, const arma::mat& keys_gram,
                         const arma::mat& targets, double rho, arma::uword steps)
{
  arma::vec losses(steps + 1);
  for (arma::uword step = 0; step <= steps; ++step) {
    const arma::mat P = softmax_rows(scores);
    losses(step) = mean_loss(P, targets);
    scores -= rho * tokens_gram * score_gradient(P, targets) * keys_gram;
  }
  return losses;
}

/// The fastest of the curves at the rates 1/2, 1, 2 and 4: the one with the least area below it.
arma::vec best_learning_curve(const arma::mat& scores, const arma::mat& tokens_gram,
                              const arma::mat& keys_gram, const arma::mat& targets,
                              arma::uword steps)
{
  arma::vec best;
  for (double rho = 0.5; rho <= 4; rho *= 2) {
    const arma::vec curve = learning_curve(scores, tokens_gram, keys_gram, targets, rho, steps);
    if (best.is_empty() || arma::accu(curve) < arma::accu(best))
      best = curve;
  }
  return best;
}

/**
## How to stack layers

One document says that the coefficients grow along the layers. Let us build the layers: tokens
$x$ that each layer changes by an update of unit size, the residual stream (*flux résiduel*), and
in front of each head the layer norm, which gives every token mean 0 and variance 1. Row $l$ of
the result is about layer $l$: the mean square of the stream's entries, then of the scores of a
head that reads the normed stream, and of one that reads the stream as it is; for both, the scores
undivided and divided.
*/

arma::mat sizes_along_layers(arma::uword layers, arma::uword r)
{
  const arma::uword n = 32, n_tokens = 6;
  const double unit = 1 / std::sqrt(static_cast<double>(n));
  arma::mat sizes(layers, 5);
  arma::mat x(n, n_tokens, arma::fill::randn);
  for (arma::uword layer = 0; layer < layers; ++layer) {
    const arma::mat W_Q = unit * arma::randn(r, n);
    const arma::mat W_K = unit * arma::randn(r, n);
    const arma::mat normed = layer_norm(x);
    const auto mean_square = [](const arma::mat& M) {
      return arma::accu(arma::square(M)) / static_cast<double>(M.n_elem);
    };
    sizes(layer, 0) = mean_square(x);
    arma::uword column = 1;
    for (const arma::mat& tokens : {normed, x}) {
      const arma::mat Q = W_Q * tokens, K = W_K * tokens;
      sizes(layer, column++) = mean_square(attention_scores(Q, K));
      sizes(layer, column++) = mean_square(scaled_attention_scores(Q, K));
    }
    x += unit * arma::randn(n, n) * normed;
  }
  return sizes;
}

/**
And GPT-2, as far as its weights are here. How large are the scores of its 144 heads? That depends
on the stream, which we could compute only with the embeddings and the feed-forward layers. But a
head reads the stream through a layer norm, and what comes out of it lies on a sphere: its entries
have mean 0 and the token $\hat x$ has length $\sqrt n$, however long $x$ was. Only the *direction*
is the stream's. So we average over all directions alike, which takes no drawing: then
$E[\hat x] = 0$ and $E[\hat x \hat x^T] = \frac n{n-1}(I - \frac1n \mathbf 1 \mathbf 1^T)$. With
$q = A \hat x + a$ for the query of one token, gain and biases included, and $k = B \hat y + b$ for
the key of another,
$$ E[(q \cdot k)^2] = \mathrm{tr}\bigl((C_q + a a^T)(C_k + b b^T)\bigr), \qquad
   C_q = \tfrac n{n-1}\, A (I - \tfrac1n \mathbf 1 \mathbf 1^T) A^T, $$
and $C_k$ likewise of $B$. Softmax does not see what a query has in common with all keys; the part
of the mean square that varies with the key is $\mathrm{tr}((C_q + a a^T)\, C_k)$. The directions
that texts really take are fewer, and a head may have learned to answer to some of them more
strongly than to the average one: what follows is about the weights, not about texts.

A tensor is believed when its hash is that of the published one.
*/

constexpr arma::uword gpt2_layers = 12, gpt2_heads = 12, gpt2_n = 768, gpt2_r = 64;

struct ScoreSizes
{
  arma::mat all; ///< root mean square of the undivided scores; a row per head, a column per layer
  arma::mat by_keys; ///< of the part that varies with the key
};

/// The covariance of M u, for u uniform among the vectors of mean 0 and length √n.
arma::mat covariance_of_image(arma::mat M)
{
  const auto n = static_cast<double>(M.n_cols);
  M.each_col() -= arma::vec(arma::mean(M, 1));
  return n / (n - 1) * M * M.t();
}

ScoreSizes score_sizes(const gpt2::Checkpoint& checkpoint)
{
  ScoreSizes sizes{arma::mat(gpt2_heads, gpt2_layers), arma::mat(gpt2_heads, gpt2_layers)};
  for (arma::uword layer = 0; layer < gpt2_layers; ++layer) {
    const auto name = [=](const char* tensor) { return fmt::format("h.{}.{}", layer, tensor); };
    const arma::vec gain = checkpoint.vector<double>(name("ln_1.weight"));
    const arma::mat W = checkpoint.matrix<double>(name("attn.c_attn.weight"));
    const arma::vec bias = W * checkpoint.vector<double>(name("ln_1.bias")) +
                           checkpoint.vector<double>(name("attn.c_attn.bias"));
    const arma::mat gained = W.each_row() % gain.t();
    for (arma::uword head = 0; head < gpt2_heads; ++head) {
      const arma::span query(head * gpt2_r, (head + 1) * gpt2_r - 1);
      const arma::span key(gpt2_n + query.a, gpt2_n + query.b);
      const arma::mat C_q = covariance_of_image(gained.rows(query));
      const arma::mat C_k = covariance_of_image(gained.rows(key));
      const arma::vec a = bias(query), b = bias(key);
      const arma::mat Q = C_q + a * a.t();
      sizes.by_keys(head, layer) = std::sqrt(arma::trace(Q * C_k));
      sizes.all(head, layer) = std::sqrt(arma::trace(Q * (C_k + b * b.t())));
    }
  }
  return sizes;
}

/// Nothing unless all that it takes is there and as published.
std::optional<ScoreSizes> published_score_sizes()
{
  const std::optional<gpt2::Checkpoint> checkpoint = gpt2::find_checkpoint(gpt2::default_folder());
  if (!checkpoint)
    return std::nullopt;
  std::vector<gpt2::TensorInfo> tensors;
  for (arma::uword layer = 0; layer < gpt2_layers; ++layer) {
    for (const char* tensor :
         {"ln_1.weight", "ln_1.bias", "attn.c_attn.weight", "attn.c_attn.bias"}) {
      const std::string name = fmt::format("h.{}.{}", layer, tensor);
      if (!checkpoint->has(name))
        return std::nullopt;
      tensors.push_back(checkpoint->info(name));
    }
  }
  const std::vector<bool> published = gpt2::are_published(*checkpoint, tensors);
  if (std::ranges::count(published, false) > 0)
    return std::nullopt;
  return score_sizes(*checkpoint);
}

} // namespace

CHAPTER(chapter)
{
  /**
  ## What counts as damage

  The copy has put every formula on one line: `E[s2]−(E[s])2=E[s2]=d`, `i=1∑d1⋅1=d`, `Var(ds)`.
  Which of them are damaged, and which can be taken as they stand? Our goodwill must not decide
  that, or we shall see errors where we like and overlook the others. So we read letter by
  letter: what stands side by side is multiplied; a digit behind a letter multiplies it or numbers
  it; the $d$ behind a $\sum$ may be a limit or a factor. Only an index is an index at any height,
  since the text introduces its variables as `qi` and `ki`: there the index is part of a name.

  A line that is true in every such reading *holds*. A line that one of them makes false is
  *damaged*, however easily one guesses the original: we compute the readings that fail, then the
  line with its signs put back. And if it is false even so, it is *refuted*.

  ## The hypotheses

  The appendix of thomas supposes that all $q_i$ and $k_i$ are normal, independent and identically
  distributed, with $\mu = 0$ and `σ2=1`. Read as a product, $2\sigma = 1$, that makes the variance
  $\tfrac14$, and that of the score $d/16$. A hypothesis cannot be false; but from this one the
  conclusions do not follow, neither $E[q_i^2] = 1$ nor $\mathrm{Var}(s) = d$. (As a number it would
  do no harm: if $\sigma_2$ is 1, every $\sigma$ is, since all have the same law.) What must have
  stood there is $\sigma^2 = 1$, and we make sure that the normal law that we integrate and the
  numbers that we draw are the ones of the text.
  */
  const arma::mat drawn = growing_dot_products(n_queries);
  {
    const arma::mat q(4, 50000, arma::fill::randn);
    const arma::vec all = arma::vectorise(q);
    const auto neighbours = [&](double correlation) {
      const arma::rowvec other =
          correlation * q.row(0) + std::sqrt(1 - correlation * correlation) * q.row(1);
      return mean_of((q.row(0) % other).t());
    };
    const Estimate shifted = mean_of(all + 0.025), stretched = variance_of(all * std::sqrt(1.04));
    const Estimate correlated = neighbours(0.05);
    const FiniteDistribution half = scaled(signs, {1, 2});
    chapter.claim("thomas-annexe-hypotheses", damaged)
        .as_copied("σ · 2 = 1")
        .agree("E[qᵢ²] = 1 under the law N(0, 1/4)",
               normal_expectation([](double z) { return z * z / 4; }), 1, absolute(1e-14))
        .equal("Var(s) = d for entries ±1/2, d = 16", variance(dot_product(half, half, 16)),
               Rational(16))
        .restored("σ² = 1: qᵢ, kᵢ ~ N(0, 1)")
        .agree("mean of the normal law, ∫ z φ(z) dz = 0",
               normal_expectation([](double z) { return z; }), 0, absolute(1e-14))
        .agree("variance of the normal law, ∫ z² φ(z) dz = 1",
               normal_expectation([](double z) { return z * z; }), 1, absolute(1e-14))
        .estimates("mean of the normal numbers drawn", mean_of(all), 0, 0.025)
        .fact("a mean of 0.025 instead of 0 would be noticed", notices(shifted, 0),
              interval(shifted))
        .estimates("variance of the normal numbers drawn", variance_of(all), 1, 0.04)
        .fact("a variance of 1.04 instead of 1 would be noticed", notices(stretched, 1),
              interval(stretched))
        .estimates("correlation of neighbouring numbers drawn", neighbours(0), 0, 0.05)
        .fact("a correlation of 0.05 of neighbours would be noticed", notices(correlated, 0),
              interval(correlated));
  }

  /**
  ## The mean

  $E[s] = \sum_i E[q_i k_i] = \sum_i E[q_i]\, E[k_i] = 0$. The first step is linearity, the second
  needs the independence of $q$ and $k$, the third that the means are 0. We take $q$ and $k$
  from *different* laws, so that "identically distributed" gets no chance to help. This line is
  the one formula of the appendix that the copy cannot hurt: take the $d$ of a sum for a factor of
  what follows it, and that side is multiplied by $d$, but it was 0 and remains 0.
  */
  {
    Claim& mean_claim = chapter.claim("thomas-annexe-mean", holds);
    const std::size_t d = 3;
    const auto laws = independent_entries(mostly_zero, leaning, d);
    Rational by_terms = 0, by_factors = 0;
    for (std::size_t i = 0; i < d; ++i) {
      by_terms += expectation(laws, [=](const Outcome& o) -> Rational { return o[i] * o[d + i]; });
      by_factors += mean(mostly_zero) * mean(leaning);
    }
    const Rational of_sum = expectation(laws, [=](const Outcome& o) -> Rational {
      return o[0] * o[3] + o[1] * o[4] + o[2] * o[5];
    });
    mean_claim.equal("E[Σ qᵢkᵢ] = Σ E[qᵢkᵢ], d = 3, all 216 outcomes", of_sum, by_terms)
        .equal("Σ E[qᵢkᵢ] = Σ E[qᵢ] E[kᵢ], d = 3, all 216 outcomes", by_terms, by_factors)
        .equal("E[s] = 0, d = 3, all 216 outcomes", of_sum, Rational(0))
        .equal("E[Σ d qᵢkᵢ] = 0, the d of the sum read as a factor",
               expectation(laws,
                           [=](const Outcome& o) -> Rational {
                             return Rational(d) * (o[0] * o[3] + o[1] * o[4] + o[2] * o[5]);
                           }),
               Rational(0));
    mean_claim.agree("E[qᵢkᵢ] = 0 for normal entries, a double integral",
                     normal_expectation([](double q) {
                       return normal_expectation([q](double k) { return q * k; });
                     }),
                     0, absolute(1e-14));
  }

  /**
  ## The second moment, term by term

  The square of a sum is a double sum; and of its $d^2$ terms, says the appendix, only the
  diagonal survives. The copy reads "0 for $i = j$" and in the next line, for $i = j$ again, gives
  the terms as 1: the stroke of $\ne$ went missing. The exponents are missing too. Whether the 2 of
  `s2` and `qi2ki2` multiplies or numbers, the variables under the $E$ then have mean 0, and neither
  line ever reaches $d$. And with the exponents restored but the $d$ of a sum taken for a
  factor, both would overshoot, to $d^3$ and $d^2$. Rightly read, the matrix of all terms should be
  the identity. We try all pairs of our three laws.
  */
  const std::vector<FiniteDistribution> laws = {signs, mostly_zero, leaning};
  {
    Claim& double_sum = chapter.claim("thomas-annexe-double-sum", damaged);
    Claim& cross = chapter.claim("thomas-annexe-cross-terms", damaged);
    Claim& diagonal = chapter.claim("thomas-annexe-diagonal", damaged);

    const RationalMatrix terms = products_of_terms(leaning, mostly_zero, 3);
    const FiniteDistribution score = dot_product(leaning, mostly_zero, 3);
    const FiniteDistribution qk = product(leaning, mostly_zero);
    const Rational three = 3, trace = terms(0, 0) + terms(1, 1) + terms(2, 2);
    double_sum.as_copied("E[s · 2] = ΣΣ E[qᵢkᵢqⱼkⱼ]")
        .equal("E[s · 2] against the double sum, d = 3", mean(scaled(score, 2)),
               sum_of_entries(terms))
        .as_copied("E[s₂] = ΣΣ E[qᵢkᵢqⱼkⱼ], s₂ a second score")
        .equal("E of a second score against the double sum, d = 3", mean(score),
               sum_of_entries(terms))
        .as_copied("E[s²] = ΣΣ d · d · E[qᵢkᵢqⱼkⱼ]")
        .equal("E[s²] against d² times the double sum, d = 3", moment(score, 2),
               Rational(9 * sum_of_entries(terms)))
        .restored("E[s²] = ΣΣ E[qᵢkᵢqⱼkⱼ]");
    diagonal.as_copied("Σ E[qᵢ · 2 · kᵢ · 2] = d")
        .equal("Σ E[qᵢ · 2 · kᵢ · 2] against d = 3", Rational(3 * mean(scaled(qk, 4))), three)
        .as_copied("Σ E[qᵢ₂ kᵢ₂] = d, more variables of the same laws")
        .equal("Σ E[qᵢ₂ kᵢ₂] against d = 3", Rational(3 * mean(qk)), three)
        .as_copied("Σ d · E[qᵢ² kᵢ²] = Σ d · 1 · 1 = d")
        .equal("Σ d · E[qᵢ² kᵢ²] against d = 3", Rational(3 * trace), three)
        .restored("Σ E[qᵢ² kᵢ²] = Σ E[qᵢ²] E[kᵢ²] = Σ 1 · 1 = d");
    cross.as_copied("the term is 0 for i = j")
        .equal("E[q₁k₁q₁k₁] against 0", terms(0, 0), Rational(0))
        .restored("the term is 0 for i ≠ j");
    RationalMatrix of_square(3, 3), of_terms(3, 3), crossed(3, 3), on_diagonal(3, 3);
    RationalMatrix factored(3, 3), ones(3, 3);
    for (arma::uword a = 0; a < 3; ++a) {
      for (arma::uword b = 0; b < 3; ++b) {
        const FiniteDistribution &q = laws[a], &k = laws[b];
        const RationalMatrix E = products_of_terms(q, k, 2);
        of_square(a, b) =
            expectation(independent_entries(q, k, 2), [](const Outcome& o) -> Rational {
              const Rational s = o[0] * o[2] + o[1] * o[3];
              return s * s;
            });
        of_terms(a, b) = sum_of_entries(E);
        crossed(a, b) = E(0, 1);
        on_diagonal(a, b) = E(0, 0);
        factored(a, b) = moment(q, 2) * moment(k, 2);
        ones(a, b) = 1;
      }
    }
    double_sum.equal("E[s²] = ΣΣ E[qᵢkᵢqⱼkⱼ], 3 × 3 laws, d = 2", of_square, of_terms);
    cross.equal("E[q₁k₁q₂k₂] = 0, 3 × 3 laws", crossed, RationalMatrix(3, 3));
    diagonal.equal("E[q₁²k₁²] = E[q₁²] E[k₁²], 3 × 3 laws", on_diagonal, factored)
        .equal("E[q₁²k₁²] = 1, 3 × 3 laws", on_diagonal, ones);
    cross.equal("the matrix of all E[qᵢkᵢqⱼkⱼ] is the identity, d = 3", terms,
                RationalMatrix::identity(3));
    diagonal.equal("Σ E[qᵢ²kᵢ²] = d, d = 3", trace, three);
    double_sum.property(
        "(Σ aᵢ)² = ΣΣ aᵢaⱼ for random integers",
        [](Draw& draw) {
          const auto d = static_cast<arma::uword>(draw.integer("d", 1, 12));
          const arma::mat a = draw.integer_matrix("a", d, 1, -99, 99);
          return difference(std::pow(arma::accu(a), 2), arma::accu(a * a.t()));
        },
        exactly());
  }

  /**
  The identity matrix, each time. But the reason that the appendix gives, that the variables are
  i.i.d., is not what kills the cross terms. Take variables that are i.i.d. of variance 1 but take
  the values 0 and 2, so that their mean is 1. All four means of a cross term are 1, and so is the
  term. The mean rises to $d$ and the variance to $3d$. It is mean 0 that does the work, together
  with independence; "identically distributed" is not needed, as the mixed pairs above have shown.
  */
  {
    const FiniteDistribution shifted = uniform_distribution({0, 2});
    const RationalMatrix E = products_of_terms(shifted, shifted, 3);
    const FiniteDistribution s = dot_product(shifted, shifted, 3);
    chapter
        .finding("iid-is-not-enough",
                 "i.i.d. of variance 1 but mean 1: cross terms are 1, E[s] = d and Var(s) = 3d")
        .equal("variance of an entry that is 0 or 2", variance(shifted), Rational(1))
        .equal("cross term E[q₁k₁q₂k₂], entries 0 or 2", E(0, 1), Rational(1))
        .equal("E[s] = d, entries 0 or 2, d = 3", mean(s), Rational(3))
        .equal("Var(s) = 3d, entries 0 or 2, d = 3", variance(s), Rational(9))
        .equal("Var(s) from the double sum, entries 0 or 2, d = 3", Rational(sum_of_entries(E) - 9),
               variance(s));
  }

  /**
  Independence is needed too. Break it in two ways. If the key is the query itself, $s = |q|^2$ has
  mean $d$; for signs it is not even random. If all coordinates of $q$ are the same coin, and all of
  $k$ another, then $s = d\, q_1 k_1$: the mean stays 0, but the variance is $d^2$, and after the
  division still $d$.
  */
  {
    Claim& finding = chapter.finding(
        "independence-is-needed",
        "with q = k the mean is d; with all coordinates equal the variance is d², not d");
    const std::size_t d = 16;
    RationalMatrix means(1, 3);
    for (arma::uword a = 0; a < 3; ++a) {
      std::vector<Atom> squares;
      for (const auto& [value, probability] : laws[a].atoms())
        squares.push_back({value * value, probability});
      means(0, a) = mean(sum_of_copies(FiniteDistribution(squares), d));
    }
    finding.equal("E[q · q] = d, three laws, d = 16", means, RationalMatrix{{16, 16, 16}})
        .equal("Var(d q₁k₁) = d², signs, d = 16", variance(scaled(product(signs, signs), d)),
               Rational(256));
  }

  /**
  The diagonal rests on $E[q_i^2] = \sigma^2 = 1$. True, once more because the mean is 0: in
  general $E[q_i^2] = \sigma^2 + \mu^2$, which for the shifted coin above is 2. Letter by letter it
  is $2E[q_i] = 2E[k_i] = 2\sigma = 1$: 0 on the left, 2 before the last sign, never 1.
  */
  {
    Claim& claim = chapter.claim("thomas-annexe-second-moment", damaged);
    claim.as_copied("E[qᵢ · 2] = σ · 2 = 1")
        .equal("2 E[qᵢ] = 1 for an entry of mean 0", mean(scaled(leaning, 2)), Rational(1))
        .equal("2 σ = 1 for an entry of variance 1", Rational(2 * 1), Rational(1))
        .as_copied("E[qᵢ₂] = 1, another variable of the same law")
        .equal("E[qᵢ₂] = 1 for another entry of mean 0", mean(leaning), Rational(1))
        .restored("E[qᵢ²] = E[kᵢ²] = σ² = 1");
    RationalMatrix second_moments(1, 3), variances(1, 3);
    for (arma::uword a = 0; a < 3; ++a) {
      second_moments(0, a) = moment(laws[a], 2);
      variances(0, a) = variance(laws[a]);
    }
    claim.equal("E[q²] = σ², three laws", second_moments, variances)
        .equal("σ² = 1, three laws", variances, RationalMatrix{{1, 1, 1}})
        .equal("E[q²] = σ² + μ² = 2 for an entry of mean 1",
               moment(uniform_distribution({0, 2}), 2), Rational(2));
    claim.agree("E[q²] = 1 for a normal entry, by an integral",
                normal_expectation([](double z) { return z * z; }), 1, absolute(1e-14));
  }

  /**
  ## The variance is d

  Now the sum itself. Convolution gives the exact law of $q \cdot k$ for dimensions where
  enumeration would have to visit $9^d$ outcomes. First the line as copied: if the 2 is a factor,
  $E[s2] - (E[s])2$ is $2E[s] - 2E[s]$, which is 0 for every law and so never $d$. Then the line
  with its exponents. Note the mixed pair: two laws that share nothing but mean 0 and variance 1.
  */
  {
    const FiniteDistribution copied = dot_product(leaning, mostly_zero, 8);
    Claim& claim = chapter.claim("thomas-annexe-variance", damaged);
    claim.as_copied("Var(s) = E[s · 2] − E[s] · 2 = E[s · 2] = d")
        .equal("E[s · 2] − E[s] · 2 = d, d = 8",
               Rational(mean(scaled(copied, 2)) - mean(copied) * 2), Rational(8))
        .as_copied("Var(s) = E[s₂] − E[s] · 2 = E[s₂] = d, s₂ a second score")
        .equal("E[s₂] − E[s] · 2 = d, d = 8", Rational(mean(copied) - mean(copied) * 2),
               Rational(8))
        .restored("Var(s) = E[s²] − (E[s])² = E[s²] = d");
    Claim& finding =
        chapter.finding("only-two-moments-matter", "E[s] = 0, Var(s) = d and Var(s/√d) = 1 for any "
                                                   "independent entries of mean 0 and variance 1");
    const std::vector<std::size_t> sizes = {1, 2, 3, 8, 32};
    const std::vector<std::pair<FiniteDistribution, FiniteDistribution>> pairs = {
        {signs, signs}, {mostly_zero, mostly_zero}, {leaning, leaning}, {leaning, mostly_zero}};
    RationalMatrix means(4, 5), variances(4, 5), second_moments(4, 5), divided(4, 5);
    RationalMatrix zeros(4, 5), ones(4, 5), ds(4, 5);
    for (arma::uword a = 0; a < 4; ++a) {
      for (arma::uword b = 0; b < 5; ++b) {
        const FiniteDistribution s = dot_product(pairs[a].first, pairs[a].second, sizes[b]);
        means(a, b) = mean(s);
        variances(a, b) = variance(s);
        second_moments(a, b) = moment(s, 2);
        divided(a, b) = variance_over_sqrt(s, sizes[b]);
        ones(a, b) = 1;
        ds(a, b) = sizes[b];
      }
    }
    claim
        .equal("Var(s) = E[s²] as E[s] = 0, 4 pairs of laws, d up to 32", variances, second_moments)
        .equal("E[s²] = d, 4 pairs of laws, d = 1, 2, 3, 8, 32", second_moments, ds);
    finding.equal("E[s] = 0, 4 pairs of laws, d = 1, 2, 3, 8, 32", means, zeros)
        .equal("Var(s) = d, 4 pairs of laws, d = 1, 2, 3, 8, 32", variances, ds)
        .equal("Var(s/√d) = 1, 4 pairs of laws, d = 1, 2, 3, 8, 32", divided, ones);
    for (const double size : {8.0, 32.0, 128.0})
      claim.agree(fmt::format("Var(s)/d of normal entries, by an integral, d = {}", size),
                  score_expectation(size, [=](double score) { return score * score / size; }), 1,
                  absolute(1e-9));
  }

  /**
  Four pairs of laws and five dimensions are not all of them. For *all* independent entries of
  finite support, and every $d$, it is a theorem, whose proof uses of independence only that
  expectations of products of powers up to the second factor:
  */
  chapter.proposition("attention-scaling");

  /**
  For normal entries we drew a thousand pairs; here they are, with 95 % intervals, on the line
  that the algebra predicts. If a variance were twice what it should be, the thousand would
  show it; and the other divisions that the copy suggests are off by $\sqrt d$ at least.
  */
  {
    Claim& finding =
        chapter.finding("drawn-scores", "the scores drawn for normal entries have variance d");
    for (const arma::uword column : {4u, 8u, 12u}) {
      const arma::vec divided = drawn.col(column) / std::sqrt(dimensions(column));
      const Estimate doubled = variance_of(divided * std::numbers::sqrt2);
      finding
          .estimates(
              fmt::format("variance of 1000 drawn scores over d, d = {}", dimensions(column)),
              variance_of(divided), 1, 0.5)
          .fact(fmt::format("twice that variance would be noticed, d = {}", dimensions(column)),
                notices(doubled, 1), interval(doubled));
    }
  }
  chapter.figure("variance", [&](Figure& figure) {
    arma::vec plain(dimensions.n_elem), error(dimensions.n_elem);
    for (arma::uword i = 0; i < dimensions.n_elem; ++i) {
      const Estimate e = variance_of(drawn.col(i));
      plain(i) = e.value;
      error(i) = half_width(e, shown_confidence);
    }
    const arma::vec divided = plain / dimensions, divided_error = error / dimensions;
    figure.title("The variance of a score is d, until it is divided by √d");
    figure.panel("q · k")
        .x_label("dimension d")
        .y_label("variance")
        .log_x()
        .log_y()
        .x_range(0.7, 6000)
        .y_range(0.5, 10000)
        .x_ticks(d_ticks)
        .error_bars(dimensions, plain, plain - error, plain + error, "drawn, 95 %")
        .line(dimensions, dimensions, "d, exact");
    figure.panel("q · k / √d")
        .x_label("dimension d")
        .y_label("variance")
        .log_x()
        .x_range(0.7, 6000)
        .y_range(0, 2)
        .x_ticks(d_ticks)
        .error_bars(dimensions, divided, divided - divided_error, divided + divided_error,
                    "drawn, 95 %")
        .line(dimensions, arma::ones(dimensions.n_elem), "1, exact")
        .caption("Sample variances of 1000 scores of normal queries and keys, with 95 % confidence "
                 "intervals, against the exact values. Left both scales are logarithmic; right the "
                 "variance is on a linear scale, where the intervals can be seen.")
        .alt("Left: points on the rising line d from 1 to 4096. Right: points with error bars "
             "scattered about the horizontal line 1.");
  });

  {
    Claim& claim = chapter.claim("thomas-annexe-explosion", holds);
    const auto exact = [](std::size_t d) { return dot_product(signs, signs, d); };
    claim
        .equal("Var(s) grows like d, signs, d = 4, 64, 256",
               RationalMatrix{{variance(exact(4)), variance(exact(64)), variance(exact(256))}},
               RationalMatrix{{4, 64, 256}})
        .equal("Var(s/√d) stays 1, signs, d = 4, 64, 256",
               RationalMatrix{{variance_over_sqrt(exact(4), 4), variance_over_sqrt(exact(64), 64),
                               variance_over_sqrt(exact(256), 256)}},
               RationalMatrix{{1, 1, 1}});
  }

  /**
  The same seen whole: the densities themselves. On the left they spread; divided by $\sqrt d$, on
  the right, they do not merely keep their width but settle on the bell curve, which is the central
  limit theorem at work.

  A characteristic function determines the law, so it decides whether the formula for $f_d$ is
  right. One double integral over $q_i$ and $k_i$ gives it for a single product, $(1 + t^2)^{-1/2}$;
  independence multiplies $d$ of them; and $f_d$ must have the result, at $t = 0$ too, where it says
  that $f_d$ is a density. We also compare the fourth moment, $3d^2 + 6d$: given $q$ it is $3|q|^4$,
  and $E|q|^4 = d^2 + 2d$. A normal law of the same variance has $3d^2$, and fails here.
  */
  {
    Claim& finding = chapter.finding(
        "density", "the density of q · k is (|s|/2)^ν K_ν(|s|) / (√π Γ(d/2)), ν = (d − 1)/2");
    for (const double t : {0.5, 1.0, 2.0})
      finding.agree(fmt::format("E cos(t qᵢkᵢ) = (1 + t²)^(−1/2), a double integral, t = {}", t),
                    normal_expectation([t](double q) {
                      return normal_expectation([=](double k) { return std::cos(t * q * k); });
                    }),
                    1 / std::sqrt(1 + t * t), absolute(1e-12));
    for (const double d : {1.0, 2.0, 8.0, 32.0, 128.0}) {
      for (const double tau : {0.0, 1.0, 2.0})
        finding.agree(
            fmt::format("∫ cos(ts) f(s) ds = (1 + t²)^(−d/2), t = {}/√d, d = {}", tau, d),
            score_expectation(d, [=](double s) { return std::cos(tau * s / std::sqrt(d)); }),
            std::pow(1 + tau * tau / d, -d / 2), absolute(1e-9));
      const double fourth = 3 * d * d + 6 * d;
      finding.agree(fmt::format("E[s⁴] = 3d² + 6d, relative, d = {}", d),
                    score_expectation(d, [=](double s) { return std::pow(s, 4) / fourth; }), 1,
                    absolute(1e-9));
    }
    finding.agree("f(1.5) of Laplace's law, d = 2", dot_product_density(2, 1.5), std::exp(-1.5) / 2,
                  ulps(64));
  }
  chapter.figure("density", [](Figure& figure) {
    const std::vector<double> shown = {2, 8, 32, 128};
    figure.title("Scores before and after the division");
    figure.panel("q · k").x_label("score").y_label("density").x_range(-25, 25).y_range(0, 0.55);
    for (const double d : shown)
      figure.curve([d](double s) { return dot_product_density(d, s); }, -25, 25, 401,
                   fmt::format("d = {}", d));
    figure.panel("q · k / √d").x_label("score").y_label("density").x_range(-5, 5).y_range(0, 0.75);
    for (const double d : shown)
      figure.curve(
          [d](double s) { return std::sqrt(d) * dot_product_density(d, s * std::sqrt(d)); }, -5, 5,
          401, fmt::format("d = {}", d));
    figure
        .caption("Exact densities of the score of a normal query and a normal key. Without the "
                 "division (left) they spread like √d; with it (right) they approach the standard "
                 "normal density.")
        .alt("Left: four bell-like curves, sharp for d = 2 and almost flat for d = 128. Right: the "
             "same four divided by √d, all of one width; d = 32 and d = 128 nearly coincide.");
  });

  /**
  ## Five divisions

  Now the sentences about the division. Between "divided by $d$", "divide by $1/d$" and
  "$\mathrm{Var}(ds) = d1\,\mathrm{Var}(s) = 1$" the copy offers several divisions. Choose
  dimensions that are squares, and every reading is a rational computation on the exact law of
  $s$. The appendix itself says what the result must be: variance 1.
  */
  const std::size_t d = 64, root = 8;
  const FiniteDistribution s = dot_product(leaning, mostly_zero, d);
  const Rational one = 1;
  const Rational variance_over_d = variance(scaled(s, Rational(1, d)));
  const Rational variance_over_root = variance(scaled(s, Rational(1, root)));
  const Rational variance_times_d = variance(scaled(s, d));
  const Rational variance_times_root = variance(scaled(s, root));

  chapter.claim("thomas-intro-division", damaged)
      .as_copied("the scores are divided by d")
      .equal("Var(s/d) against 1, d = 64", variance_over_d, one)
      .restored("the scores are divided by √d")
      .equal("Var(s/√d) = 1, d = 64", variance_over_root, one)
      .equal("Var(s/√d) = 1, d = 16", variance(scaled(dot_product(signs, leaning, 16), {1, 4})),
             one);
  {
    Claim& title = chapter.claim("thomas-annexe-title", damaged);
    title.as_copied("why divide by d?")
        .equal("Var(s/d) against 1, d = 64", variance_over_d, one)
        .restored("why divide by √d?")
        .equal("Var(s/√d) = 1, d = 64", variance_over_root, one);
    const FiniteDistribution s16 = dot_product(signs, mostly_zero, 16);
    RationalMatrix by_power(1, 5);
    for (unsigned p = 0; p < 5; ++p)
      by_power(0, p) = variance(scaled(s16, Rational(1, 1u << p)));
    title.equal("variance after division by d^p, p = 0, ¼, ½, ¾, 1, d = 16", by_power,
                RationalMatrix{{16, 4, 1, {1, 4}, {1, 16}}});
  }

  /**
  To be fair to "divided by $d$": the variance does not explode then either. It collapses, to
  $1/d$, and softmax of scores that are almost equal attends to everything alike. We come back to
  that with the entropy below.

  The next sentence is worse than damaged. "If we divide by $1/d$" multiplies by $d$ and gives the
  variance $d^3$. Put the root back and it still divides by a fraction: dividing by $1/\sqrt d$ is
  multiplying by $\sqrt d$, and the variance is $d^2 = 4096$. The author means *multiply*.
  */
  chapter.claim("thomas-annexe-divide-by", refuted)
      .as_copied("dividing by 1/d makes the variance 1")
      .equal("Var(s ÷ (1/d)) against 1, d = 64", variance_times_d, one)
      .as_printed("dividing by 1/√d makes the variance 1")
      .equal("Var(s ÷ (1/√d)) against 1, d = 64", variance_times_root, one)
      .corrected("multiplying by 1/√d makes the variance 1")
      .equal("Var(s · (1/√d)) = 1, d = 64", variance_over_root, one);

  /**
  And the last line. Read from left to right, $ds$ is a product and $d1$ is $d$ times 1: its three
  sides are $d^3$, $d^2$ and 1. (Should $d_1$ be another dimension, $d^3$ is still not 1.) A reader
  who knows how such copies come about (a fraction loses its bar and its lower half comes first)
  reads $s/d$ and $1/d$: closer, but the sides are $1/d$ and 1. Only with the root do all three
  agree.
  */
  chapter.claim("thomas-annexe-final", damaged)
      .as_copied("Var(d s) = d · 1 · Var(s) = 1")
      .equal("Var(d s) = d Var(s), d = 64", variance_times_d, Rational(d * variance(s)))
      .equal("d Var(s) = 1, d = 64", Rational(d * variance(s)), one)
      .as_copied("Var(d s) = d₁ Var(s) = 1")
      .equal("Var(d s) = 1, d = 64", variance_times_d, one)
      .as_copied("Var(s/d) = (1/d) Var(s) = 1")
      .equal("Var(s/d) = Var(s)/d, d = 64", variance_over_d, Rational(variance(s) / d))
      .restored("Var(s/√d) = (1/d) Var(s) = 1")
      .equal("Var(s/√d) = Var(s)/d, d = 64", variance_over_root, Rational(variance(s) / d))
      .equal("Var(s)/d = 1, d = 64", Rational(variance(s) / d), one)
      .equal("Var(s/√d) as Σ p (v²/d), without a root, d = 64", variance_over_sqrt(s, d), one);

  chapter.table("What each reading makes of the variance, exactly",
                {"reading", "in powers of d", "d = 64"},
                {{"divide by 1/d", "d³", variance_times_d.str()},
                 {"divide by 1/√d", "d²", variance_times_root.str()},
                 {"no division", "d", variance(s).str()},
                 {"divide by √d", "1", variance_over_root.str()},
                 {"divide by d", "1/d", variance_over_d.str()}});
  chapter.figure("readings", [](Figure& figure) {
    const arma::vec roots = {1, 2, 4, 8, 16};
    const arma::vec d_values = arma::square(roots);
    figure.title("One square root decides: five readings of the same sentence")
        .x_label("dimension d")
        .y_label("variance of the scores")
        .log_x()
        .log_y()
        .x_range(0.8, 320)
        .x_ticks({1, 4, 16, 64, 256});
    for (const auto& [name, power] : {std::pair("divide by 1/d", 2),
                                      {"divide by 1/√d", 1},
                                      {"no division", 0},
                                      {"divide by √d", -1},
                                      {"divide by d", -2}}) {
      arma::vec variances(roots.n_elem);
      for (arma::uword i = 0; i < roots.n_elem; ++i) {
        const auto dimension = static_cast<std::size_t>(d_values(i));
        const Rational factor(static_cast<long>(std::pow(roots(i), std::abs(power))));
        variances(i) = variance(scaled(dot_product(signs, signs, dimension),
                                       power < 0 ? Rational(1 / factor) : factor))
                           .convert_to<double>();
      }
      figure.line_points(d_values, variances, name);
    }
    figure
        .caption("The exact variance of the score after each division that the damaged copy can be "
                 "read to prescribe, for entries ±1. Only division by √d keeps it at 1.")
        .alt("Five lines through (1, 1) on logarithmic scales, with slopes 3, 2, 1, 0 and −1; the "
             "one of division by √d is horizontal.");
  });

  /**
  ## The other reason: growing along the layers

  exo7 gives a different reason: the coefficients tend to grow along the layers (*au fil des
  couches*), hence the division. Grant the premise: the residual stream does grow, since every
  layer adds to it. But a head sees little of that. Take matrices $W_Q$ and $W_K$ with independent
  entries of mean 0 and variance $1/n$, and two tokens $x$ and $y$. Averaged over the matrices,
  $$ E[(q \cdot k)^2] = r\, \frac{|x|^2}n\, \frac{|y|^2}n, $$
  so only the lengths of the tokens matter. And a head reads the stream through a layer norm,
  which gives every token the length $\sqrt n$, in layer 12 as in layer 1. (In the original article
  the norm comes after each addition, so that there not even the stream grows; Vaswani et al. 2017,
  section 3.1.) We average over all matrices of signs, exactly: for $n = 6$ and $r = 8$ there are
  $2^{96}$ of them.
  */
  {
    const std::vector<Rational> x = {2, -1, -1, 0, 0, 0}, y = {1, 1, 1, -1, -1, -1};
    const auto entry = [](const std::vector<Rational>& token, const Rational& factor) {
      FiniteDistribution law = scaled(signs, factor * token.front());
      for (std::size_t i = 1; i < token.size(); ++i)
        law = sum(law, scaled(signs, factor * token[i]));
      return law;
    };
    const auto mean_square_score = [&](const Rational& factor) -> Rational {
      return moment(dot_product(entry(x, factor), entry(y, factor), 8), 2) / 36;
    };
    const arma::mat token = arma::vec{2, -1, -1, 0, 0, 0};
    chapter
        .finding("lengths-decide", "averaged over random W_Q and W_K, (q · k)² is r |x|²|y|²/n²: r "
                                   "behind a layer norm, in every layer")
        .equal("E[(q · k)²] = r for tokens of length √n, n = 6, r = 8", mean_square_score(1),
               Rational(8))
        .equal("E[(q · k)²] = 81 r for tokens three times as long, n = 6, r = 8",
               mean_square_score(3), Rational(81 * 8))
        .agree("layer norm of a token three times as long", layer_norm(arma::mat(3 * token)), token,
               ulps_of_norm(16));
  }

  /**
  The same in motion: 150 stacks of 12 layers with random normal weights, $r = 8$.
  */
  const std::optional<ScoreSizes> gpt2_sizes = published_score_sizes();
  {
    const arma::uword layers = 12, r = 8, stacks = 150;
    arma::cube sizes(layers, 5, stacks);
    for (arma::uword stack = 0; stack < stacks; ++stack)
      sizes.slice(stack) = sizes_along_layers(layers, r);
    const arma::mat average = arma::mean(sizes, 2);
    const auto growth = [&](arma::uword column) {
      return average(layers - 1, column) / average(0, column);
    };

    /**
    Do trained weights make the scores grow? The attention matrices and layer norms of GPT-2 answer
    for its 144 heads. We ask for a factor of 2 in twelve layers: with less, there would be little
    to make up for. (The random stacks without a layer norm show that growth would be seen.) From
    the first layer to the last the scores shrink, to 0.70 of what they were; the part that varies
    with the key grows, but only to 1.32 times. Even if there were more growth, one divisor for all
    layers could not undo it: $\sqrt r$ is the same number in each, and what grows from layer to
    layer grows after the division just as before. What the division does undo is the growth with
    $r$, and that is the reason of the original paper (Vaswani et al. 2017, section 3.2.1, note 4).
    */
    Claim& reason = chapter.claim("exo7-6.3-scaling-reason", refuted);
    reason.as_printed("scores grow along the layers, and dividing by √r makes up for that")
        .at_least("mean square of scores, layer 12 over layer 1, random stacks with layer norm",
                  growth(1), 2);
    if (gpt2_sizes) {
      const arma::rowvec all = arma::mean(gpt2_sizes->all, 0);
      const arma::rowvec by_keys = arma::mean(gpt2_sizes->by_keys, 0);
      reason
          .at_least("root mean square of GPT-2's scores, mean of 12 heads, layer 12 over layer 1",
                    all.back() / all.front(), 2)
          .at_least("the part of GPT-2's scores that varies with the key, layer 12 over layer 1",
                    by_keys.back() / by_keys.front(), 2);
    } else {
      reason.without_weights("the scores of GPT-2's trained heads are measured when its attention "
                             "matrices and layer norms are there: ./epreuve gpt2 fetch gets them");
    }
    reason.corrected("dividing by √r makes up for growth with r: Var(q · k) = r in every layer")
        .equal("Var(q · k), r = 256 over r = 4, signs",
               Rational(variance(dot_product(signs, signs, 256)) /
                        variance(dot_product(signs, signs, 4))),
               Rational(64))
        .equal("Var(q · k/√r), r = 256 over r = 4, signs",
               Rational(variance_over_sqrt(dot_product(signs, signs, 256), 256) /
                        variance_over_sqrt(dot_product(signs, signs, 4), 4)),
               Rational(1))
        .at_least("mean square of scores, layer 12 over layer 1, random stacks without layer norm",
                  growth(3), 2);

    chapter.figure("layers", [&](Figure& figure) {
      const arma::vec layer = arma::regspace(1, static_cast<double>(layers));
      figure.title("What grows along the layers, and what the division does to it")
          .x_label("layer")
          .y_label("mean square")
          .log_y()
          .y_range(0.5, 3000)
          .x_range(0.5, 12.5)
          .line_points(layer, average.col(3), "scores without layer norm")
          .line_points(layer, average.col(4), "scores without layer norm, ÷ √r")
          .line_points(layer, average.col(0), "residual stream")
          .line_points(layer, average.col(1), "scores with layer norm")
          .line_points(layer, average.col(2), "scores with layer norm, ÷ √r")
          .caption("Mean squares in a stack of 12 layers with random weights, r = 8, averaged over "
                   "150 stacks. The stream grows; scores computed after layer norm do not. "
                   "Dividing by √r shifts a curve down by the factor r in all layers alike.")
          .alt("Five curves against the layer: scores without layer norm rise steeply, and in "
               "parallel the same divided by √r; the stream rises slowly; scores with layer norm "
               "are level at 8, and divided by √r at 1.");
    });
  }

  /**
  Here are the trained heads. (Over all directions alike, as said above: it takes the whole
  model to know which directions texts use.)
  */
  if (gpt2_sizes) {
    chapter.figure("gpt2-scores", [&](Figure& figure) {
      arma::vec layer(gpt2_sizes->all.n_elem), sizes = arma::vectorise(gpt2_sizes->all) / 8;
      for (arma::uword i = 0; i < layer.n_elem; ++i)
        layer(i) = static_cast<double>(i / gpt2_heads + 1);
      const arma::vec layers = arma::regspace(1, static_cast<double>(gpt2_layers));
      figure.title("The divided scores of GPT-2's heads do not grow along the layers")
          .x_label("layer")
          .y_label("root mean square of q · k / 8")
          .x_range(0.5, 12.5)
          .y_range(0, 11)
          .points(layer, sizes, "a head")
          .line_points(layers, arma::vec(arma::mean(gpt2_sizes->all, 0).t()) / 8,
                       "mean of 12 heads")
          .line_points(layers, arma::vec(arma::mean(gpt2_sizes->by_keys, 0).t()) / 8,
                       "mean of 12 heads, the part that varies with the key")
          .caption(
              "Root mean square of the scores of each of the 144 heads of GPT-2 Small, between "
              "tokens behind the layer norm, averaged over all directions of the two tokens. "
              "Their mean over the heads of a layer stays between 1.6 and 3.6.")
          .alt("Points for 144 heads against the layer, most between 1 and 4, with a few up to 10 "
               "in "
               "the first layers; two lines of means near 2, which do not rise.");
    });
  } else {
    chapter.undrawn("gpt2-scores", "GPT-2's published attention matrices and layer norms are not "
                                   "here: ./epreuve gpt2 fetch gets them");
  }

  /**
  ## exo7's formula: what equals what?

  exo7 prints $(A \otimes I)x = \mathrm{softmax}(Q^T K/\sqrt r)$. Count: $A \otimes I$ acting on the
  sentence $x$, $n \times K$, is $x A^T$, again $n \times K$. On the right, with $Q$ and $K$ of size
  $r \times K$, stands a matrix of queries against keys, $K \times K$. What the softmax gives is
  the pattern $A$, not its action.
  */
  {
    const arma::uword n = 5, K = 3, r = 2;
    const arma::mat x = arma::randn(n, K), Q = arma::randn(r, n) * x, keys = arma::randn(r, n) * x;
    const arma::mat A = softmax_rows(scaled_attention_scores(Q, keys));
    const arma::mat I = arma::eye(n, n);
    const arma::mat action = kronecker_action(A, I, x);
    chapter.claim("exo7-6.3-QtK-scaled", ill_typed)
        .as_printed("(A ⊗ I) x = softmax(QᵀK/√r)")
        .same_shape("(A ⊗ I) x", arma::size(action), "softmax(QᵀK/√r)", arma::size(A))
        .corrected("A = softmax(QᵀK/√r), and (A ⊗ I) x = x Aᵀ")
        .same_shape("(A ⊗ I) x", arma::size(action), "x", arma::size(x))
        .property(
            "(A ⊗ I) vec x = vec(x Aᵀ), the Kronecker product formed",
            [](Draw& draw) {
              const auto rows = static_cast<arma::uword>(draw.integer("n", 1, 5));
              const auto tokens = static_cast<arma::uword>(draw.integer("K", 1, 5));
              const auto rank = static_cast<arma::uword>(draw.integer("r", 1, 4));
              const arma::mat stream = draw.matrix("x", rows, tokens, -2, 2);
              const arma::mat queries = draw.matrix("Q", rank, tokens, -2, 2);
              const arma::mat keys_drawn = draw.matrix("keys", rank, tokens, -2, 2);
              const arma::mat pattern = softmax_rows(scaled_attention_scores(queries, keys_drawn));
              const arma::mat big = kronecker(pattern, arma::mat(arma::eye(rows, rows)));
              return difference(arma::mat(big * vec(stream)),
                                arma::mat(vec(arma::mat(stream * pattern.t()))));
            },
            absolute(1e-14), 200)
        .property(
            "token j becomes Σᵢ Aⱼᵢ xᵢ, Aⱼᵢ ∝ exp(qⱼ · kᵢ/√r)",
            [](Draw& draw) {
              const auto rank = static_cast<arma::uword>(draw.integer("r", 1, 4));
              const arma::mat stream = draw.matrix("x", 3, 4, -2, 2);
              const arma::mat queries = draw.matrix("Q", rank, 4, -2, 2);
              const arma::mat keys_drawn = draw.matrix("keys", rank, 4, -2, 2);
              arma::mat expected(3, 4, arma::fill::zeros);
              for (arma::uword j = 0; j < 4; ++j) {
                arma::vec weight(4);
                for (arma::uword i = 0; i < 4; ++i)
                  weight(i) = std::exp(arma::dot(queries.col(j), keys_drawn.col(i)) /
                                       std::sqrt(static_cast<double>(rank)));
                for (arma::uword i = 0; i < 4; ++i)
                  expected.col(j) += weight(i) / arma::accu(weight) * stream.col(i);
              }
              const arma::mat pattern = softmax_rows(scaled_attention_scores(queries, keys_drawn));
              return difference(kronecker_action(pattern, arma::mat(arma::eye(3, 3)), stream),
                                expected);
            },
            absolute(1e-13), 200);

    /**
    If the sentence has as many tokens as dimensions, $n = K$, the shapes agree by accident. The
    two sides still differ: for the sentence $x = 0$ the left side is 0, while the rows of the right
    side sum to 1.
    */
    const arma::mat nothing(2, 2, arma::fill::zeros);
    const arma::mat uniform = softmax_rows(scaled_attention_scores(nothing, nothing));
    chapter
        .finding("square-by-accident",
                 "even where the shapes agree, n = K = 2, (A ⊗ I) x is not softmax(QᵀK/√r)")
        .same_shape("(A ⊗ I) x", arma::size(nothing), "softmax", arma::size(uniform))
        .agree("(A ⊗ I) x = 0 for the sentence x = 0",
               kronecker_action(uniform, arma::mat(arma::eye(2, 2)), nothing), nothing, exactly())
        .agree("row sums of softmax(QᵀK/√r) for the sentence x = 0",
               arma::mat(arma::sum(uniform, 1)), arma::mat(2, 1, arma::fill::ones), ulps(1));
  }

  /**
  ## Dividing by 8

  iaetnous does it with numbers: the keys of the original article have dimension 64, so divide by
  8, then take softmax.
  */
  chapter.claim("iaetnous-step3-sqrt64", reproduced)
      .prints_exactly("8", std::sqrt(64.0))
      .equal("8 · 8, in integers", 8 * 8, 64)
      .equal("512 dimensions shared by 8 heads, as in the article", 512 / 8, 64);

  /**
  The slide's drawing did not survive the copy, so there are no numbers to reproduce; but the slide
  says what the drawing shows. The scores are divided by 8, and softmax makes of them positive
  numbers of sum 1: that holds. For a picture we choose scores of our own, 64 and 56. Divided they
  are 8 and 7, and the first token gets 73 % of the attention. Undivided, a lead of 8 leaves the
  second token 0.03 %.
  */
  const arma::vec own_scores = {64, 56};
  const arma::vec own_divided = own_scores / std::sqrt(64.0);
  const arma::vec own_weights = softmax(own_divided);
  chapter.claim("iaetnous-step34-fig", holds)
      .agree("attention of the first token at the scores 64/8 and 56/8 is 1/(1 + e⁻¹)",
             own_weights(0), 1 / (1 + std::exp(-1.0)), ulps(12))
      .property("softmax of scores/8 is positive, of sum 1, and softmax at temperature 8",
                [](Draw& draw) {
                  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 12));
                  const arma::vec x = draw.vector("scores", n, -300, 300);
                  const arma::vec p = softmax(arma::vec(x / 8));
                  return p.min() > 0 && std::abs(arma::accu(p) - 1) < 1e-14 &&
                         arma::abs(p / softmax(x, 8.0) - 1).max() < 1e-14;
                });
  chapter.figure("divide-by-8", [&](Figure& figure) { draw_divide_by_8(figure, own_scores); });

  /**
  The slide after next draws the whole computation as a grid, tokens as rows: $Q$, $V$ and $Z$ of
  $2 \times 3$ squares, $K^T$ of $3 \times 2$. In the copy the fraction has a numerator and
  nothing below the bar. Without a denominator the result is different; and if what comes next in
  the formula, $V$, were the denominator, $2 \times 2$ would be divided by $2 \times 3$. The shapes
  themselves are right.
  */
  {
    const arma::mat Q = {{1, 2, 0}, {0, 1, 1}}, keys = {{1, 1, 0}, {0, 2, 1}};
    const arma::mat V = {{1, 0, 2}, {3, 1, 0}};
    const arma::mat scores = Q * keys.t();
    arma::mat Z(2, 3, arma::fill::zeros);
    for (arma::uword i = 0; i < 2; ++i) {
      const double lead = (scores(i, 0) - scores(i, 1)) / std::sqrt(3.0);
      const double first = 1 / (1 + std::exp(-lead));
      for (arma::uword c = 0; c < 3; ++c)
        Z(i, c) = first * V(0, c) + (1 - first) * V(1, c);
    }
    chapter.claim("iaetnous-matrix-form", damaged)
        .as_copied("softmax(QKᵀ) V = Z, nothing below the bar")
        .agree("softmax(QKᵀ) V against attention written out", arma::mat(softmax_rows(scores) * V),
               Z, absolute(1e-14))
        .as_copied("softmax(QKᵀ / V) = Z, V below the bar")
        .same_shape("QKᵀ", arma::size(scores), "V", arma::size(V))
        .restored("softmax(QKᵀ/√dₖ) V = Z, with dₖ = 3 in the drawing")
        .conformable("Q", arma::size(Q), "Kᵀ", arma::size(3, 2))
        .conformable("softmax(QKᵀ/√dₖ)", arma::size(scores), "V", arma::size(V))
        .same_shape("softmax(QKᵀ/√dₖ) V", arma::size(scores * V), "Z", arma::size(2, 3))
        .agree("softmax(QKᵀ/√3) V against attention written out",
               arma::mat(softmax_rows(scaled_attention_scores(Q.t(), keys.t())) * V), Z,
               absolute(1e-14));
  }
  chapter.figure("matrix-form", [](Figure& figure) { draw_matrix_form(figure); });

  /**
  ## The score, and an example that forgets it

  masterclass defines the score with its division, and we check that formula against another way
  to write it, $\pm\sqrt{(q \cdot k)^2 / d_k}$. Integers keep the dot product exact; on each side
  one root and one division round, so we allow 4 ulp.
  */
  const auto score_sides = [](Draw& draw) {
    const auto dk = static_cast<arma::uword>(draw.integer("dₖ", 1, 100));
    const arma::mat q = draw.integer_matrix("q", dk, 1, -50, 50);
    const arma::mat k = draw.integer_matrix("k", dk, 1, -50, 50);
    double dot = 0;
    for (arma::uword i = 0; i < dk; ++i)
      dot += q(i) * k(i);
    return difference(arma::as_scalar(scaled_attention_scores(q, k)),
                      std::copysign(std::sqrt(dot * dot / static_cast<double>(dk)), dot));
  };

  /**
  A few slides on, its worked example computes
  $z_i = \sum_j \mathrm{softmax}_j(q_i \cdot k_j)\, v_j$, and the division is gone, also from the
  list of steps beside it. That may be meant to keep the example simple, and as a definition of some
  $z_i$ it could stand. But the slide after it says what $z_i$ is: row $i$ of the attention's
  output, with the weights $\mathrm{softmax}(q_i \cdot k_j/\sqrt{d_k})$. One of the two formulas for
  $z_i$ must give way, and the document's own $\mathrm{Attention}(Q, K, V)$ decides which.
  */
  const auto attention_sides = [](bool divide) {
    return [divide](Draw& draw) {
      const auto dk = static_cast<arma::uword>(draw.integer("dₖ", 1, 8));
      const auto n = static_cast<arma::uword>(draw.integer("n", 1, 4));
      const arma::mat Q = draw.matrix("Q", n, dk, -2, 2);
      const arma::mat K = draw.matrix("K", n, dk, -2, 2);
      const arma::mat V = draw.matrix("V", n, 2, -2, 2);
      const double divisor = divide ? std::sqrt(static_cast<double>(dk)) : 1;
      arma::mat z(n, 2, arma::fill::zeros);
      for (arma::uword i = 0; i < n; ++i) {
        double total = 0;
        for (arma::uword j = 0; j < n; ++j) {
          const double weight = std::exp(arma::dot(Q.row(i), K.row(j)) / divisor);
          z.row(i) += weight * V.row(j);
          total += weight;
        }
        z.row(i) /= total;
      }
      const arma::mat scores = scaled_attention_scores(Q.t(), K.t());
      return difference(z, arma::mat(softmax_rows(scores) * V));
    };
  };
  // Scores stay below 32 and carry at most 12 roundings, so weights are right to 800 u, and
  // outputs, being at most 2, to 2e-13.
  chapter.claim("masterclass-sa-example-formula", refuted)
      .as_printed("zᵢ, row i of the attention's output, is Σⱼ softmaxⱼ(qᵢ · kⱼ) vⱼ")
      .property("Σⱼ softmaxⱼ(qᵢ · kⱼ) vⱼ is row i of softmax(QKᵀ/√dₖ) V", attention_sides(false),
                absolute(1e-12))
      .corrected("zᵢ = Σⱼ softmaxⱼ(qᵢ · kⱼ / √dₖ) vⱼ")
      .property("Σⱼ softmaxⱼ(qᵢ · kⱼ / √dₖ) vⱼ is row i of softmax(QKᵀ/√dₖ) V",
                attention_sides(true), absolute(1e-12));

  /**
  The forgotten division does no harm for $d_k = 1$, of course; nor when a query scores all keys
  alike, for then both patterns are uniform.
  */
  chapter
      .finding("when-the-division-is-idle",
               "the two formulas agree for dₖ = 1, and for a query orthogonal to all differences "
               "of keys")
      .property(
          "divided and undivided scores are the same for dₖ = 1",
          [](Draw& draw) {
            const arma::mat q = draw.matrix("q", 1, 1, -9, 9), k = draw.matrix("k", 1, 5, -9, 9);
            return difference(scaled_attention_scores(q, k), attention_scores(q, k));
          },
          exactly(), 200)
      .property(
          "divided and undivided patterns are the same for a query that scores all keys alike",
          [](Draw& draw) {
            const auto dk = static_cast<arma::uword>(draw.integer("dₖ", 2, 9));
            const auto n = static_cast<arma::uword>(draw.integer("n", 1, 6));
            arma::mat q = draw.integer_matrix("q", dk, 1, -9, 9);
            arma::mat k = draw.integer_matrix("k", dk, n, -9, 9);
            q(0) = 0; // keys differ in their first coordinate only, where the query is 0
            for (arma::uword j = 1; j < n; ++j)
              k.submat(1, j, dk - 1, j) = k.submat(1, 0, dk - 1, 0);
            return difference(softmax_rows(attention_scores(q, k)),
                              softmax_rows(scaled_attention_scores(q, k)));
          },
          exactly(), 200);

  /**
  ## Large scores, and what they do to softmax

  Now to masterclass's own reasons. The first is that without the factor the dot products can become
  very large. They can: a typical one has size $\sqrt d$. (For normal entries the mean size is
  $E|s| = \sqrt{2/\pi}\, E|q| = 2\, \Gamma(\frac{d+1}2) / (\sqrt\pi\, \Gamma(\frac d2))$, which is
  $\sqrt{2d/\pi}$ up to a relative error of $1/(4d)$.) For entries $\pm 1$ a score of size above 10
  is a rarity at $d = 16$, and at $d = 256$ every second one is so large.
  */
  {
    const auto mean_size = [](double dimension) {
      return 2 / std::sqrt(std::numbers::pi) *
             std::exp(std::lgamma((dimension + 1) / 2) - std::lgamma(dimension / 2));
    };
    const auto above_10 = [](std::size_t dimension) {
      Rational probability = 0;
      const FiniteDistribution law = dot_product(signs, signs, dimension);
      for (const auto& [value, p] : law.atoms())
        if (abs(value) > 10)
          probability += p;
      return probability.convert_to<double>();
    };
    chapter.claim("masterclass-attention-large", holds)
        .at_most("probability that |q · k| > 10, entries ±1, exact, d = 16", above_10(16), 0.01)
        .at_least("probability that |q · k| > 10, entries ±1, exact, d = 256", above_10(256), 0.4)
        .agree("E|q · k| of normal entries, an integral against its closed form, d = 128",
               score_expectation(128, [](double score) { return score; }), mean_size(128),
               absolute(1e-8))
        .agree("E|q · k| / √(2d/π) of normal entries, d = 4096",
               mean_size(4096) / std::sqrt(2 * 4096 / std::numbers::pi), 1, absolute(1.0 / 4096));
  }

  /**
  To watch softmax we draw a thousand queries against 64 keys, at each $d$. Three tests come first:
  of the integrals, against the one integral that is left for two keys; of the short cut through
  $|q| z_j$, by honest dot products; and of the thousand queries. If the scores were larger by a
  tenth, the last one would notice.
  */
  const arma::mat z = arma::randn(n_queries, n_keys);
  std::vector<Attention> with, without;
  for (const double dimension : dimensions) {
    const arma::mat scores = random_scores(z, dimension);
    without.push_back(attention_of(scores));
    with.push_back(attention_of(scores / std::sqrt(dimension)));
  }
  const arma::mat entropy_with = summaries(with, &Attention::entropy);
  const arma::mat entropy_without = summaries(without, &Attention::entropy);
  const arma::mat gradient_with = summaries(with, &Attention::gradient);
  const arma::mat gradient_without = summaries(without, &Attention::gradient);
  const AverageAttention limit = average_attention(n_keys, 1);
  {
    const double sigma = 3;
    const auto of_two = [=](const std::function<double(double)>& f) {
      return normal_expectation([&](double g) { return f(sigma * std::numbers::sqrt2 * g); });
    };
    const AverageAttention two = average_attention(2, sigma);
    chapter.finding("integrals", "the integrals for E[H] and E tr J are right")
        .agree("probabilities of 64 keys at σ = 1, summed and averaged", limit.total, 1,
               absolute(1e-12))
        .agree("probabilities of 64 keys at σ = 64, summed and averaged",
               average_attention(n_keys, 64).total, 1, absolute(1e-12))
        .agree("entropy of two keys at σ = 3, against one integral over their gap", two.entropy,
               of_two(entropy_of_pair), absolute(1e-12))
        .agree("trace of J for two keys at σ = 3, against one integral over their gap", two.trace,
               of_two([](double g) { return 1 / (1 + std::cosh(g)); }), absolute(1e-12))
        .property(
            "|J| from the probabilities is the norm of the matrix",
            [](Draw& draw) {
              const arma::vec x = draw.vector("x", 6, -30, 30);
              return difference(jacobian_norm(softmax(x)), arma::norm(softmax_jacobian(x), "fro"));
            },
            ulps(64), 300)
        .property(
            "|J| ≤ tr J ≤ √(n − 1) |J| (+ 64 ulp)",
            [](Draw& draw) {
              const auto n = static_cast<arma::uword>(draw.integer("n", 2, 12));
              const arma::vec x = draw.vector("x", n, -6, 6);
              const arma::mat J = softmax_jacobian(x);
              const double norm = arma::norm(J, "fro"), slack = 1 + 64 * 0x1p-52;
              return norm <= arma::trace(J) * slack &&
                     arma::trace(J) <= std::sqrt(static_cast<double>(n) - 1) * norm * slack;
            },
            300);
  }
  {
    arma::mat dot_products(400, n_keys);
    for (arma::uword i = 0; i < dot_products.n_rows; ++i) {
      const arma::mat q = arma::randn(16, 1), K = arma::randn(16, n_keys);
      dot_products.row(i) = scaled_attention_scores(q, K);
    }
    const double expected =
        over_queries(16, [](double length) { return average_attention(n_keys, length).entropy; });
    const Estimate honest = mean_of(attention_of(dot_products).entropy);
    const Estimate halved = mean_of(attention_of(std::sqrt(0.5) * dot_products).entropy);
    const arma::mat scores = random_scores(z, 4096) / 64;
    const Estimate larger = mean_of(attention_of(1.1 * scores).entropy);
    chapter.finding("short-cut", "scores |q| zⱼ are distributed like dot products of q with keys")
        .estimates("mean entropy of dot products with 64 keys, d = 16", honest, expected, 0.1)
        .fact("half the variance of the scores would be noticed", notices(halved, expected),
              interval(halved))
        .estimates("mean entropy of the thousand queries, d = 4096", mean_of(with[12].entropy),
                   limit.entropy, 0.05)
        .fact("scores larger by a tenth would be noticed, d = 4096", notices(larger, limit.entropy),
              interval(larger));
  }

  /**
  ### Entropy with the division: almost as spread as can be

  With the division the scores tend to independent normal $z_j$ as $d \to \infty$. For many keys
  the entropy $H = \ln \sum e^{z_j} - \sum z_j e^{z_j} / \sum e^{z_j}$ then follows from two
  averages, $E[e^z] = E[z e^z] = e^{1/2}$:
  $$ H \to \ln n + \tfrac12 - 1 = \ln n - \tfrac12. $$
  Half a nat below the maximum $\ln n$, no more: the division leaves the head undecided at the
  start, with the freedom to learn. For our $n = 64$ the limit is the integral at $\sigma = 1$.
  */
  chapter
      .finding("entropy-with", "with the division the entropy tends to ln n − 1/2 for many keys; "
                               "for 64 keys to 3.685 of at most 4.159")
      .within("E[H] of 64 keys at σ = 1", limit.entropy, 3.6845, 3.6855)
      .agree("E[H] + 1/2 − ln n at σ = 1, against the next term (e + 1)/2n, n = 10⁴",
             average_attention(1e4, 1).entropy + 0.5 - std::log(1e4), (std::numbers::e + 1) / 2e4,
             absolute(2e-6))
      .agree("E[H] of one key", average_attention(1, 1).entropy, 0, absolute(1e-12));

  /**
  Divided by $d$ instead, as the damaged copy says, the scores would have variance $1/d$. The
  entropy of scores $\sigma z_j$ is on average $\ln n - \frac{n-1}n\, \sigma^2/2$ and terms of order
  $\sigma^4$: at $d = 4096$ hardly anything separates the head from complete indifference.
  */
  chapter
      .finding("divided-by-d",
               "divided by d instead, attention is nearly uniform: ln n − (1 − 1/n)/(2d)")
      .agree("(ln n − E[H]) · 2d at |q| = √d, n = 64, d = 4096",
             (std::log(64.0) - average_attention(n_keys, 1.0 / 64).entropy) * 8192,
             1 - 1.0 / n_keys, absolute(1.0 / 4096));

  /**
  ### Entropy without: winner takes all

  Without the division the scores are $\sigma z_j$ with $\sigma = |q| \approx \sqrt d$. Only when
  the two largest are within a few units does any doubt remain. The gap of the two largest of $n$
  normal variables has at 0 the density
  $$ c_n = n(n-1) \int \varphi(z)^2\, \Phi(z)^{n-2}\, dz, $$
  so that of the scores has $c_n/\sigma$, and with a gap of $g$ the two share the attention as
  $p = 1/(1 + e^{-g})$ and $1 - p$. Integrate the entropy of such a pair over all gaps,
  substituting $dg = dp/(p(1-p))$: the dilogarithm's $\pi^2/6$ comes out. The norm of the Jacobian
  of such a pair is $2p(1-p)$, whose integral is 1. Hence
  $$ E[H] \approx \frac{\pi^2}6 \frac{c_n}{\sigma}, \qquad E|J|_F \approx \frac{c_n}{\sigma}, \qquad
     \sigma \approx \sqrt d. $$
  Both vanish like $1/\sqrt d$, at a fixed ratio of $\pi^2/6 = 1.645$. A positive
  semidefinite matrix of rank 1 has the same norm as trace, so for the pair $\mathrm{tr}\,J$ is
  $2p(1-p)$ too, and of the trace we have the integral.

  The pairs are not all: three scores within a few units have a probability of order $1/\sigma^2$.
  So the ratio $\sigma E[H] / (\frac{\pi^2}6 c_n)$ is $1 + a/\sigma + O(1/\sigma^2)$, and for
  $\sigma = 16, 32, 64$ it comes out as 1.0956, 1.0469 and 1.0232: the distance from 1 is halved
  each time. Twice the last minus the one before cancels the $a$ (Richardson's step), and what is
  left is of order $1/\sigma^2$; we allow $4/64^2$, a thousandth. A constant that is wrong by more
  than that would show.
  */
  const double c =
      n_keys * (n_keys - 1.0) *
      trapezoid(
          [](double v) {
            return std::pow(normal_density(v), 2) * std::pow(normal_distribution(v), n_keys - 2.0);
          },
          -12, 12, 1.0 / 32);
  const double entropy_factor = std::numbers::pi * std::numbers::pi / 6;
  std::vector<double> entropy_ratio, trace_ratio;
  for (const double sigma : {16.0, 32.0, 64.0}) {
    const AverageAttention average = average_attention(n_keys, sigma);
    entropy_ratio.push_back(sigma * average.entropy / (entropy_factor * c));
    trace_ratio.push_back(sigma * average.trace / c);
  }
  const double thousandth = 4.0 / (64 * 64);
  chapter
      .finding("entropy-without",
               "without it entropy and gradient vanish like π²/6 · cₙ/√d and cₙ/√d")
      .agree("∫ entropy of a pair over the gap = π²/6",
             trapezoid(entropy_of_pair, -50, 50, 1.0 / 16) / 2, entropy_factor, absolute(1e-12))
      .agree("∫ trace of J of a pair over the gap = 1",
             trapezoid([](double g) { return 1 / (1 + std::cosh(g)); }, -50, 50, 1.0 / 16) / 2, 1,
             absolute(1e-12))
      .agree("σ E[H] / (π²/6 cₙ) at σ = 64, n = 64, after one Richardson step",
             2 * entropy_ratio[2] - entropy_ratio[1], 1, absolute(thousandth))
      .within("its distance from 1 at σ = 32 over that at σ = 64: halved by doubling σ",
              (entropy_ratio[1] - 1) / (entropy_ratio[2] - 1), 1.9, 2.1)
      .agree("σ E tr J / cₙ at σ = 64, n = 64", trace_ratio[2], 1, absolute(thousandth));

  chapter.figure("entropy", [&](Figure& figure) {
    figure.title("How spread attention is, with and without the division")
        .x_label("dimension d of query and key")
        .y_label("entropy of the attention (nats)")
        .log_x()
        .x_range(1, 4096)
        .x_ticks(d_ticks)
        .y_range(0, 4.6)
        .band(dimensions, entropy_with.col(1), entropy_with.col(3), "with, middle 80 %")
        .line(dimensions, entropy_with.col(0), "with ÷ √d")
        .band(dimensions, entropy_without.col(1), entropy_without.col(3), "without, middle 80 %")
        .line(dimensions, entropy_without.col(0), "without")
        .curve([&](double x) { return entropy_factor * c / std::sqrt(x); }, 8, 4096, 101,
               "π²/6 · cₙ/√d")
        .horizontal_line(std::log(static_cast<double>(n_keys)), "ln 64, all keys alike")
        .caption("Mean entropy of the attention over 64 keys, with the band of the middle 80 % of "
                 "1000 normal queries. With the division it settles near ln 64 − 1/2; without, it "
                 "falls to 0 as the asymptotic formula says.")
        .alt("Two curves with bands that start together at d = 1. With division the curve stays "
             "near 3.7, just below ln 64; without it falls towards 0, along the dashed "
             "asymptote.");
  });

  /**
  ### The gradient

  The second reason: without the factor, says masterclass, the gradients after the softmax come
  close to zero *or one*. Zero, yes. One, never: the entries of $J$ are $p_i(1 - p_i)$ and
  $-p_i p_j$, and
  $$ p(1-p) = \tfrac14 - (p - \tfrac12)^2 \le \tfrac14, \qquad
     p_i p_j \le \Bigl(\frac{p_i + p_j}2\Bigr)^2 \le \tfrac14. $$
  It is the *probabilities* that come close to zero or one. To be thorough we also enclose the
  maximum: on each of 4096 cells $[a, b]$ of $[0, 1]$ the product is at most $b(1-a)$, in exact
  fractions. (Only a cross-entropy loss read off the pattern itself would have slopes $p - y$ near
  one; inside a head there is none.)

  How often are they close to zero? Let $g$ be the gap of the two largest $z_j$, which exceeds $x$
  with probability $n \int \varphi(z + x)\, \Phi(z)^{n-1}\, dz$. All other probabilities together
  are then at most $(n-1)\, e^{-\sigma g}$, and
  $|J|_F \le 1 - \sum p_j^2 \le 2(n-1)\, e^{-\sigma g}$. For $n = 64$ and $\sigma = 64$ more than
  half of all queries have $g > \frac14$, and $|J|_F$ below $1.5 \cdot 10^{-5}$. With the division
  half of them have $\sum p_j^2$ at most twice its mean (Markov's inequality), and so
  $|J|_F \ge (1 - 2E \sum p_j^2)/\sqrt{n-1} = 0.116$. The largest probability is at least
  $\sum p_j^2$.
  */
  const AverageAttention undivided = average_attention(n_keys, 64);
  const double wide_gap = n_keys * trapezoid(
                                       [](double v) {
                                         return normal_density(v + 0.25) *
                                                std::pow(normal_distribution(v), n_keys - 1.0);
                                       },
                                       -12, 12, 1.0 / 32);
  const double tiny = 2 * (n_keys - 1.0) * std::exp(-16.0);
  const double typical = (1 - 2 * (1 - limit.trace)) / std::sqrt(n_keys - 1.0);
  Rational enclosed = 0;
  for (int cell = 0; cell < 4096; ++cell)
    enclosed = std::max(enclosed, Rational(Rational(cell + 1, 4096) * Rational(4096 - cell, 4096)));
  chapter.claim("masterclass-attention-saturation", refuted)
      .as_printed("without the factor, gradients come close to 0 or to 1")
      .at_most("E tr J, which bounds E|J|, without the division, |q| = 64", undivided.trace, 0.1)
      .at_least("upper bound of every entry of J, against a gradient near 1",
                enclosed.convert_to<double>(), 0.9)
      .corrected("probabilities come close to 0 or 1, and gradients to 0; none exceeds 1/4")
      .at_most("maximum of p(1 − p), enclosed in fractions", enclosed.convert_to<double>(), 0.2502)
      .property("all entries of J are at most 1/4 in size (+ 24 ulp)",
                [](Draw& draw) {
                  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 12));
                  const arma::vec x = draw.vector("x", n, -20, 20);
                  return arma::abs(softmax_jacobian(x)).max() <= 0.25 * (1 + 24 * 0x1p-52);
                })
      .at_least(
          "E Σ p², which bounds the mean largest probability from below, without the division, "
          "|q| = 64",
          1 - undivided.trace, 0.9)
      .at_least(
          "probability that the two largest scores are 16 apart, without the division, |q| = 64",
          wide_gap, 0.5)
      .at_most("upper bound of |J| where the two largest of 64 scores are 16 apart", tiny, 1e-3)
      .at_least("lower bound of the median of |J| with the division, variance 1", typical, 0.1);

  /**
  Even the whole matrix is small. The absolute values in row $i$ of $J$ sum to $2 p_i(1-p_i)$, so no
  row to more than $1/2$, and a symmetric matrix stretches no direction by more than the
  largest such sum. Two keys that share everything equally reach it: what comes back to the scores
  is never passed on at more than half its strength.
  */
  chapter.finding("half", "no direction in score space is passed on by more than a factor 1/2")
      .property("Σⱼ |Jᵢⱼ| ≤ 1/2 in every row of J (+ 32 ulp)",
                [](Draw& draw) {
                  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 12));
                  const arma::vec x = draw.vector("x", n, -10, 10);
                  const arma::vec sums = arma::sum(arma::abs(softmax_jacobian(x)), 1);
                  return sums.max() <= 0.5 * (1 + 32 * 0x1p-52);
                })
      .agree("J (1, −1) = (1, −1)/2 for two equal scores",
             arma::mat(softmax_jacobian_times(arma::vec{0, 0}, arma::vec{1, -1})),
             arma::mat(arma::vec{0.5, -0.5}), ulps(24));

  /**
  masterclass says elsewhere that the division stabilises the gradients by way of the variance, and
  so it does. With it the average of $\mathrm{tr}\,J$ depends on $d$ only as far as $|q|^2/d$ varies
  about 1: its variance is $2/d$, so the limit is approached like $1/d$, and at $d = 64$ the
  difference is below a thousandth. Without it the gradient falls like $1/\sqrt d$: from $|q| = 8$
  to $|q| = 64$ to an eighth, up to a relative error of $2/8^2$. (If it fell like $d^{-1/4}$, a
  third would be left.)
  */
  {
    const auto with_division = [](double dimension) {
      return over_queries(dimension,
                          [](double length) { return average_attention(n_keys, length).trace; });
    };
    Claim& score = chapter.claim("masterclass-sa-score", holds);
    score.property("q · k / √dₖ = ±√((q · k)²/dₖ)", score_sides, ulps(4));
    for (const std::size_t dimension : {std::size_t{16}, std::size_t{64}, std::size_t{256}})
      score.equal(fmt::format("Var(q · k/√dₖ) = 1, dₖ = {}", dimension),
                  variance_over_sqrt(dot_product(mostly_zero, leaning, dimension), dimension), one);
    score
        .agree("E tr J with the division, d = 64, against its limit", with_division(64),
               limit.trace, absolute(1e-3))
        .within("distance of E tr J from its limit, d = 64 over d = 4096: like 1/d",
                (with_division(64) - limit.trace) / (with_division(4096) - limit.trace), 60, 68)
        .agree("E tr J without the division, |q| = 64 over |q| = 8",
               undivided.trace / average_attention(n_keys, 8).trace, 1.0 / 8,
               absolute(2.0 / 64 / 8));
  }

  chapter.figure("saturation", [](Figure& figure) {
    figure.title("The slope of softmax: never above one quarter")
        .x_label("lead g of the first score over the second")
        .y_label("value")
        .x_range(-8, 8)
        .y_range(0, 1.05)
        .curve([](double g) { return 1 / (1 + std::exp(-g)); }, -8, 8, 201, "probability p")
        .curve([](double g) { return 1 / (2 + std::exp(g) + std::exp(-g)); }, -8, 8, 201,
               "slope p (1 − p)")
        .horizontal_line(0.25, "1/4")
        .caption("Two keys. Where the probability nears 0 or 1 its slope nears 0; the slope is "
                 "largest, 1/4, where both keys get the same.")
        .alt("An S-shaped curve from 0 to 1, and its slope, a bump of height 1/4 in the middle "
             "that vanishes on both sides.");
  });

  /**
  There is a subtlety that the documents do not mention. The gradient that reaches the *query* is
  $c\,K J$, and without the division $K$ is longer by $\sqrt d$. So the mean of $\sqrt d\,|J|$ does
  not vanish at all: it tends to $c_n$. But it is the mean of values that are almost always nothing,
  and once in $\sqrt d$ times of size $\sqrt d$. The median tells the difference: without the
  division it is gone. A head that starts like this does not have a small gradient; it has none, or
  a violent one.
  */
  chapter
      .finding("none-or-violent", "without the division the query's gradient, √d |J|, keeps its "
                                  "mean while its median vanishes")
      .agree("|q| E tr J / cₙ without the division, |q| = 32", trace_ratio[1], 1,
             absolute(4 * thousandth))
      .at_least("probability that the bound on the median holds, |q| = 64", wide_gap, 0.5)
      .at_most("upper bound of the median of √d |J| without the division, d = 4096", 64 * tiny,
               0.01)
      .at_least("lower bound of the median of |J| with the division, variance 1", typical, 0.1);
  chapter.figure("gradient", [&](Figure& figure) {
    const arma::vec roots = arma::sqrt(dimensions);
    figure.title("The gradient through softmax");
    figure.panel("to the scores: mean of |J|")
        .x_label("dimension d")
        .y_label("norm of the Jacobian")
        .log_x()
        .log_y()
        .x_range(1, 4096)
        .x_ticks(d_ticks)
        .y_range(0.01, 1)
        .legend_at(Corner::bottom_left)
        .line_points(dimensions, gradient_with.col(0), "with ÷ √d")
        .line_points(dimensions, gradient_without.col(0), "without")
        .curve([&](double x) { return c / std::sqrt(x); }, 32, 4096, 101, "cₙ/√d");
    figure.panel("to the query: median and mean")
        .x_label("dimension d")
        .y_label("size of the gradient")
        .log_x()
        .log_y()
        .x_range(1, 4096)
        .x_ticks(d_ticks)
        .y_range(1e-7, 10)
        .line_points(dimensions, gradient_with.col(2), "|J|, median, with ÷ √d")
        .line_points(dimensions, gradient_without.col(2) % roots, "√d |J|, median, without")
        .line_points(dimensions, gradient_without.col(0) % roots, "√d |J|, mean, without")
        .caption("Left: the mean norm of softmax's Jacobian over 64 keys; without the division it "
                 "falls like cₙ/√d. Right: the size of the gradient that reaches a query. Without "
                 "the division its mean lives on rare large values, and its median vanishes.")
        .alt("Left: with division a level curve near 0.2, without a falling line. Right: the "
             "median with division is level, without division it drops by many powers of ten, "
             "while the mean without division stays near 2.");
  });

  /**
  ## Does it learn better?

  The third reason: the normalisation improves numerical stability and convergence. For stability
  take softmax as printed, in single precision, without the shift by the maximum: it overflows at a
  score of 88.7, which at $d = 4096$ is only $1.4\,\sigma$. (Half precision overflows at 11.1: the
  same $1.4\,\sigma$ already at $d = 64$.) Among 64 scores the largest is above that nearly always.

  The shift cures the overflow, but not this: a score $s$ rounded to single precision is off by up
  to $2^{-24}|s|$, and an error in a score is a *relative* error of its probability,
  $\delta_j - \sum_i p_i \delta_i$ to first order. Division by 64 is exact in binary, so it makes
  each $\delta_j$ exactly 64 times smaller: nearly two digits. The differences may double one side
  and not the other, so of the worst errors we ask for a factor of 32 at least.

  For convergence: 24 tokens of dimension 32, 12 keys, 150 steps, and for a fair race each side may
  choose its best rate out of four. (At larger rates the undivided head no longer descends but jumps
  about. We also try that, at $d = 1024$ and the rates 16 and 64, in case it is lucky.)
  */
  const std::vector<double> heads = {1, 16, 256, 1024};
  const arma::uword steps = 150, tokens = 24, m = 32, keys = 12;
  arma::mat targets(tokens, keys, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    targets(i, i % keys) = 1;
  arma::mat curves_with(steps + 1, heads.size()), curves_without(steps + 1, heads.size());
  std::vector<std::vector<std::string>> race;
  double lucky = 1;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const auto rows = static_cast<arma::uword>(heads[i]);
    const arma::mat x = arma::randn(m, tokens), K = arma::randn(rows, keys);
    const arma::mat Q = arma::randn(rows, m) / std::sqrt(static_cast<double>(m)) * x;
    const arma::mat tokens_gram = x.t() * x / static_cast<double>(m);
    const arma::mat keys_gram = K.t() * K / heads[i];
    const auto fastest = [&](const arma::mat& scores) {
      return best_learning_curve(scores, tokens_gram, keys_gram, targets, steps);
    };
    curves_with.col(i) = fastest(scaled_attention_scores(Q, K));
    curves_without.col(i) = fastest(attention_scores(Q, K));
    if (heads[i] == 1024)
      for (const double rho : {16.0, 64.0})
        lucky = std::min(lucky, learning_curve(attention_scores(Q, K), tokens_gram, keys_gram,
                                               targets, rho, steps)
                                    .min());
    const auto steps_to = [&](const arma::vec& curve) {
      const arma::uvec reached = arma::find(curve < 0.1, 1);
      return reached.is_empty() ? std::string("never") : fmt::format("{}", reached(0));
    };
    race.push_back({fmt::format("{}", heads[i]), steps_to(curves_with.col(i)),
                    steps_to(curves_without.col(i)), fmt::format("{:.3f}", curves_with(steps, i)),
                    fmt::format("{:.3f}", curves_without(steps, i))});
  }
  chapter.table("Learning to attend to one key: steps until the loss is below 0.1, and loss at the "
                "end",
                {"d", "steps with ÷√d", "steps without", "loss with ÷√d", "loss without"}, race);
  {
    const double threshold = std::log(static_cast<double>(std::numeric_limits<float>::max()));
    const auto overflow = [=](double sigma) {
      return 1 - std::pow(normal_distribution(threshold / sigma), n_keys);
    };
    const auto overflows = [](float score) {
      return softmax_naive(arma::fvec{score, 0}).has_nan();
    };
    const arma::mat scores = random_scores(z, 4096);
    const auto worst_error = [&](double divisor, const auto& pattern_of_rounded) {
      const arma::mat divided = scores / divisor, exact = softmax_rows(divided);
      const arma::mat rounded = pattern_of_rounded(arma::conv_to<arma::fmat>::from(divided));
      const arma::uvec representable = arma::find(exact > 1e-30);
      return arma::abs(rounded(representable) / exact(representable) - 1).max();
    };
    const auto in_double = [](const arma::fmat& S) {
      return softmax_rows(arma::conv_to<arma::mat>::from(S));
    };
    const auto in_single = [](const arma::fmat& S) {
      return arma::conv_to<arma::mat>::from(softmax_rows(S));
    };
    chapter.claim("masterclass-attention-stability", holds)
        .fact("softmax as printed, in single precision, overflows at 89 and not at 88",
              overflows(89) && !overflows(88), fmt::format("the limit is {:.2f}", threshold))
        .at_least("probability that it overflows on 64 keys, without the division, |q| = 64",
                  overflow(64), 0.99)
        .at_most("probability that it overflows on 64 keys, with the division", overflow(1), 1e-12)
        .at_least("worst relative error of a probability from scores rounded to single precision, "
                  "undivided over divided by 64",
                  worst_error(1, in_double) / worst_error(64, in_double), 32)
        .at_least("worst relative error of a probability, all in single precision, undivided over "
                  "divided by 64",
                  worst_error(1, in_single) / worst_error(64, in_single), 32)
        .at_most("loss after 150 steps with the division, d = 1024", curves_with(steps, 3), 0.1)
        .at_least("loss after 150 steps without the division, d = 1024", curves_without(steps, 3),
                  0.3)
        .at_least("least loss without the division at the rates 16 and 64, d = 1024", lucky, 0.3)
        .agree("losses with and without the division, d = 1", arma::mat(curves_with.col(0)),
               arma::mat(curves_without.col(0)), exactly());
  }
  chapter.figure("learning", [&](Figure& figure) {
    const arma::vec step = arma::regspace(0, static_cast<double>(steps));
    figure.title("Learning to attend to one key");
    for (const bool divide : {true, false}) {
      figure.panel(divide ? "with ÷ √d" : "without")
          .x_label("step of gradient descent")
          .y_label("loss")
          .y_range(0, 1.05);
      for (std::size_t i = 0; i < heads.size(); ++i)
        figure.line(step, divide ? curves_with.col(i) : curves_without.col(i),
                    fmt::format("d = {}", heads[i]));
    }
    figure
        .caption(
            "Mean loss of 24 tokens that learn to attend to one of 12 keys, at the fastest "
            "of four rates for each curve. For d = 1 both sides are the same, and most targets "
            "cannot be reached: on a line, only the two outermost keys can win.")
        .alt("Left: with division the losses for d = 16, 256 and 1024 fall quickly to nearly 0. "
             "Right: without it they stay higher the larger d is; for d = 1024 hardly any "
             "progress. The curve d = 1 is the same on both sides.");
  });

  /**
  The claim holds; but let us not give the division more than its due. Look at the two runs in score
  space: they have the same keys, the same rates, the same step. The *only* difference is where they
  start, at scores of size 1 or of size $\sqrt d$. In general, training $W_Q$ with the division at
  rate $\eta$ is, step for step, training $W_Q/\sqrt d$ without it at rate $\eta/d$. The division
  adds no power to the model. It is a start, and a rate, that are right for every $d$ at once.
  */
  {
    const arma::mat W_Q = arma::randn(36, m) / std::sqrt(static_cast<double>(m));
    const arma::mat few_tokens = arma::randn(m, 8);
    const arma::mat K = arma::randn(36, 8), own_key = arma::eye(8, 8);
    const double eta = 0.1;
    const arma::mat divided = trained(W_Q, few_tokens, K, own_key, 1.0 / 6, eta, 20);
    const arma::mat small_start = trained(W_Q / 6, few_tokens, K, own_key, 1, eta / 36, 20);
    const auto scores_of = [&](const arma::mat& W) {
      const arma::mat Q = W * few_tokens;
      return scaled_attention_scores(Q, K);
    };
    const arma::vec curve = learning_curve(scores_of(W_Q), few_tokens.t() * few_tokens,
                                           K.t() * K / 36, own_key, eta, 20);
    chapter
        .finding("a-start-not-a-power",
                 "training with ÷√d at rate η is training without it from W_Q/√d at rate η/d")
        .agree("W_Q after 20 steps with the division, against 6 times W_Q without it, d = 36",
               divided, arma::mat(6 * small_start), absolute(1e-10))
        .agree("loss after 20 steps in score space, against the loss of W_Q", curve.back(),
               mean_loss(softmax_rows(scores_of(divided)), own_key), absolute(1e-10))
        .at_most("loss after the 20 steps over the loss before them", curve.back() / curve(0), 0.9);
  }

  /**
  So why $\sqrt d$? Because the variance of a dot product is $d$, and for no other reason that
  survives being computed: not the layers, not gradients near one. And why variance 1? Because there
  softmax is still undecided, half a nat below the greatest entropy, and its gradient is alive.
  */
}
