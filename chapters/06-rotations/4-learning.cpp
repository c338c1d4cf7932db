#include "epreuve/chapter.hpp"
#include "epreuve/instruments/rational_angle.hpp"
#include "epreuve/math/rotations.hpp"
#include "figures.hpp"

#include <numbers>
#include <ranges>

/**
# Can it be learnt?

The section concludes that the shift is simple enough for a network to find by itself. "Simple"
can be given a number: the shift is *linear*, without bias, and behind its $n^2$ coefficients
are only $n/2$ angles. How many positions must be seen? With three planes that turn by rational
angles we can compute the answer in fractions. Six pairs $(w_k, w_{k+1})$ determine $R_1$ exactly,
as $R_1 = (w_1 \cdots w_6)\,(w_0 \cdots w_5)^{-1}$; five cannot, they have rank 5.
*/

using namespace epreuve::course;

SECTION(six_positions)
{
  using namespace epreuve::instruments;
  const std::vector<RationalAngle> planes{{Rational(3, 5), Rational(4, 5)},
                                          {Rational(12, 13), Rational(5, 13)},
                                          {Rational(15, 17), Rational(8, 17)}};
  chapter.claim("exo7-4.4-learnable", holds)
      .equal("R₁ from six pairs (w_k, w_{k+1}), n = 6, in fractions",
             position_matrix(planes, 1, 6) * inverse(position_matrix(planes, 0, 6)),
             rotation_block_matrix(planes))
      .equal("rank of five position vectors, n = 6, in fractions",
             rank(position_matrix(planes, 0, 5)), 5);
}

/**
## By least squares

In floating point the true frequencies are less obliging. With $n = 64$ and base $10\,000$,
only 18 of the 32 planes complete a turn within 1024 positions, and the slowest moves by
a seventh of a radian. The slow planes trace short arcs, almost parabolas, and almost
the *same* parabolas. To see how many independent directions 1024 position vectors have, we look
at the singular values $s_1 \ge s_2 \ge \dots$ of $X = (w_0 \cdots w_{1022})$. Then we fit
$Y = (w_1 \cdots w_{1023})$ by least squares, $A = Y X^+$, leaving out what lies below
$10^{-8} s_1$, where rounding rules, and ask whether $A$ is near $R_1$, whether it shifts the
positions it has seen, and whether it shifts those it has not seen, from 1024 to 4096.
*/

struct Fit
{
  arma::uword n;
  arma::vec singular_values;
  arma::uword kept;
  double seen, unseen, off_R1; ///< largest errors of an entry
};

static Fit fit(arma::uword n)
{
  const arma::mat W = position_matrix(4096, n), X = W.head_cols(1023), Y = W.cols(1, 1023);
  const arma::vec s = arma::svd(X);
  const double cut = 1e-8 * s(0);
  const arma::mat A = Y * arma::pinv(X, cut);
  const auto largest = [](const arma::mat& error) { return arma::abs(error).max(); };
  return {.n = n,
          .singular_values = s,
          .kept = arma::accu(s > cut),
          .seen = largest(A * X - Y),
          .unseen = largest(A * W.cols(1024, 4094) - W.cols(1025, 4095)),
          .off_R1 = largest(A - rotation_block_matrix(1, n))};
}

SECTION(least_squares)
{
  const std::vector<Fit> fits{fit(6), fit(16), fit(32), fit(64)};
  const auto all = [&](auto member) { return std::views::transform(fits, member); };
  chapter.table("A fitted to 1023 shifts: largest errors of an entry",
                Columns()
                    .column("n", all(&Fit::n))
                    .column("directions", all(&Fit::kept))
                    .column("A w_k, seen", all(&Fit::seen), "{:.1g}")
                    .column("A w_k, unseen", all(&Fit::unseen), "{:.1g}")
                    .column("A − R₁", all(&Fit::off_R1), "{:.1g}"));
  chapter.figure("singular-values", [&](Figure& f) {
    const auto s = all(&Fit::singular_values);
    draw_singular_values(f, {s.begin(), s.end()});
  });

  /**
  Here is a subtlety that the document's sentence hides. Up to $n = 16$ the fit *is* $R_1$. At
  $n = 64$ it is nothing like $R_1$, though it shifts every position it has seen to six digits:
  fewer than 64 directions are occupied, and the data do not say what $A$ should do in the empty
  ones. These begin to matter at positions never seen, and there $A$ fails. Knowing the *form* of
  $R_1$ cures this. If only the $n/2$ angles are free, each plane gives its own, as the angle from
  $(x_k, y_k)$ to $(x_{k+1}, y_{k+1})$, averaged, and all of them come out to twelve digits.
  */
  const arma::mat W = position_matrix(1024, 64);
  arma::vec angles(32);
  for (arma::uword i = 0; i < 32; ++i) {
    const arma::cx_rowvec z(W.row(2 * i), W.row(2 * i + 1));
    angles(i) = std::arg(arma::cdot(z.head(1023), z.tail(1023)));
  }
  const Fit &narrow = fits.at(1), &wide = fits.at(3);
  chapter
      .finding("not-identifiable",
               "n = 64: 1024 positions fit a matrix that shifts them all and is not R₁.")
      .at_most("directions that 1024 positions occupy above 10⁻⁸, of 64", wide.kept, 63)
      .at_most("error of the fitted A on positions seen, n = 64", wide.seen, 1e-5)
      .at_least("distance of the fitted A from R₁, n = 64", wide.off_R1, 0.1)
      .at_least("error of the fitted A on positions 1024 to 4095, n = 64", wide.unseen, 0.1)
      .at_most("distance of the fitted A from R₁, n = 16 by contrast", narrow.off_R1, 1e-7)
      .agree("with only the angles free, the fit gives the ω_i, n = 64", angles, frequencies(64),
             absolute(1e-12));
}

/**
## By descent

A network does not solve least squares, it descends. For the mean squared error, with
$G = XX^T/(K-1)$, from $A = 0$ and with the step $1/\lambda_1$ of the largest eigenvalue, the
error after $t$ steps is $A_t - R_1 = -R_1 (I - G/\lambda_1)^t$. As $R_1$ keeps lengths, it
drops out, and what remains on the data is known in advance from the singular values alone:

$$\frac{\lVert A_t X - Y \rVert^2}{\lVert Y \rVert^2} =
  \frac{\sum_i s_i^2\,(1 - s_i^2/s_1^2)^{2t}}{\sum_i s_i^2} .$$

The distance from $R_1$ itself is known as well. In the spectral norm it is

$$\lVert A_t - R_1 \rVert_2 = \Bigl(1 - \frac{\lambda_n}{\lambda_1}\Bigr)^t ,$$

and everything depends on the smallest eigenvalue. Planes that have turned many times are
orthogonal to each other; then $G$ is near $\frac12 I$ and a few steps suffice. A plane that has
hardly begun to turn cannot be told apart from its neighbours. So positions are to be counted in
turns of the slowest plane, each of them $2\pi p^{1 - 2/n}$ positions long: 135 in the document's
example, 47 117 with $n = 64$ and base $10\,000$.
*/

struct Descent
{
  arma::uword n, base, positions;
  double turns; ///< of the slowest plane
  int steps;
  double off_R1, on_data, predicted_off_R1, predicted_on_data;
};

static Descent descend(arma::uword n, arma::uword base, arma::uword positions, int steps)
{
  const arma::mat W = position_matrix(positions, n, base);
  const arma::mat X = W.head_cols(positions - 1), Y = W.tail_cols(positions - 1);
  const arma::vec lambda = arma::eig_sym(X * X.t()), kept = 1 - lambda / lambda.back();
  const arma::mat G = X * X.t() / lambda.back(), H = Y * X.t() / lambda.back();
  arma::mat A(n, n);
  for (int t = 0; t < steps; ++t)
    A += H - A * G;
  return {.n = n,
          .base = base,
          .positions = positions,
          .turns = positions * frequencies(n, base).back() / (2 * std::numbers::pi),
          .steps = steps,
          .off_R1 = arma::norm(A - rotation_block_matrix(1, n, base), 2),
          .on_data = arma::norm(A * X - Y, "fro") / arma::norm(Y, "fro"),
          .predicted_off_R1 = std::pow(kept.max(), steps),
          .predicted_on_data =
              std::sqrt(arma::accu(lambda % arma::pow(kept, 2 * steps)) / arma::accu(lambda))};
}

/**
We descend in both cases, with fewer positions than one such turn and with more. (In each step $A$
errs by less than $10^{-14}$, and these errors add up over at most $\lambda_1/\lambda_n$ steps, which
is 59 in the worse of the two cases that we compare: $10^{-12}$.)
*/
SECTION(descent)
{
  const Descent example = descend(6, 100, 137, 30), short_text = descend(64, 10'000, 1024, 300),
                long_text = descend(64, 10'000, 65'536, 1000);
  const std::vector<Descent> descents{descend(6, 100, 30, 30), example, short_text, long_text};
  const auto all = [&](auto member) { return std::views::transform(descents, member); };
  chapter.table("Gradient descent from A = 0: how near it comes to R₁",
                Columns()
                    .column("n", all(&Descent::n))
                    .column("base", all(&Descent::base))
                    .column("positions", all(&Descent::positions))
                    .column("turns of the slowest plane", all(&Descent::turns), "{:.2f}")
                    .column("steps", all(&Descent::steps))
                    .column("‖A − R₁‖₂", all(&Descent::off_R1), "{:.1g}")
                    .column("error on the data", all(&Descent::on_data), "{:.1g}"));

  chapter.claim("exo7-4.4-learnable", holds)
      .at_most("‖A − R₁‖₂ after 30 steps of descent, n = 6, base 100, 137 positions",
               example.off_R1, 1e-12)
      .at_most("‖A − R₁‖₂ after 1000 steps of descent, n = 64, 65 536 positions", long_text.off_R1,
               1e-6)
      .agree("‖A − R₁‖₂ after 1000 steps, 65 536 positions, against (1 − λₙ/λ₁)¹⁰⁰⁰",
             long_text.off_R1, long_text.predicted_off_R1, absolute(1e-12))
      .agree("error on the data after 300 steps, n = 64, 1024 positions, against theory",
             short_text.on_data, short_text.predicted_on_data, absolute(1e-9))
      .at_most("relative error on the data after 300 steps, n = 64, 1024 positions",
               short_text.on_data, 0.05)
      .by_reading("One linear map serves all k (Proposition 2), and plain descent finds it: R₁ "
                  "itself from enough positions, otherwise a map that shifts the positions seen "
                  "(finding not-identifiable). The network here is one linear layer; that a "
                  "transformer does it in training is not shown.");
}

/**
This decides the document's sentence, and limits it. In its own example descent has found $R_1$ to
all digits after thirty steps, from as many positions as the slowest plane takes for one turn;
with $n = 64$ it finds $R_1$ too if it sees more than one such turn. If it sees 1024 positions
only, it finds a matrix that shifts these positions and no others, and no patience helps:
$\lambda_n/\lambda_1$ is below rounding.

## What is left of it

Proposition 2 is true and proven, and it is nothing but the addition formulas of cosine and sine, read
as one matrix product. Compute $R_\ell$ in closed form, never as a product; put the cosine first, or
transpose. The dot product of two position vectors knows their distance and nothing else, and falls
with its logarithm. That $R_1$ can be found from examples needs more of them than a text of GPT-2's
length has, unless one knows that it is made of rotations; and whoever builds that knowledge in, and
turns instead of adding, has the rotary embeddings of today.
*/
