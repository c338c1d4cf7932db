#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/determinant.hpp"
#include "epreuve/instruments/exact/rational_angle.hpp"
#include "epreuve/instruments/positions/random_positions.hpp"
#include "epreuve/instruments/positions/turns.hpp"
#include "epreuve/math/power.hpp"
#include "figures.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

/**
# From one rotation to Proposition 2

The section of the course begins in the plane, with the matrix

$$M(\omega) = \begin{pmatrix} \cos\omega & -\sin\omega \\ \sin\omega & \cos\omega \end{pmatrix}.$$

Cosines and sines are nearly always irrational, and then a computer only sees them approximately.
But the circle has infinitely many rational points as well. The triangle with sides 3, 4, 5 gives
$(\frac35, \frac45)$, and every rational $t$ gives one,

$$\cos\omega = \frac{1 - t^2}{1 + t^2}, \qquad \sin\omega = \frac{2t}{1 + t^2}, \qquad
  t = \tan\frac\omega2 .$$

On these angles, which are dense among all angles, identities can be checked with fractions, where
equal means equal. Where the angle matters as a number, as in $\omega_i = p^{-2i/n}$, there is no
rational point to take, and we use 50 decimal digits instead. A rotation is then the complex
number $\cos\omega + i\sin\omega$: the product of two of them has the entries of the product of the two
matrices, $cc' - ss'$ and $sc' + cs'$.

## One rotation

$M(\omega)$ is said to be the rotation of angle $\omega$. A rotation keeps lengths and angles
($M^T M = I$), it does not mirror ($\det M = 1$), and this one should turn by $\omega$,
counter-clockwise. With the minus sign in the other corner it would turn the other way and still pass
the first two tests. So we also measure the angle from $x$ to $Mx$, for random $x$ and $\omega$.
*/
using namespace epreuve::course;

SECTION(rotation)
{
  chapter.claim("exo7-4.4-rotation", holds)
      .property("Mᵀ M = I and det M = 1 for rational rotations, in fractions",
                [](Draw& draw) {
                  const RationalMatrix M = rotation(rational_angle(draw, "t"));
                  return transpose(M) * M == RationalMatrix::identity(2) && determinant(M) == 1;
                })
      .property("the angle from x to M(ω) x is ω, to 40 digits",
                [](Draw& draw) {
                  const Reference omega = draw.real("omega", -std::numbers::pi, std::numbers::pi);
                  const Reference x = draw.real("x", -1, 1), y = draw.real("y", 0.5, 1);
                  const Reference c = cos(omega), s = sin(omega);
                  return abs(arg(Turn(c * x - s * y, s * x + c * y) / Turn(x, y)) - omega) < 1e-40;
                })
      .property(
          "rotation(ω) in double against M(ω) to 50 digits",
          [](Draw& draw) {
            const double omega = draw.real("omega", -100, 100);
            return difference(rotation<double>(omega), rotation(turn(omega)));
          },
          ulps(1), 200);
}

/**
## Turning again

To turn $\ell$ times by $\omega$ is to turn once by $\ell\omega$: $M(\omega)^\ell = M(\ell\omega)$. With
$\cos\omega = \frac35$ the matrix squared can be done by hand. The double-angle formulas promise
$\cos 2\omega = 2\cdot\frac{9}{25} - 1 = -\frac{7}{25}$ and
$\sin 2\omega = 2\cdot\frac{12}{25} = \frac{24}{25}$. For other angles we must compute $M(\ell\omega)$
without multiplying any matrices. Chebyshev's recurrence does that: for $x_\ell = \cos(\ell\omega)$ and
for $x_\ell = \sin(\ell\omega)$ alike,

$$x_{\ell+1} = 2\cos(\omega)\, x_\ell - x_{\ell-1} .$$
*/
SECTION(power)
{
  const RationalMatrix M = rotation(RationalAngle{Rational(3, 5), Rational(4, 5)});
  chapter.claim("exo7-4.4-power", holds)
      .equal("M² for the angle of cosine 3/5 and sine 4/5", M * M,
             Rational(1, 25) * RationalMatrix{{-7, -24}, {24, -7}})
      .property("M(ω)^ℓ = M(ℓω) by Chebyshev's recurrence, −30 ≤ ℓ ≤ 30, in fractions",
                [](Draw& draw) {
                  const RationalAngle omega = rational_angle(draw, "t");
                  const long l = draw.integer("l", -30, 30);
                  const RationalMatrix once = rotation(omega), I = RationalMatrix::identity(2);
                  return power(l < 0 ? inverse(once) : once, std::abs(l), I) ==
                         rotation(multiple(omega, l));
                });
}

/**
The document draws it in two panels: on the left $X$ and $M(\omega)X$, on the right $X$ and
$M(\ell\omega)X$. The figure that opens this chapter is the same for $\ell = 4$, and it is a claim
too: the dashed arrows end where $M(\omega)$ is applied again and again, the long one where
$M(\ell\omega)$ is applied once, and that must be the same point. We measure how far rounding may
separate them in units of the *unit roundoff* $u$, the largest relative error of rounding to
nearest: $2^{-53}$ in `double`, $2^{-24}$ in `float`. A chain of $\ell$ products errs by at most
$3.2\,\ell u$, as the next page derives; here that is $13u$, the single product adds $3.2u$, and we
allow $18u$.
*/
static constexpr double u = 0x1p-53;
static const Tolerance one_turn = absolute(18 * u);

SECTION(figure_of_the_rotation)
{
  const double omega = 0.55, start = 0.3;
  const auto at_angle = [](double a) { return arma::vec{std::cos(a), std::sin(a)}; };
  arma::mat path(2, 5);
  path.col(0) = at_angle(start);
  for (arma::uword i = 0; i < 4; ++i)
    path.col(i + 1) = rotation(omega) * path.col(i);
  const arma::vec MlX = rotation(4 * omega) * path.col(0);
  chapter.claim("exo7-4.4-fig-rotation", holds)
      .agree("M(ω) applied 4 times ends where M(4ω) ends", path.col(4), MlX, one_turn)
      .agree("left panel: M(ω)X is the point of the circle that is ω further than X", path.col(1),
             at_angle(start + omega), one_turn)
      .agree("right panel: M(4ω)X is the point of the circle that is 4ω further than X", MlX,
             at_angle(start + 4 * omega), one_turn);
  chapter.figure("rotation", [&](Figure& f) { draw_rotation(f, omega, path, MlX); });
}

/**
## A stack of rotations

A position vector has $n/2$ pairs (cosine, sine), each with its own frequency $\omega_i$. So the matrix
that turns all of them at once has $n/2$ small rotations along its diagonal and zeros elsewhere:

$$R_1 = \mathrm{diag}\bigl(M(\omega_0), \dots, M(\omega_{n/2-1})\bigr), \qquad
  R_\ell = R_1^\ell = \mathrm{diag}\bigl(M(\ell\omega_0), \dots, M(\ell\omega_{n/2-1})\bigr).$$

The second equality holds because blocks on a diagonal do not see one another when
the matrix is multiplied by itself. We check it in fractions, with three rational angles in place
of the $\omega_i$; then with the true $\omega_i$, comparing the library's $R_\ell$ with 50 digits. The
library promises each cosine and each sine within $2^{-51} = 4u$ (in `float`, within $u$), even at an
angle of a million radians.
*/
SECTION(stack)
{
  chapter.claim("exo7-4.4-R1", holds)
      .property(
          "R₁^ℓ = diag(M(ℓω₀), M(ℓω₁), M(ℓω₂)), in fractions",
          [](Draw& draw) {
            const std::vector<RationalAngle> omega{
                rational_angle(draw, "t0"), rational_angle(draw, "t1"), rational_angle(draw, "t2")};
            const long l = draw.integer("l", 0, 8);
            return power(rotation_block_matrix(omega), l, RationalMatrix::identity(6)) ==
                   rotation_block_matrix(multiple(omega, l));
          },
          100)
      .property("R_ℓ in double: M(ℓω_i) to 50 digits on the diagonal, else 0",
                Positions{.widest = 16}.everywhere([](auto& at) {
                  arma::mat expected(at.n, at.n);
                  for (arma::uword i = 0; i < at.n / 2; ++i)
                    expected(2 * i, 2 * i, arma::size(2, 2)) =
                        rotation(turn(at.l * frequency(i, at.n, at.base)));
                  return difference(at.R(at.l), expected);
                }),
                absolute(0x1p-51), 100);
}

/**
All the $R_\ell$ together form a *group*, a copy of the integers: to go $m$ further and then
$\ell$ further is to go $\ell + m$ further, standing still is $R_0 = I$, and going back is the
transpose, so that no matrix ever has to be inverted. And as $R_\ell^T R_\ell = I$, no vector
changes its length, however far it travels: $|R_\ell x|^2 = x^T R_\ell^T R_\ell\, x = |x|^2$.

How far apart may the two sides be? Say $c x - s y$ is formed from four computed cosines and sines,
where $c^2 + s^2 = x^2 + y^2 = 1$. The four errors pass on at most
$4u(|c| + |s| + |x| + |y|) \le 8\sqrt2\, u$; the three operations round by at most
$(|cx| + |sy|)u + |cx - sy|u \le 2u$; and the value compared with has its own $4u$. Together that is
less than $18u$, or $5.9u$ in `float`.
*/
static const Positions narrow{.widest = 32}, any{.widest = 768};

SECTION(group_law)
{
  chapter.finding("group-law", "R_ℓ R_m = R_{ℓ+m}, R₀ = I, R_{−ℓ} = R_ℓᵀ = R_ℓ⁻¹.")
      .property("R_ℓ R_m = R_{ℓ+m} for |ℓ|, |m| ≤ 10⁶", narrow.everywhere([](auto& at) {
        return difference(at.R(at.l) * at.R(at.m), at.R(at.l + at.m));
      }),
                one_turn, 200)
      .agree("R₀ = I, n = 64", rotation_block_matrix(0, 64), arma::eye(64, 64), exactly())
      .property("R_{−ℓ} = R_ℓᵀ for |ℓ| ≤ 10⁶",
                narrow.everywhere([](auto& at) { return difference(at.R(-at.l), at.R(at.l).t()); }),
                exactly(), 200);
  chapter.finding("orthogonality", "|R_ℓ x| = |x| for every x and ℓ.")
      .property("R_ℓᵀ R_ℓ = I for n ≤ 64, |ℓ| ≤ 10⁶", Positions().everywhere([](auto& at) {
        return difference(at.R(at.l).t() * at.R(at.l), arma::eye(at.n, at.n));
      }),
                one_turn, 200);
}

/**
## Proposition 2, and its proof

Now the main point: $w_{k+1} = R_1 w_k$, whatever $k$ is. Look at one pair of coordinates:

$$M(\omega)\begin{pmatrix}\cos k\omega \\ \sin k\omega\end{pmatrix} =
  \begin{pmatrix} \cos\omega\cos k\omega - \sin\omega\sin k\omega \\
                  \sin\omega\cos k\omega + \cos\omega\sin k\omega \end{pmatrix}
  = \begin{pmatrix}\cos (k+1)\omega \\ \sin (k+1)\omega\end{pmatrix} .$$

The second equality *is* the pair of addition formulas; nothing else is used. We should not take
these from the same source as the rotations. Cosine and sine are power series, $\cos x = 1 -
\frac{x^2}{2!} + \dots$ and $\sin x = x - \frac{x^3}{3!} + \dots$, and $\cos(a + b)$ is a series in
$a$ and $b$, whose term of degree $d$ is expanded with the binomial theorem. We compare its
coefficient of $a^i b^j$ with that of $\cos a \cos b - \sin a \sin b$, in exact fractions, for all
$i + j \le 40$. (For every degree it is the identity $\binom{i+j}{i} / (i+j)! = 1 / (i!\,j!)$ and a
look at the signs.)

The series settle the formulas as identities. We check in 50 digits that the *matrix product* gives
these formulas, evaluating cosine and sine of the sum afresh.
*/
SECTION(addition_formulas)
{
  const std::array derivatives{1, 0, -1, 0}; // of the cosine at 0; those of the sine come one later
  std::vector<Rational> c, s;                // coefficients of the cosine and of the sine
  Rational factorial = 1;
  int compared = 0, cosines = 0, sines = 0; // all coefficients, and those that agree
  for (unsigned d = 0; d <= 40; ++d, factorial *= d) {
    c.push_back(derivatives.at(d % 4) / factorial);
    s.push_back(derivatives.at((d + 3) % 4) / factorial);
    Rational binomial = 1; // d over i
    for (unsigned i = 0; i <= d; ++i, ++compared) {
      cosines += c[d] * binomial == c[i] * c[d - i] - s[i] * s[d - i];
      sines += s[d] * binomial == s[i] * c[d - i] + c[i] * s[d - i];
      binomial = binomial * (d - i) / (i + 1);
    }
  }
  chapter.claim("exo7-4.4-proof", holds)
      .equal("cos(a+b) = cos a cos b − sin a sin b, coefficients to degree 40", cosines, compared)
      .equal("sin(a+b) = sin a cos b + cos a sin b, coefficients to degree 40", sines, compared)
      .property("M(a) M(b) = M(a+b), to 40 digits", [](Draw& draw) {
        const Reference a = draw.real("a", -1000, 1000), b = draw.real("b", -1000, 1000);
        return abs(turn(a) * turn(b) - turn(a + b)) < 1e-40;
      });
}

/**
All 861 coefficients of either series agree, so the proposition stands. In a computer two things could
still go wrong: our position vectors and our matrices could be wrong, or they could be right but
imprecise. At $k = 10^6$ a naive `cos(k * omega)` in `float` has rounded its angle to the nearest
sixteenth of a radian; then nothing is a rotation of anything. We try $k$ up to a million on whole
vectors, narrow and wide, for both bases, in `float` and `double`, and with $R_\ell$ formed as a
matrix.

The document's own example ($n = 6$, $p = 100$) must satisfy it too. Its digits are cut after the
third, so each is off by less than $10^{-3}$; $R_1$ turns this into at most $\sqrt2\cdot 10^{-3}$,
and the vector compared with is off by another $10^{-3}$.
*/
/// Two sides of R_l w_k = w_{k+l}.
template <typename Real>
static Difference shift(const Position& at)
{
  return difference(rotate(at.w<Real>(at.k), at.l, at.base), at.w<Real>(at.k + at.l));
}

SECTION(proposition)
{
  const arma::mat printed{{1, 0.540, -0.416, -0.989}, {0, 0.841, 0.909, 0.141},
                          {1, 0.976, 0.908, 0.798},   {0, 0.213, 0.417, 0.602},
                          {1, 0.998, 0.995, 0.990},   {0, 0.046, 0.0926, 0.138}};
  const Positions next{.widest = 768, .least_shift = 1, .most_shift = 1};
  const Tolerance one_turn_in_float = absolute(5.9 * 0x1p-24);
  chapter.claim("exo7-4.4-prop2-shift1", holds)
      .property("R₁ w_k = w_{k+1} in double, n ≤ 768, k ≤ 10⁶", next.everywhere(shift<double>),
                one_turn, 200)
      .property("R₁ w_k = w_{k+1} in float, n ≤ 768, k ≤ 10⁶", next.everywhere(shift<float>),
                one_turn_in_float, 200)
      .agree("R₁ takes the printed w₀, w₁, w₂ of section 4.2 to w₁, w₂, w₃",
             rotation_block_matrix(1, 6, 100) * printed.cols(0, 2), printed.cols(1, 3),
             absolute(2.42e-3));
  chapter.claim("exo7-4.4-prop2-shiftl", holds)
      .property("R_ℓ w_k = w_{k+ℓ} in double, |ℓ| and k ≤ 10⁶", any.everywhere(shift<double>),
                one_turn, 200)
      .property("R_ℓ w_k = w_{k+ℓ} in float, |ℓ| and k ≤ 10⁶", any.everywhere(shift<float>),
                one_turn_in_float, 200)
      .property("R_ℓ w_k = w_{k+ℓ} with R_ℓ as a matrix, n ≤ 32", narrow.everywhere([](auto& at) {
        return difference(at.R(at.l) * at.w(at.k), at.w(at.k + at.l));
      }),
                one_turn, 200);
  chapter.proposition("rotations", {"position_shift_exo7", "position_shift", "position_succ"});
}

/**
What we have tried on random draws is proven for every even $n$, all frequencies and all positions,
from the addition formulas alone; so is its analogue for vectors with the sine first, which come
next.

## Sine first

The original transformer paper writes each pair as (sine, cosine). Nothing deep can depend on
that order, but the formulas do. Exchanging the two coordinates is the matrix
$P = \begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix}$, a mirror, and seen in a mirror a rotation
turns backwards:

$$P\, M(\omega)\, P = M(\omega)^T = M(-\omega) .$$
*/
SECTION(sine_first)
{
  chapter.finding("sine-first", "With sines first w_{k+1} = R₁ᵀ w_k, and R₁ w_k = w_{k−1}.")
      .property("a mirrored rotation turns backwards, P M(ω) P = M(ω)ᵀ, in fractions",
                [](Draw& draw) {
                  const RationalMatrix M = rotation(rational_angle(draw, "t")), P{{0, 1}, {1, 0}};
                  return P * M * P == transpose(M);
                })
      .property("sines first: R_ℓ w_k = w_{k−ℓ}, so that R₁ᵀ w_k = w_{k+1}",
                narrow.everywhere([](auto& at) {
                  const auto w = [&](long k) { return at.w(k, Ordering::sine_first); };
                  return difference(at.R(at.l) * w(at.k), w(at.k - at.l));
                }),
                one_turn, 300);
  chapter.figure("orderings", draw_orderings);
}

/**
The matrix that leads one ordering forward leads the other *back*. That is a reason to put the cosine
first: its pairs are then the points $e^{i k\omega}$, which turn the way the plane is oriented.
*/
