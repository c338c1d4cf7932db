#include "epreuve/chapter.hpp"
#include "epreuve/instruments/positions/random_positions.hpp"
#include "epreuve/instruments/quadrature.hpp"
#include "epreuve/math/positions/cosine_integral.hpp"
#include "epreuve/math/positions/position_similarity.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

/**
# Dot products know the shift alone

Attention compares vectors by dot products. For position vectors the proposition gives

$$w_k \cdot w_{k+\ell} = w_k \cdot R_\ell w_k = \sum_{i=0}^{n/2-1} \cos(\omega_i \ell) ,$$

in which $k$ does not occur. How alike two positions look depends on how far apart they are and
on nothing else. That is exact, not approximate as the masterclass has it, and it is proven.

We compare the two sides as shares of $n$. The terms of the dot product come in pairs, with
$|cc'| + |ss'| \le 1$: it errs by at most $6u$ from the entries, $u$ from the products and
$\frac n2 u$ from the sum. The $\frac n2$ cosines take their angles, up to 1000, from rounded
frequencies: that adds $1000u$, and their sum $\frac n2 u$. With $n \le 768$ this is below $2100u$.
*/
using namespace epreuve::course;

static constexpr double unit_roundoff = 0x1p-53;

SECTION(dot_products)
{
  const Positions near{.widest = 768, .least_shift = -1000, .most_shift = 1000};
  chapter.finding("dot-products", "w_k · w_{k+ℓ} = Σ cos(ω_i ℓ): it depends on the shift ℓ alone.")
      .property("w_k · w_{k+ℓ} = Σ cos(ω_i ℓ), both over n, n ≤ 768, |ℓ| ≤ 1000, k ≤ 10⁶",
                near.everywhere([](auto& at) {
                  const double l = at.l, product = arma::dot(at.w(at.k), at.w(at.k + at.l));
                  return difference(product / at.n,
                                    position_similarity({l}, at.n, at.base)(0) / at.n);
                }),
                absolute(2100 * unit_roundoff), 300);
  chapter.proposition("position-dot-product", {"position_dot", "position_dot_translation"});
}

/**
## The cosine integral

Does it *decrease* with the distance, as one would like a measure of nearness to do? Not strictly:
it is a sum of cosines, and the first, $\cos \ell$, comes round every 6.28 positions. But the
frequencies are spread evenly on a logarithmic scale, where a distance $\ell$ leaves the slow ones
nearly unchanged and averages the fast ones away. Let the sum become an integral over the exponent,
and substitute $v = \ell p^{-x}$:

$$\sum_{i=0}^{n/2-1} \cos(\ell p^{-2i/n}) \approx \frac n2 \int_0^1 \cos(\ell p^{-x})\,dx
  = \frac{n}{2\ln p} \int_{\ell/p}^{\ell} \frac{\cos v}{v}\,dv
  = \frac{n}{2\ln p} \bigl(\mathrm{Ci}(\ell) - \mathrm{Ci}(\ell/p)\bigr),$$

with the *cosine integral* $\mathrm{Ci}(x) = -\int_x^\infty \frac{\cos v}{v}\,dv$. How good is
that? Call $f(t) = \cos(\ell p^{-2t/n})$, of which the sum takes the values at the whole numbers
$t = 0, \dots, \frac n2 - 1$. By Euler and Maclaurin,

$$\sum_i f(i) = \int_0^{n/2} f(t)\,dt + \tfrac12\bigl(f(0) - f(\tfrac n2)\bigr) + \rho, \qquad
  \rho = -\sum_{m=1}^\infty \frac1{\pi m} \int_0^{n/2} f'(t) \sin(2\pi m t)\,dt .$$

Apart from constants these are integrals of $v \cos(v \pm 2\pi m t)$ with $v = \ell p^{-2t/n}$.
What matters is how fast the angle $v$ changes from one plane to the next: by

$$\theta = \frac{2 \ell \ln p}{n}$$

at the fast end, by less elsewhere. As long as $\theta < 2\pi$, no phase $v \pm 2\pi m t$ ever
stands still, and the second mean value theorem bounds term $m$ by
$4\theta / (4\pi^2 m^2 - \theta^2)$. These are the partial fractions of the cotangent:

$$|\rho| \le \sum_{m=1}^\infty \frac{4\theta}{4\pi^2 m^2 - \theta^2}
  = \frac2\theta - \cot\frac\theta2 \qquad (0 < \theta < 2\pi) .$$

For small $\theta$ this is $\theta / 6$. To first order it is too large by a factor of two: the
leading term of $\rho$ comes from the fast end and is half the bound times $-\sin\ell$. We compute
$\rho$ for three widths and every $\ell$ with $\theta < 2\pi$. The substitution is checked by
quadrature; the integrand is at most 1, and $10^{-12}$ is far more than both sides lose.
*/
static arma::vec rho(const arma::vec& l, arma::uword n, double base = 10'000)
{
  return position_similarity(l, n, base) - smooth_position_similarity(l, n, base);
}

static arma::vec bound(const arma::vec& l, arma::uword n, double base = 10'000)
{
  const arma::vec theta = 2 * l * std::log(base) / n;
  return 2 / theta - 1 / arma::tan(theta / 2);
}

SECTION(cosine_integral)
{
  const auto largest_share = [](arma::uword n, double base) {
    const arma::vec l = arma::regspace(1, std::floor(std::numbers::pi * n / std::log(base)));
    return arma::max(arma::abs(rho(l, n, base)) / bound(l, n, base));
  };
  const double share =
      std::max({largest_share(6, 100), largest_share(64, 1e4), largest_share(768, 1e4)});
  chapter
      .finding("cosine-integral",
               "Σ cos(ω_i ℓ) = n/(2 ln p) (Ci(ℓ) − Ci(ℓ/p)) + (cos ℓ − cos(ℓ/p))/2 + ρ with "
               "|ρ| ≤ 2/θ − cot(θ/2), as long as θ = 2ℓ ln p / n < 2π.")
      .property(
          "∫₀¹ cos(ℓ p⁻ˣ) dx by quadrature = (Ci(ℓ) − Ci(ℓ/p)) / ln p",
          [](Draw& draw) {
            const double p = draw.one_of("p", {100, 10'000}), l = draw.real("l", 0.01, 300);
            const auto cosine = [&](double x) { return std::cos(l * std::pow(p, -x)); };
            return difference(integral_by_gauss_kronrod(cosine, 0, 1),
                              (cosine_integral(l) - cosine_integral(l / p)) / std::log(p));
          },
          absolute(1e-12), 50)
      .within("largest error ρ over its bound, θ < 2π, n = 6, 64, 768", share, 0.45, 1);
}

/**
## Ripples

The bound tends to infinity as $\theta$ approaches $2\pi$. With $n = 768$ and $p = 10^4$ that
happens at $\ell = \pi n / \ln p = 262$, and for a reason: there neighbouring planes at the fast end
differ by a whole turn, and planes that differ by whole turns agree instead of averaging away. The
phase $v + 2\pi m t$ now stands still somewhere, at $v = m v_1$ with $v_1 = \pi n / \ln p$.
According to the method of stationary phase the planes around that place add up to a ripple,

$$\sqrt{\frac{n}{2 m \ln p}}\;
  \cos\Bigl(m v_1 + m v_1 \ln\frac{\ell}{m v_1} + \frac\pi4\Bigr), \qquad m v_1 < \ell .$$

The first one has a height of 6.5, or 1.7 % of $n/2$, and does not die out; with every further
262 positions another one is added. We look midway between these places, where $\theta / 2\pi$ is
within a tenth of a half-integer, and subtract the ripples and the leading term at the fast end.
What then remains, up to $\ell = 1000$: the next term at the fast end,
$\frac{\ln p}{2n}\,\theta\,\cos\ell$ times the second derivative of $\frac2\theta -
\cot\frac\theta2$, is at most 0.025, the one after it 0.010, and each ripple is known to one part in
$12 v_1$, which is 0.006 for the three of them. Together that is less than $0.05$.
*/
static const double v_1 = std::numbers::pi * 768 / std::log(1e4);

/// The ripples and the leading term at the fast end, n = 768 and p = 10^4.
static arma::vec predicted_rho(const arma::vec& l)
{
  arma::vec rho = -bound(l, 768) / 2 % arma::sin(l);
  for (double v = v_1; v < l.max(); v += v_1)
    rho += (l > v) % arma::cos(v * (1 + arma::log(l / v)) + std::numbers::pi / 4) *
           std::sqrt(768 / (2 * v / v_1 * std::log(1e4)));
  return rho;
}

SECTION(ripples)
{
  const arma::vec all = arma::regspace(263, 1000), turns = all / v_1; // theta / 2 pi
  const arma::vec l = all.elem(arma::find(arma::abs(turns - arma::round(turns)) >= 0.4));
  const arma::vec rest = rho(l, 768);
  chapter
      .finding("ripples", "From ℓ = πn / ln p on, where neighbouring planes differ by whole turns, "
                          "the sum has ripples √(n/(2m ln p)) high that the integral lacks.")
      .at_least("error of the cosine integral midway between whole turns, 262 < ℓ ≤ 1000",
                arma::abs(rest).max(), std::sqrt(768 / (2 * std::log(1e4))))
      .at_most("error of the cosine integral less ripples and end term, 262 < ℓ ≤ 1000",
               arma::abs(rest - predicted_rho(l)).max(), 0.05);
  chapter.figure("cosine-integral", [](Figure& f) {
    draw_cosine_integral(
        f, [](const arma::vec& x) { return bound(x, 768); },
        [](const arma::vec& x) { return rho(x, 768); }, predicted_rho);
  });
}

/**
## The logarithm

For moderate distances the cosine integral itself becomes simple: $\mathrm{Ci}(\ell)$ is at most
$1/\ell$, and $\mathrm{Ci}(x) = \ln x + \gamma$ less at most $x^2/4$ for small $x$. So

$$w_k \cdot w_{k+\ell} \approx \frac n2\Bigl(1 - \frac{\ln \ell + \gamma}{\ln p}\Bigr),
  \qquad 1 \ll \ell \ll p .$$

Nearness falls with the *logarithm* of the distance. What was left out, as a share of $n/2$, for
$n = 768$, $p = 10^4$ and $10 \le \ell \le 200$: at the fast end at most
$\frac{1}{\ell \ln p} \le 0.0109$, at the slow end $10^{-4} / \ln p$, the half differences
of the ends $\frac2n \le 0.0027$, and $\rho$ at most $\frac2n \cdot 1.51$, which is below $0.0040$.
Together that is below $0.018$.
*/
SECTION(logarithm)
{
  const arma::vec l = arma::regspace(0, 1000), narrow = position_similarity(l, 6, 100);
  const arma::vec wide = position_similarity(l, 768);
  const arma::vec logarithm = 384 * (1 - (arma::log(l) + std::numbers::egamma) / std::log(1e4));
  const arma::uvec rises_6 = arma::find(arma::diff(narrow) > 0);
  const arma::uvec rises_768 = arma::find(arma::diff(wide) > 0);
  chapter
      .finding("logarithmic-nearness",
               "The dot product falls with the logarithm of the distance, not monotonically.")
      .at_most("sum less logarithm, as a share of n/2, n = 768, 10 ≤ ℓ ≤ 200",
               arma::abs(wide.subvec(10, 200) - logarithm.subvec(10, 200)).max() / 384, 0.018)
      .at_most("first ℓ from which the dot product rises, n = 6, base 100", rises_6.front(), 999)
      .at_most("first ℓ from which the dot product rises, n = 768", rises_768.front(), 999)
      .at_most("lowest dot product, n = 6, base 100, ℓ ≤ 100", narrow.head(101).min(), 0);
  chapter.figure("dot-products", [&](Figure& f) {
    draw_dot_products(f, narrow.head(61), wide.tail(1000), logarithm.tail(1000));
  });
}

/**
## From here to rotary embeddings

The documents *add* $w_k$ to the token. The score of a query at position $j$ and a key at position
$k$ is then a sum of four terms,

$$(q + w_j)\cdot(v + w_k) = q\cdot v + q\cdot w_k + w_j\cdot v + w_j\cdot w_k ,$$

and only the first and the last depend on positions through $k - j$ alone: the mixed terms look
at $j$ and $k$ separately. *Rotary* embeddings avoid them. They turn the query and the key
themselves, each by its own position:

$$(R_j q)\cdot(R_k v) = q^T R_j^T R_k\, v = q^T R_{k-j}\, v .$$

The group law has done the work. (The position vectors were rotary all along: $w_k = R_k w_0$.) With
entries of at most 1, $|q||v| \le n$. As a share of $n \le 64$ each side errs by at most $17u + nu$:
$180u$ is safe for the two together.
*/
SECTION(rotary)
{
  chapter.finding("rotary", "Rotary scores depend on the shift alone, for any query and key.")
      .property("the rotary score of q at j and v at k is qᵀ R_{k−j} v, over n, n ≤ 64",
                Positions().everywhere([](auto& at, Draw& draw) {
                  const arma::vec q = draw.vector("q", at.n, -1, 1);
                  const arma::vec v = draw.vector("v", at.n, -1, 1);
                  return difference(arma::dot(rotate(q, at.k), rotate(v, at.l)) / at.n,
                                    arma::dot(q, rotate(v, at.l - at.k)) / at.n);
                }),
                absolute(180 * unit_roundoff), 300)
      .agree("the rotary embedding of w₀ in every column: the position vectors",
             rotary_embedding<double>(arma::repmat(position_vector(0, 64), 1, 100)),
             position_matrix(100, 64), exactly());
}

/**
To see it, put the *same* query and the same key at each of 24 positions and draw all scores.
If only the shift counts, the matrix is constant along its diagonals (a Toeplitz matrix). Any two
vectors will do; their bits are drawn so that the figure does not depend on the run's seed.
*/
static arma::mat same_at_24_positions(std::uint64_t seed)
{
  std::mt19937_64 bits(seed);
  arma::vec x(32);
  x.imbue([&] { return std::ldexp(bits() >> 11U, -52) - 1; });
  return arma::repmat(x, 1, 24);
}

SECTION(toeplitz)
{
  const arma::mat Q = same_at_24_positions(1), V = same_at_24_positions(2);
  const arma::mat W = position_matrix(24, 32), added = (Q + W).t() * (V + W);
  const arma::mat rotated = rotary_embedding(Q).t() * rotary_embedding(V);
  const auto along_diagonals = [](const arma::mat& scores) {
    return arma::abs(scores.submat(1, 1, 23, 23) - scores.submat(0, 0, 22, 22)).max();
  };
  chapter
      .finding("toeplitz", "The same query and key everywhere: rotary scores are a Toeplitz "
                           "matrix, scores with added position vectors are not.")
      .at_most("rotary scores: largest change along a diagonal", along_diagonals(rotated),
               32 * 180 * unit_roundoff)
      .at_least("scores with added position vectors: largest change along a diagonal",
                along_diagonals(added), 0.1);
  chapter.figure("rotary", [&](Figure& f) { draw_rotary(f, added, rotated); });
}

/**
The idea of the section has outlived its formula: many models that came after GPT-2, Llama among
them, add no position vectors at all and turn their queries and keys by $R_k$.
*/
