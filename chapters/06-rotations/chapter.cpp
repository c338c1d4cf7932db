#include "epreuve/chapter.hpp"
#include "epreuve/math/accuracy.hpp"
#include "epreuve/math/cosine_integral.hpp"
#include "epreuve/math/positions.hpp"
#include "epreuve/math/rational_matrix.hpp"
#include "epreuve/math/rotations.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

/**
# Rotations: one matrix moves every position

The course gives each position $k$ a vector $w_k$ of cosines and sines. The reason for these
functions is the subject of this chapter: to go from any position to the next one, whichever it
is, one always multiplies by the same matrix. *Relative* position, five words further on, becomes
something that a linear layer can express.

We rebuild this from the plane upwards: one rotation, its powers, a stack of rotations, the
proposition and its proof. Then we turn to what the section leaves open: what becomes of $R_1$
when it really is multiplied by itself a hundred thousand times, what changes if the sines come
first, how alike two positions look, whether a network could *find* $R_1$, and how the idea leads
to the rotary embeddings of today's models.
*/

using namespace epreuve::course;

namespace {

/**
## Rotations without rounding

Cosines and sines are nearly always irrational, and then a computer only sees them approximately.
But the circle has infinitely many rational points as well. The triangle with sides 3, 4, 5 gives
$(\frac35, \frac45)$, and every rational $t$ gives one,

$$\cos\omega = \frac{1 - t^2}{1 + t^2}, \qquad \sin\omega = \frac{2t}{1 + t^2}, \qquad
  t = \tan\frac\omega2 .$$

On these angles, which are dense among all angles, identities can be checked with fractions, where
equal means equal.
*/

struct RationalAngle
{
  Rational cosine;
  Rational sine;
};

RationalAngle rational_angle(const Rational& t)
{
  return {(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
}

RationalMatrix rotation(const RationalAngle& omega)
{
  return {{omega.cosine, -omega.sine}, {omega.sine, omega.cosine}};
}

RationalMatrix power(const RationalMatrix& A, long exponent)
{
  RationalMatrix result = RationalMatrix::identity(A.rows());
  for (long i = 0; i < exponent; ++i)
    result = result * A;
  return result;
}

/**
To check $M(\omega)^\ell = M(\ell\omega)$ we must compute the right-hand side without multiplying
any matrices. Chebyshev's recurrence does that: for $x_\ell = \cos(\ell\omega)$ and for
$x_\ell = \sin(\ell\omega)$ alike,

$$x_{\ell+1} = 2\cos(\omega)\, x_\ell - x_{\ell-1} .$$
*/

RationalAngle multiple(const RationalAngle& omega, long l)
{
  RationalAngle before{omega.cosine, -omega.sine};
  RationalAngle now{1, 0};
  for (long i = 0; i < l; ++i) {
    const RationalAngle next{2 * omega.cosine * now.cosine - before.cosine,
                             2 * omega.cosine * now.sine - before.sine};
    before = now;
    now = next;
  }
  return now;
}

RationalMatrix block_diagonal(const std::vector<RationalAngle>& angles)
{
  RationalMatrix R(2 * angles.size(), 2 * angles.size());
  for (arma::uword i = 0; i < angles.size(); ++i) {
    R(2 * i, 2 * i) = R(2 * i + 1, 2 * i + 1) = angles[i].cosine;
    R(2 * i, 2 * i + 1) = -angles[i].sine;
    R(2 * i + 1, 2 * i) = angles[i].sine;
  }
  return R;
}

/**
Where the angle matters as a number, $\omega_i = p^{-2i/n}$ for the position vectors, there is no
rational point to take, and we use 50 decimal digits instead. A rotation is kept as the pair
$(\cos, \sin)$. The product of two rotation matrices needs nothing else: its entries are
$c c' - s s'$, $s c' + c s'$ and the same with the opposite sign, which causes no rounding. So the
pairs of `float`s below behave, to the last bit, like matrices of four.
*/

template <typename Real>
struct Turn
{
  Real cosine;
  Real sine;
};

template <typename Real>
Turn<Real> operator*(const Turn<Real>& a, const Turn<Real>& b)
{
  return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

Turn<Reference> turn(const Reference& angle)
{
  return {cos(angle), sin(angle)};
}

Reference frequency(long i, long n, long base)
{
  return pow(Reference(base), Reference(-2 * i) / n);
}

template <typename Real>
Reference distance(const Turn<Real>& a, const Turn<Reference>& b)
{
  const Reference dc = Reference(a.cosine) - b.cosine;
  const Reference ds = Reference(a.sine) - b.sine;
  return sqrt(dc * dc + ds * ds);
}

/**
Tolerances are counted in the *unit roundoff* $u$, the largest relative error of rounding to
nearest: $2^{-53}$ in `double`, $2^{-24}$ in `float`. The library promises each cosine and each
sine within $2^{-51} = 4u$ (in `float`, within $u$), even at an angle of a million radians. Say
$c x - s y$ is formed from four such numbers, where $c^2 + s^2 = x^2 + y^2 = 1$. The four errors
pass on at most $4u(|c| + |s| + |x| + |y|) \le 8\sqrt2\, u$; the three operations round by at most
$(|cx| + |sy|)u + |cx - sy|u \le 2u$; and the value compared with has its own $4u$. Together less
than $18u$, or $5.9u$ in `float`: that is `one_turn` below.
*/

constexpr double u = 0x1p-53;
constexpr double u_float = 0x1p-24;
const Tolerance one_turn = absolute(18 * u);
const Tolerance one_turn_float = absolute(5.9 * u_float);
const Tolerance fifty_digits = absolute(1e-40);

constexpr std::array<long, 2> bases{100, 10'000};
constexpr std::array<long, 5> widths{2, 6, 32, 64, 768};

long draw_base(Draw& draw)
{
  return bases.at(static_cast<std::size_t>(draw.integer("base (100, 10000)", 0, 1)));
}

long draw_width(Draw& draw)
{
  return widths.at(static_cast<std::size_t>(draw.integer("n (2, 6, 32, 64, 768)", 0, 4)));
}

arma::uword draw_even(Draw& draw, long largest)
{
  return static_cast<arma::uword>(2 * draw.integer("n/2", 1, largest / 2));
}

RationalAngle draw_rational_angle(Draw& draw, const std::string& name)
{
  const long numerator = draw.integer(name + " numerator", -20, 20);
  const long denominator = draw.integer(name + " denominator", 1, 20);
  return rational_angle(Rational(numerator, denominator));
}

/**
The proposition, $w_{k+\ell} = R_\ell w_k$, will be checked in three ways: in one plane with 50
digits, where the identity is tested and not our arithmetic; on whole vectors in `float` and
`double`; and with $R_\ell$ formed as a matrix, for either ordering of sine and cosine.
*/

Difference distance_from_zero(const Turn<Reference>& left, const Turn<Reference>& right)
{
  return difference(static_cast<double>(distance(left, right)), 0);
}

Difference shift_one_plane(Draw& draw, long low, long high)
{
  const long n = draw_width(draw);
  const Reference omega = frequency(draw.integer("i", 0, n / 2 - 1), n, draw_base(draw));
  const long k = draw.integer("k", 0, 1'000'000);
  const long l = draw.integer("l", low, high);
  return distance_from_zero(turn(l * omega) * turn(k * omega), turn((k + l) * omega));
}

template <typename Real>
Difference shift(Draw& draw, long low, long high)
{
  const auto n = static_cast<arma::uword>(draw_width(draw));
  const auto base = static_cast<double>(draw_base(draw));
  const long k = draw.integer("k", 0, 1'000'000);
  const long l = draw.integer("l", low, high);
  return difference(rotate(position_vector<Real>(k, n, base), l, base),
                    position_vector<Real>(k + l, n, base));
}

/// R_l of the ordering with the cosine first, times w_k of `ordering`, against w_{k + sign l}.
Difference shift_by_matrix(Draw& draw, Ordering ordering, long sign)
{
  const arma::uword n = draw_even(draw, 32);
  const long k = draw.integer("k", 0, 1'000'000);
  const long l = draw.integer("l", -1'000'000, 1'000'000);
  const arma::mat R = rotation_block_matrix(l, n);
  return difference(arma::vec(R * position_vector(k, n, 10'000, ordering)),
                    position_vector(k + sign * l, n, 10'000, ordering));
}

/**
Later we shall watch an error grow. For one width, base and precision, `error_growth` follows each
of the $n/2$ planes through $\ell = 1, 2, \dots, 10^5$ and notes, at some of these $\ell$, how far
the results of several ways of computing are from the true
$(\cos\ell\omega_i, \sin\ell\omega_i)$. It returns the root mean square over the planes, in units
of $u$.
*/

template <typename Real>
Turn<Real> power(Turn<Real> base, long exponent)
{
  Turn<Real> result{1, 0};
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0)
      result = result * base;
    base = base * base;
  }
  return result;
}

struct ErrorGrowth
{
  arma::vec l;
  arma::vec multiplied; ///< the rounded pair, multiplied l times
  arma::vec stored;     ///< the rounded pair, raised to the power l with 50 digits
  arma::vec products;   ///< the distance between these two: what the multiplications rounded
  arma::vec fast;       ///< the same, for the planes with omega_i >= 1/10 only
  arma::vec squared;    ///< the rounded pair, raised to the power l by repeated squaring
  arma::vec closed;     ///< cos(l omega_i), sin(l omega_i), rounded once
};

template <typename Real>
ErrorGrowth error_growth(long n, long base)
{
  std::vector<long> samples;
  for (int j = 0; j <= 20; ++j) {
    const long l = std::lround(std::pow(10, j / 4.0));
    if (samples.empty() || l > samples.back())
      samples.push_back(l);
  }
  const auto zeros = arma::vec(samples.size(), arma::fill::zeros);
  ErrorGrowth growth{zeros, zeros, zeros, zeros, zeros, zeros, zeros};

  const auto add_square = [](double& sum, const Reference& error) {
    sum += std::pow(static_cast<double>(error), 2);
  };
  const auto rounded = [](const Turn<Reference>& exact) {
    return Turn<Real>{static_cast<Real>(exact.cosine), static_cast<Real>(exact.sine)};
  };
  double fast_planes = 0;
  for (long i = 0; i < n / 2; ++i) {
    const Reference omega = frequency(i, n, base);
    const bool is_fast = omega > 0.0999;
    fast_planes += is_fast ? 1 : 0;
    const Turn<Reference> exact = turn(omega);
    const Turn<Real> pair = rounded(exact);
    const Turn<Reference> pair_as_is{pair.cosine, pair.sine};
    Turn<Real> product{1, 0};
    long l = 0;
    for (arma::uword j = 0; j < samples.size(); ++j) {
      for (; l < samples[j]; ++l)
        product = pair * product;
      const Turn<Reference> truth = power(exact, l);
      const Turn<Reference> drifted = power(pair_as_is, l);
      add_square(growth.multiplied(j), distance(product, truth));
      add_square(growth.stored(j), distance(drifted, truth));
      add_square(growth.products(j), distance(product, drifted));
      if (is_fast)
        add_square(growth.fast(j), distance(product, drifted));
      add_square(growth.squared(j), distance(power(pair, l), truth));
      add_square(growth.closed(j), distance(rounded(truth), truth));
      growth.l(j) = static_cast<double>(l);
    }
  }
  const double unit_roundoff = static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;
  const auto finish = [&](arma::vec& sum, double planes) {
    sum = arma::sqrt(sum / planes) / unit_roundoff;
  };
  for (arma::vec* sum :
       {&growth.multiplied, &growth.stored, &growth.products, &growth.squared, &growth.closed})
    finish(*sum, static_cast<double>(n) / 2);
  finish(growth.fast, fast_planes);
  return growth;
}

/**
Where any vector will do, we draw its bits ourselves, so that the figures do not depend on the
run's seed:
*/

arma::vec arbitrary_vector(arma::uword n, std::uint64_t seed)
{
  std::mt19937_64 bits(seed);
  arma::vec x(n);
  for (double& entry : x)
    entry = std::ldexp(static_cast<double>(bits() >> 11U), -52) - 1;
  return x;
}

} // namespace

CHAPTER(chapter)
{
  /**
  ## One rotation

  $$M(\omega) = \begin{pmatrix} \cos\omega & -\sin\omega \\ \sin\omega & \cos\omega \end{pmatrix}$$

  is said to be the rotation of angle $\omega$. A rotation keeps lengths and angles ($M^T M = I$),
  it does not mirror ($\det M = 1$), and this one should turn by $\omega$, counter-clockwise. With
  the minus sign in the other corner it would turn the other way and still pass the first two
  tests. So we also measure the angle from $x$ to $Mx$, with 50 digits and the arctangent, for
  random $x$ and $\omega$.
  */
  chapter.claim("exo7-4.4-rotation", holds)
      .property(
          "Mᵀ M = I and det M = 1 for rational rotations, in fractions",
          [](Draw& draw) {
            const RationalMatrix M = rotation(draw_rational_angle(draw, "t"));
            return transpose(M) * M == RationalMatrix::identity(2) &&
                   M(0, 0) * M(1, 1) - M(0, 1) * M(1, 0) == 1;
          },
          300)
      .property(
          "the angle from x to M(ω) x is ω, to 40 digits",
          [](Draw& draw) {
            const Reference omega = draw.real("omega", -std::numbers::pi, std::numbers::pi);
            const Reference x = draw.real("x", -1, 1);
            const Reference y = draw.real("y", 0.5, 1);
            const auto [c, s] = turn(omega);
            const Reference Mx = c * x - s * y;
            const Reference My = s * x + c * y;
            const Reference angle = atan2(x * My - y * Mx, x * Mx + y * My);
            return difference(static_cast<double>(angle - omega), 0);
          },
          fifty_digits, 200)
      .property(
          "rotation(ω) in double against M(ω) to 50 digits",
          [](Draw& draw) {
            const double omega = draw.real("omega", -100, 100);
            const auto [c, s] = turn(Reference(omega));
            const auto cosine = static_cast<double>(c);
            const auto sine = static_cast<double>(s);
            return difference(epreuve::math::rotation(omega),
                              arma::mat{{cosine, -sine}, {sine, cosine}});
          },
          ulps(1), 200);

  /**
  ## Turning again

  To turn $\ell$ times by $\omega$ is to turn once by $\ell\omega$. With $\cos\omega = \frac35$
  the matrix squared can be done by hand. The double-angle formulas promise
  $\cos 2\omega = 2\cdot\frac{9}{25} - 1 = -\frac{7}{25}$ and
  $\sin 2\omega = 2\cdot\frac{12}{25} = \frac{24}{25}$:
  */
  const RationalAngle three_four_five{Rational(3, 5), Rational(4, 5)};

  chapter.claim("exo7-4.4-power", holds)
      .equal("M² for the angle of cosine 3/5 and sine 4/5", power(rotation(three_four_five), 2),
             RationalMatrix{{Rational(-7, 25), Rational(-24, 25)},
                            {Rational(24, 25), Rational(-7, 25)}})
      .property(
          "M(ω)^ℓ against M(ℓω) by Chebyshev's recurrence, in fractions",
          [](Draw& draw) {
            const RationalAngle omega = draw_rational_angle(draw, "t");
            const long l = draw.integer("l", 0, 30);
            return power(rotation(omega), l) == rotation(multiple(omega, l));
          },
          300)
      .property(
          "a negative power turns back, M(ω)^−ℓ M(ℓω) = I, in fractions",
          [](Draw& draw) {
            const RationalAngle omega = draw_rational_angle(draw, "t");
            const long l = draw.integer("l", 0, 30);
            return power(inverse(rotation(omega)), l) * rotation(multiple(omega, l)) ==
                   RationalMatrix::identity(2);
          },
          300)
      .property(
          "M(ω)^ℓ against cos(ℓω) and sin(ℓω), any ω, to 40 digits",
          [](Draw& draw) {
            const Reference omega = draw.real("omega", -4, 4);
            const long l = draw.integer("l", 1, 200);
            Turn<Reference> product{1, 0};
            for (long i = 0; i < l; ++i)
              product = product * turn(omega);
            return distance_from_zero(product, turn(l * omega));
          },
          fifty_digits, 50);

  /**
  The document draws it in two panels: on the left $X$ and $M(\omega)X$, on the right $X$ and
  $M(\ell\omega)X$; we take $\ell = 4$. The picture is a claim too. Its arrows come from two
  computations: the tips on the dashed path are $M(\omega)$ applied again and again, the long arrow
  is $M(\ell\omega)$ applied once. They must end at the same point. (After four products, the first-order bound
  $3.2\,\ell u$ derived below is $13u$.)
  */
  const double omega_drawn = 0.55;
  const arma::uword times = 4;
  const arma::vec X{std::cos(0.3), std::sin(0.3)};
  arma::mat path(2, times + 1);
  path.col(0) = X;
  for (arma::uword i = 0; i < times; ++i)
    path.col(i + 1) = epreuve::math::rotation(omega_drawn) * path.col(i);
  const arma::vec MX = path.col(1);
  const arma::vec MlX = epreuve::math::rotation(times * omega_drawn) * X;

  chapter.claim("exo7-4.4-fig-rotation", holds)
      .agree("M(ω) applied 4 times ends where M(4ω) ends", arma::vec(path.tail_cols(1)), MlX,
             absolute(18 * u))
      .agree("left panel: the arc from X to M(ω)X is ω",
             std::atan2(MX(1), MX(0)) - std::atan2(X(1), X(0)), omega_drawn, absolute(18 * u))
      .agree("right panel: the arc from X to M(4ω)X is 4ω",
             std::atan2(MlX(1), MlX(0)) - std::atan2(X(1), X(0)), times * omega_drawn,
             absolute(18 * u))
      .agree("M(ω)X and M(4ω)X stay on the unit circle", arma::vec{arma::norm(MX), arma::norm(MlX)},
             arma::vec{1, 1}, absolute(18 * u));

  chapter.figure("rotation", [&](Figure& figure) {
    const auto arc = [&](double radius, double angle) {
      const arma::vec theta = 0.3 + arma::linspace(0, angle, 41);
      figure.line(radius * arma::cos(theta), radius * arma::sin(theta));
      figure.text((radius + 0.13) * std::cos(0.3 + angle / 2),
                  (radius + 0.13) * std::sin(0.3 + angle / 2), angle > 1 ? "ℓω" : "ω");
    };
    const auto circle_and_X = [&] {
      figure.x_label("x₁").y_label("x₂").x_range(-1.3, 1.3).y_range(-1.3, 1.3).equal_axes();
      figure.circle(0, 0, 1, "", Stroke{.ink = Ink::muted, .width = 1});
      figure.arrow(0, 0, X(0), X(1), "", Stroke{.width = 2});
      figure.text(1.1 * X(0), 1.1 * X(1), "X", Align::left);
    };
    figure.title("Turning once, turning ℓ times").panel("by ω");
    circle_and_X();
    arc(0.35, omega_drawn);
    figure.arrow(0, 0, MX(0), MX(1), "", Stroke{.ink = Ink::accent, .width = 2});
    figure.text(1.08 * MX(0), 1.08 * MX(1) + 0.05, "M(ω) X", Align::left);

    figure.panel("ℓ = 4: four times by ω, once by ℓω");
    circle_and_X();
    arc(0.35, times * omega_drawn);
    for (arma::uword i = 1; i < times; ++i)
      figure.arrow(0, 0, path(0, i), path(1, i), "",
                   Stroke{.ink = Ink::muted, .width = 1, .dashed = true});
    figure.arrow(0, 0, MlX(0), MlX(1), "", Stroke{.ink = Ink::accent, .width = 2});
    figure.text(-1.25, 0.85, "M(ℓω) X", Align::left);
    figure
        .caption("Left: X and X turned by ω = 0.55 radians. Right: turned by ω four times (dashed) "
                 "and by 4ω once; both end at the same point.")
        .alt("Two unit circles. On each an arrow X at 17 degrees. On the left a second arrow 32 "
             "degrees further; on the right three dashed arrows at steps of 32 degrees and a "
             "bold one where the fourth step ends, at 143 degrees.");
  });

  /**
  ## A stack of rotations

  A position vector has $n/2$ pairs (cosine, sine), each with its own frequency
  $\omega_i = p^{-2i/n}$. So the matrix that turns all of them at once has $n/2$ small rotations
  along its diagonal and zeros elsewhere:

  $$R_1 = \mathrm{diag}\bigl(M(\omega_0), \dots, M(\omega_{n/2-1})\bigr), \qquad
    R_\ell = R_1^\ell = \mathrm{diag}\bigl(M(\ell\omega_0), \dots, M(\ell\omega_{n/2-1})\bigr).$$

  The second equality holds because blocks on a diagonal do not see one another when
  the matrix is multiplied by itself. We check it in fractions, with three rational angles in place
  of the $\omega_i$; then with the true $\omega_i$, comparing our own $R_\ell$ with 50 digits.
  */
  chapter.claim("exo7-4.4-R1", holds)
      .property(
          "R₁^ℓ = diag(M(ℓω₀), M(ℓω₁), M(ℓω₂)), in fractions",
          [](Draw& draw) {
            const std::vector<RationalAngle> omega{draw_rational_angle(draw, "t0"),
                                                   draw_rational_angle(draw, "t1"),
                                                   draw_rational_angle(draw, "t2")};
            const long l = draw.integer("l", 0, 8);
            return power(block_diagonal(omega), l) ==
                   block_diagonal(
                       {multiple(omega[0], l), multiple(omega[1], l), multiple(omega[2], l)});
          },
          100)
      .property(
          "R_ℓ in double: M(ℓω_i) to 50 digits on the diagonal, else 0",
          [](Draw& draw) {
            const long n = 2 * draw.integer("n/2", 1, 8);
            const long base = draw_base(draw);
            const long l = draw.integer("l", -1'000'000, 1'000'000);
            const auto rows = static_cast<arma::uword>(n);
            arma::mat expected(rows, rows, arma::fill::zeros);
            for (arma::uword i = 0; i < rows / 2; ++i) {
              const auto [c, s] = turn(l * frequency(static_cast<long>(i), n, base));
              expected(2 * i, 2 * i) = expected(2 * i + 1, 2 * i + 1) = static_cast<double>(c);
              expected(2 * i + 1, 2 * i) = static_cast<double>(s);
              expected(2 * i, 2 * i + 1) = -static_cast<double>(s);
            }
            return difference(rotation_block_matrix(l, rows, static_cast<double>(base)), expected);
          },
          absolute(0x1p-51), 100);

  /**
  All the $R_\ell$ together form a *group*, a copy of the integers: to go $m$ further and then
  $\ell$ further is to go $\ell + m$ further, standing still is $R_0 = I$, and going back is the
  transpose, so that no matrix ever has to be inverted. And as each of them is orthogonal, no vector
  changes its length, however far it travels.
  */
  chapter.finding("group-law", "R_ℓ R_m = R_{ℓ+m}, R₀ = I, R_{−ℓ} = R_ℓᵀ = R_ℓ⁻¹.")
      .property(
          "R_ℓ R_m = R_{ℓ+m} for |ℓ|, |m| ≤ 10⁶",
          [](Draw& draw) {
            const arma::uword n = draw_even(draw, 32);
            const auto base = static_cast<double>(draw_base(draw));
            const long l = draw.integer("l", -1'000'000, 1'000'000);
            const long m = draw.integer("m", -1'000'000, 1'000'000);
            return difference(
                arma::mat(rotation_block_matrix(l, n, base) * rotation_block_matrix(m, n, base)),
                rotation_block_matrix(l + m, n, base));
          },
          one_turn, 200)
      .agree("R₀ = I, n = 64", rotation_block_matrix(0, 64), arma::mat(64, 64, arma::fill::eye),
             exactly())
      .property(
          "R_{−ℓ} = R_ℓᵀ for ℓ ≤ 10⁶",
          [](Draw& draw) {
            const arma::uword n = draw_even(draw, 32);
            const long l = draw.integer("l", 0, 1'000'000);
            return difference(rotation_block_matrix(-l, n),
                              arma::mat(rotation_block_matrix(l, n).t()));
          },
          exactly(), 200)
      .property(
          "R_ℓᵀ R_ℓ = I for ℓ ≤ 10⁶",
          [](Draw& draw) {
            const arma::uword n = draw_even(draw, 32);
            const long l = draw.integer("l", 0, 1'000'000);
            const arma::mat R = rotation_block_matrix(l, n);
            return difference(arma::mat(R.t() * R), arma::mat(n, n, arma::fill::eye));
          },
          one_turn, 200);

  /**
  The computed length may differ from $|x|$ by rounding. The pair $(c, s)$ itself is off the unit circle by
  at most $4\sqrt2\, u$, the products round by at most $(1 + \sqrt2)u$, each of the two norms of
  $n \le 64$ entries by at most $\frac{n}{2} + 1$ units, and the quotient by one more: together less
  than $80u$.
  */
  chapter.finding("orthogonality", "|R_ℓ x| = |x| for every x and ℓ.")
      .property(
          "|R_ℓ x| / |x| = 1 for n ≤ 64, |ℓ| ≤ 10⁶",
          [](Draw& draw) {
            const arma::uword n = draw_even(draw, 64);
            const arma::vec x = draw.vector("x", n, -1, 1);
            const long l = draw.integer("l", -1'000'000, 1'000'000);
            const double length = arma::norm(x);
            return length == 0 ? Difference{} : difference(arma::norm(rotate(x, l)) / length, 1);
          },
          absolute(80 * u));

  /**
  ## Proposition 2, and its proof

  Now the main point: $w_{k+1} = R_1 w_k$, whatever $k$ is. Look at one pair of coordinates:

  $$M(\omega)\begin{pmatrix}\cos k\omega \\ \sin k\omega\end{pmatrix} =
    \begin{pmatrix} \cos\omega\cos k\omega - \sin\omega\sin k\omega \\
                    \sin\omega\cos k\omega + \cos\omega\sin k\omega \end{pmatrix}
    = \begin{pmatrix}\cos (k+1)\omega \\ \sin (k+1)\omega\end{pmatrix} .$$

  The second equality *is* the pair of addition formulas; nothing else is used. We should not take
  these from where we took the rotations. Cosine and sine are power series,
  $\cos x = 1 - \frac{x^2}{2!} + \dots$ and $\sin x = x - \frac{x^3}{3!} + \dots$, and
  $\cos(a + b)$ is a series in $a$ and $b$, whose term of degree $d$ is expanded with the
  binomial theorem. We compare its coefficient of $a^i b^j$ with that of
  $\cos a \cos b - \sin a \sin b$, in exact fractions, for all $i + j \le 40$. (For every degree it
  is the identity $\binom{i+j}{i} / (i+j)! = 1 / (i!\,j!)$ and a look at the signs.)
  */
  const int degree = 40;
  std::vector<Rational> factorial(degree + 1, 1);
  for (int d = 1; d <= degree; ++d)
    factorial[d] = d * factorial[d - 1];
  std::vector<std::vector<Rational>> binomial(degree + 1, std::vector<Rational>(degree + 1, 0));
  for (int d = 0; d <= degree; ++d)
    for (int i = 0; i <= d; ++i)
      binomial[d][i] = i == 0 || i == d ? Rational(1) : binomial[d - 1][i - 1] + binomial[d - 1][i];

  const auto cosine = [&](int d) {
    return d % 2 != 0 ? Rational(0) : (d % 4 == 0 ? 1 : -1) / factorial[d];
  };
  const auto sine = [&](int d) {
    return d % 2 == 0 ? Rational(0) : (d % 4 == 1 ? 1 : -1) / factorial[d];
  };

  RationalMatrix cosine_of_sum(degree + 1, degree + 1), cosine_expanded(degree + 1, degree + 1);
  RationalMatrix sine_of_sum(degree + 1, degree + 1), sine_expanded(degree + 1, degree + 1);
  for (int i = 0; i <= degree; ++i)
    for (int j = 0; i + j <= degree; ++j) {
      cosine_of_sum(i, j) = cosine(i + j) * binomial[i + j][i];
      sine_of_sum(i, j) = sine(i + j) * binomial[i + j][i];
      cosine_expanded(i, j) = cosine(i) * cosine(j) - sine(i) * sine(j);
      sine_expanded(i, j) = sine(i) * cosine(j) + cosine(i) * sine(j);
    }

  /**
  The series settle the formulas as identities. That the *matrix product* is these formulas, we
  check at 50 digits, where cosine and sine of the sum are evaluated afresh.
  */
  const auto seen = [&](bool equal) {
    return fmt::format("{} coefficients {}", (degree + 1) * (degree + 2) / 2,
                       equal ? "equal" : "compared, not all equal");
  };
  const bool cosines_equal = cosine_of_sum == cosine_expanded;
  const bool sines_equal = sine_of_sum == sine_expanded;

  chapter.claim("exo7-4.4-proof", holds)
      .fact("cos(a+b) = cos a cos b − sin a sin b as power series, to degree 40", cosines_equal,
            seen(cosines_equal))
      .fact("sin(a+b) = sin a cos b + cos a sin b as power series, to degree 40", sines_equal,
            seen(sines_equal))
      .property(
          "M(a) M(b) = M(a+b), to 40 digits",
          [](Draw& draw) {
            const Reference a = draw.real("a", -1000, 1000);
            const Reference b = draw.real("b", -1000, 1000);
            return distance_from_zero(turn(a) * turn(b), turn(a + b));
          },
          fifty_digits, 300);

  /**
  So the proposition stands. In a computer two things could still go wrong: our position vectors
  and our matrices could be wrong, or they could be right but imprecise. At $k = 10^6$ a naive
  `cos(k * omega)` in `float` has rounded its angle to the nearest sixteenth of a radian; then
  nothing is a rotation of anything. We try $k$ up to a million, narrow and wide vectors, both
  bases, both precisions, and single planes with 50 digits.

  We also try the document's own example ($n = 6$, $p = 100$). Its digits are cut after the third,
  so each is off by less than $10^{-3}$; $R_1$ turns this into at most $\sqrt2\cdot 10^{-3}$, and
  the vector compared with is off by another $10^{-3}$.
  */
  const arma::mat printed{{1, 0.540, -0.416, -0.989}, {0, 0.841, 0.909, 0.141},
                          {1, 0.976, 0.908, 0.798},   {0, 0.213, 0.417, 0.602},
                          {1, 0.998, 0.995, 0.990},   {0, 0.046, 0.0926, 0.138}};

  chapter.claim("exo7-4.4-prop2-shift1", holds)
      .property(
          "R₁ w_k = w_{k+1} in one plane, to 40 digits",
          [](Draw& draw) { return shift_one_plane(draw, 1, 1); }, fifty_digits, 200)
      .property(
          "R₁ w_k = w_{k+1} in double, n ≤ 768, k ≤ 10⁶",
          [](Draw& draw) { return shift<double>(draw, 1, 1); }, one_turn, 200)
      .property(
          "R₁ w_k = w_{k+1} in float, n ≤ 768, k ≤ 10⁶",
          [](Draw& draw) { return shift<float>(draw, 1, 1); }, one_turn_float, 200)
      .agree("R₁ takes the printed w₀, w₁, w₂ of section 4.2 to w₁, w₂, w₃",
             arma::mat(rotation_block_matrix(1, 6, 100) * printed.cols(0, 2)),
             arma::mat(printed.cols(1, 3)), absolute(2.42e-3));

  chapter.claim("exo7-4.4-prop2-shiftl", holds)
      .property(
          "R_ℓ w_k = w_{k+ℓ} in one plane, to 40 digits",
          [](Draw& draw) { return shift_one_plane(draw, -1'000'000, 1'000'000); }, fifty_digits,
          200)
      .property(
          "R_ℓ w_k = w_{k+ℓ} in double, |ℓ| and k ≤ 10⁶",
          [](Draw& draw) { return shift<double>(draw, -1'000'000, 1'000'000); }, one_turn, 200)
      .property(
          "R_ℓ w_k = w_{k+ℓ} in float, |ℓ| and k ≤ 10⁶",
          [](Draw& draw) { return shift<float>(draw, -1'000'000, 1'000'000); }, one_turn_float, 200)
      .property(
          "R_ℓ w_k = w_{k+ℓ} with R_ℓ formed as a matrix, n ≤ 32",
          [](Draw& draw) { return shift_by_matrix(draw, Ordering::cosine_first, 1); }, one_turn,
          200);

  /**
  What we have tried on random draws is proven for every even $n$, all frequencies and all
  positions, from the addition formulas alone; also for vectors with the sine first, which come
  next.
  */
  chapter.proposition("rotations");

  /**
  ## Sine first

  The original transformer paper writes each pair as (sine, cosine). Nothing deep can depend on
  that order, but the formulas do. Exchanging the two coordinates is the matrix
  $P = \begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix}$, a mirror, and seen in a mirror a rotation
  turns backwards:

  $$P\, M(\omega)\, P = M(\omega)^T = M(-\omega) .$$

  So for vectors with the sines first, $w_{k+1} = R_1^T w_k$: the matrix that leads one ordering
  forward leads the other *back*. That is a reason to put the cosine first: its pairs are then the
  points $e^{i k\omega}$, which turn the way the plane is oriented, by the familiar matrix.
  */
  chapter.finding("sine-first", "With sines first w_{k+1} = R₁ᵀ w_k, and R₁ w_k = w_{k−1}.")
      .property(
          "a mirrored rotation turns backwards, P M(ω) P = M(ω)ᵀ, in fractions",
          [](Draw& draw) {
            const RationalMatrix M = rotation(draw_rational_angle(draw, "t"));
            const RationalMatrix P{{0, 1}, {1, 0}};
            return P * M * P == transpose(M);
          },
          300)
      .property(
          "sines first: R_ℓ w_k = w_{k−ℓ}, so that R₁ᵀ w_k = w_{k+1}",
          [](Draw& draw) { return shift_by_matrix(draw, Ordering::sine_first, -1); }, one_turn,
          300);

  chapter.figure("orderings", [](Figure& figure) {
    const auto positions = [&](Ordering ordering) {
      figure.x_range(-1.35, 1.35).y_range(-1.35, 1.35).equal_axes();
      figure.circle(0, 0, 1, "", Stroke{.ink = Ink::muted, .width = 1});
      figure.segment(-1.1, -1.1, 1.1, 1.1, "",
                     Stroke{.ink = Ink::muted, .width = 1, .dashed = true});
      for (int k = 0; k < 5; ++k) {
        double x = std::cos(0.4 * k);
        double y = std::sin(0.4 * k);
        if (ordering == Ordering::sine_first)
          std::swap(x, y);
        figure.arrow(0, 0, x, y, "",
                     k == 0 ? Stroke{.ink = Ink::accent, .width = 2.5} : Stroke{.width = 1.2});
        figure.text(1.17 * x, 1.17 * y, fmt::format("w{}", std::array{"₀", "₁", "₂", "₃", "₄"}[k]));
      }
    };
    figure.title("The same five positions, cosine first and sine first").panel("(cos kω, sin kω)");
    figure.x_label("cos kω").y_label("sin kω");
    positions(Ordering::cosine_first);
    figure.panel("(sin kω, cos kω)").x_label("sin kω").y_label("cos kω");
    positions(Ordering::sine_first);
    figure
        .caption(
            "One pair of coordinates of w₀ (heavy) to w₄, ω = 0.4. Exchanging the rows mirrors "
            "the plane in the dashed line, and the positions turn clockwise.")
        .alt("Two unit circles with five arrows each. On the left they start at 3 o'clock and turn "
             "counter-clockwise by 23 degrees each; on the right they start at 12 o'clock and "
             "turn clockwise.");
  });

  /**
  ## A hundred thousand steps

  In exact arithmetic $R_\ell = R_1^\ell$. Now take $R_1$ as it is stored in `float` and multiply,
  position after position, as a recurrence would. Two things go wrong.

  *What is stored is not $R_1$.* Each cosine and sine is rounded, so that the pair is
  $z = e^{i\omega} + \delta$ with $|\delta| \le \frac{u}{\sqrt2}$ (both are below 1, where rounding
  errs by at most $\frac u2$). The same $\delta$ enters at each step, and the errors add up
  coherently: $z^\ell - e^{i\ell\omega} \approx \ell\,\delta\, e^{i(\ell-1)\omega}$, linear in
  $\ell$. A part of it is an angle that runs ahead or behind. The other part is a *length*: $|z|$
  is not 1, so the vector grows or shrinks. For small angles the sine is small and precise and the
  cosine, near 1, carries the whole error; there nearly all that goes wrong is the length.

  *Each product rounds*, by at most $(1 + \sqrt2) u$, but each time anew. Errors that
  do not conspire grow like $\sqrt\ell$, so in the long run these should hardly count.

  Together that makes at most $\ell\,(\frac{1}{\sqrt2} + 1 + \sqrt2)u < 3.2\,\ell u$ (the 3.2 is
  3.12 and room for the higher orders), and typically $\ell\,|\delta|$. Repeated squaring, with 17
  squarings instead of a hundred thousand products, cannot help: its first factor is the same $z$,
  and the rounding error of an early square is squared along with it, so that it grows like $\ell$
  too.
  */
  const ErrorGrowth in_float = error_growth<float>(64, 10'000);
  const ErrorGrowth in_double = error_growth<double>(64, 10'000);
  const auto exponent = [](const arma::vec& error) {
    const arma::uword last = error.n_elem - 1;
    return std::log10(error(last) / error(last - 8)) / 2;
  };

  std::vector<std::vector<std::string>> growth_rows;
  for (arma::uword j = 0; j < in_float.l.n_elem; j += 4) {
    std::vector<std::string> row{fmt::format("{:.0f}", in_float.l(in_float.l.n_elem - 1 - j))};
    for (const arma::vec* error : {&in_float.multiplied, &in_float.stored, &in_float.products,
                                   &in_float.fast, &in_float.squared, &in_float.closed})
      row.push_back(fmt::format("{:.3g}", (*error)(in_float.l.n_elem - 1 - j)));
    growth_rows.insert(growth_rows.begin(), row);
  }
  chapter.table("Error of R₁ to the power ℓ in float, in u = 2⁻²⁴ (n = 64, root mean square)",
                {"ℓ", "multiplied", "by storing", "by products", "by products, ω ≥ 0.1", "squaring",
                 "closed form"},
                growth_rows);

  /**
  The first two columns agree, as predicted: 0.32 units at the start and 0.32 units per step for a
  hundred thousand steps. Squaring is not better but a fifth worse. The third column, though, is a
  surprise. From $10^3$ to $10^5$ steps the products' rounding grows more than a hundredfold, like
  $\ell$ and not like $\sqrt\ell$! The fourth column says that this does not come from the fast
  planes. In a slow one, with $\omega = 10^{-3}$ say, $1 - \cos\omega$ is eight units $u$. So in
  `float` $\cos\omega \cdot x$ is less than $x$ by about $8ux$, and its rounding error depends only
  on $x$, which hardly moves. The rounding errors repeat from step to step and from turn to turn:
  they do conspire. In `double`, where $1 - \cos\omega$ is billions of units, the exponent of the
  products is 0.7, as in the fast planes of `float`: not quite a random walk either, but after
  $10^5$ steps it makes up a hundredth of the error.
  */
  chapter
      .finding("error-growth", "R₁, stored and multiplied ℓ times, errs in proportion to ℓ u; "
                               "the closed form does not.")
      .at_most("error of R₁ multiplied ℓ times over ℓ u, float, ℓ ≤ 10⁵",
               arma::max(in_float.multiplied / in_float.l), 3.2)
      .at_most("error of R₁ multiplied ℓ times over ℓ u, double, ℓ ≤ 10⁵",
               arma::max(in_double.multiplied / in_double.l), 3.2)
      .within("exponent of ℓ in the error of R₁ multiplied ℓ times, float",
              exponent(in_float.multiplied), 0.95, 1.05)
      .within("exponent of ℓ in the error of R₁ multiplied ℓ times, double",
              exponent(in_double.multiplied), 0.95, 1.05)
      .within("error of storing R₁ over the whole error, float, ℓ = 10⁵",
              in_float.stored.back() / in_float.multiplied.back(), 0.9, 1.1)
      .within("error of storing R₁ over the whole error, double, ℓ = 10⁵",
              in_double.stored.back() / in_double.multiplied.back(), 0.9, 1.1)
      .at_most("error of R_ℓ in closed form over u, float and double",
               std::max(arma::max(in_float.closed), arma::max(in_double.closed)),
               std::numbers::sqrt2 / 2);
  chapter.finding("squaring-no-better", "Repeated squaring loses as much as multiplying.")
      .at_least("error of squaring over that of multiplying, float, ℓ = 10⁵",
                in_float.squared.back() / in_float.multiplied.back(), 1)
      .at_least("error of squaring over that of multiplying, double, ℓ = 10⁵",
                in_double.squared.back() / in_double.multiplied.back(), 1);
  chapter
      .finding("rounding-conspires", "What the products round grows faster in slow float planes.")
      .at_most("exponent of ℓ in what the products round, double", exponent(in_double.products),
               0.8)
      .at_most("exponent of ℓ in what the products round, float, ω ≥ 0.1", exponent(in_float.fast),
               0.8)
      .at_least("exponent of ℓ in what the products round, float, all planes",
                exponent(in_float.products), 0.9);

  chapter.figure("error-growth", [&](Figure& figure) {
    figure.title("R₁ multiplied ℓ times against Rₗ in closed form").columns(1).size(720, 780);
    const auto draw = [&](const ErrorGrowth& growth) {
      figure.x_label("ℓ").y_label("error, in u").log_x().log_y().x_range(1, 1e5).y_range(0.1, 1e6);
      arma::vec products = growth.products;
      products.replace(0, arma::datum::nan);
      figure.line(growth.l, 3.2 * growth.l, "bound 3.2 ℓ u")
          .line_points(growth.l, growth.squared, "squaring")
          .line_points(growth.l, growth.multiplied, "multiplying")
          .line_points(growth.l, products, "products alone")
          .line_points(growth.l, growth.closed, "closed form");
    };
    figure.panel("float, u = 2⁻²⁴");
    draw(in_float);
    figure.panel("double, u = 2⁻⁵³");
    draw(in_double);
    figure
        .caption("Root mean square over the 32 planes of R₁ (n = 64, base 10 000). The rounding of "
                 "the stored cosines and sines adds up coherently, like ℓ; that of the products "
                 "stays below it. The closed form is rounded once.")
        .alt("Two log-log panels. Below a bound of slope 1, the errors of "
             "multiplication and of repeated squaring grow with slope 1 to some ten thousand units "
             "at ℓ = 100 000; the products' own share lies below, in double with a smaller "
             "slope; the closed form stays below 1.");
  });

  /**
  ## Dot products know the shift alone

  Attention compares vectors by dot products. For position vectors the proposition gives

  $$w_k \cdot w_{k+\ell} = w_k \cdot R_\ell w_k = \sum_{i=0}^{n/2-1} \cos(\omega_i \ell) ,$$

  in which $k$ does not occur. How alike two positions look depends on how far apart they are and
  on nothing else. The dot product has $n$ terms; divided by $n$, its error is at most $8u$ from the
  entries, $u$ from the products and $nu$ from the sum. The sum of cosines takes its angles, up to
  1000, from rounded frequencies: another $1000 \cdot 2u$. With $n \le 64$ that is less than $2100u$.
  */
  const auto similarity = [](arma::uword n, double base, double l) {
    return arma::accu(arma::cos(l * frequencies(n, base)));
  };

  chapter.finding("dot-products", "w_k · w_{k+ℓ} = Σ cos(ω_i ℓ): it depends on the shift ℓ alone.")
      .property(
          "w_k · w_{k+ℓ} = Σ cos(ω_i ℓ), both over n, |ℓ| ≤ 1000",
          [&](Draw& draw) {
            const arma::uword n = draw_even(draw, 64);
            const auto base = static_cast<double>(draw_base(draw));
            const long k = draw.integer("k", 0, 1'000'000);
            const long l = draw.integer("l", -1000, 1000);
            const auto rows = static_cast<double>(n);
            return difference(
                arma::dot(position_vector(k, n, base), position_vector(k + l, n, base)) / rows,
                similarity(n, base, static_cast<double>(l)) / rows);
          },
          absolute(2100 * u), 300)
      .property(
          "w_j · w_{j+ℓ} = w_k · w_{k+ℓ}, both over n, n = 768",
          [](Draw& draw) {
            const long j = draw.integer("j", 0, 1'000'000);
            const long k = draw.integer("k", 0, 1'000'000);
            const long l = draw.integer("l", -1'000'000, 1'000'000);
            return difference(arma::dot(position_vector(j, 768), position_vector(j + l, 768)) / 768,
                              arma::dot(position_vector(k, 768), position_vector(k + l, 768)) /
                                  768);
          },
          absolute(2 * (768 + 9) * u), 50)
      .agree("w_k · w_k = n/2, as a share of n/2 (n = 768, k = 12345)",
             arma::dot(position_vector(12'345, 768), position_vector(12'345, 768)) / 384, 1,
             absolute(2 * (768 + 9) * u));

  /**
  Does it *decrease* with the distance, as one would like a measure of nearness to do? Not
  strictly: it is a sum of cosines, and the first, $\cos \ell$, comes round every 6.28 positions.
  But the frequencies are spread evenly on a logarithmic scale, where a distance $\ell$ leaves the
  slow ones standing and averages the fast ones away. Let the sum become an integral over the
  exponent, and substitute $v = \ell p^{-x}$:

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

  For small $\theta$ this is $\theta / 6$. To first order it is twice too much: the leading term of
  $\rho$ comes from the fast end and is half the bound times $-\sin\ell$. We compute $\rho$ for three
  widths and every $\ell$ with $\theta < 2\pi$. The substitution is checked by quadrature, which is
  asked for $10^{-12}$ of an integrand that is at most 1.
  */
  const auto integral_form = [](double n, double base, double l) {
    return n / (2 * std::log(base)) * (cosine_integral(l) - cosine_integral(l / base)) +
           (std::cos(l) - std::cos(l / base)) / 2;
  };
  const auto theta = [](double n, double base, double l) { return 2 * l * std::log(base) / n; };
  const auto bound = [](double angle) { return 2 / angle - 1 / std::tan(angle / 2); };
  struct Width
  {
    arma::uword n;
    double base;
  };
  double largest_share = 0;
  for (const auto& [n, base] : {Width{6, 100}, Width{64, 10'000}, Width{768, 10'000}}) {
    const auto width = static_cast<double>(n);
    for (double l = 1; theta(width, base, l) < 2 * std::numbers::pi; ++l) {
      const double rho = similarity(n, base, l) - integral_form(width, base, l);
      largest_share = std::max(largest_share, std::abs(rho) / bound(theta(width, base, l)));
    }
  }

  chapter
      .finding("cosine-integral",
               "Σ cos(ω_i ℓ) = n/(2 ln p) (Ci(ℓ) − Ci(ℓ/p)) + (cos ℓ − cos(ℓ/p))/2 + ρ with "
               "|ρ| ≤ 2/θ − cot(θ/2), as long as θ = 2ℓ ln p / n < 2π.")
      .property(
          "∫₀¹ cos(ℓ p⁻ˣ) dx by quadrature = (Ci(ℓ) − Ci(ℓ/p)) / ln p",
          [](Draw& draw) {
            const auto base = static_cast<double>(draw_base(draw));
            const double l = draw.real("l", 0.01, 300);
            const double by_quadrature =
                boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
                    [&](double x) { return std::cos(l * std::pow(base, -x)); }, 0.0, 1.0, 8, 1e-12);
            return difference(by_quadrature,
                              (cosine_integral(l) - cosine_integral(l / base)) / std::log(base));
          },
          absolute(1e-12), 50)
      .at_most("error ρ of the cosine integral over its bound, θ < 2π, n = 6, 64, 768",
               largest_share, 1)
      .at_least("largest error ρ over its bound, which is about twice too wide, not more",
                largest_share, 0.45);

  /**
  The bound grows beyond all limits as $\theta$ approaches $2\pi$. With $n = 768$ and $p = 10^4$
  that happens at $\ell = \pi n / \ln p = 262$, and for a reason: there neighbouring planes at the
  fast end differ by a whole turn, and planes that differ by whole turns agree instead of averaging
  away. The phase $v + 2\pi m t$ now stands still somewhere, at $v = m v_1$ with
  $v_1 = \pi n / \ln p$. According to the method of stationary phase the planes around that place
  add up to a ripple,

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
  const auto ripples = [](double n, double base, double l) {
    const double v_1 = std::numbers::pi * n / std::log(base);
    double sum = 0;
    for (double m = 1; m * v_1 < l; ++m)
      sum += std::sqrt(n / (2 * m * std::log(base))) *
             std::cos(m * v_1 * (1 + std::log(l / (m * v_1))) + std::numbers::pi / 4);
    return sum;
  };
  const auto rest = [&](double l) {
    return similarity(768, 10'000, l) - integral_form(768, 10'000, l);
  };
  const auto predicted_rest = [&](double l) {
    return ripples(768, 10'000, l) - bound(theta(768, 10'000, l)) / 2 * std::sin(l);
  };
  double largest_rest = 0;
  double unexplained = 0;
  for (double l = 263; l <= 1000; ++l) {
    const double turns = theta(768, 10'000, l) / (2 * std::numbers::pi);
    if (std::abs(turns - std::round(turns)) < 0.4)
      continue;
    largest_rest = std::max(largest_rest, std::abs(rest(l)));
    unexplained = std::max(unexplained, std::abs(rest(l) - predicted_rest(l)));
  }

  chapter
      .finding("ripples", "From ℓ = πn / ln p on, where neighbouring planes differ by whole turns, "
                          "the sum has ripples √(n/(2m ln p)) high that the integral lacks.")
      .at_least("error of the cosine integral midway between whole turns, 262 < ℓ ≤ 1000",
                largest_rest, std::sqrt(768 / (2 * std::log(1e4))))
      .at_most("error of the cosine integral less ripples and end term, 262 < ℓ ≤ 1000",
               unexplained, 0.05);

  chapter.figure("cosine-integral", [&](Figure& figure) {
    const auto values = [](const arma::vec& l, const auto& function) {
      arma::vec result = l;
      result.transform(function);
      return result;
    };
    const arma::vec near = arma::regspace(1, 261);
    const arma::vec some = arma::unique(arma::round(arma::logspace(0, std::log10(261), 60)));
    const arma::vec far = arma::regspace(350, 410);
    const arma::vec fine = arma::linspace(350, 410, 601);
    figure.title("What the cosine integral leaves out, n = 768 and base 10 000");
    figure.panel("up to ℓ = 261: within the bound").x_label("ℓ").y_label("|ρ|");
    figure.log_x().log_y().x_range(1, 300).y_range(1e-4, 100);
    figure.line(near, values(near, [&](double l) { return bound(theta(768, 10'000, l)); }),
                "2/θ − cot(θ/2)");
    figure.points(some, values(some, [&](double l) { return std::abs(rest(l)); }), "|ρ|");
    figure.panel("beyond: a ripple").x_label("ℓ").y_label("ρ").y_range(-10, 10);
    figure.line(fine, values(fine, predicted_rest), "stationary phase");
    figure.points(far, values(far, rest), "ρ");
    figure
        .caption(
            "The difference ρ of Σ cos(ωᵢ ℓ) and its form with the cosine integral. Left: as "
            "long as neighbouring planes differ by less than a turn, ρ stays below half of its "
            "bound. Right: beyond ℓ = 262 the planes that differ by whole turns add up "
            "to a ripple, which stationary phase predicts.")
        .alt(
            "Left, on logarithmic axes: a curve rises with slope 1 from 0.004 at ℓ = 1 and then "
            "steeply towards ℓ = 262; points for |ρ| lie under it, the highest at half its height. "
            "Right: points for ρ at ℓ = 350 to 410 lie on a wave between −7 and 7.");
  });

  /**
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
  const auto logarithm = [](double n, double base, double l) {
    return n / 2 * (1 - (std::log(l) + std::numbers::egamma) / std::log(base));
  };
  double worst_logarithm = 0;
  for (int l = 10; l <= 200; ++l)
    worst_logarithm = std::max(
        worst_logarithm, std::abs(similarity(768, 10'000, l) - logarithm(768, 10'000, l)) / 384);

  const auto first_rise = [&](arma::uword n, double base) {
    int l = 0;
    while (l < 1000 && similarity(n, base, l + 1) <= similarity(n, base, l))
      ++l;
    return l;
  };
  const int rise_6 = first_rise(6, 100);
  const int rise_768 = first_rise(768, 10'000);
  double lowest = 3;
  for (int l = 0; l <= 100; ++l)
    lowest = std::min(lowest, similarity(6, 100, l));

  chapter
      .finding("logarithmic-nearness",
               "The dot product falls with the logarithm of the distance, not monotonically.")
      .at_most("sum less logarithm, as a share of n/2, n = 768, 10 ≤ ℓ ≤ 200", worst_logarithm,
               0.018)
      .fact("the dot product rises somewhere, n = 6, base 100", rise_6 < 1000,
            fmt::format("rises from ℓ = {} to {}", rise_6, rise_6 + 1))
      .fact("the dot product rises somewhere, n = 768, base 10 000", rise_768 < 1000,
            fmt::format("rises from ℓ = {} to {}", rise_768, rise_768 + 1))
      .at_most("lowest dot product for ℓ ≤ 100, n = 6, base 100: negative", lowest, 0);

  chapter.figure("dot-products", [&](Figure& figure) {
    const auto values = [&](arma::uword n, double base, arma::vec l) {
      l.transform([&](double shift) { return similarity(n, base, shift); });
      return l;
    };
    const arma::vec few = arma::linspace(0, 60, 61);
    const arma::vec many = arma::linspace(1, 1000, 1000);
    arma::vec approximation = many;
    approximation.transform([&](double l) { return logarithm(768, 10'000, l); });

    figure.title("How alike two positions look at distance ℓ").panel("n = 6, base 100");
    figure.x_label("ℓ").y_label("wₖ · wₖ₊ₗ").y_range(-3.2, 3.2);
    figure.line_points(few, values(6, 100, few), "Σ cos(ωᵢ ℓ)");

    figure.panel("n = 768, base 10 000").x_label("ℓ, on a logarithmic scale");
    figure.y_label("wₖ · wₖ₊ₗ").log_x().x_range(1, 1000).y_range(0, 384);
    figure.line(many, values(768, 10'000, many), "Σ cos(ωᵢ ℓ)");
    figure.line(many, approximation, "n/2 (1 − (ln ℓ + γ) / ln p)");
    figure
        .caption("The dot product of two position vectors depends on their distance alone. It "
                 "starts from n/2 at ℓ = 0. With three frequencies it swings; with 384 it falls "
                 "with the logarithm of the distance, and ripples.")
        .alt("Left: from 3 at ℓ = 0 a curve that swings between 3 and −3. Right, over a "
             "logarithmic axis: a curve from 374 at ℓ = 1 to 62 at ℓ = 1000, along a straight line "
             "that falls from 360 to 72, with ripples that set in at a few hundred.");
  });

  /**
  The masterclass writes that the dot product is *approximately* a function of the shift. In fact
  it is one exactly:
  */
  chapter.proposition("position-dot-product");

  /**
  The section opens with the sentence that relative positions are what matters for understanding.
  That is a statement about language, and we can only say what its two halves mean. Relative
  positions are the absolute ones up to a common shift: they determine the order of the words, and
  what they leave out is only where in the text a sentence stands.
  */
  chapter.claim("exo7-4.4-relative-matters", holds)
      .by_reading("The order of the words decides what a sentence says (the dog bites the man, the "
                  "man bites the dog), and relative positions determine that order. They leave out "
                  "only where in the text the sentence stands, and the same sentence is understood "
                  "at the beginning of a text as at its end. Not always: a first line or a last "
                  "one may be read differently because of its place. So relative position is what "
                  "matters most, not all that matters.");

  /**
  ## Can it be learnt?

  The section concludes that the shift is simple enough for a network to find by itself. "Simple"
  can be given a number: the shift is *linear*, without bias, and behind its $n^2$ coefficients
  are only $n/2$ angles. How many positions must be seen? With three planes that turn by rational
  angles we can compute the answer in fractions. Six pairs $(w_k, w_{k+1})$ determine $R_1$ exactly,
  as $R_1 = (w_1 \cdots w_6)\,(w_0 \cdots w_5)^{-1}$; five cannot, they have rank 5.
  */
  const std::vector<RationalAngle> three_planes{
      three_four_five, {Rational(12, 13), Rational(5, 13)}, {Rational(15, 17), Rational(8, 17)}};
  const auto rational_positions = [&](long first, arma::uword count) {
    RationalMatrix W(6, count);
    for (arma::uword k = 0; k < count; ++k)
      for (arma::uword i = 0; i < 3; ++i) {
        const RationalAngle point = multiple(three_planes[i], first + static_cast<long>(k));
        W(2 * i, k) = point.cosine;
        W(2 * i + 1, k) = point.sine;
      }
    return W;
  };

  /**
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
    double seen, unseen, off_R1;
  };
  const arma::uword K = 1024;
  const auto fit = [&](arma::uword n) {
    const arma::mat W = position_matrix(4 * K, n);
    const arma::mat seen_k = W.head_cols(K - 1);
    const arma::mat next = W.cols(1, K - 1);
    arma::mat U, V;
    arma::vec s;
    arma::svd_econ(U, s, V, seen_k);
    const auto kept = static_cast<arma::uword>(arma::accu(s > 1e-8 * s(0)));
    const arma::mat A =
        next * V.head_cols(kept) * arma::diagmat(1 / s.head(kept)) * U.head_cols(kept).t();
    const auto largest = [](const arma::mat& error) { return arma::abs(error).max(); };
    return Fit{n,
               s,
               kept,
               largest(A * seen_k - next),
               largest(A * W.cols(K, 4 * K - 2) - W.cols(K + 1, 4 * K - 1)),
               largest(A - rotation_block_matrix(1, n))};
  };
  const std::vector<Fit> fits{fit(6), fit(16), fit(32), fit(64)};

  std::vector<std::vector<std::string>> fit_rows;
  for (const Fit& f : fits)
    fit_rows.push_back({std::to_string(f.n), std::to_string(f.kept), fmt::format("{:.1g}", f.seen),
                        fmt::format("{:.1g}", f.unseen), fmt::format("{:.1g}", f.off_R1)});
  chapter.table("A fitted to 1023 shifts: largest errors of an entry",
                {"n", "directions", "A w_k, seen", "A w_k, unseen", "A − R₁"}, fit_rows);

  /**
  Here is a subtlety that the document's sentence hides. Up to $n = 16$ the fit *is* $R_1$. At
  $n = 64$ it is nothing like $R_1$, though it shifts every position it has seen to six digits:
  fewer than 64 directions are occupied, and the data do not say what $A$ should do in the empty
  ones. These begin to matter at positions never seen, and there $A$ fails. Knowing the *form* of
  $R_1$ cures this. If only the $n/2$ angles are free, each plane gives its own, as the angle from
  $(x_k, y_k)$ to $(x_{k+1}, y_{k+1})$, averaged, and all of them come out to twelve digits.
  */
  const Fit& wide = fits.back();
  const arma::mat W = position_matrix(K, 64);
  const arma::mat X_seen = W.head_cols(K - 1);
  const arma::mat Y_seen = W.tail_cols(K - 1);
  arma::vec angles(32);
  for (arma::uword i = 0; i < 32; ++i) {
    const arma::mat here = X_seen.rows(2 * i, 2 * i + 1);
    const arma::mat next = Y_seen.rows(2 * i, 2 * i + 1);
    angles(i) =
        std::atan2(arma::dot(here.row(0), next.row(1)) - arma::dot(here.row(1), next.row(0)),
                   arma::dot(here.row(0), next.row(0)) + arma::dot(here.row(1), next.row(1)));
  }

  chapter
      .finding("not-identifiable",
               "n = 64: 1024 positions fit a matrix that shifts them all and is not R₁.")
      .at_most("directions that 1024 positions occupy above 10⁻⁸, of 64",
               static_cast<double>(wide.kept), 63)
      .at_most("error of the fitted A on positions seen, n = 64", wide.seen, 1e-5)
      .at_least("distance of the fitted A from R₁, n = 64", wide.off_R1, 0.1)
      .at_least("error of the fitted A on positions 1024 to 4095, n = 64", wide.unseen, 0.1)
      .at_most("distance of the fitted A from R₁, n = 16 by contrast", fits[1].off_R1, 1e-7)
      .agree("with only the angles free, the fit gives the ω_i, n = 64", angles, frequencies(64),
             absolute(1e-12));

  /**
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
  example, 47 117 with $n = 64$ and base $10\,000$. We descend in both cases, with fewer positions
  than one such turn and with more. (In each step $A$ errs by less than $10^{-14}$, and these errors
  add up over at most $\lambda_1/\lambda_n$ steps, which is 59 in the worse of the two cases that we
  compare: $10^{-12}$.)
  */
  struct Descent
  {
    long n;
    double base;
    arma::uword positions;
    int steps;
    double off_R1, predicted, on_data;
  };
  const auto descend = [](long n, double base, arma::uword positions, int steps) {
    const auto rows = static_cast<arma::uword>(n);
    const arma::mat w = position_matrix(positions, rows, base);
    const arma::mat here = w.head_cols(positions - 1), next = w.tail_cols(positions - 1);
    const arma::vec lambda = arma::eig_sym(here * here.t());
    const arma::mat G = here * here.t() / lambda.back(), H = next * here.t() / lambda.back();
    arma::mat A(rows, rows, arma::fill::zeros);
    for (int t = 0; t < steps; ++t)
      A += H - A * G;
    return Descent{n,
                   base,
                   positions,
                   steps,
                   arma::norm(A - rotation_block_matrix(1, rows, base), 2),
                   std::pow(1 - std::max(lambda.front() / lambda.back(), 0.0), steps),
                   arma::norm(A * here - next, "fro") / arma::norm(next, "fro")};
  };
  const Descent example = descend(6, 100, 137, 30);
  const Descent short_text = descend(64, 10'000, K, 300);
  const Descent long_text = descend(64, 10'000, 65'536, 1000);

  std::vector<std::vector<std::string>> descent_rows;
  for (const Descent& d : {descend(6, 100, 30, 30), example, short_text, long_text}) {
    const double turn_of_slowest =
        2 * std::numbers::pi * std::pow(d.base, 1 - 2 / static_cast<double>(d.n));
    descent_rows.push_back(
        {std::to_string(d.n), fmt::format("{}", d.base), std::to_string(d.positions),
         fmt::format("{:.2f}", static_cast<double>(d.positions) / turn_of_slowest),
         std::to_string(d.steps), fmt::format("{:.1g}", d.off_R1),
         fmt::format("{:.1g}", d.on_data)});
  }
  chapter.table("Gradient descent from A = 0: how near it comes to R₁",
                {"n", "base", "positions", "turns of the slowest plane", "steps", "‖A − R₁‖₂",
                 "error on the data"},
                descent_rows);

  /**
  This decides the document's sentence, and limits it. In its own example descent has found $R_1$ to
  all digits after thirty steps, from as many positions as the slowest plane takes for one turn;
  with $n = 64$ it finds $R_1$ too if it sees more than one such turn. If it sees 1024 positions
  only, it finds a matrix that shifts these positions and no others, and no patience helps:
  $\lambda_n/\lambda_1$ is below rounding.
  */
  const arma::vec s_squared = arma::square(wide.singular_values);
  const auto remaining = [&](int t) {
    const arma::vec factor = arma::pow(1 - s_squared / s_squared(0), 2.0 * t);
    return std::sqrt(arma::accu(s_squared % factor) / arma::accu(s_squared));
  };

  chapter.claim("exo7-4.4-learnable", holds)
      .equal("R₁ from six pairs (w_k, w_{k+1}), n = 6, in fractions",
             rational_positions(1, 6) * inverse(rational_positions(0, 6)),
             block_diagonal(three_planes))
      .equal("rank of five position vectors, n = 6, in fractions", rank(rational_positions(0, 5)),
             arma::uword{5})
      .at_most("‖A − R₁‖₂ after 30 steps of descent, n = 6, base 100, 137 positions",
               example.off_R1, 1e-12)
      .at_most("‖A − R₁‖₂ after 1000 steps of descent, n = 64, 65 536 positions", long_text.off_R1,
               1e-6)
      .agree("‖A − R₁‖₂ after 1000 steps, 65 536 positions, against (1 − λₙ/λ₁)¹⁰⁰⁰",
             long_text.off_R1, long_text.predicted, absolute(1e-12))
      .agree("error on the data after 300 steps, n = 64, 1024 positions, against theory",
             short_text.on_data, remaining(short_text.steps), absolute(1e-9))
      .at_most("relative error on the data after 300 steps, n = 64, 1024 positions",
               short_text.on_data, 0.05)
      .by_reading("One linear map serves all k (Proposition 2), and plain descent finds it: R₁ "
                  "itself from enough positions, otherwise a map that shifts the positions seen "
                  "(finding not-identifiable). The network here is one linear layer; that a "
                  "transformer does it in training is not shown.");

  chapter.figure("singular-values", [&](Figure& figure) {
    figure.title("How many directions do 1024 positions occupy?");
    figure.x_label("index i").y_label("sᵢ / s₁").log_y().x_range(1, 64).y_range(1e-12, 2);
    for (const Fit& f : fits) {
      const arma::vec relative = f.singular_values / f.singular_values(0);
      const arma::vec shown = relative.elem(arma::find(relative > 1e-12));
      figure.line_points(arma::regspace(1, static_cast<double>(shown.n_elem)), shown,
                         "n = " + std::to_string(f.n));
    }
    figure.horizontal_line(1e-8, "cut of the fit")
        .caption("Singular values of the matrix of 1023 position vectors, base 10 000. For n = 6 "
                 "and 16 all of them are well above rounding. For n = 64 the last twenty or so "
                 "are lost in it (not drawn below 10⁻¹²): the slow planes trace nearly the same "
                 "short arcs.")
        .alt(
            "Four falling curves on a logarithmic scale. For n = 6 and n = 16 all singular values "
            "are above one hundred-millionth of the largest; for n = 32 and n = 64 the curves fall "
            "through that line before they reach their end.");
  });

  /**
  ## From here to rotary embeddings

  The documents *add* $w_k$ to the token. The score of a query at position $j$ and a key at
  position $k$ is then a sum of four,

  $$(q + w_j)\cdot(v + w_k) = q\cdot v + q\cdot w_k + w_j\cdot v + w_j\cdot w_k ,$$

  and only the first and the last depend on positions through $k - j$ alone: the mixed terms look
  at $j$ and $k$ separately. *Rotary* embeddings avoid them. They turn the query and the key
  themselves, each by its own position:

  $$(R_j q)\cdot(R_k v) = q^T R_j^T R_k\, v = q^T R_{k-j}\, v .$$

  The group law has done the work. (The position vectors were rotary all along: $w_k = R_k w_0$.)
  With entries of at most 1, $|q||v| \le n$. As a share of $n \le 64$ each score errs by at most
  $17u + nu$, and we compare two of them: $180u$ is safe.
  */
  const auto rotary_score = [](const arma::vec& q, long j, const arma::vec& v, long k) {
    return arma::dot(rotate(q, j), rotate(v, k)) / static_cast<double>(q.n_elem);
  };

  chapter.finding("rotary", "Rotary scores depend on the shift alone, for any query and key.")
      .property(
          "rotary scores when all positions are shifted by s, over n",
          [&](Draw& draw) {
            const arma::uword n = draw_even(draw, 64);
            const arma::vec q = draw.vector("q", n, -1, 1);
            const arma::vec v = draw.vector("v", n, -1, 1);
            const long j = draw.integer("j", 0, 100'000);
            const long k = draw.integer("k", 0, 100'000);
            const long s = draw.integer("s", 0, 1'000'000);
            return difference(rotary_score(q, j, v, k), rotary_score(q, j + s, v, k + s));
          },
          absolute(180 * u), 300)
      .property(
          "the rotary score of q at j and v at k is qᵀ R_{k−j} v, over n",
          [&](Draw& draw) {
            const arma::uword n = draw_even(draw, 64);
            const arma::vec q = draw.vector("q", n, -1, 1);
            const arma::vec v = draw.vector("v", n, -1, 1);
            const long j = draw.integer("j", 0, 100'000);
            const long k = draw.integer("k", 0, 100'000);
            return difference(rotary_score(q, j, v, k), rotary_score(q, 0, v, k - j));
          },
          absolute(180 * u), 300)
      .agree("the rotary embedding of w₀ in every column: the position vectors",
             rotary_embedding(arma::mat(arma::repmat(position_vector(0, 64), 1, 100))),
             position_matrix(100, 64), exactly());

  /**
  To see it, put the *same* query and the same key at each of 24 positions and draw all scores.
  If only the shift counts, the matrix is constant along its diagonals (a Toeplitz matrix).
  */
  const arma::uword n_seen = 32, places = 24;
  const arma::mat Q = arma::repmat(arbitrary_vector(n_seen, 1), 1, places);
  const arma::mat V = arma::repmat(arbitrary_vector(n_seen, 2), 1, places);
  const arma::mat w = position_matrix(places, n_seen);
  const arma::mat added = (Q + w).t() * (V + w);
  const arma::mat rotated = rotary_embedding(Q).t() * rotary_embedding(V);
  const auto along_diagonals = [&](const arma::mat& scores) {
    double spread = 0;
    for (arma::uword j = 0; j + 1 < places; ++j)
      for (arma::uword k = 0; k + 1 < places; ++k)
        spread = std::max(spread, std::abs(scores(j + 1, k + 1) - scores(j, k)));
    return spread;
  };

  chapter
      .finding("toeplitz", "The same query and key everywhere: rotary scores are a Toeplitz "
                           "matrix, scores with added position vectors are not.")
      .at_most("rotary scores: largest change along a diagonal", along_diagonals(rotated),
               n_seen * 180 * u)
      .at_least("scores with added position vectors: largest change along a diagonal",
                along_diagonals(added), 0.1);

  chapter.figure("rotary", [&](Figure& figure) {
    std::vector<std::string> labels;
    for (arma::uword k = 0; k < places; ++k)
      labels.push_back(k % 4 == 0 ? std::to_string(k) : "");
    figure.title("Scores of one query and one key at all positions").size(720, 350);
    HeatMap options;
    options.row_labels = options.column_labels = labels;
    options.palette = Palette::diverging;
    options.scale_label = "score";
    const auto scores = [&](const arma::mat& values, double end) {
      options.range = Range{-end, end};
      figure.x_label("position of the key").y_label("position of the query");
      figure.heat_map(values, options);
    };
    figure.panel("position vectors added");
    scores(added - arma::mean(arma::vectorise(added)), 8);
    figure.panel("rotary");
    scores(rotated, 4);
    figure
        .caption(
            "The same query and the same key (arbitrary, n = 32) at 24 positions. Added position "
            "vectors (left; the mean is subtracted) leave stripes of the single positions; "
            "rotary scores (right) are constant along every diagonal.")
        .alt("Two heat maps of 24 by 24 cells. The left one mixes a band along the diagonal with "
             "horizontal and vertical stripes; the right one has diagonal stripes only.");
  });

  /**
  The idea of the section has outlived its formula: many models that came after GPT-2, Llama among
  them, add no position vectors at all and turn their queries and keys by $R_k$.
  */
}
