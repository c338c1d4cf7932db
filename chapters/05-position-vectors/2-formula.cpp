#include "enclosed_positions.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/exact/rational_angle.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/positions/random_positions.hpp"
#include "epreuve/instruments/positions/turns.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "figures-formula.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

/**
# The formula, three times

Three documents write it down: exo7 with a worked example, the masterclass as in the paper, the
notes as a program. They agree on the waves. They differ in letters, in the order of sine and
cosine, and in the number of digits that come out.
*/
using namespace epreuve::course;

/**
## Frequencies

$n$ must be even, and $p$ is a large number. Then

$$\omega_i = \frac{1}{p^{2i/n}}, \qquad i = 0, \dots, \tfrac n2 - 1 .$$

They begin with $\omega_0 = 1$, and each is the one before times $p^{-2/n}$; the next one after
the last would be $1/p$. We compare the library's with rational intervals that certainly contain
the root: $\omega_i$ is the number $x > 0$ with $x^n p^{2i} = 1$, and whether a decimal lies
below or above it is decided by multiplying whole numbers.
*/
SECTION(frequencies)
{
  const auto certain = [](Draw& draw) {
    const arma::uword n = draw.even_size("n", 2, 32), i = draw.size("i", 0, n / 2 - 1);
    const long p = draw.integer("p", 2, 20'000);
    return difference(frequencies(n, double(p))(i),
                      rounded(in_50_digits(enclosed_frequency(i, n, p).value)));
  };
  chapter.claim("exo7-4.2-omega", holds)
      .property("ωᵢ as a double, certainly: xⁿ p²ⁱ = 1, n ≤ 32, p ≤ 20 000", certain, ulps(1), 200)
      .agree("ω₀, n = 768", frequencies(768)(0), 1, exactly())
      .agree("ω of n = 768, p = 10 000, to 50 digits", frequencies(768)(383),
             rounded(frequency(383, 768)), ulps(1));
  chapter.claim("exo7-4.2-n-even", holds)
      .equal("GPT-2: n, the length of its last layer norm", published_sizes("ln_f.weight")(0), 768)
      .refuses(
          "an odd n", [] { frequencies(7); }, "n must be even")
      .refuses("n = 0", [] { frequencies(0); }, "n must be even and positive");
}

/**
The example that the document gives for $p$ is another matter: "10 000 for GPT-2". The number is
that of @vaswani-2017 [section 3.5]. GPT-2 has no $p$. Its
positions are a table of $1024 \times 768$ learned numbers, one of its published tensors; a formula
would need no such table. The same goes for the remark that GPT-2 puts the sines
first: it has neither sines nor cosines (page 7 looks at what it has learned in their place).
Again it is the paper of 2017 that has them so.
*/
static const std::string learned = "GPT-2: learned numbers in its table of positions";

SECTION(not_gpt2)
{
  const double numbers = published_sizes("wpe.weight")(0);
  chapter.claim("exo7-4.2-p-10000-gpt2", refuted)
      .as_printed("GPT-2 computes its position vectors from p = 10 000")
      .equal(learned + ", where a formula needs no table", numbers, 0)
      .corrected("p = 10 000 in the Transformer of 2017; GPT-2 learns its position vectors")
      .equal(learned, numbers, 1024 * 768);
  chapter.claim("exo7-4.2-gpt2-sin-first", refuted)
      .as_printed("the position vectors of GPT-2 have sines before cosines")
      .equal(learned + ", where sines and cosines need no table", numbers, 0)
      .corrected(
          "in the Transformer of 2017 the sines come first; GPT-2 learns its position vectors")
      .equal(learned, numbers, 1024 * 768)
      .equal("2017: entry 0 of w₀ is sin 0", position_vector(0, 2, 1e4, Ordering::sine_first)(0),
             0);
}

/**
Where GPT-2's positions are at hand, they can be asked: by the formula all $w_k$ have the length
$\sqrt{n/2}$, for every $p$ and in every order. (Position 1023 is left out, as it was hardly
trained; see chapter 18.)
*/
SECTION(not_gpt2_by_its_lengths, gpt2::attention_weights)
{
  const arma::mat wpe =
      gpt2::PublishedFiles::here().checkpoint().matrix<double>("wpe.weight").head_cols(1023);
  const arma::rowvec lengths = arma::sqrt(arma::sum(arma::square(wpe)));
  const char* const what = "GPT-2: longest position vector over the shortest, 1 by the formula";
  chapter.claim("exo7-4.2-p-10000-gpt2", refuted).at_least(what, lengths.max() / lengths.min(), 2);
  chapter.claim("exo7-4.2-gpt2-sin-first", refuted)
      .at_least(what, lengths.max() / lengths.min(), 2);
}

/**
## Position vectors

$w_k$ has a cosine and a sine for each frequency. The library's are compared with 50 digits, up
to a million positions away: there the angle itself must be known to 16 digits after the point,
which is why the library carries it in two doubles.
*/
SECTION(position_vectors)
{
  chapter.claim("exo7-4.2-wk", holds)
      .property("wₖ: cos kωᵢ and sin kωᵢ to 50 digits, |k| ≤ 10⁶, n ≤ 32",
                Positions{.widest = 32}.everywhere([](auto& at) {
                  arma::vec expected(at.n);
                  for (arma::uword i = 0; i < at.n / 2; ++i)
                    expected.subvec(2 * i, 2 * i + 1) =
                        rotation(turn(at.k * frequency(i, at.n, at.base))).col(0);
                  return difference(at.w(at.k), expected);
                }),
                absolute(0x1p-51), 100);
}

/**
Each pair is a point of the unit circle, so all position vectors have the length $\sqrt{n/2}$,
which is 19.6 for $n = 768$. No position is louder than another. But a token vector whose
entries are drawn with standard deviation 0.02, as is usual, has the length 0.55 and would be
drowned in such a sum; the paper multiplies its embeddings by $\sqrt{d_{model}}$ before it adds the
position (section 3.4 there), which prevents that. None of the documents mentions it.

## The worked example

$K = 4$, $n = 6$, $p = 100$: so $\omega_1 = 100^{-1/3}$ and $\omega_2 = 100^{-2/3}$, which are
irrational. A printed digit can be decided all the same. We enclose every entry between
fractions, by Taylor's series with its remainder, in whole numbers throughout, and ask whether
the *enclosure* lies in the interval of numbers that print so.
*/
SECTION(example)
{
  const auto w = [](long k) { return enclosed_position_vector(k, 6, 100); };
  chapter.claim("exo7-4.2-example-w0", reproduced)
      .prints_exactly("1 0 1 0 1 0", position_vector(0, 6, 100).t());
  chapter.claim("exo7-4.2-example-w1", reproduced_truncated)
      .prints("0.540 0.841 0.976 0.213 0.998 0.046", w(1));
  chapter.claim("exo7-4.2-example-w2", reproduced_truncated)
      .prints("-0.416 0.909 0.908 0.417 0.995 0.0926", w(2));
  chapter.claim("exo7-4.2-example-w3", reproduced_truncated)
      .prints("-0.989 0.141 0.798 0.602 0.990 0.138", w(3));

  /**
  Rounding would print $\cos 3 = -0.98999\dots$ as $-0.990$, where the page has $-0.989$, and no choice
  of $p$ changes that. All eighteen are right, and all are *cut* after the third decimal (one
  after the fourth): rounded, $\cos\omega_1$ would be 0.977. Turn the question round: do the
  digits tell $p$? The last entry of $w_2$ is $\sin(2 p^{-2/3})$, which falls as $p$ grows, and
  it was printed with one digit more than its neighbours. That digit is enough: 99.99 is too
  small, 100.2 too large, and the only whole number between them is the 100 that the document
  names.
  */
  const auto entry = [](const Rational& p) { return enclosed_position_vector(2, 6, p).numbers[5]; };
  const auto least = [](const ComputedNumber& x) { return double(x.value - x.radius); };
  const auto most = [](const ComputedNumber& x) { return double(x.value + x.radius); };
  chapter
      .finding("digits-tell-p",
               "Of all p from 2 on, only some between 99.99 and 100.2 give the printed 0.0926.")
      .at_least("sin(2 p^(-2/3)) at p = 99.99, from below", least(entry({9999, 100})), 0.0927)
      .at_most("sin(2 p^(-2/3)) at p = 100.2, from above", most(entry({1002, 10})), 0.0926)
      .property(
          "sin(2 p^(-2/3)) falls as p grows from 2, p ≤ 10 000",
          [](Draw& draw) {
            const double p = draw.real("p", 2, 1e4), q = p * draw.real("factor", 1.001, 2);
            return position_vector(2, 6, p)(5) > position_vector(2, 6, q)(5);
          },
          200);
}

/**
## Two orders, one geometry

exo7 writes (cosine, sine), the paper, the masterclass and the notes (sine, cosine), and
programs often put all the sines into the first half of the vector and all the cosines into the
second. Each is a permutation $P$ of the rows of another. A permutation matrix is orthogonal, so
that dot products and distances are the same, and a layer $W$ that was trained on one order does
the same on the other as $W P^T$. No result depends on the choice, then; but it must be made
once. Weights that were trained on one order and are given the other see the
wrong coordinates, and nothing in the shapes complains.
*/
static const Positions narrow{.widest = 32, .last = 1023, .least_shift = -1023, .most_shift = 1023};

SECTION(two_orders)
{
  const auto permutation = [](arma::uword n, bool halves) { // of cosine first
    arma::mat P(n, n, arma::fill::zeros);
    for (arma::uword i = 0; i < n / 2; ++i) {
      P(halves ? i : 2 * i, 2 * i + 1) = 1;         // the sine
      P(halves ? n / 2 + i : 2 * i + 1, 2 * i) = 1; // the cosine
    }
    return P;
  };
  chapter
      .finding("orders", "Cosine first, sine first, and all sines before all cosines are one "
                         "orthogonal change of basis apart.")
      .property("wₖ sine first is P times wₖ cosine first", narrow.everywhere([&](auto& at) {
        return difference(permutation(at.n, false) * at.w(at.k), at.w(at.k, Ordering::sine_first));
      }),
                exactly(), 200)
      .property(
          "Pᵀ P = I, in pairs and in halves",
          [&](Draw& draw) {
            const arma::uword n = draw.even_size("n", 2, 32);
            const arma::mat pairs = permutation(n, false), halves = permutation(n, true);
            const arma::mat I = arma::eye(n, n);
            return arma::approx_equal(pairs.t() * pairs, I, "absdiff", 0) &&
                   arma::approx_equal(halves.t() * halves, I, "absdiff", 0);
          },
          100);
  chapter.figure("orders", [&](Figure& figure) {
    const arma::mat W = position_matrix(32, 16, 100);
    draw_orders(figure, W, permutation(16, false) * W, permutation(16, true) * W);
  });

  /**
  Then why does exo7 call its order preferable for the mathematics? Because of the matrix that
  leads one place further. $(\cos k\omega, \sin k\omega)$ is the point $e^{ik\omega}$ of the
  circle, and $M(\omega)$, the rotation as everybody writes it, turns it to $e^{i(k+1)\omega}$.
  With the sine first the same matrix leads one place *back*, and one needs its transpose
  (chapter 6). We check both on rational points of the circle, without rounding.
  */
  const auto steps = [](bool sine_first, long by) {
    return [=](Draw& draw) {
      const RationalAngle omega = rational_angle(draw, "t");
      const long k = draw.integer("k", 1, 20);
      const RationalMatrix P =
          sine_first ? RationalMatrix{{0, 1}, {1, 0}} : RationalMatrix::identity(2);
      const auto w = [&](long at) { return P * position_matrix({omega}, at, 1); };
      return rotation(omega) * w(k) == w(k + by);
    };
  };
  chapter.claim("exo7-4.2-cos-first-better", holds)
      .property("cosine first: M(ω) wₖ = wₖ₊₁, in fractions", steps(false, 1), 60)
      .property("sine first: M(ω) wₖ = wₖ₋₁, in fractions", steps(true, -1), 60);
}

/**
## Counting from 0 or from 1

It does not matter, says the document. What could matter? Counted from 1, every $w_k$ is replaced by
$w_{k+1} = R_1 w_k$, with one orthogonal matrix for all $k$. All dot products and distances
between positions stay. And whatever a network computes from $v + w_k$ by matrices $W$, it
computes from $v' + w_{k+1}$ with $v' = R_1 v$ and $W R_1^T$: other parameters, the same
functions. So nothing is lost before training. A network that *is* trained for one of the two
must be used with that one.
*/
SECTION(first_number)
{
  const auto products = [](Draw& draw) {
    const std::vector omega{rational_angle(draw, "t")};
    const RationalMatrix from_0 = position_matrix(omega, 0, 8),
                         from_1 = position_matrix(omega, 1, 8);
    return transpose(from_0) * from_0 == transpose(from_1) * from_1;
  };
  const auto layers = [](Draw& draw) {
    const std::vector omega{rational_angle(draw, "t")};
    const long k = draw.integer("k", 0, 12);
    const RationalMatrix R = rotation(omega[0]), w = position_matrix(omega, k, 1),
                         next = position_matrix(omega, k + 1, 1),
                         W(draw.integer_matrix("W", 3, 2, -9, 9)),
                         v(draw.integer_matrix("v", 2, 1, -9, 9));
    return W * (v + w) == W * transpose(R) * (R * v + next);
  };
  chapter.claim("exo7-4.2-start-index", holds)
      .property("dot products of w₀ … w_{K−1} and of w₁ … w_K, in fractions", products, 60)
      .property("W (v + wₖ) = (W R₁ᵀ) (R₁ v + wₖ₊₁), in fractions", layers, 60);
}

/**
## The masterclass

$PE_{(pos, 2i)}$ is a sine and $PE_{(pos, 2i+1)}$ a cosine, both of $pos /
10000^{2i/d_{model}}$. This is the same formula, the sine first. Its list of letters calls $i$
the index of the *dimension*, from 0 to below $d_{model}/2$. The range is right, the word is
not: $i$ numbers pairs of dimensions, and $2i$ and $2i + 1$ are the dimensions. Each of those
from 0 to $d_{model} - 1$ then occurs once. (The next page draws what becomes of the formula if one
takes the word literally.)
*/
SECTION(masterclass_formula)
{
  const auto entries = [](bool sine) {
    return [=](Draw& draw) {
      const arma::uword d = draw.even_size("d_model", 2, 768), i = draw.size("i", 0, d / 2 - 1);
      const long pos = draw.integer("pos", 0, 1'000'000);
      const Turn z = turn(pos * frequency(i, d));
      const arma::vec PE = position_vector(pos, d, 10'000, Ordering::sine_first);
      return sine ? difference(PE(2 * i), rounded(z.im)) : difference(PE(2 * i + 1), rounded(z.re));
    };
  };
  chapter.claim("masterclass-pe-sin", holds)
      .property("PE(pos, 2i): sin(pos / 10000^(2i/d)) to 50 digits", entries(true),
                absolute(0x1p-51), 60);
  chapter.claim("masterclass-pe-cos", holds)
      .property("PE(pos, 2i+1): cos(pos / 10000^(2i/d)) to 50 digits", entries(false),
                absolute(0x1p-51), 60);
  const arma::uvec i = arma::regspace<arma::uvec>(0, 383);
  const arma::uvec used = arma::sort(arma::join_cols(2 * i, 2 * i + 1));
  chapter.claim("masterclass-pe-index", holds)
      .fact("2i and 2i + 1 with 0 ≤ i < d/2 are the dimensions, each once, d = 768",
            arma::all(used == arma::regspace<arma::uvec>(0, 767)), "0 to 767")
      .by_reading(
          "i is the index of a pair of dimensions; with this range the formula is complete");

  /**
  The idea is said to be a *continuous* function of the position. Nothing in the formula asks
  for whole numbers, and between $s$ and $t$ a pair moves on a chord, which is shorter than its
  arc: $|PE_s - PE_t|^2 \le (s - t)^2 \sum_i \omega_i^2$. So the function is even Lipschitz
  continuous.
  */
  chapter.claim("masterclass-pe-continuous", holds)
      .property(
          "a pair at s and t, real numbers, is at most ωᵢ |s - t| apart, to 40 digits",
          [](Draw& draw) {
            const Reference omega = frequency(draw.size("i", 0, 255), 512);
            const Reference s = draw.real("s", 0, 1024), t = s + draw.real("t - s", -3, 3);
            return abs(turn(s * omega) - turn(t * omega)) <= omega * abs(s - t) + 1e-40;
          },
          200);
}

/**
A step of one place moves pair $i$ by at most $\omega_i$: the first by nearly a unit, the last
by a ten-thousandth. That is what the masterclass means by many scales.

Of its picture the copy has only the title. It must show the vectors side by side: fast waves on
top, slow ones below, and in position 0 zeros and ones alternating.
*/
SECTION(masterclass_picture)
{
  const arma::mat PE = position_matrix(64, 64, 10'000, Ordering::sine_first);
  chapter.claim("masterclass-pe-fig", holds)
      .agree("in each pair of rows sin² + cos² = 1",
             arma::square(PE.rows(arma::regspace<arma::uvec>(0, 2, 62))) +
                 arma::square(PE.rows(arma::regspace<arma::uvec>(1, 2, 63))),
             arma::ones(32, 64), absolute(0x1p-48))
      .fact("the first column is 0, 1, 0, 1, …",
            arma::all(PE.col(0) == arma::repmat(arma::vec{0, 1}, 32, 1)), "64 entries");
  chapter.figure("positions", [&](Figure& figure) { draw_positions(figure, PE); });
}

/**
## The notes' program

Here it is in C++, line by line. In the notes it is Python with PyTorch: there `angle` is a
number in double precision, `torch.tensor(angle)` makes a *single* of it before the sine is
taken, and the table is in single precision as well. Its letters are traps: `i` is the position,
`j` the pair.
*/
static arma::fmat get_positional_embeddings(arma::uword sequence_length, arma::uword d)
{
  arma::fmat result(sequence_length, d, arma::fill::zeros);
  for (arma::uword i = 0; i < sequence_length; ++i)
    for (arma::uword j = 0; j < d / 2; ++j) {
      const double angle = double(i) / std::pow(10000., 2. * double(j) / double(d));
      result(i, 2 * j) = std::sin(float(angle));
      result(i, 2 * j + 1) = std::cos(float(angle));
    }
  return result;
}

/**
How far can it be from the formula? An angle in single precision has 24 bits, so rounding it
moves it by at most $2^{-24}$ of itself, and a sine or cosine moves no more than its angle. The
result is rounded once more, and the mathematical library of the machine may add a unit of the
last place: together, with $u = 2^{-24}$, at most $(\alpha + 2) u$ for the angle $\alpha$. The
roundings in double precision before it are a billionth of that. We ask for the bound, *and* that
the errors come near it: otherwise the analysis would have missed something.
*/
SECTION(program)
{
  const arma::uword K = 1024, d = 768;
  const arma::mat formula = position_matrix(K, d, 10'000, Ordering::sine_first).t();
  const arma::mat program = arma::conv_to<arma::mat>::from(get_positional_embeddings(K, d));
  const arma::mat errors = arma::abs(program - formula);
  const arma::vec pair = frequencies(d);
  arma::mat bound(K, d);
  for (arma::uword column = 0; column < d; ++column)
    bound.col(column) = (pair(column / 2) * arma::regspace(0, K - 1) + 2) * 0x1.001p-24;
  chapter.claim("notes-1-code-positional", holds)
      .at_most("program against formula: error / ((α + 2) 2⁻²⁴), 1024 positions, d = 768",
               std::ceil(100 * (errors / bound).max()) / 100, 1)
      .at_least("largest error of the program over 2⁻¹⁵, half a unit of an angle of 512 to 1024",
                std::floor(100 * errors.max() / 0x1p-15) / 100, 0.9);
  const auto worst_of = [&](arma::uword first) { // column, of every second one
    return std::ceil(100 * errors.cols(arma::regspace<arma::uvec>(first, 2, d - 1)).max() /
                     0x1p-15) /
           100;
  };
  chapter.claim("notes-1-code-sentence", damaged)
      .as_copied("the even dimensions are filled with")
      .contradicted("the sentence ends before it says with what, and before the odd dimensions")
      .restored("the even dimensions are filled with sines, the odd ones with cosines")
      .at_most("errors in even columns against the sines, over 2⁻¹⁵", worst_of(0), 1.01)
      .at_most("errors in odd columns against the cosines, over 2⁻¹⁵", worst_of(1), 1.01);

  /**
  So the program is right, to four decimals and a half, at the far end of GPT-2's context; the
  library's table in single precision is right to seven, since it rounds once, at the end. There are
  two things of which the program gives no warning. For odd $d$ there is no pair for the last column,
  which stays 0 for all positions. And its error grows in proportion to the position, as
  the figure shows: at a million, the angles are only known to a thirtieth of a radian.
  */
  const arma::fmat odd = get_positional_embeddings(16, 7);
  chapter
      .finding("odd-width",
               "For odd d the notes' program leaves a column of zeros, without a word.")
      .fact("d = 7: column 6 is 0 in 16 positions", odd.col(6).is_zero() && !odd.col(5).is_zero(),
            "16 zeros");
  chapter
      .finding(
          "rounded-once",
          "A table in single precision that is rounded once, from exact angles, is right to 2⁻²⁴.")
      .at_most("position_matrix in float: error in units of 2⁻²⁴, 1024 positions, n = 768",
               arma::abs(arma::conv_to<arma::mat>::from(
                             position_matrix<float>(K, d, 10'000, Ordering::sine_first).t()) -
                         formula)
                       .max() /
                   0x1p-24,
               1.001);

  const arma::uword far = 4096;
  const arma::mat truth = position_matrix(far, 64, 10'000, Ordering::sine_first).t();
  const auto error_of = [&](const arma::fmat& table) -> arma::mat {
    return arma::abs(arma::conv_to<arma::mat>::from(table) - truth);
  };
  chapter.figure("single-precision", [&](Figure& figure) {
    draw_single_precision(
        figure, error_of(get_positional_embeddings(far, 64)),
        error_of(position_matrix<float>(far, 64, 10'000, Ordering::sine_first).t()));
  });
}

/**
The remedy is to round at the end: sines in double precision, then the whole table at once. Our
transcription is only as good as what it says of PyTorch. So where the package python3-torch is
installed, a test runs the loop in Python itself, and finds the same: errors up to $0.99 \cdot
2^{-15}$ at positions just below 1024, all within the bound, and a column of zeros for odd $d$.
*/

/**
## The letters

Three alphabets for one formula are more than untidy. $k$ is a position in exo7 and a shift in
the masterclass; $i$ is a pair in both and a position in the notes; $n$ is the width in exo7 and
the number of tokens in the masterclass. A line copied from one into another changes its meaning,
and most of the slips on these pages are of that kind. In this course:
*/
SECTION(letters)
{
  chapter.table("One formula, three alphabets", {"what", "exo7", "masterclass", "notes", "here"},
                {{"position", "k", "pos", "i", "k"},
                 {"number of the pair", "i", "i", "j", "i"},
                 {"width", "n", "d_model", "d", "n"},
                 {"base", "p", "10000", "10000", "p"},
                 {"shift", "ℓ", "k", "", "ℓ"},
                 {"position vector", "wₖ", "PE_pos", "result[i]", "wₖ"},
                 {"first of a pair", "cosine", "sine", "sine", "cosine"},
                 {"token vector", "v(tₖ)", "x_pos", "", "v(tₖ)"},
                 {"their sum", "uₖ", "z_pos", "", "uₖ"}});
}
