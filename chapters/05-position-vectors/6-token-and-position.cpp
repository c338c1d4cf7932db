#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/subspaces.hpp"
#include "epreuve/math/positions/token_and_position.hpp"
#include "figures-reading.hpp"
#include "sums.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>

/**
# Token and position from their sum

The network is not given a token and a position. It is given one vector, $u = v(t) + w_k$. Exo7
promises that after a good training both can be found again, since $\mathbb R^n$
has so many dimensions. Are they enough? GPT-2 has 50 257 tokens and 1024 positions, and only 768
dimensions.

The answer depends on who reads. A reader that is one linear map needs a dimension for each
token and each position, so GPT-2 has no such reader. One that compares needs far less: in 768
dimensions, 51 million sums of random tokens with sinusoidal positions are all well apart.
*/
using namespace epreuve::course;

/**
## What is added

Iaetnous draws it for a short sentence: each word's vector, plus the vector of its
place.
*/
SECTION(added)
{
  chapter.claim("iaetnous-pos-fig", holds)
      .by_reading("embeddings plus vectors of positions give the input; redrawn by content");
  chapter.figure("sum", draw_sum);

  /**
  Why is a vector *added*, and not a number written next to the word? Take a sentence of whole
  numbers and exchange two words. Without the addition the columns are the same in another order,
  and a sum over columns, such as attention takes, cannot notice. With it, the columns themselves
  are different.
  */
  const arma::mat W = arma::round(1000 * position_matrix(2, 6, 100.));
  const auto sums_agree = [&](bool with_positions) {
    return [&W, with_positions](Draw& draw) {
      const arma::mat x = draw.integer_matrix("x", 6, 2, -9, 9);
      const auto cubes = [&](const arma::mat& sentence) {
        const arma::mat u = with_positions ? arma::mat(sentence + W) : sentence;
        return arma::vec(arma::sum(u % u % u, 1));
      };
      return arma::any(x.col(0) != x.col(1)) && with_positions
                 ? arma::any(cubes(x) != cubes(arma::fliplr(x)))
                 : arma::all(cubes(x) == cubes(arma::fliplr(x)));
    };
  };
  chapter.claim("iaetnous-pos-vector-added", holds)
      .property("without positions, sums of cubes over two words are blind to their order",
                sums_agree(false), 200)
      .property("with them, the sums change when two different words are exchanged",
                sums_agree(true), 200);
}

/**
(Cubes, because plain sums would not notice even with positions: $\sum_k (v_k + w_k)$ no longer
says which word was where. The reader has to be nonlinear, and attention is.)

## A linear reader

Let a reader be one matrix and one vector, $u \mapsto Pu + c$, and let it return $v(t)$ for
every token $t$ at every position $k$. Subtract two positions of one token, then two tokens at
one position:

$$ P(w_k - w_l) = 0, \qquad P\bigl(v(s) - v(t)\bigr) = v(s) - v(t) . $$

So $P$ forgets the span $D_W$ of the differences of positions, and keeps the span $D_V$ of the
differences of tokens. A vector in both would be forgotten and kept. If only 0 is in both,
such a $P$ exists: project on $D_V$ along $D_W$. The rest, $u - v(t)$, is the position, so *one
linear reader finds both, for all pairs, if and only if* $D_V \cap D_W = 0$.

$N$ tokens have $N - 1$ independent differences, $K$ positions $K - 1$. In general position the
two spans meet only in 0 as long as $N - 1 + K - 1 \le n$, that is

$$ N + K \le n + 2 . $$

We try all cases up to $n = 5$ in fractions, with vectors of random integers. They have nine digits: of
two numbers with four, one pair in 20 000 is equal, and not in general position.
*/
SECTION(linear_reader)
{
  arma::uword with_room = 0, read = 0, one_too_many = 0, read_all_the_same = 0;
  for (arma::uword n = 1; n <= 5; ++n)
    for (arma::uword N = 2; N <= n + 1; ++N)
      for (arma::uword K = 2; N + K <= n + 3; ++K) {
        const auto entries = arma::distr_param(-999'999'999, 999'999'999);
        const arma::mat V = arma::conv_to<arma::mat>::from(arma::randi(n, N, entries));
        const arma::mat W = arma::conv_to<arma::mat>::from(arma::randi(n, K, entries));
        const bool found = has_linear_reader(V, W);
        (N + K <= n + 2 ? with_room : one_too_many) += 1;
        (N + K <= n + 2 ? read : read_all_the_same) += found ? 1 : 0;
      }
  chapter
      .finding("linear-room",
               "One affine map reads token and position off every sum if and only if "
               "no difference of tokens is one of positions; in general position "
               "while N + K ≤ n + 2")
      .equal("n ≤ 5, all N, K ≥ 2 with N + K ≤ n + 2: readers that are right for all pairs", read,
             with_room)
      .equal("how many of these there are", with_room, 20U)
      .equal("N + K = n + 3, one vector too many: readers", read_all_the_same, 0U)
      .equal("how many were tried", one_too_many, 15U);
}

/**
"In general position" is needed, however large $n$ is. Let the vector of *chat* be that of *le*
plus $w_1 - w_0$. Then *chat* at position 0 is *le* at position 1, the same vector, and no
reader of any kind can tell.
*/
SECTION(collision)
{
  const arma::mat W = position_matrix(2, 768);
  arma::mat V(768, 2, arma::fill::randn);
  V.col(1) = V.col(0) + W.col(1) - W.col(0);
  const arma::vec le_second = V.col(0) + W.col(1), chat_first = V.col(1) + W.col(0);
  chapter
      .finding("collision", "Two tokens and two positions can have a sum in common in any number "
                            "of dimensions")
      .agree("“le” at position 1 and “chat” at position 0, n = 768", le_second, chat_first,
             absolute(1e-14)) // three roundings of numbers below 8
                              // Law: it is that of the two positions, for every draw.
      .at_least("distance of the two tokens", arma::norm(V.col(1) - V.col(0)), 1);
}

/**
## The price of a small angle

Existing is not all. Let $\theta$ be the least angle between $D_V$ and $D_W$. The projection
along $D_W$ has norm $1/\sin\theta$: an error $\varepsilon$ of $u$ can become
$\varepsilon/\sin\theta$, in the token and in the position alike, since one gains what the other
loses. So the norms matter too. Relative to $|w_k|$, the error of the position is up to
$\varepsilon / (|w_k| \sin\theta)$, and of the two vectors the shorter one is lost first. Orthogonal
subspaces are best: $\theta = 90°$, the reader is $P = VV^T$ for orthonormal columns and
amplifies nothing.
*/
SECTION(price)
{
  const auto sides = [](Draw& draw) {
    const arma::uword N = draw.size("N", 1, 4), K = draw.size("K", 1, 4);
    const arma::mat V = draw.matrix("V", 9, N, -1, 1) + 2 * arma::eye(9, N);
    const arma::mat W =
        draw.matrix("W", 9, K, -1, 1) + 2 * arma::flipud(arma::mat(arma::eye(9, K)));
    const double amplified = arma::norm(projection_along(V, W));
    return difference(amplified * std::sin(least_angle(V, W)), 1.);
  };
  const RationalMatrix V{{1, 1}, {1, -1}, {1, 1}, {1, -1}}, W{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
  const RationalMatrix P = Rational(1, 4) * (V * transpose(V));
  const RationalMatrix none(4, 2);
  chapter
      .finding("price", "A linear reader multiplies errors by up to 1/sin θ, θ the least angle; "
                        "orthogonal subspaces are read without any loss")
      .property("‖P‖ sin θ = 1", sides, absolute(1e-12), 150)
      .equal("orthogonal tokens and positions in ℝ⁴: P V − V for P = VVᵀ/4", P * V - V, none)
      .equal("the same: P W", P * W, none)
      .agree("their least angle, in right angles",
             least_angle(V.to_double(), W.to_double()) / (arma::datum::pi / 2), 1, ulps(4));
}

/**
## The least angle at random

Nothing makes tokens and positions orthogonal. Suppose that tokens point anywhere,
independently of each other and of the positions. (The positions may then be any vectors: only the
dimension of their span counts, for the tokens' span has no favourite direction.) One position
first. The part of its square that lies in the tokens' $N$ dimensions follows the Beta law of
chapter 14, with mean $N/n$. With $K$ of them the nearest counts, and for large $n$ it is at

$$ \theta \;\to\; 90° - \arcsin\sqrt{\tfrac Nn} - \arcsin\sqrt{\tfrac Kn} . $$

[@wachter-1980] (The arcs add because the squared cosines end at $\sin^2$ of their sum.) For $N =
K = n/4$ that is $90° - 30° - 30° = 30°$, and errors double. At $N + K = n$ nothing is left.
Beyond the limit one knows how draws vary: the logarithm of $\cot^2 \theta$ follows, in the right
units, the law of Tracy and Widom [@johnstone-2008], with mean $-1.2065$. Of 16 tokens and 16
positions in $\mathbb R^{96}$ we draw 2500 angles. That gives the mean to $\pm 0.12$ of such a unit,
where one token more would move it by 0.39; the law itself, which is one for large $n$, is off by
some hundredths there.
*/
SECTION(least_angle_at_random)
{
  const arma::uword n = 96, N = 16, K = 16, draws = 2500;
  const LeastAngleLaw law(n, N, K), one_more(n, N + 1, K);
  const arma::mat W = position_matrix(K, n);
  arma::vec angles(draws), part(draws);
  for (arma::uword draw = 0; draw < draws; ++draw) {
    const arma::mat V(n, N, arma::fill::randn);
    angles(draw) = least_angle(V, W);
    part(draw) = std::pow(std::cos(least_angle(V, W.col(1))), 2);
  }
  const auto in_units_of = [&](const LeastAngleLaw& of) {
    return arma::vec(angles).transform([&](double angle) { return of.standardised(angle); });
  };
  Claim& finding = chapter.finding(
      "least-angle",
      "The least angle between N random tokens and any K positions in ℝⁿ is near 90° − "
      "arcsin √(N/n) − arcsin √(K/n)");
  estimates_noticing(finding, "one position, 16 random tokens in ℝ⁹⁶: mean of cos² θ, N/n",
                     mean_of(part), 16. / 96, 0.01, "one token more", mean_of(part + 1. / 96));
  finding
      // Law of 2: the means of 2500 are -1.249 and -1.640, with standard deviations of 0.025. The first is not Tracy and
      // Widom's, -1.207, to which it tends as n grows.
      .within("16 sinusoidal positions: mean of ln cot² θ in Tracy–Widom's units",
              arma::mean(arma::vec(in_units_of(law))), LeastAngleLaw::mean - 0.2,
              LeastAngleLaw::mean + 0.2)
      .at_most("the same in the units of one token more",
               arma::mean(arma::vec(in_units_of(one_more))), LeastAngleLaw::mean - 0.2)
      .agree("limit for N = K = n/4, in degrees",
             math::least_angle_at_random(64, 16, 16) * 180 / arma::datum::pi, 30, ulps(8))
      // Law: nothing is drawn.
      .at_most(
          "typical angle for N = K = n/4 above the limit, n = 768, in degrees",
          (LeastAngleLaw(768, 192, 192).typical() - math::least_angle_at_random(768, 192, 192)) *
              180 / arma::datum::pi,
          1);

  const arma::uword drawn = 48; // dimensions of the figure
  const arma::uvec positions{1, 2, 4, 8, 12, 16, 20, 24, 30, 36}, tokens{4, 12, 24};
  arma::mat seen(positions.n_elem, tokens.n_elem, arma::fill::value(arma::datum::nan));
  for (arma::uword i = 0; i < positions.n_elem; ++i)
    for (arma::uword j = 0; j < tokens.n_elem; ++j)
      if (positions(i) + tokens(j) < drawn)
        seen(i, j) = mean_least_angle(drawn, tokens(j), positions(i), 12) * 180 / arma::datum::pi;
  chapter.figure("least-angle",
                 [&](Figure& figure) { draw_least_angle(figure, positions, tokens, seen); });
}

/**
So a *twelfth* of the space for each, 64 tokens and 64 positions of $\mathbb R^{768}$, is read
at $56°$, nearly without loss; a quarter each at $30°$; and from one half each on there is no
linear reader. GPT-2's vocabulary overbooks the space 65 times. If its positions can be read at
all, then not by a linear reader.

## A reader that compares needs less room

There are only $NK$ different sums. If no two are equal, $u$ determines both: find the nearest
sum. That works for every error below half the least distance of two sums. How small is that
distance, for 50 257 tokens and the 1024 sinusoids? Let tokens be normal, each coordinate of variance
$s^2$. For two tokens and two positions the difference of sums is a normal vector of variance
$2s^2$ around $w_k - w_l$. Around 0 it would be shorter; so its length is below $r$ with at most
the probability $P(\chi^2_n \le r^2/2s^2)$. There are $\frac12 N^2 K^2 = 1.3 \cdot 10^{15}$ such
pairs. In 768 dimensions chi-squared is so narrow that this does not matter: with $r = 30\,s$,
their probabilities add up to less than one in a million. For $s = 1$ the nearest sum is that of the
same token one place further, at the positions' own distance.
*/
/// Half the least distance of two sums of a token and a position.
static double radius_of_sums(const arma::mat& V, const arma::mat& W)
{
  const arma::mat sums =
      arma::kron(arma::ones(1, W.n_cols), V) + arma::kron(W, arma::ones(1, V.n_cols));
  double least = HUGE_VAL;
  for (arma::uword i = 0; i < sums.n_cols; ++i)
    for (arma::uword j = 0; j < i; ++j)
      least = std::min(least, arma::norm(sums.col(i) - sums.col(j)));
  return least / 2;
}

SECTION(pairs)
{
  const arma::uword n = 768;
  const double N = 50'257, K = 1024, s = 1;
  const arma::mat neighbours = position_matrix(2, n);
  const double step = arma::norm(neighbours.col(1) - neighbours.col(0));
  const boost::math::chi_squared law{double(n)};
  const double r = 30 * s;
  chapter
      .claim("exo7-4.1-recoverable", holds)
      // Law of 2: nothing is drawn.
      .at_most("random tokens of unit variance, GPT-2's sizes: probability that two of 51 million "
               "sums with different tokens are within 30",
               N * N * K * K / 2 * cdf(law, r * r / (2 * s * s)), 1e-6)
      .within("distance of one token at two neighbouring positions", step, 4.5, 4.55)
      .property(
          "the nearest sum is the right one, error 0.999 of half the least distance of two sums",
          [](Draw& draw) {
            const arma::uword tokens = draw.size("N", 2, 6), positions = draw.size("K", 2, 5);
            const arma::mat V = draw.matrix("V", 8, tokens, -1, 1);
            const arma::mat W = position_matrix(positions, 8);
            const arma::uword t = draw.size("t", 0, tokens - 1),
                              k = draw.size("k", 0, positions - 1);
            const arma::vec error =
                arma::normalise(arma::vec(draw.vector("error", 8, -1, 1) + 1e-9));
            const arma::vec u = V.col(t) + W.col(k) + 0.999 * radius_of_sums(V, W) * error;
            const auto [token, position] = math::nearest_pair(u, V, W);
            return token == t && position == k;
          },
          300);

  /**
  ## The token first

  But one would not compare with 51 million sums. Read the token first, and treat the position as
  noise. A wrong token $v'$ is preferred if $|v + w - v'| < |w|$, and that probability is a
  noncentral chi-squared law, exactly. Then subtract: the rest *is* $w_k$, without any error, and $K$
  comparisons find it. At first sight it is surprising that noise as long as the signal does no harm.
  In 768 dimensions it hardly ever points the wrong way.
  */
  const double length = std::sqrt(n / 2.);
  const auto any_wrong = [&](double ratio) { // |v| / |w|, with |v| = s sqrt(n)
    return (N - 1) * wrong_token_probability(n, ratio * length / std::sqrt(double(n)), length);
  };
  chapter
      .claim("exo7-4.1-recoverable", holds)
      // Law of 3: nothing is drawn.
      .at_most("token first, |v| = |w|: probability of any wrong one among 50 257", any_wrong(1),
               1e-12)
      .at_most("the same for tokens of a third of the position's length", any_wrong(1. / 3), 0.01)
      .at_least("the bound for tokens of a fifth of it says nothing", any_wrong(0.2), 1);

  /**
  The other order does not work as well. Neighbouring positions are near each other, and to read
  them through a random token means to decide between two points $4.52$ apart in noise of
  standard deviation $s$: wrong with probability $\Phi(-|w_1 - w_0|/2s)$, which for $s = 1$ is
  one time in eighty. We draw both.
  */
  const arma::uword small = 24, draws = 6000;
  const arma::mat W = position_matrix(2, small);
  const arma::vec between = W.col(1) - W.col(0);
  arma::vec wrong_position(draws), wrong_token(draws);
  for (arma::uword draw = 0; draw < draws; ++draw) {
    const arma::vec v(small, arma::fill::randn), other(small, arma::fill::randn);
    wrong_position(draw) = arma::dot(v, between) > arma::dot(between, between) / 2 ? 1 : 0;
    const double to_other = arma::norm(v + 4 * W.col(1) - other);
    wrong_token(draw) = to_other < 4 * arma::norm(W.col(1)) ? 1 : 0;
  }
  const double gap = arma::norm(between), reach = 4 * std::sqrt(small / 2.);
  const double by_position = cdf(boost::math::normal(), -gap / 2);
  Claim& orders = chapter.finding(
      "token-first",
      "To read the token first, as if the position were noise, is nearly always right in many "
      "dimensions; to read the position first is not");
  estimates_noticing(
      orders, "n = 24: wrong of two neighbouring positions, read through a token",
      mean_of(wrong_position), by_position, 0.05, "a third more distance",
      mean_of(wrong_position + cdf(boost::math::normal(), -gap * 2 / 3) - by_position));
  estimates_noticing(orders, "n = 24, |w|² = 192: wrong of two tokens, read through a position",
                     mean_of(wrong_token), wrong_token_probability(small, 1, reach), 0.03,
                     "tokens a quarter longer",
                     mean_of(wrong_token + wrong_token_probability(small, 1.25, reach) -
                             wrong_token_probability(small, 1, reach)));
  // Law: nothing is drawn.
  orders.within("n = 768: wrong of two neighbouring positions, unit variance",
                cdf(boost::math::normal(), -step / 2), 0.01, 0.015);
}

/**
Three readers, then, on the same sums: $n = 32$, sixteen positions, more and more tokens, and on
every coordinate a little normal noise, of deviation 0.05. (Without noise the nearest pair would be
right by definition.) It is a quarter as long as the step from one position to the next.
*/
SECTION(three_readers)
{
  const arma::uvec N{4, 8, 12, 18, 20, 24, 32, 48, 64, 128};
  const arma::mat W = position_matrix(16, 32);
  arma::mat right(N.n_elem, 3);
  for (arma::uword i = 0; i < N.n_elem; ++i) {
    const auto [linear, token_first, nearest_pair] = shares_right(N(i), std::sqrt(2.) / 3, W, 0.05);
    right.row(i) = arma::rowvec{linear, token_first, nearest_pair};
  }
  chapter
      .claim("exo7-4.1-recoverable", holds)
      // Law: all of 400 are right (25 seeds), with margins of ten deviations; seven wrong ones take tokens that are five times
      // nearer to those of smaller rank than usual, which in 17 dimensions 8 are with a probability of 5⁻¹⁰.
      .at_least("noise of 0.05, N ≤ 8: least share that a linear reader has right",
                right.submat(0, 0, 1, 0).min(), 0.97)
      .equal("noise of 0.05, N ≤ 128: sums whose nearest pair is wrong, of 2000",
             std::lround(200 * arma::accu(1 - right.col(2))), 0)
      // Law: 0.556 with a standard deviation of 0.028 (25 seeds).
      .at_most("N = 128: share that the linear reader has right", right(9, 0), 0.75);
  chapter.figure("three-readers", [&](Figure& figure) { draw_three_readers(figure, N, right); });
}

/**
The linear reader is exact up to $N + K = n + 2$ if there is no noise, but near that limit the least
angle is small, and it multiplies the noise. With more tokens its results are wrong even without
noise, though for a while near enough to the right token. The one that reads the token first errs now
and then from the start, since 32 dimensions are few; with more tokens more often, but slowly. The one
that compares pairs makes no mistake in 2000 sums.

## In short

The document is right, and for a better reason than it gives. The space does not have *room* for
tokens and positions both, in the sense of a subspace for each: that ends at $n + 2$ vectors. But in
many dimensions random vectors hardly disturb one another, so that a reader that compares finds the
token in spite of the position, and then the position without any error. A trained network may also
do better than chance and keep a few directions free for positions. The next page shows that GPT-2
does just that.
*/
