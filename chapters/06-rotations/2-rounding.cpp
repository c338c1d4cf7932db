#include "epreuve/chapter.hpp"
#include "epreuve/instruments/positions/turns.hpp"
#include "epreuve/math/power.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>

/**
# A hundred thousand steps

In exact arithmetic $R_\ell = R_1^\ell$. Now take $R_1$ as it is stored in `float` and multiply,
position after position, as a recurrence would. Two things go wrong.

*What is stored is not $R_1$.* Each cosine and sine is rounded, so that the pair is
$z = e^{i\omega} + \delta$ with $|\delta| \le \frac{u}{\sqrt2}$ (both are below 1, where rounding
errs by at most $\frac u2$). The same $\delta$ enters at each step, and the errors add up
coherently: $z^\ell - e^{i\ell\omega} \approx \ell\,\delta\, e^{i(\ell-1)\omega}$, linear in
$\ell$. One part of it is an angle that runs ahead or lags. The other part is a *length*: $|z|$
is not 1, so the vector grows or shrinks. For small angles the sine is small and precise and the
cosine, near 1, carries the whole error; there nearly all that goes wrong is the length.

*Each product rounds*, by at most $(1 + \sqrt2) u$, but each time anew. Errors that
do not conspire grow like $\sqrt\ell$, so in the long run these should hardly count.

Together that makes at most $\ell\,(\frac{1}{\sqrt2} + 1 + \sqrt2)u < 3.2\,\ell u$ (the sum is 3.12,
and 3.2 leaves room for the higher orders), and typically $\ell\,|\delta|$. Repeated squaring, with
17 squarings instead of a hundred thousand products, cannot help: its first factor is the same $z$,
and the rounding error of an early square is squared along with it, so that it grows like $\ell$
too.

We follow each of the 32 planes of $R_1$ ($n = 64$, base $10\,000$) through
$\ell = 1, 2, \dots, 10^5$, and note at some of these $\ell$ how far the results of several ways of
computing are from the true $(\cos\ell\omega_i, \sin\ell\omega_i)$: the root mean square over the
planes, in units of $u$. A rotation in `float` is the complex number of two `float`s: its product
rounds as the product of the matrices does, to the last bit, since their other entries are the same but
for a sign.
*/
using namespace epreuve::course;

template <typename Real>
static ErrorGrowth error_growth(); // the instrument, at the end of this page

SECTION(error_growth)
{
  const ErrorGrowth in_float = error_growth<float>(), in_double = error_growth<double>();
  chapter.figure("error-growth", [&](Figure& f) { draw_error_growth(f, in_float, in_double); });

  const arma::uvec tens = arma::regspace<arma::uvec>(0, 4, 20); // where l is a power of ten
  chapter.table("Error of R₁ to the power ℓ in float, in u = 2⁻²⁴ (n = 64, root mean square)",
                Columns()
                    .column("ℓ", in_float.l(tens).eval(), "{:.0f}")
                    .column("multiplied", in_float.multiplied(tens).eval(), "{:.3g}")
                    .column("by storing", in_float.stored(tens).eval(), "{:.3g}")
                    .column("by products", in_float.products(tens).eval(), "{:.3g}")
                    .column("by products, ω ≥ 0.1", in_float.fast(tens).eval(), "{:.3g}")
                    .column("squaring", in_float.squared(tens).eval(), "{:.3g}")
                    .column("closed form", in_float.closed(tens).eval(), "{:.3g}"));

  /**
  The first two columns agree, as predicted: 0.32 units at the start and 0.32 units per step for a
  hundred thousand steps. Squaring is no better but a fifth worse. The third column, though, is a
  surprise. From $10^3$ to $10^5$ steps the products' rounding grows more than a hundredfold, like
  $\ell$ and not like $\sqrt\ell$! The fourth column shows that this does not come from the fast
  planes. In a slow one, with $\omega = 10^{-3}$ say, $1 - \cos\omega$ is eight units $u$. So in
  `float` $\cos\omega \cdot x$ is less than $x$ by about $8ux$, and its rounding error depends only
  on $x$, which hardly moves. The rounding errors repeat from step to step and from turn to turn:
  they do conspire. In `double`, where $1 - \cos\omega$ is billions of units, the exponent of the
  products is 0.7, as in the fast planes of `float`: not quite a random walk either, but after
  $10^5$ steps it makes up a hundredth of the error.
  */
  const auto exponent = [](const arma::vec& error) { // from l = 10^3 to 10^5
    return std::log10(error(20) / error(12)) / 2;
  };
  Claim& growth = chapter.finding("error-growth",
                                  "R₁, stored and multiplied ℓ times, errs in proportion to ℓ u; "
                                  "the closed form does not.");
  for (const auto& [type, in] : {std::pair("float", in_float), std::pair("double", in_double)})
    growth
        .at_most(fmt::format("error of R₁ multiplied ℓ times over ℓ u, {}, ℓ ≤ 10⁵", type),
                 arma::max(in.multiplied / in.l), 3.2)
        .within(fmt::format("exponent of ℓ in the error of R₁ multiplied ℓ times, {}", type),
                exponent(in.multiplied), 0.95, 1.05)
        .within(fmt::format("error of storing R₁ over the whole error, {}, ℓ = 10⁵", type),
                in.stored.back() / in.multiplied.back(), 0.9, 1.1);
  growth.at_most("error of R_ℓ in closed form over u, float and double",
                 std::max(in_float.closed.max(), in_double.closed.max()), std::numbers::sqrt2 / 2);

  chapter.finding("squaring-no-better", "Repeated squaring loses as much as multiplying.")
      .at_least("error of squaring over multiplying, float, ℓ = 10⁵",
                in_float.squared.back() / in_float.multiplied.back(), 1)
      .at_least("error of squaring over multiplying, double, ℓ = 10⁵",
                in_double.squared.back() / in_double.multiplied.back(), 1);
  chapter
      .finding("rounding-conspires",
               "The rounding of the products grows faster in slow float planes.")
      .at_most("exponent of ℓ in the products' rounding, double", exponent(in_double.products), 0.8)
      .at_most("exponent of ℓ in the products' rounding, float, ω ≥ 0.1", exponent(in_float.fast),
               0.8)
      .at_least("exponent of ℓ in the products' rounding, float", exponent(in_float.products), 0.9);
}

/**
## The instrument

One plane is followed in `Real` and, alongside, with 50 digits: the true turn, and the power of the
pair as it is stored. This separates the error of storing from the error of the products.
*/
/// In a row for each l: the errors multiplied, stored, products, squared and closed of ErrorGrowth.
template <typename Real>
static arma::mat errors_in_plane(const Reference& omega, const arma::vec& l)
{
  using Pair = std::complex<Real>;
  const auto nearest = [](const Turn& z) { return Pair(Real(z.re), Real(z.im)); };
  const auto error = [](const Pair& z, const Turn& truth) {
    return double(abs(in_50_digits(z) - truth));
  };
  const Turn exact = turn(omega);
  const Pair pair = nearest(exact);
  Pair product = 1;
  arma::mat errors(l.n_elem, 5);
  for (arma::uword j = 0, steps = 0; j < l.n_elem; ++j) {
    for (; steps < l(j); ++steps)
      product = pair * product;
    const Turn truth = power(exact, steps), drifted = power(in_50_digits(pair), steps);
    errors.row(j) =
        arma::rowvec{error(product, truth), double(abs(drifted - truth)), error(product, drifted),
                     error(power(pair, steps), truth), error(nearest(truth), truth)};
  }
  return errors / (double(std::numeric_limits<Real>::epsilon()) / 2);
}

template <typename Real>
static ErrorGrowth error_growth()
{
  const arma::vec l = arma::round(arma::logspace(0, 5, 21));
  arma::mat all(l.n_elem, 5), fast(l.n_elem, 5);
  for (arma::uword i = 0; i < 32; ++i) {
    const arma::mat squares = arma::square(errors_in_plane<Real>(frequency(i, 64), l));
    all += squares / 32;
    if (i <= 8) // omega_i = 10^(-i/8) >= 1/10
      fast += squares / 9;
  }
  all = arma::sqrt(all);
  return {l, all.col(0), all.col(1), all.col(2), arma::sqrt(fast.col(2)), all.col(3), all.col(4)};
}
