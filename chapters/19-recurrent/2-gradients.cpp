#include "epreuve/chapter.hpp"
#include "epreuve/networks/through_time.hpp"
#include "epreuve/training/optimisers.hpp"
#include "figures.hpp"

#include <cmath>

/**
# Products that vanish, and products that explode

How does the last state change with an early one? By the chain rule there is a factor for each step,

$$ \frac{\partial h_T}{\partial h_0} = J_T \cdots J_2 J_1, \qquad J_t = \mathrm{diag}(1 - h_t^2)\, U , $$

as $\tanh' = 1 - \tanh^2$. The way back, which training takes, multiplies a gradient by the same factors transposed.
Everything that the document says about far words is about this product.

## A bound

With the spectral norm $\|J\| = \max_{|v| = 1} |Jv|$, the norm of a product is at most the product of the norms, and
$1 - h^2 \leq 1$. So

$$ \Bigl\| \frac{\partial h_T}{\partial h_0} \Bigr\| \;\leq\; \prod_t \|J_t\| \;\leq\; \|U\|^T . $$

If $\|U\| < 1$ the gradient *must* vanish, exponentially. To explode it *needs* $\|U\| > 1$. The proposition has both for
any number of steps, for the gradient as for the state, and for slopes of any size: if they are at most $s$, the bound is
$(s\,\|U\|)^T$.
*/
using namespace epreuve::course;
using networks::Cell;

namespace {

/// m x m, entries independent and normal, of variance sigma^2 / m.
arma::mat random_matrix(arma::uword m, double sigma)
{
  return sigma / std::sqrt(double(m)) * arma::randn(m, m);
}

/// J_T ... J_1 of an RNN without input, from the state h on.
arma::mat product_of_jacobians(const arma::mat& U, arma::vec h, arma::uword T)
{
  arma::mat P = arma::eye(arma::size(U));
  for (arma::uword t = 0; t < T; ++t) {
    h = arma::tanh(U * h);
    P = arma::diagmat(1 - arma::square(h)) * U * P;
  }
  return P;
}

} // namespace

/**
For small $m$ the product can be formed and its norm computed, so both statements can be asked of random networks: that the
way back multiplies by the transposed product, and that the norm stays below the bound.
*/
SECTION(bound)
{
  const auto bounded = [](Draw& draw) {
    const arma::uword m = draw.size("m", 1, 4), T = draw.size("T", 1, 8);
    const arma::mat U = draw.matrix("U", m, m, -2, 2);
    const arma::vec h = draw.vector("h", m, -1, 1);
    return arma::norm(product_of_jacobians(U, h, T), 2) <=
           std::pow(arma::norm(U, 2), double(T)) * (1 + 1e-12);
  };
  const auto way_back = [](Draw& draw) {
    const arma::uword m = draw.size("m", 1, 4), T = draw.size("T", 1, 8);
    const Cell<double> cell{arma::zeros(m, 1), draw.matrix("U", m, m, -1, 1),
                            draw.vector("b", m, -1, 1)};
    const arma::vec g = draw.vector("g", m, -1, 1);
    arma::vec h(m, arma::fill::zeros);
    arma::mat P = arma::eye(m, m);
    for (arma::uword t = 0; t < T; ++t) {
      h = arma::tanh(cell.U * h + cell.b);
      P = arma::diagmat(1 - arma::square(h)) * cell.U * P;
    }
    const arma::vec norms = rnn_gradients_back(cell, arma::zeros(1, T), g);
    return difference(norms(T), arma::norm(P.t() * g));
  };
  chapter
      .finding("jacobians", "The gradient comes back through the transposed product of the "
                            "Jacobians, whose spectral norm is at most ‖U‖ to the number of steps")
      .property("norm of the gradient at the start: the way back, and the product", way_back,
                absolute(1e-11))
      .property("‖J_T ⋯ J_1‖ ≤ ‖U‖^T", bounded);
  chapter.proposition("jacobian-product", {"state_bound", "gradient_bound"});
}

/**
## It can explode, it can vanish

Both are easy to make. At $h = 0$ the factor is $U$ itself. With a rotation by any angle, times $1.1$, nothing turns the
product down: $1.1^{100} = 13\,781$. Times $0.9$ it is $0.000027$.

But does a large $U$ make it explode? In one dimension, without input or bias, only from one point. At $h_0 = 0$, where one usually begins,
the state stays 0, every factor is $u$, and the product is $u^T$. For $u > 1$ that point repels. From every other $h_0$ the state moves to a fixed
point $h = \tanh(uh) \neq 0$ of the same sign, since $\tanh(uh)/h$ falls from $u$ to 0 as $|h|$ grows. With $a = uh$ the factor there is

$$ u\,(1 - h^2) = \frac{a}{\tanh a\,\cosh^2 a} = \frac{2a}{\sinh 2a} < 1 . $$

The larger the weight, the smaller the factor: units saturate. The product may grow at first, about as $h_T/h_0$, and then it vanishes. So from all
starts but one *both* a small and a large weight make the gradient vanish. In more dimensions, with input, a large $U$ may explode or
vanish.
*/
SECTION(both)
{
  const double a = 0.7;
  const arma::mat R{{std::cos(a), -std::sin(a)}, {std::sin(a), std::cos(a)}};
  const arma::vec zero(2, arma::fill::zeros);
  const auto norm_after = [&](double scale, arma::uword T) {
    return arma::norm(product_of_jacobians(scale * R, zero, T), 2);
  };
  const auto clipped = [](Draw& draw) {
    const double norm = std::exp(draw.real("ln |g|", -20, 20)), c = draw.real("c", 0.1, 10);
    const double factor = training::clipping_factor(norm, c);
    return factor * norm <= c * (1 + 1e-15) && factor > 0 && (norm > c || factor == 1);
  };
  chapter.claim("masterclass-rnn-gradients", holds)
      .agree("‖J_100 ⋯ J_1‖ for U = 1.1 times a rotation, at h = 0", norm_after(1.1, 100),
             std::pow(1.1, 100), ulps(1000))
      .agree("the same for 0.9", norm_after(0.9, 100), std::pow(0.9, 100), ulps(1000))
      .property("clipping at c: |g| ≤ c afterwards, the direction kept, a short gradient untouched",
                clipped)
      .by_reading("Clipping is one remedy for the first, and none for the second.");

  const auto at_rest = [](double u) {
    double h = 0.5;
    for (int t = 0; t < 10000; ++t)
      h = std::tanh(u * h);
    return h;
  };
  Claim& finding = chapter.finding(
      "large-weights-vanish",
      "In one dimension without input or bias a weight u > 1 explodes from h₀ = 0 alone, where "
      "the product is u^T; from every other start the factor comes to "
      "2a / sinh 2a < 1, the smaller the larger u, and the product vanishes");
  for (const double u : {1.1, 1.5, 3.}) {
    const double h = at_rest(u), twice = 2 * u * h;
    finding.agree(fmt::format("factor at rest for u = {}, and 2a / sinh 2a", u), u * (1 - h * h),
                  twice / std::sinh(twice), absolute(1e-13));
  }
  finding.within("that factor for u = 3", 3 * (1 - std::pow(at_rest(3), 2)), 0.03, 0.031);
  const auto product = [](double u, double start, arma::uword T) {
    return product_of_jacobians(arma::mat{u}, arma::vec{start}, T)(0, 0);
  };
  finding.agree("‖J_100 ⋯ J_1‖ for u = 1.1 from h₀ = 0, and 1.1^100", product(1.1, 0, 100),
                std::pow(1.1, 100), ulps(1000));
  finding.at_least("the same from 10⁻⁶", product(1.1, 1e-6, 100), 1e3);
  finding.at_most("the same from 10⁻⁶ after 1000 steps", product(1.1, 1e-6, 1000), 1e-30);
  finding.property("2000 steps, u from 1.1 to 4, from h₀ of 10⁻⁶ to 1 and either sign: below 10⁻³⁰",
                   [&](Draw& draw) {
                     const double size = std::exp(draw.real("ln |h₀|", std::log(1e-6), 0));
                     const double sign = draw.integer("sign", 0, 1) == 0 ? -1 : 1;
                     return product(draw.real("u", 1.1, 4), sign * size, 2000) < 1e-30;
                   });
}

/**
What clipping does is all in $\min(1, c/|g|)$: it makes a step shorter and does not turn it. It cannot say which part of the
gradient was worth keeping. If recent words have $10^6$ times the share of early ones, they have it afterwards too.

## Independent factors, and one shared matrix

What is typical? Take the factors to be random, without any tanh: entries independent, mean 0, variance $\sigma^2/m$. Let a
*new* matrix come at every step. Then for every law of the entries and every $m$, exactly,

$$ \mathbb E\,|W_T \cdots W_1 v|^2 = \sigma^{2T}\,|v|^2 , $$

since given $W_{t-1} \cdots W_1 v = y$ each entry of $W_t y$ has mean 0 and variance $\sigma^2 |y|^2 / m$. So $\sigma = 1$
keeps the mean square for ever. But a recurrent network multiplies by *the same* $U$ each time. Is that the same? The entries
$\pm 1/\sqrt 3$ of $3 \times 3$ matrices decide it, since there are only 512 such matrices; all are taken, in whole numbers.
*/
SECTION(shared)
{
  constexpr arma::uword m = 3, matrices = 512;
  const auto signs = [](arma::uword bits) {
    arma::mat W(m, m);
    for (arma::uword i = 0; i < W.n_elem; ++i)
      W(i) = (bits >> i & 1U) != 0 ? 1 : -1;
    return W;
  };
  arma::vec one(11, arma::fill::zeros), independent = one;
  for (arma::uword bits = 0; bits < matrices; ++bits) {
    arma::vec v{1, 0, 0};
    for (arma::uword t = 0; t <= 10; ++t, v = signs(bits) * v)
      one(t) += arma::dot(v, v) / double(matrices);
  }
  // A second moment S of a vector becomes E[W S W^T]: the mean over all matrices.
  arma::mat S(m, m, arma::fill::zeros);
  S(0, 0) = 1;
  for (arma::uword t = 0; t <= 10; ++t) {
    independent(t) = arma::trace(S);
    arma::mat next(m, m, arma::fill::zeros);
    for (arma::uword bits = 0; bits < matrices; ++bits)
      next += signs(bits) * S * signs(bits).t() / double(matrices);
    S = next;
  }
  const arma::vec powers = arma::exp(arma::regspace(0, 10) * std::log(3.));
  chapter.table("Mean of |W_T ⋯ W_1 v|² over all 3 × 3 matrices with entries ±1/√3 (σ = 1)",
                Columns()
                    .column("T", arma::regspace(0, 10), "{:.0f}")
                    .column("new factors", arma::vec(independent / powers), "{:.4f}")
                    .column("one shared W", arma::vec(one / powers), "{:.4f}"));
  chapter
      .finding(
          "shared-is-not-independent",
          "With independent factors the mean square is σ^(2T), exactly; with one shared matrix "
          "of the same law it is more from the third step on: over all 3 × 3 matrices of signs "
          "35/27 at T = 3 and 353 at T = 10, where independence has 1")
      .agree("new factors, T = 0, ..., 10, times 3^T", independent, arma::vec(arma::round(powers)),
             exactly())
      .equal("one shared W: 27 E|W³v|², in whole numbers", one(3), 35.)
      .equal("and 3^10 E|W^10 v|²", one(10), 20833717.)
      .equal("the T from 3 to 10 at which the ratio of the two is least",
             3 + arma::vec(one / independent).tail(8).index_min(), 3U);
}

/**
In a product of shared factors one entry can come twice, so that two paths through the matrices have the same product;
they add up where independent ones cancel in the mean. And means deceive: most of the 353 comes from a few matrices. What a *single* one does in the long run is its spectral radius $\rho$, the
largest $|\lambda|$ of an eigenvalue: $\|W^T\|^{1/T} \to \rho$, whatever the norm. (That is so of one matrix, again and again. Where the factors differ, no spectral
radius decides: the proposition has a product with the only eigenvalue 0 and a norm of $2^{T-2}$.) For large random matrices $\rho \approx
\sigma$ while $\|W\| \approx 2\sigma$. The bound is thus too high by a factor of 2 *for each step*.
*/
SECTION(three_curves)
{
  constexpr arma::uword m = 64, T = 60, samples = 20;
  arma::mat seen(T + 1, samples), bound(T + 1, samples);
  arma::vec radius(samples), rate(samples);
  for (arma::uword s = 0; s < samples; ++s) {
    const arma::mat W = random_matrix(m, 1);
    arma::mat P = arma::eye(m, m);
    const double norm = arma::norm(W, 2);
    for (arma::uword t = 0; t <= T; ++t, P = W * P) {
      seen(t, s) = arma::accu(arma::square(P)) / double(m);
      bound(t, s) = std::pow(norm, 2 * double(t));
    }
    radius(s) = arma::abs(arma::eig_gen(W)).max();
    rate(s) = std::pow(arma::norm(P, 2), 1 / double(T + 1));
  }
  chapter.figure("three-curves",
                 [&](Figure& figure) { draw_three_curves(figure, seen, bound.col(0)); });
  chapter
      .finding("radius-not-norm",
               "In the long run one shared W multiplies by its spectral radius, about σ, for each "
               "step; the bound multiplies by its norm, about 2σ")
      // Law: ρ(W)^61 = ρ(W^61) ≤ ‖W^61‖ for every draw.
      .at_least("‖W^61‖^(1/61) over the spectral radius, 20 matrices, m = 64: the least",
                arma::min(rate / radius), 1 - 1e-12)
      // Law of 3: 1.025 with a standard deviation of 0.005, 1.060 with 0.011, 1.861 with 0.016 (51 seeds).
      .at_most("the largest", arma::max(rate / radius), 1.1)
      .within("spectral radius, mean", arma::mean(radius), 0.9, 1.15)
      .at_least("spectral norm, the least", std::sqrt(bound.row(1).min()), 1.7);
}

/**
## Hundreds of steps

With tanh and words, the factors also have $1 - h^2 < 1$ in them. We take cells as they are before any training, 15
units, weights of variance 1/columns, random words, and follow one gradient back through 200 of them; the LSTM, which the
next page explains, with forget gates that begin at $\sigma(1) = 0.73$ and at $\sigma(4) = 0.98$.
*/
SECTION(hundreds)
{
  constexpr arma::uword m = 15, n = 8, T = 200, samples = 15;
  const auto cell = [](arma::uword gates) {
    return Cell<double>{arma::randn(gates * m, n) / std::sqrt(double(n)),
                        arma::randn(gates * m, m) / std::sqrt(double(m)), arma::zeros(gates * m)};
  };
  const auto medians = [&](arma::uword gates, double forget) {
    arma::mat norms(T + 1, samples);
    for (arma::uword s = 0; s < samples; ++s) {
      Cell<double> random = cell(gates);
      if (gates == 4)
        random.b.head(m).fill(forget);
      const arma::mat x = arma::randn(n, T);
      const arma::vec g = arma::normalise(arma::randn(m));
      norms.col(s) =
          gates == 4 ? lstm_gradients_back(random, x, g) : rnn_gradients_back(random, x, g);
    }
    return arma::vec(arma::median(norms, 1));
  };
  const arma::vec rnn = medians(1, 0), lstm = medians(4, 1), open = medians(4, 4);
  chapter.figure("hundreds-of-steps",
                 [&](Figure& figure) { draw_hundreds_of_steps(figure, rnn, lstm, open); });
  chapter
      .claim("masterclass-beyond-hundreds", holds)
      // Law of 2: the decimal logarithms are -44 and -18, with standard deviations of 2 and 0.8 (51 seeds).
      .at_most("norm of the gradient 200 steps back, RNN, median of 15", rnn(T), 1e-10)
      .at_most("the same, LSTM whose forget gates begin at 0.73", lstm(T), 1e-10)
      .by_reading("\"With difficulty\": of cells as they usually begin. \"Training is long\": the "
                  "page on recall counts.");
  chapter
      .finding("open-gates", "An LSTM whose forget gates begin at 0.98 hands most of a gradient on "
                             "through 200 steps; the usual one loses all but 10⁻¹⁰ of it")
      // Law of 2: the logarithms of the medians are 18.5, with a standard deviation of 0.9, and 0.0, with 0.25 (51 seeds).
      .at_least("norm 200 steps back, with bias 4, over that with bias 1", open(T) / lstm(T), 1e8)
      .at_least("norm 200 steps back, with bias 4", open(T), 1e-3);
}

/**
So vanishing is a matter of the factors, and an LSTM is a way to choose them.
*/
