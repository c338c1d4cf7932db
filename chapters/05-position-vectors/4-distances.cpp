#include "distances.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_angle.hpp"
#include "epreuve/instruments/positions/random_positions.hpp"
#include "epreuve/instruments/positions/turns.hpp"
#include "epreuve/math/positions/position_reader.hpp"
#include "figures-distances.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/**
# How far apart two positions are

A reader of the sum $v(t_k) + w_k$ can know $k$ only as well as $w_k$ differs from its
neighbours. So we ask how far apart two position vectors are, which two are nearest, and how
much noise a reader tolerates. The answer is in one figure: with 384 frequencies no two of a
million positions are nearer to each other than neighbours are, and with a single frequency a
thousand positions are enough for two of them to meet, nearly.
*/
using namespace epreuve::course;

SECTION(opening)
{
  chapter.shows("least-distance");
}

/**
## Only the difference matters

Each frequency is a point that turns on a circle of radius 1. Two positions are two points on
each circle, $\omega_i (j - k)$ apart, and the distance of two points of a circle does not
depend on where the first one is:

$$|w_j - w_k|^2 = \sum_{i=0}^{n/2-1} 4 \sin^2 \frac{\omega_i (j-k)}2
  = n - 2 \sum_i \cos \omega_i (j - k), \qquad w_j \cdot w_k = \sum_i \cos \omega_i (j - k) .$$

Nothing is asked of the frequencies, so we may take angles whose cosines and sines are
fractions, and compare with `==`. The masterclass writes $\approx$ for the dot product and calls
the invariance of the distance partial. Both are exact, for all positions: a statement that is
true, and weaker than need be.
*/
/// Three rational angles, and two positions.
static auto three_angles(Draw& draw)
{
  const RationalAngle first = rational_angle(draw, "t0"), second = rational_angle(draw, "t1");
  return std::vector<RationalAngle>{first, second, rational_angle(draw, "t2")};
}

static Rational sum_of_cosines(const std::vector<RationalAngle>& omega)
{
  Rational sum = 0;
  for (const RationalAngle& angle : omega)
    sum += angle.cosine;
  return sum;
}

SECTION(difference_alone)
{
  chapter.claim("masterclass-pe-distance", holds)
      .property(
          "|w_j − w_k|² = n − 2 Σ cos ω_i(j − k), three rational angles, in fractions",
          [](Draw& draw) {
            const auto omega = three_angles(draw);
            const long j = draw.integer("j", 0, 9), k = draw.integer("k", 0, 9);
            const RationalMatrix apart =
                position_matrix(omega, j, 1) - position_matrix(omega, k, 1);
            return (transpose(apart) * apart)(0, 0) ==
                   6 - 2 * sum_of_cosines(multiple(omega, j - k));
          },
          60);
  chapter.claim("masterclass-pe-dot", holds)
      .property(
          "PE_{pos+k} · PE_pos = Σ cos ω_i k, whatever pos, in fractions",
          [](Draw& draw) {
            const auto omega = three_angles(draw);
            const long pos = draw.integer("pos", 0, 6), k = draw.integer("k", -6, 6);
            const RationalMatrix product =
                transpose(position_matrix(omega, pos + k, 1)) * position_matrix(omega, pos, 1);
            return product(0, 0) == sum_of_cosines(multiple(omega, k));
          },
          60);
  chapter.proposition("position-dot-product", {"position_dot_masterclass", "position_distance2",
                                               "position_sine_first_dot"});
}

/**
(Exchanging sine and cosine exchanges two terms of each sum, so the masterclass's order gives
the same numbers.) Chapter 06 computes how the dot product falls with the distance, roughly as
its logarithm, and that it does not fall everywhere.

The same translation is also a matrix: $PE_{pos+k}$ is a linear function of $PE_{pos}$, one for
all $pos$. With the sine first it is the transpose $R_k^T$ of the rotations of chapter 06, where
the proposition is proven. In fractions, four positions at a time:
*/
SECTION(one_matrix)
{
  RationalMatrix mirror(6, 6); // exchanges cosine and sine of each pair
  for (arma::uword row = 0; row < 6; ++row)
    mirror(row, row ^ 1U) = 1;
  chapter.claim("masterclass-pe-linear", holds)
      .property(
          "R_kᵀ takes PE_pos, PE_{pos+1}, ... k places further, in fractions",
          [&](Draw& draw) {
            const auto omega = three_angles(draw);
            const long pos = draw.integer("pos", 0, 4), k = draw.integer("k", -4, 4);
            const RationalMatrix R = rotation_block_matrix(multiple(omega, k));
            return transpose(R) * (mirror * position_matrix(omega, pos, 4)) ==
                   mirror * position_matrix(omega, pos + k, 4);
          },
          60);
  chapter.proposition("rotations", {"position_shift_masterclass", "tr_shift_sine_first"});
}

/**
## From fast to slow

The frequencies $\omega_i = p^{-2i/n}$ are a geometric sequence: each is the same share
$p^{-2/n}$ of the one before it. With $n = 768$ and $p = 10\,000$ the wavelength $2\pi/\omega_i$
grows from 6.28 positions by 2.4 % per pair, up to 61 343. Among the 1024 positions of GPT-2 the
pairs with $1024\,\omega_i \ge 2\pi$ turn at least once, which is $i \le 384 \ln(1024/2\pi)/\ln
10\,000 = 212.4$: 213 pairs. The other 171 never close their circle.

Fast pairs tell neighbours apart and are blind to large distances; slow pairs the other way
round. The distance that one pair sees is $2|\sin(\omega_i d/2)|$.
*/
static double seen_by_pair(arma::uword i, double d)
{
  return 2 * std::abs(std::sin(frequencies(768)(i) * d / 2));
}

SECTION(scales)
{
  const arma::vec omega = frequencies(768);
  arma::vec precise(384);
  for (arma::uword i = 0; i < 384; ++i)
    precise(i) = rounded(frequency(i, 768));
  const arma::uvec turning = arma::find(1024 * omega >= arma::datum::tau);
  chapter.claim("masterclass-pe-frequencies", holds)
      .agree("ω_i, n = 768, against 50 digits", omega, precise, ulps(1))
      .agree("ω_{i+1}/ω_i = 10^{−1/96}, a quotient of two roundings",
             omega.tail(383) / omega.head(383), std::pow(10, -1.0 / 96) * arma::ones(383), ulps(4))
      .equal("pairs that turn at least once in 1024 positions", turning.n_elem,
             arma::uword(384 * std::log(1024 / arma::datum::tau) / std::log(1e4)) + 1)
      .at_least("neighbours as the fastest pair sees them", seen_by_pair(0, 1), 0.9)
      .at_most("neighbours as the slowest pair sees them", seen_by_pair(383, 1), 2e-4)
      .at_most("710 places as the fastest pair sees them", seen_by_pair(0, 710), 2e-4)
      .at_least("10 000 places as the slowest pair sees them", seen_by_pair(383, 1e4), 0.9);
}

/**
## Periodic, and never the same

Each coordinate is periodic, and its period is $2\pi p^{2i/n}$. Does the *vector* come round
too? It had better not: a period that is a whole number would give two positions the same
vector. It does not, for any $n$ and $p$. The first pair is $(\cos k, \sin k)$, so $w_k =
w_\ell$ asks $k - \ell$ to be a multiple of $2\pi$, and $\pi$ is irrational.

Between whole numbers it depends on $n$. For $w_{x+T} = w_x$ all ratios $\omega_0/\omega_i$ must
be fractions. With $p = 10^4$ the first is $10^{8/n}$: a root of a whole number, which is a
fraction only if it is a whole number itself. That leaves $n = 2$, $4$ and $8$, where the vector
has the period $2\pi$, $200\pi$ and $2000\pi$. For 512 or 768 it has none.

So it is not the period that generalises from one place to all others. A sawtooth is periodic as
well and no matrix moves it. It is the linear shift of the paragraph above that carries over.
*/
/// How far w(x + T) is from w(x), for a real position x, to 50 digits.
static Reference moved_by(const Reference& T, double x, arma::uword n)
{
  Reference most = 0;
  for (arma::uword i = 0; i < n / 2; ++i)
    most = std::max(most, abs(turn(frequency(i, n) * (x + T)) - turn(frequency(i, n) * x)));
  return most;
}

SECTION(periods)
{
  const Reference two_pi = 2 * pi_50();
  chapter.claim("masterclass-pe-periodic", holds)
      .property(
          "pair i returns after 2π p^{2i/n} and is opposite after half of it, to 40 digits",
          [&](Draw& draw) {
            const arma::uword n = draw.even_size("n", 2, 768), i = draw.size("i", 0, n / 2 - 1);
            const Reference T = two_pi * pow(Reference(10'000), Reference(2 * i) / n);
            const Reference x = draw.real("x", -1000, 1000), omega = frequency(i, n);
            return abs(turn(omega * (x + T)) - turn(omega * x)) < 1e-40 &&
                   abs(turn(omega * (x + T / 2)) + turn(omega * x)) < 1e-40;
          },
          100);
  std::string with_a_period;
  for (unsigned n = 2; n <= 1024; n += 2)
    if (const auto root = std::llround(std::pow(10, 8.0 / n)); pow(Integer(root), n) == 100'000'000)
      with_a_period += fmt::format("{} ", n);
  chapter
      .finding("no-period",
               "for p = 10 000 the vector of a real position has a period if and only if n "
               "is 2, 4 or 8, and it is never a whole number")
      .equal("even n ≤ 1024 with a fraction for 10^{8/n}", with_a_period, std::string("2 4 8 "))
      .property(
          "n = 4 after 200π, n = 8 after 2000π, to 40 digits", over(-1000, 1000),
          [&](double x) {
            return moved_by(100 * two_pi, x, 4) < 1e-40 && moved_by(1000 * two_pi, x, 8) < 1e-40;
          },
          20);
}

/**
## k can be read from w_k

That two vectors differ is not much, if they differ in the twelfth digit. exo7 says more: that
$w_k$ determines $k$ rather easily in numbers. How near do two of the first $2^{20}$ come, for
$n = 768$? Only their difference $d$ matters, so there are $2^{20} - 1$ distances to look at and
not $2^{39}$. The instrument goes through all of them; of most it needs a twentieth of the 384
terms to see that they are not the least.

The least is at $d = 1$. Neighbours are the nearest there are, at distance

$$|w_{k+1} - w_k|^2 = \sum_i (2 - 2\cos\omega_i)
  = \sum_{j \ge 1} \frac{2\,(-1)^{j+1}}{(2j)!}\, \frac{1 - p^{-2j}}{1 - p^{-4j/n}},$$

by the series of the cosine and geometric sums, which we compute as a second opinion. (Its
alternating terms sum to within 100 ulp of 20.5; the square root is 4.52, and the instrument's
distance is known to $2^{-49}\sqrt{n}$.)
*/
static double neighbours_by_series(double n, double p)
{
  double sum = 0, factorial = 1;
  for (int j = 1; j <= 12; ++j) {
    factorial *= (2 * j - 1) * (2 * j);
    sum += (j % 2 == 1 ? 2 : -2) / factorial * (1 - std::pow(p, -2 * j)) /
           (1 - std::pow(p, -4 * j / n));
  }
  return std::sqrt(sum);
}

/// Of the first 2^20 vectors of each width.
static const std::vector<NearPositions>& records_of(arma::uword n)
{
  static std::map<arma::uword, std::vector<NearPositions>> known;
  auto& records = known[n];
  return records.empty() ? records = records_of_nearness(1U << 20U, n) : records;
}

SECTION(nearest)
{
  const auto& records = records_of(768);
  const double radius = records_of_nearness(256, 64).back().distance / 2;
  const arma::mat W = position_matrix(256, 64);
  chapter.claim("exo7-4.3-injective", holds)
      .equal("difference of the nearest two of 2²⁰ positions, n = 768", records.back().difference,
             1)
      .agree("their distance", records.back().distance, neighbours_by_series(768, 1e4),
             absolute(1e-12))
      .property(
          "k is that of the nearest vector, noise 0.999 of half the least distance, n = 64, K = "
          "256",
          [&](Draw& draw) {
            const arma::uword k = draw.size("k", 0, 255);
            const arma::vec noise = draw.vector("noise", 64, -1, 1) + 1e-9;
            const arma::vec seen = W.col(k) + 0.999 * radius * arma::normalise(noise);
            return arma::index_max(W.t() * seen) == k; // all w_k have one length
          },
          200);
  chapter.proposition("position-distances", {"rational_position_injective", "enclosure"});
}

/**
Here is why, without a computer. Take any real shift $x \ge 1$. While $x \le 3$, every term
$4\sin^2(\omega_i x/2)$ grows with $x$, so the distance is at least that of $x = 1$. Beyond,
look for the pair that the shift has turned by about 3 radians: frequencies are 2.4 % apart, so
there is one with $3 \le \omega_j x < 3.08$. It and the five slower ones alone contribute more
than $6 \cdot 4\sin^2 1.3 = 22.3$, and 20.5 was all there was at $x = 1$. So fractions of a
place included, no shift beyond one place brings two positions nearer than one place does, as
long as there are six pairs, up to $x = 26\,000$. From there on to $2^{20}$ the proposition
encloses a sum of the slow pairs in ball arithmetic.

## With one frequency

For $n = 2$ the vector is a single point on the circle. It is still true that no two positions
have the same: but 44 places are nearly seven turns, and 710 places are 113 turns but for $6
\cdot 10^{-5}$. Which differences set a record? $|w_{k+d} - w_k| = 2|\sin(d/2)|$ is small where
$d$ is near $2\pi m$, and the best such pairs are known since Lagrange: the fractions $d/m$ are
the *convergents* of $2\pi = [6; 3, 1, 1, 7, 2, 146, \dots]$. The instrument knows nothing of
them and finds the same numbers.

With $m = \frac n2$ pairs of any frequencies, cut each circle into $Q$ arcs. That makes $Q^m$
boxes, so of $Q^m + 1$ positions two are in one box, not farther apart than $\frac{2\pi}{Q}$ on
each circle (Dirichlet's argument). With $K$ positions the least distance is therefore at most
about $2\pi\sqrt m\, K^{-1/m}$, and falls to 0 in the end for every $n$: as $1/K$ for $n = 2$,
and for $n = 768$ this bound goes below 4.52 only beyond $K = 10^{551}$. (The bound is idle as long
as $Q \le 3$: no two points of a circle are farther apart than 2. Of a million positions it says
something up to $n = 20$.) (In the figure $n = 8$
falls below $n = 6$. It has a period, $2000\pi$, so its vectors lie on a closed curve and come
near again as on a circle, a thousand times as long.)
*/
static std::string listed(const auto& items, auto member, std::int64_t from)
{
  std::string text;
  for (const auto& item : items)
    if (item.*member >= from)
      text += fmt::format("{} ", item.*member);
  return text;
}

SECTION(records)
{
  const arma::uword K = 1U << 20U;
  const std::vector<arma::uword> widths{2, 4, 6, 8, 16, 64, 768};
  std::vector<std::vector<NearPositions>> of_n;
  double over_bound = 0, over_diameter = 0; // of a least distance, and of the bound itself
  for (const arma::uword n : widths) {
    of_n.push_back(records_of(n));
    const double m = double(n) / 2, Q = std::floor(std::pow(double(K - 1) + 0.5, 1 / m));
    if (Q < 4) // then Dirichlet's bound is above the diameter, 2√m
      continue;
    const double bound = arma::datum::tau * std::sqrt(m) / Q;
    over_bound = std::max(over_bound, of_n.back().back().distance / bound);
    over_diameter = std::max(over_diameter, bound / (2 * std::sqrt(m)));
  }
  const auto turns = convergents(2 * pi_50(), std::int64_t(K) - 1);
  chapter
      .finding("records",
               "for n = 2 the differences that come nearer than all smaller ones are the "
               "numerators of the convergents of 2π, and with m frequencies K positions "
               "come nearer than 2π√m / Q as soon as K > Q^m")
      .equal("records d > 1 below 2²⁰, n = 2", listed(of_n[0], &NearPositions::difference, 2),
             listed(turns, &Convergent::numerator, 2))
      .at_most("least distance over 2π√m / Q, K = 2²⁰, n = 2 to 16", over_bound, 1)
      .at_most("2π√m / Q over the largest distance there can be, n = 2 to 16", over_diameter, 0.7);
  chapter.figure("least-distance", [&](Figure& f) { draw_least_distance(f, widths, of_n, K); });
}

/**
## Noise

A reader who is given $w_k + e$ takes the nearest $w_\ell$; since all have the same length, it
is the one with the largest dot product. As long as $|e|$ is below half of the least distance,
nothing else is nearer than $w_k$, by the triangle inequality, as the property above found. And
no reader can do better for every $e$: half way to the neighbour there are two positions equally
near, and a hair beyond it the wrong one is nearer.

Noise that is random does not know where the neighbour is. With independent normal errors of
deviation $\sigma$ the two are confused with probability $Q(d_{k\ell}/2\sigma)$, where
$d_{k\ell}$ is their distance and $Q$ the tail of the normal law. So a position is misread with
a probability that is at least that of its nearest neighbour alone, and at most the sum over all
others. We read 2000 noisy vectors for each of nine $\sigma$ and three widths, and ask both bounds:
how probable would so few that are read right be, or so many, if the bound were the truth? That is a
binomial law, for each share its own. There are 54 questions, and all together are to be answered
wrongly once in a million times.
*/
/// How probable it is that at most so many of the draws are of a kind that has the probability p.
static double at_most_so_many(double seen, double draws, double p)
{
  return cdf(boost::math::binomial(draws, p), seen);
}

SECTION(noise)
{
  const arma::vec sigmas = arma::exp(arma::linspace(std::log(0.1), std::log(2.4), 9));
  const std::vector<arma::uword> widths{16, 64, 256};
  constexpr double draws = 2000;
  arma::mat read(9, 3), lower(9, 3), upper(9, 3);
  arma::uword led_astray = 0;
  double so_few = 1, so_many = 1;                 // least probabilities, by the bounds
  double less_noise_few = 1, more_noise_many = 1; // and by bounds for another noise
  for (arma::uword c = 0; c < 3; ++c) {
    const arma::mat W = position_matrix(256, widths[c]);
    const arma::urowvec nearest =
        nearest_columns(W, 0.499 * W.head_cols(255) + 0.501 * W.tail_cols(255));
    led_astray += arma::accu(nearest == arma::regspace<arma::urowvec>(1, 255));
    for (arma::uword s = 0; s < 9; ++s) {
      read(s, c) = share_read_right(W, sigmas(s), arma::uword(draws));
      const double right = std::round(draws * read(s, c)), wrong = draws - right;
      const ReadingBounds bounds = bounds_of_reading(W, sigmas(s));
      lower(s, c) = bounds.lower;
      upper(s, c) = bounds.upper;
      so_few = std::min(so_few, at_most_so_many(right, draws, bounds.lower));
      so_many = std::min(so_many, at_most_so_many(wrong, draws, 1 - bounds.upper));
      less_noise_few =
          std::min(less_noise_few,
                   at_most_so_many(right, draws, bounds_of_reading(W, 0.8 * sigmas(s)).lower));
      more_noise_many =
          std::min(more_noise_many,
                   at_most_so_many(wrong, draws, 1 - bounds_of_reading(W, 1.5 * sigmas(s)).upper));
    }
  }

  /**
  Would 2000 draws reveal an error in the bounds? They would if the bounds were those of a noise a fifth
  weaker, or half as strong again.
  */
  const double rare = (1 - evidence::demanded_confidence) / 54;
  chapter
      .finding("noise",
               "a position is read right for any noise shorter than half the least distance, and "
               "not for every noise that is longer; random noise may be many times as long")
      .equal("noise a hair past half way to the neighbour: neighbours read, of 3 · 255", led_astray,
             765)
      // Law of 4: binomial, and enclosed; `rare` is 10⁻⁶ over 54, the number of comparisons.
      .at_least("27 shares read right: least probability of so few, by the lower bound", so_few,
                rare)
      .at_least("27 shares read right: least probability of so many, by the upper bound", so_many,
                rare)
      .fact("bounds for a σ that is a fifth smaller, or half as large again, would be noticed",
            less_noise_few < rare && more_noise_many < rare,
            fmt::format("{:.0e} and {:.0e}", less_noise_few, more_noise_many))
      .at_least("lower bound of the share, noise six times as long as half the least distance, n = "
                "256",
                lower(4, 2), 0.99);
  chapter.figure("noise", [&](Figure& f) { draw_noise(f, sigmas, read, lower, upper); });
}

/**
For $n = 256$ noise of $\sigma = 0.49$ has the length $16\sigma = 7.8$, six times half the least
distance, and by the bound at least 99 of 100 positions are read right. It is width that makes
positions robust.

## Reading like a vernier

To find the nearest of $K$ vectors takes $Kn$ multiplications. There is a reader that takes $n$,
and reads $k$ as one reads a vernier, or digits from the left: the slowest pair, which has not
completed a turn yet, gives $k$ roughly, $\hat k = \theta/\omega_{n/2-1}$. That says on which of its
turns the next faster pair is, and its angle then gives $k$ more exactly. If every
angle is off by at most $\varepsilon$, then $\hat k$ is off by $\varepsilon/\omega_i$ after pair
$i$, and predicts the next angle to $r \varepsilon$, $r = p^{2/n}$: the turn is right if $(1 +
r)\,\varepsilon < \pi$. At the end $\omega_0 = 1$, and $k$ is right if $\varepsilon < \frac12$.
So each pair may be moved by any vector shorter than $\sin\frac12 = 0.479$.
*/
SECTION(reading_like_a_vernier)
{
  chapter
      .finding("vernier", "from the slowest pair to the fastest, n/2 angles give k, if no pair is "
                          "moved by more than sin(1/2)")
      .property(
          "k ≤ 39 000, n = 64, each pair moved by 0.479 in any direction",
          [](Draw& draw) {
            const long k = draw.integer("k", 0, 39'000);
            const arma::vec angles = draw.vector("direction", 32, 0, arma::datum::tau);
            arma::vec seen = position_vector(k, 64);
            for (arma::uword i = 0; i < 32; ++i)
              seen.subvec(2 * i, 2 * i + 1) +=
                  0.479 * arma::vec{std::cos(angles(i)), std::sin(angles(i))};
            return read_position(seen) == k;
          },
          200)
      .equal("k = 1000, the fastest pair turned by 0.51 of a radian: one too many",
             read_position(arma::join_cols(arma::vec{std::cos(1000.51), std::sin(1000.51)},
                                           position_vector(1000, 64).tail(62))),
             1001);
}

/**
The two readers fail in different ways. The vernier minds the worst pair: one angle that is off
by more than half a radian, at the fast end, and it is one place wrong. The nearest vector minds
the length of the noise in one direction, that of the neighbour, and forgives the rest. A
network has neither built in; it has dot products, which the second needs, and a table of the
vectors $w_k$ would take a layer of width $K$. That is the price of exo7's *rather easily*.
*/
