#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_angle.hpp"
#include "epreuve/math/positions/rotations.hpp"
#include "figures.hpp"

#include <numbers>
#include <vector>

/**
# Can it be learnt?

The section concludes that the shift is simple enough for a network to find by itself. "Simple"
can be given a number: the shift is *linear*, without bias, and its $n^2$ coefficients depend on
only $n/2$ angles. How many positions must be seen? With three planes that turn by rational
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

In floating point the actual frequencies are less obliging. With $n = 64$ and base $10\,000$, only
18 of the 32 planes complete a turn within 1024 positions, and the slowest moves by a seventh of a
radian. The slow planes trace short arcs, almost parabolas, and almost the *same* parabolas. The
singular values $s_1 \ge s_2 \ge \dots$ of $X = (w_0 \cdots w_{1022})$ show how many independent
directions there are. Then we fit $Y = (w_1 \cdots w_{1023})$ by least squares, $A = Y X^+$, leaving
out what lies below $10^{-8} s_1$, where rounding dominates. Is $A$ near $R_1$, and does it shift
the positions it has seen, and those from 1024 to 4095, which it has not?
*/
SECTION(least_squares)
{
  const std::vector<arma::uword> n{6, 16, 32, 64};
  std::vector<arma::vec> s;
  arma::vec kept(4), seen(4), unseen(4), off_R1(4);
  for (arma::uword i = 0; i < 4; ++i) {
    const arma::mat W = position_matrix(4096, n[i]), X = W.head_cols(1023), Y = W.cols(1, 1023);
    s.push_back(arma::svd(X));
    const double cut = 1e-8 * s[i](0);
    const arma::mat A = Y * arma::pinv(X, cut);
    kept(i) = arma::accu(s[i] > cut);
    seen(i) = arma::abs(A * X - Y).max();
    unseen(i) = arma::abs(A * W.cols(1024, 4094) - W.cols(1025, 4095)).max();
    off_R1(i) = arma::abs(A - rotation_block_matrix(1, n[i])).max();
  }
  chapter.table("A fitted to 1023 shifts: largest errors of an entry",
                Columns()
                    .column("n", n)
                    .column("directions", kept)
                    .column("A w_k, seen", seen, "{:.1g}")
                    .rounding()
                    .column("A w_k, unseen", unseen, "{:.1g}")
                    .rounding()
                    .column("A − R₁", off_R1, "{:.1g}")
                    .rounding());
  chapter.figure("singular-values", [&](Figure& f) { draw_singular_values(f, s); });

  /**
  Up to $n = 16$ the fit *is* $R_1$. At $n = 64$ it is nothing like $R_1$, though it shifts every
  position it has seen to six digits: only 41 of 64 directions are occupied, and the data do not say
  what $A$ should do in the empty ones. These begin to matter at positions never seen, and there $A$
  fails. Knowing the *form* of $R_1$ cures this. If only the $n/2$ angles are free, each plane gives
  its own to twelve digits: the angle from $(x_k, y_k)$ to $(x_{k+1}, y_{k+1})$, averaged over $k$.
  */
  const arma::mat W = position_matrix(1024, 64);
  const arma::uvec cosines = arma::regspace<arma::uvec>(0, 2, 62);
  const arma::cx_mat z(W.rows(cosines), W.rows(cosines + 1));
  const arma::vec angles =
      arma::arg(arma::sum(arma::conj(z.head_cols(1023)) % z.tail_cols(1023), 1));
  constexpr int narrow = 1, wide = 3;
  chapter
      .finding("not-identifiable",
               "n = 64: 1024 positions fit a matrix that shifts them all and is not R₁.")
      .at_most("directions that 1024 positions occupy above 10⁻⁸, of 64", kept(wide), 63)
      .at_most("error of the fitted A on positions seen, n = 64", seen(wide), 1e-5)
      .at_least("distance of the fitted A from R₁, n = 64", off_R1(wide), 0.1)
      .at_least("error of the fitted A on positions 1024 to 4095, n = 64", unseen(wide), 0.1)
      .at_most("distance of the fitted A from R₁, n = 16 by contrast", off_R1(narrow), 1e-7)
      .agree("with only the angles free, the fit gives the ω_i, n = 64", angles, frequencies(64),
             absolute(1e-12));
}

/**
## By descent

A network does not solve least squares, it descends. For the mean squared error, with $G =
XX^T/(K-1)$, starting from $A = 0$ and with the step $1/\lambda_1$, where $\lambda_1$ is the largest
eigenvalue of $G$, the error after $t$ steps is $A_t - R_1 = -R_1 (I - G/\lambda_1)^t$. As $R_1$
keeps lengths, it drops out, and what remains on the data is known in advance from the singular
values alone:

$$\frac{\lVert A_t X - Y \rVert^2}{\lVert Y \rVert^2} =
  \frac{\sum_i s_i^2\,(1 - s_i^2/s_1^2)^{2t}}{\sum_i s_i^2} .$$

The distance from $R_1$ itself is known as well. In the spectral norm it is

$$\lVert A_t - R_1 \rVert_2 = \Bigl(1 - \frac{\lambda_n}{\lambda_1}\Bigr)^t ,$$

and everything depends on the smallest eigenvalue. Planes that have turned many times are
orthogonal to each other; then $G$ is near $\frac12 I$ and a few steps suffice. A plane that has
hardly begun to turn cannot be distinguished from its neighbours. So positions are to be counted in
turns of the slowest plane, each of them $2\pi p^{1 - 2/n}$ positions long: 135 in the document's
example, 47 117 with $n = 64$ and base $10\,000$.
*/
/// A_t after these steps.
static arma::mat descend(const arma::mat& X, const arma::mat& Y, int steps)
{
  const double largest = arma::eig_sym(X * X.t()).eval().max();
  const arma::mat G = X * X.t() / largest, H = Y * X.t() / largest;
  arma::mat A(Y.n_rows, X.n_rows);
  for (int t = 0; t < steps; ++t)
    A += H - A * G;
  return A;
}

/**
We descend in both cases, with fewer positions than one such turn and with more. (In each step $A$
errs by less than $10^{-14}$, and these errors add up over at most $\lambda_1/\lambda_n$ steps, which
is 59 in the worse of the two cases that we compare: $10^{-12}$.)
*/
SECTION(descent)
{
  constexpr arma::uword example = 1, short_text = 2, long_text = 3;
  const std::vector<arma::uword> n{6, 6, 64, 64}, base{100, 100, 10'000, 10'000},
      positions{30, 137, 1024, 65'536}, steps{30, 30, 300, 1000};
  arma::vec turns(4), off_R1(4), on_data(4), expected_off_R1(4), expected_on_data(4);
  for (arma::uword i = 0; i < 4; ++i) {
    const arma::mat W = position_matrix(positions[i], n[i], base[i]);
    const arma::mat X = W.head_cols(positions[i] - 1), Y = W.tail_cols(positions[i] - 1);
    const arma::mat A = descend(X, Y, steps[i]);
    turns(i) = positions[i] * frequencies(n[i], base[i]).back() / (2 * std::numbers::pi);
    off_R1(i) = arma::norm(A - rotation_block_matrix(1, n[i], base[i]), 2);
    on_data(i) = arma::norm(A * X - Y, "fro") / arma::norm(Y, "fro");
    const arma::vec s = arma::svd(X), left = arma::pow(1 - arma::square(s / s(0)), steps[i]);
    expected_off_R1(i) = left.max();
    expected_on_data(i) = arma::norm(s % left) / arma::norm(s);
  }
  chapter.table("Gradient descent from A = 0: how near it comes to R₁",
                Columns()
                    .column("n", n)
                    .column("base", base)
                    .column("positions", positions)
                    .column("turns of the slowest plane", turns, "{:.2f}")
                    .column("steps", steps)
                    .column("‖A − R₁‖₂", off_R1, "{:.1g}")
                    .rounding()
                    .column("error on the data", on_data, "{:.1g}"));
  chapter.claim("exo7-4.4-learnable", holds)
      .at_most("‖A − R₁‖₂ after 30 steps of descent, n = 6, base 100, 137 positions",
               off_R1(example), 1e-12)
      .at_most("‖A − R₁‖₂ after 1000 steps of descent, n = 64, 65 536 positions", off_R1(long_text),
               1e-6)
      .agree("‖A − R₁‖₂ after 1000 steps, 65 536 positions, against (1 − λₙ/λ₁)¹⁰⁰⁰",
             off_R1(long_text), expected_off_R1(long_text), absolute(1e-12))
      .agree("error on the data after 300 steps, n = 64, 1024 positions, against theory",
             on_data(short_text), expected_on_data(short_text), absolute(1e-9))
      .at_most("relative error on the data after 300 steps, n = 64, 1024 positions",
               on_data(short_text), 0.05)
      .by_reading("One linear map serves all k, and plain descent finds it from enough positions "
                  "(see the finding not-identifiable). The network here is one linear layer; that "
                  "a transformer does it in training is not shown.");
}

/**
This settles the document's sentence, and limits it. From one turn of the slowest plane on, descent
finds $R_1$: in the document's own example to all digits after thirty steps, and with $n = 64$ too.
From 1024 positions it finds a matrix that shifts these and no others, and no patience helps:
$\lambda_n/\lambda_1$ is below the rounding errors.

## What is left of it

Proposition 2 is true and proven, and it is nothing but the addition formulas of cosine and sine,
read as one matrix product. Compute $R_\ell$ in closed form, never as a product; put the cosine
first, or transpose. The dot product of two position vectors depends on their distance and nothing
else, and falls with its logarithm. To find $R_1$ for $n = 64$ from examples takes, in floating
point, more than the 1024 positions of a text for GPT-2, unless one knows that $R_1$ is made of
rotations; build that knowledge in, turn instead of adding, and you have the rotary embeddings of
today.
*/
