#include "epreuve/chapter.hpp"
#include "epreuve/instruments/bisection.hpp"
#include "epreuve/instruments/positions/turns.hpp"
#include "epreuve/math/positions/digits.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "explained_by_pairs.hpp"
#include "figures-digits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/**
# Digits and waves

exo7 justifies its formula twice, by computer science and by physics: position vectors are like
the digits of a number, and like a signal. Both pictures are good, and the first is better than
the page says: with the right $p$, the signs of the waves *are* binary digits. On the way the
letters get mixed up in three ways, and one of the mix-ups is worth drawing.
*/
using namespace epreuve::course;

/**
## Digits

In base $b$ the digit of $k$ at place $i$ is $c_i = (k \mathbin{//} b^i) \mathbin{\%} b$, with
the quotient and the remainder of Euclid's division. To have an independent opinion we take
digits as a formatting library prints them, in the bases that it knows.
*/
static std::string printed_by_fmt(long k, long base)
{
  return base == 2   ? fmt::format("{:b}", k)
         : base == 8 ? fmt::format("{:o}", k)
                     : fmt::format("{}", k);
}

SECTION(digits_of_numbers)
{
  chapter.claim("exo7-4.3-division", holds)
      .property("a = b (a // b) + a % b with 0 ≤ a % b < b, a ≤ 10⁹, b ≤ 10⁴", [](Draw& draw) {
        const long a = draw.integer("a", 0, 1'000'000'000), b = draw.integer("b", 1, 10'000);
        return a == b * (a / b) + a % b && 0 <= a % b && a % b < b;
      });
  chapter.claim("exo7-4.3-digit-formula", holds)
      .property("cᵢ is the digit that is printed, k ≤ 10⁹, bases 2, 8 and 10",
                [](Draw& draw) {
                  const long k = draw.integer("k", 0, 1'000'000'000),
                             b = draw.one_of("b", {2L, 8L, 10L});
                  const std::string text = printed_by_fmt(k, b);
                  std::string seen;
                  for (std::size_t i = 0; i < text.size(); ++i)
                    seen.insert(0, 1, char('0' + digit(k, i, b)));
                  return seen == text;
                })
      .property("Σ cᵢ bⁱ = k, bases up to 1000", [](Draw& draw) {
        const long k = draw.integer("k", 0, 1'000'000'000), b = draw.integer("b", 2, 1000);
        double sum = 0, power = 1;
        for (const double c : digits(k, b)) {
          sum += c * power;
          power *= double(b);
        }
        return sum == double(k);
      });

  /**
  The binary example comes out. The two formulas above it do not: the number is called $k$, and
  the page takes the remainder of $b$, which a few lines later is the base. Read so, the units
  are $2 \mathbin\% 2 = 0$ and the next digit is $(2 \mathbin{//} 2) \mathbin\% 2 = 1$, for
  every number there is. ($b$ cannot be the number instead, for that has a name.) The general formula
  $c_i$ has the letters right, so this is a slip.
  */
  chapter.claim("exo7-4.3-22-binary", reproduced)
      .equal("22 in binary", printed_by_fmt(22, 2), std::string("10110"))
      .prints_exactly("0 1 1 0 1", digits(22, 2).t());
  const long b = 2;
  const auto first_two = [](long k) {
    return arma::rowvec{double(digit(k, 0, 2)), double(digit(k, 1, 2))};
  };
  chapter.claim("exo7-4.3-binary-digits", slip)
      .as_printed("the units are b % 2, the next digit is (b // 2) % 2")
      .agree("b % 2 and (b // 2) % 2 against the last two digits of k = 1",
             arma::rowvec{double(b % 2), double(b / 2 % 2)}, first_two(1), exactly())
      .meant("the units are k % 2, the next digit is (k // 2) % 2",
             "cᵢ = (k // bⁱ) % b, six lines further on")
      .property(
          "k % 2 and (k // 2) % 2 against the last two digits printed, k ≤ 10⁹", [](Draw& draw) {
            const long k = draw.integer("k", 2, 1'000'000'000);
            const std::string text = printed_by_fmt(k, 2);
            return text[text.size() - 1] - '0' == k % 2 && text[text.size() - 2] - '0' == k / 2 % 2;
          });
}

/**
A positional system is the thriftiest way to write a number: twenty binary digits tell a million
positions apart, where $w_k$ has 768 coordinates. But digits are a poor thing to learn from.
Between 15 and 16 all five of them change, between 16 and 17 one does; the vectors of neighbours
may be far apart and those of strangers near. Waves are digits without cliffs.

## The term k / qⁱ

The angle $k\omega_i = k / p^{2i/n}$ has the form $k / q^i$, as $k \mathbin{//} b^i$ has. Our
copy says $q = b^{1/i}$. But then $q^i = b$ whatever $i$ is, and all coordinates would be the
same. The copy is damaged: in the LaTeX that the author has published it is $q = p^{2/n}$.
*/
SECTION(term)
{
  const auto term = [](long k, double q, arma::uword i) {
    return double(k) / std::pow(q, double(i));
  };
  const auto printed = [&](arma::uword i) { return term(1, std::pow(100, 1 / double(i)), i); };
  chapter.claim("exo7-4.3-q-term", damaged)
      .as_copied("kωᵢ = k / qⁱ with q = b^(1/i)")
      .agree("ω₂ over ω₃ for b = p = 100, n = 8: k/q² over k/q³ against the formula",
             printed(2) / printed(3), frequencies(8, 100)(2) / frequencies(8, 100)(3),
             absolute(1e-3))
      .restored("kωᵢ = k / qⁱ with q = p^(2/n)")
      .property(
          "k / qⁱ against kωᵢ, k ≤ 1023, n ≤ 64",
          [&](Draw& draw) {
            const arma::uword n = draw.even_size("n", 2, 64), i = draw.size("i", 0, n / 2 - 1);
            const long k = draw.integer("k", 1, 1023);
            const double p = draw.real("p", 2, 20'000), q = std::pow(p, 2 / double(n));
            return difference(term(k, q, i) / (double(k) * frequencies(n, p)(i)), 1);
          },
          absolute(0x1p-46)); // i and 2/n pass on the roundings of q and of its logarithm

  /**
  The second half of the analogy holds: a digit repeats, and so does a wave. The digit at place
  $i$ has the period $b^{i+1}$, $b$ times the one before; the wave has $2\pi q^i$, $q$ times the
  one before. A digit is a number on a clock face, and a sine is the height of the hand.
  */
  const auto repeats = [](long b, std::uint64_t i, long period) {
    for (long k = 0; k < 4096; ++k) // more than two of the longest, 6⁴
      if (digit(k, i, b) != digit(k + period, i, b))
        return false;
    return true;
  };
  chapter.claim("exo7-4.3-sine-periodic", holds)
      .property(
          "digit i has the period b^(i+1), and no divisor of it",
          [&](Draw& draw) {
            const long b = draw.integer("b", 2, 6);
            const arma::uword i = draw.size("i", 0, 3);
            const long period = std::lround(std::pow(b, i + 1));
            bool shorter = false;
            for (long part = 1; part < period; ++part)
              shorter = shorter || (period % part == 0 && repeats(b, i, part));
            return repeats(b, i, period) && !shorter;
          },
          60)
      .property(
          "sine and cosine i have the period 2π qⁱ, to 40 digits",
          [](Draw& draw) {
            const arma::uword i = draw.size("i", 0, 31);
            const Reference omega = frequency(i, 64), k = draw.real("k", 0, 1024);
            const Reference period = 2 * pi_50() / omega;
            return abs(turn((k + period) * omega) - turn(k * omega)) < 1e-40;
          },
          200);
}

/**
## The analogy, taken at its word

How close is a wave to a digit? Let $q$ be a whole base, $p = b^{n/2}$, so that $\omega_i =
b^{-i}$. Then pair $i$ is the hand of a clock that has made $k\omega_i / 2\pi = x / b^i$ turns,
with $x = k / 2\pi$. To divide by $b^i$ moves the point, so that the part of a turn
that the hand has made since its last full one is

$$ \frac{x}{b^i} \bmod 1 = 0.c_{i-1}\,c_{i-2} \dots c_0\,c_{-1} \dots \quad \text{in base } b: $$

the digits of $x$, from place $i - 1$ down. A digit knows one place; a hand knows its place and
all below, coarsely. And in base 2 the *sign of the sine alone* is a digit, exactly: the sine is
negative in every second half turn, which are those where $\lfloor k / (\pi 2^i) \rfloor$ is
odd, and that is the digit at place $i$ of the whole part of $k/\pi$. The document's formula is
hidden in its waves, for $k/\pi$ in place of $k$.
*/
SECTION(analogy)
{
  const auto pi = pi_50();
  chapter
      .finding(
          "signs-are-digits",
          "For p = 2^(n/2) the sine of pair i is negative exactly where the whole part of k/π has "
          "the binary digit 1 at place i.")
      .property("sign of sin kωᵢ against digit i of ⌊k/π⌋, k ≤ 10⁹, n = 40", [&](Draw& draw) {
        const long k = draw.integer("k", 0, 1'000'000'000);
        const arma::uword i = draw.size("i", 0, 19);
        const bool negative = position_vector(k, 40, 0x1p20)(2 * i + 1) < 0;
        return negative == (digit(long(floor(k / pi)), i, 2) == 1);
      });
  chapter
      .finding(
          "hands-of-a-clock",
          "For p = b^(n/2) the turns of pair i, after the point, begin with the digit of k/2π at "
          "place i - 1.")
      .property(
          "first digit of the turn against digit i - 1 of ⌊k/2π⌋, b ≤ 12, k ≤ 10⁶",
          [&](Draw& draw) {
            const long b = draw.integer("b", 2, 12), k = draw.integer("k", 0, 1'000'000);
            const arma::uword i = draw.size("i", 1, 6);
            const Turn z = turn(k / pow(Reference(b), i));
            Reference turned = arg(z) / (2 * pi);
            if (turned < 0)
              turned += 1;
            return long(floor(b * turned)) == digit(long(floor(k / (2 * pi))), i - 1, b);
          },
          200);
  chapter.figure("digits", draw_digits);
}

/**
## Which digit does a coordinate follow?

With $n = 768$ and $p = 10\,000$ the periods do not double from pair to pair, they grow by 2.4
%: 29 pairs share a binary digit. Pair $i$ and the digit of place $j$ keep step if their periods
agree,

$$ 2\pi p^{2i/n} \approx 2^{j+1}, \qquad i_j = \frac n2 \log_p \frac{2^{j+1}}{2\pi} . $$

How well? Write the digit as $y_k = \pm 1$ and predict it by $\alpha + \beta \cos k\omega +
\gamma \sin k\omega$ with the best numbers there are, over $K$ positions. A square wave of
period $T$ has its first harmonic and weaker ones. The share of its variance that a wave
explains, which is $\delta$ off its frequency and therefore drifts, is

$$ R^2 = \frac{8}{T^2 \sin^2(\pi/T)} \left(\frac{\sin(K\delta/2)}{K\delta/2}\right)^2,
  \qquad \delta = \frac{2\pi}{T} - \omega_i, $$

but for effects at the ends of the context. The first factor is 0.85 for $T = 8$ and falls to
$8/\pi^2 = 0.81$: no wave is a digit, it misses a fifth. The second one is the luck of finding a
frequency nearby.
*/
SECTION(followed)
{
  const arma::uword K = 1024, places = 10;
  const arma::mat W = position_matrix(K, 768), narrow = position_matrix(K, 64);
  const arma::vec omega = frequencies(768);
  arma::mat shares(places, omega.n_elem);
  arma::vec period(places), pair(places), seen(places), foretold(places), best_of_32(places);
  for (arma::uword j = 0; j < places; ++j) {
    const arma::uword T = 2U << j;
    const arma::vec apart = arma::datum::tau / double(T) - omega;
    const arma::uword nearest = arma::abs(apart).index_min();
    arma::vec y(K);
    for (arma::uword k = 0; k < K; ++k)
      y(k) = digit(long(k), j, 2) == 0 ? 1 : -1;
    shares.row(j) = explained_by_pairs(y, W).t();
    best_of_32(j) = explained_by_pairs(y, narrow).max();
    period(j) = double(T);
    pair(j) = double(nearest);
    seen(j) = shares(j, nearest);
    foretold(j) = square_wave_explained(T, apart(nearest), K);
  }

  /**
  One row for each binary digit: its period, the pair whose frequency is nearest, the share that
  this pair explains of the digit over 1024 positions, and what the formula foretells.
  */
  chapter
      .finding(
          "digits-followed",
          "With n = 768 and p = 10 000, each binary digit of the 1024 positions but the last "
          "two has a pair that follows it, with R² of 0.72 or more; no pair follows these two.")
      .at_least("R² of the nearest pair, digits of place 2 to 9, the least", seen.tail(8).min(),
                0.72)
      .equal("n = 64: digits of place 2 to 7 with a pair of R² above ½",
             arma::accu(best_of_32.subvec(2, 7) > 0.5), 2)
      .at_most("R² of any pair, units", shares.row(0).max(), 1e-4)
      .at_most("R² of any pair, digits of place 1", shares.row(1).max(), 1e-3)
      .agree("R² of the nearest pair against the formula, digits of place 2 to 9", seen.tail(8),
             foretold.tail(8), absolute(0.02));
  chapter.table(
      "Binary digits and the pairs nearest to them, n = 768, p = 10 000, 1024 positions",
      Columns()
          .column("place j", arma::regspace(0, places - 1), "{:.0f}")
          .column("period of the digit", period, "{:.0f}")
          .column("pair i", pair, "{:.0f}")
          .column("period of the pair",
                  arma::vec(arma::datum::tau / omega(arma::conv_to<arma::uvec>::from(pair))),
                  "{:.1f}")
          .column("R²", seen, "{:.2f}")
          .column("formula", foretold, "{:.2f}"));
  chapter.figure("digits-followed", [&](Figure& figure) { draw_digits_followed(figure, shares); });
}

/**
Two rows of the figure are empty. The last two binary digits have the periods 2 and 4, and the
fastest wave of the formula has the period $2\pi = 6.28$: the parity of $k$, which a binary
counter shows first, is in no coordinate. It can be computed from $w_k$, which determines $k$,
but it cannot be *read off*. A head that is to look at every second word cannot do it by one pair of
coordinates.

Two things follow for the choice of $p$. It decides where the slow end lies, hence how far one
pair alone can tell near from far; and together with $n$ it decides how densely the octaves are
filled, hence how near a wave there is to any period that a task may need. With $n = 64$ two or
three pairs share a digit instead of 29, and of the digits from place 2 to 7 only two find a
wave that keeps step for 1024 positions.

## The index, exchanged

Then comes physics. The signal to be studied is $\sin(i\omega_k)$ on the page, four times.
But $\omega_k$ is a frequency, of which there is one for each pair, not for each position: it
must be $\sin(k\omega_i)$, as in the document's own $w_k$ (and in its second edition). A slip, then; what is
said of the curves further down is read as meant. What does the printed one draw? Exactly the right picture with its
axes exchanged, since both are one function, $f(a, b) = \sin(a\, p^{-2b/n})$. So it is hard to
notice in a figure and fatal in a sentence: *for fixed $i$* and *for fixed $k$* change places.

The figure shows it together with two other confusions. With $q = b^{1/i}$ every coordinate is the same
wave. With $i$ taken for the number of the dimension instead of the pair, as the masterclass
calls it, the exponent runs to 2 instead of 1: the frequencies end at $1/p^2$, half of the
coordinates hardly move in any text, and since a sine and the cosine next to it have different
frequencies, no pair is a point that turns.
*/
SECTION(exchanged)
{
  const arma::uword n = 64, m = n / 2;
  const arma::mat W = position_matrix(m, n);
  const arma::mat waves =
      W.rows(arma::regspace<arma::uvec>(1, 2, n - 1)); // the sines; columns are positions
  arma::mat confused(m, m);
  for (arma::uword i = 0; i < m; ++i)
    for (arma::uword k = 0; k < m; ++k)
      confused(i, k) = std::sin(double(i) * frequencies(n)(k));
  chapter.claim("exo7-4.3-signal-index", slip)
      .as_printed("the entries of wₖ are the sin(i ωₖ)")
      .agree("sin(i ωₖ) against the sines of wₖ, 32 x 32", confused, waves, absolute(1e-12))
      .meant("the entries of wₖ are the sin(k ωᵢ)",
             "the vector w_k of 4.2: sin(ω₀ k), sin(ω₁ k), …")
      .agree("the sines of wₖ against sin(k ωᵢ), 32 x 32", waves,
             arma::sin(frequencies(n) * arma::regspace<arma::rowvec>(0, m - 1)), absolute(0x1p-47));
  chapter
      .finding("exchanged",
               "The heat map of sin(i ωₖ) is that of sin(k ωᵢ), mirrored in its diagonal.")
      .agree("sin(i ωₖ) against the transpose of the sines of wₖ", confused, waves.t(),
             absolute(0x1p-47));
  chapter.figure("confusions", draw_confusions);
}

/**
## One coordinate, all positions

For fixed $i$, says the document, the curve is a sinusoid in $k$ whose period depends
on $i$. A sinusoid of whole arguments can be recognised without knowing its frequency: its
neighbours to the left and to the right add up to a fixed multiple of what is between,

$$ x_{k-1} + x_{k+1} = c\, x_k, \qquad c = 2\cos\omega . $$

$\sin(k\omega_i)$ passes, for every $i$ and up to the millionth position. The printed function
does not: it slows down, and dies away. Nor is $c$ a detail. That three neighbours are tied by
one number is what a linear layer needs in order to step from place to place (chapter 6 makes a
matrix of it).
*/
SECTION(one_coordinate)
{
  const auto c = [](const std::function<double(int)>& x, int k) {
    return (x(k - 1) + x(k + 1)) / x(k);
  };
  const arma::vec omega = frequencies(64);
  const auto printed = [&](int k) { return std::sin(5 * omega(arma::uword(k))); };
  chapter.claim("exo7-4.3-k-curves", holds)
      .as_printed("for fixed i, k ↦ sin(k ωᵢ) (so it is meant) is a sinusoid of period 2π p^(2i/n)")
      .at_least("sin(i ωₖ) is not: (x₅ + x₇)/x₆ less (x₀ + x₂)/x₁, i = 5, n = 64",
                c(printed, 6) - c(printed, 1), 0.8)
      .property(
          "xₖ₋₁ + xₖ₊₁ = 2 cos(ωᵢ) xₖ, n = 64, k ≤ 10⁶",
          [&](Draw& draw) {
            const arma::uword i = draw.size("i", 0, 31);
            const long k = draw.integer("k", 1, 1'000'000);
            const auto x = [&](long at) { return position_vector(at, 64)(2 * i + 1); };
            return difference(x(k - 1) + x(k + 1), 2 * std::cos(omega(i)) * x(k));
          },
          absolute(0x1p-48), 300)
      .agree("period of i + 1 over that of i is p^(2/n)", omega.head(31) / omega.tail(31),
             arma::vec(31, arma::fill::value(std::pow(10'000, 2. / 64))), ulps(4));
  const arma::uvec drawn{0, 6, 12, 18};
  chapter.claim("exo7-4.3-fig-icst", holds)
      .agree("periods of the four curves, 2π p^(2i/n) = 2π 10^(i/8)",
             arma::datum::tau / omega(drawn),
             arma::datum::tau * arma::exp10(arma::conv_to<arma::vec>::from(drawn) / 8), ulps(8))
      .at_least("periods of the curves: least quotient of neighbours",
                (omega(drawn.head(3)) / omega(drawn.tail(3))).min(), 5.6);
  chapter.figure("one-coordinate", [&](Figure& figure) { draw_one_coordinate(figure, drawn); });
}

/**
## One position, all coordinates

For fixed $k$ it is the other way round: the printed $i \mapsto \sin(i\omega_k)$ would keep one pace for ever,
and it is the $\sin(k\omega_i)$ that is meant that slows down as $i$ grows. Its zeros lie where $k\omega_i$ is a
multiple $m\pi$, and from one to the next is

$$ i_m = \frac n2 \log_p \frac{k}{m\pi}, \qquad i_m - i_{m+1} = \frac n2 \log_p \frac{m+1}{m}, $$

longer and longer as $m$ falls to 1; beyond $i_1$ the curve has no further zero, and sinks to 0 only in
the limit. And $i_1$ gives $k$ back: the whole curve is the same for all $k$, shifted, so that a
reader needs only the place of one zero. In the check we find the zeros by bisection, of the sines as
they are computed, without these formulas.
*/
/// Where a curve changes its sign between i = 0 and 383, to the last digit, from left to right.
static arma::vec zeros_of(const std::function<double(double)>& curve)
{
  std::vector<double> zeros;
  constexpr double step = 1. / 64; // a sixth of the shortest half-wave, of k = 1023 at i = 0
  for (double left = 0; left < 383; left += step) {
    const bool above = curve(left + step) > 0;
    if ((curve(left) > 0) != above)
      zeros.push_back(
          first_where([&](double i) { return (curve(i) > 0) == above; }, left, left + step));
  }
  return zeros;
}

SECTION(one_position)
{
  const auto wave = [](long k) { // i ↦ sin kωᵢ, n = 768, p = 10 000
    return [=](double i) { return std::sin(double(k) * std::pow(10'000, -i / 384)); };
  };
  chapter.claim("exo7-4.3-i-curves", holds)
      .as_printed("for fixed k, i ↦ sin(k ωᵢ) (so it is meant) slows down as i grows")
      .property(
          "zeros of i ↦ sin(k ωᵢ), found by bisection, are the iₘ",
          [&](Draw& draw) {
            const long k = draw.integer("k", 50, 1023);
            const arma::vec zeros = zeros_of(wave(k));
            const arma::vec m = arma::regspace(double(zeros.n_elem), -1, 1);
            return difference(zeros, arma::vec(384 * arma::log(double(k) / arma::datum::pi / m) /
                                               std::log(10'000)));
          },
          absolute(1e-9), 40)
      .property(
          "half-waves of i ↦ sin(k ωᵢ) grow with i",
          [&](Draw& draw) {
            const arma::vec zeros = zeros_of(wave(draw.integer("k", 50, 1023)));
            return arma::diff(zeros, 2).min() > 0;
          },
          40);

  /**
  The document adds that such a graph tells $k$. It does, and generously: the curve of $k'$ is
  the curve of $k$, moved by $\frac n2 \log_p \frac{k'}{k}$ pairs, so that a reader who has
  found a single one of its zeros has found $k$. The figure has the positions 5, 20 and 80, each four
  times the one before, and its curve 58 pairs further. This is what a logarithmic scale of frequencies
  buys: to multiply a position is to move a picture.
  */
  const std::vector<long> drawn{80, 20, 5};
  chapter.claim("exo7-4.3-fig-kcst", holds)
      .property(
          "the last zero i₁ of a curve, found by bisection, gives k back: k = π p^(2 i₁/n)",
          [&](Draw& draw) {
            const long k = draw.integer("k", 4, 1023);
            const double i_1 = zeros_of(wave(k)).back();
            return difference(arma::datum::pi * std::pow(10'000, i_1 / 384), double(k));
          },
          absolute(1e-9), 40)
      .property(
          "curves are one curve, shifted: sin(kωᵢ) at i + n/2 log_p(k/k') is sin(k'ωᵢ)",
          [&](Draw& draw) {
            const Reference p = 10'000, k = draw.integer("k", 1, 1023),
                            other = draw.integer("k'", 1, 1023);
            const Reference i = draw.real("i", 0, 383), shift = 384 * log(k / other) / log(p);
            return abs(sin(k * pow(p, -(i + shift) / 384)) - sin(other * pow(p, -i / 384))) < 1e-40;
          },
          100);
  chapter.figure("one-position", [&](Figure& figure) { draw_one_position(figure, drawn); });
}

/**
## All at once

The document's last picture is the heat map: a column for each position, dark and light for the
values of the sines. Its columns are said to differ enough to tell $k$. In our drawing of it, $n
= 64$ and 64 positions, no two come nearer than half a unit of length; the nearest are
neighbours, where only the fast waves on top change. The next page asks the same for the whole
vector and for a million positions.
*/
SECTION(heat_map)
{
  const arma::mat sines = position_matrix(64, 64).rows(arma::regspace<arma::uvec>(1, 2, 63));
  double least = HUGE_VAL;
  for (arma::uword k = 1; k < 64; ++k)
    for (arma::uword l = 0; l < k; ++l)
      least = std::min(least, arma::norm(sines.col(k) - sines.col(l)));
  chapter.claim("exo7-4.3-fig-heatmap", holds)
      .at_least("least distance of two columns of the heat map, sines alone, n = 64", least, 0.5)
      .agree("its cell of wave i and position k is sin(k ωᵢ)", sines,
             arma::sin(frequencies(64) * arma::regspace<arma::rowvec>(0, 63)), absolute(0x1p-46));
  chapter.figure("heat-map", [&](Figure& figure) { draw_heat_map(figure, sines); });
}
