#include "epreuve/attention/concentration.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/bisection.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/softmax_to_base.hpp"
#include "epreuve/math/kernel_smoothing.hpp"
#include "epreuve/math/power.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-lookup.hpp"
#include "regular_simplex.hpp"

#include <algorithm>
#include <cmath>

using namespace epreuve::course;

/**
# What a head can look up

A head is asked with a query and finds a key. Which one? How surely? And can it find any key at
all? The documents say "similar", "relevant", "interesting". Here are three exact answers: it
finds the key with the *largest inner product*, which is the nearest only if all keys have the
same length; the share that goes elsewhere falls like $e^{-\mathrm{gap}/T}$; and a key that lies between
others is never found, however one asks.

## Cold: a lookup

Divide the scores of one query by a temperature $T$ and let $T$ go to 0. Attention becomes a
lookup: with a single largest score, ahead of all others by a gap $g$,
$$ 1 - \alpha_{\max} \le (K - 1)\, e^{-g/T}, $$
and keys that tie for the first place *share*: each of $p$ gets $\frac1p$, but for at most
$\frac{K-p}{p^2} e^{-g/T}$. Nothing decides between them, not the position, not the order. The
rate cannot be improved: if all others are behind by the same gap, $1 - \alpha_{\max} = b/(1 + b)$
with $b$ the bound; and always at least $\frac1K e^{-g/T}$ goes elsewhere.

We try this without rounding. Take whole numbers for scores and a fraction $t$ for $e^{1/T}$: then
all weights are fractions, and a bound that is missed by $10^{-30}$ is missed.
*/
static bool shared_by_leaders(Draw& draw, const arma::mat& scores)
{
  const arma::vec s = scores.col(0);
  const Rational t = draw.one_of("t", {2L, 3L, 10L});
  const RationalMatrix p = softmax_to_base(t, s);
  const arma::uvec leaders = arma::find(s == s.max()), others = arma::find(s < s.max());
  const Rational share(1, leaders.n_elem);
  if (others.is_empty())
    return p(0, 0) == share;
  const Rational behind = 1 / power(t, long(s.max() - s(others).max())); // e^{-gap/T}
  const Rational missed = 1 - leaders.n_elem * p(leaders(0), 0);
  bool holds = behind / s.n_elem <= missed && missed <= others.n_elem * share * behind;
  for (const arma::uword i : leaders)
    holds = holds && p(i, 0) == p(leaders(0), 0);
  return holds;
}

SECTION(cold)
{
  chapter.proposition("soft-lookup", {"ties_share", "lookup_limit", "lookup_rate_attained"});
  chapter
      .finding("cold-lookup", "as T → 0 the p keys with the largest score get 1/p each; what goes "
                              "elsewhere is between e^(−g/T)/K and (K − p)/p · e^(−g/T)")
      .property("K scores and t = e^(1/T), in fractions",
                over_integer_matrices({"s K x 1"}, {6, -4, 4}, shared_by_leaders))
      .equal("four others, all behind by 3, t = 10: 1 − α is b/(1 + b), b = 4/1000",
             Rational(1 - softmax_to_base(10, {3, 0, 0, 0, 0})(0, 0)), Rational(4, 1004));
  chapter.figure("soft-lookup", draw_soft_lookup);
}

/**
On the left the straight lines are the bounds; the curve between them is what happens. On the
right two keys tie, and no temperature separates them: a head that should prefer the first of two
equal words needs their positions.

## Largest is not nearest

"Similar" suggests near. From $|q - k|^2 = |q|^2 + |k|^2 - 2\, q \cdot k$ one reads off when that
is the same: for keys of equal length, where the largest product belongs to the least distance.
The query's length does not matter; it is the same for all keys, and acts as an inverse
temperature. The *key's* length does. Written the other way round,
$$ \alpha_j = \frac{e^{q \cdot k_j / T}}{\sum_l e^{q \cdot k_l / T}}
   = \frac{\pi_j\, e^{-|q - k_j|^2 / 2T}}{\sum_l \pi_l\, e^{-|q - k_l|^2 / 2T}}, \qquad \pi_j = e^{|k_j|^2 / 2T} : $$
attention is Bayes' rule for normal laws of variance $T$ around the keys, and a long key is thought likely *beforehand*.
*/
SECTION(largest_is_not_nearest)
{
  const auto largest = [](auto& q, auto& keys) -> arma::urowvec {
    const arma::rowvec products = q.t() * keys;
    return products == products.max();
  };
  const auto nearest = [](auto& q, auto& keys) -> arma::urowvec {
    const arma::rowvec distances = arma::sum(arma::square(keys.each_col() - q.col(0)), 0);
    return distances == distances.min();
  };
  const auto equal_lengths = over_integer_matrices({"q r x 1", "E r x K"}, [=](auto& q, auto& E) {
    const arma::mat keys = arma::sign(E + 0.5); // all of the length √r
    return arma::all(largest(q, keys) == nearest(q, keys));
  });
  const auto differ = smallest_counterexample(
      {"q r x 1", "a r x 1", "b r x 1"}, {1, -2, 2}, [=](auto& q, auto& a, auto& b) {
        const arma::mat keys = arma::join_rows(a, b);
        return arma::any(largest(q, keys) && nearest(q, keys));
      });
  const auto bayes = over_integer_matrices({"q r x 1", "k r x 1"}, [](auto& q, auto& k) {
    return difference(2 * arma::dot(q, k),
                      arma::dot(q, q) + arma::dot(k, k) - std::pow(arma::norm(q - k), 2));
  });
  chapter
      .finding("nearest-for-equal-lengths",
               "the largest inner product belongs to the nearest key if "
               "all keys have the same length, and not in general")
      .property("keys of the length √r: the same keys are nearest and have the largest product",
                equal_lengths, 500)
      .equal("smallest query and two keys, the nearest not the largest: magnitudes",
             arma::sort(arma::abs(arma::vec{differ.at(0)(0), differ.at(1)(0), differ.at(2)(0)})),
             arma::vec{1, 1, 2})
      .property("2 q·k = |q|² + |k|² − |q − k|²", bayes, absolute(1e-9), 500);

  const arma::mat keys{{3.0, 1.0, -2.0, -2.5, 0.8, 0.7}, {0.5, 2.5, 1.5, -1.5, -2.2, 0.4}};
  chapter.figure("regions", [&](Figure& figure) { draw_regions(figure, keys); });
}

/**
The regions of the nearest key are polygons, one for each key. Those of the largest product are
*sectors*: with $q$ also $2q$ finds the same key. And there are five of them for six keys.

## A key that is never found

The sixth key lies between the others, $k = \sum_l \lambda_l k_l$ with $\lambda_l \ge 0$ of sum 1.
Its score is the mean of theirs, so it is never above them all. More than that: $e^x$ is convex,
and so, with $m$ the largest $\lambda_l$,
$$ \alpha \le \sum_l \lambda_l \alpha_l \le m\,(1 - \alpha), \qquad \alpha \le \frac{m}{1 + m}, $$
for every query, at every temperature. A key half way between two others gets at most a third. The
centre of $p$ keys gets at most $\frac1{p+1}$, which is its share if the query asks nothing at all.
*/
SECTION(never_found)
{
  const auto centre =
      over_integer_matrices({"q r x 1", "E r x p"}, {4, -3, 3}, [](Draw& draw, auto& q, auto& E) {
        const Rational t = draw.one_of("t", {2L, 3L, 10L});
        const arma::uword p = E.n_cols;
        const arma::mat keys = arma::join_rows(double(p) * E, arma::sum(E, 1)); // their centre last
        return softmax_to_base(t, keys.t() * q)(p, 0) <= Rational(1, p + 1);
      });
  chapter
      .finding("never-found",
               "a key that is the centre of p others never gets more than 1/(p + 1), "
               "from any query at any temperature")
      .property("the centre's weight, in fractions", centre)
      .equal("the centre of three keys and the query 0", softmax_to_base(2, {0, 0, 0, 0})(3, 0),
             Rational(1, 4));

  /**
  On a line all keys but two lie between others. However long queries and keys are, and however
  many of the tokens matter, a head of one dimension can single out the first and the last of them
  in *its* order, and no third.
  */
  const auto on_a_line = over_integer_matrices({"q 1 x 1", "k K x 1"}, [](auto& q, auto& k) {
    const arma::vec sorted = arma::sort(k.col(0));
    const RationalMatrix p = softmax_to_base(3, q(0) * sorted);
    for (arma::uword i = 1; i + 1 < k.n_rows; ++i)
      if (p(i, 0) > Rational(1, 2))
        return false;
    return true;
  });
  chapter
      .finding("two-on-a-line",
               "with queries and keys of one dimension only the two outermost keys "
               "can get more than half of the attention")
      .property("weights of the keys between, in fractions", on_a_line);
}

/**
This shows the use of the dimension $r$ of a head. On a line ($r = 1$) two keys can be found, the
two ends. In the plane all keys can, if they lie on a circle. What a head cannot find in $\mathbb
R^r$ it may find after one more dimension is added:

## One more dimension, and it is the nearest

Give each key one more coordinate, $-\frac12|k|^2$, and each query a 1. The new product is $q
\cdot k - \frac12 |k|^2 = \frac12 |q|^2 - \frac12 |q - k|^2$: now the nearest key wins, whatever
the lengths, and attention is **kernel smoothing**, the estimate of @nadaraya-1964 and @watson-1964. To
know $y$ at a point, average what is known elsewhere, with weights $e^{-|q - k|^2 / 2h^2}$; the
division by $\sqrt r$ fixes the width, $h^2 = \sqrt r$. Without the additional coordinate the same
holds for keys of equal lengths.
*/
SECTION(kernel)
{
  const auto equal_lengths = over_integer_matrices(
      {"q r x n", "E r x K", "V m x K"}, {5, -4, 4}, [](auto& q, auto& E, auto& V) {
        const arma::mat keys = arma::sign(E + 0.5);
        return difference(attend(q, keys, V),
                          kernel_smoothing(q, keys, V, std::pow(q.n_rows, 0.25)));
      });
  /**
  Both sides are computed in their own way, one from products and one from distances. Exponents
  are up to 120 in size, so that weights are right to some $10^{-13}$.
  */
  const auto one_more = over_integer_matrices(
      {"q r x n", "k r x K", "V m x K"}, {5, -4, 4}, [](auto& q, auto& k, auto& V) {
        const arma::mat keys = arma::join_cols(k, -arma::sum(arma::square(k), 0) / 2);
        const arma::mat queries = arma::join_cols(q, arma::ones(1, q.n_cols));
        return difference(attend(queries, keys, V),
                          kernel_smoothing(q, k, V, std::pow(keys.n_rows, 0.25)));
      });
  const arma::mat query(1, 1, arma::fill::value(2)), keys{{1, 3}}, values{{0, 1}};
  chapter
      .finding("kernel-smoothing",
               "attention is kernel smoothing of width r^(1/4) for keys of equal "
               "lengths, and for all keys with −|k|²/2 as one more coordinate")
      .property("keys of the length √r", equal_lengths, absolute(2e-12), 500)
      .property("any keys, one more coordinate", one_more, absolute(2e-12), 500)
      .agree("half way between the keys 1 and 3, smoothed",
             kernel_smoothing(query, keys, values, 1)(0), 0.5, ulps(16))
      .at_least("the same as the keys are: what the longer key gets",
                attend(query, keys, values)(0), 0.98);

  const arma::vec x = arma::linspace(-3, 3, 25), at = arma::linspace(-3, 3, 121);
  const arma::vec y = arma::sin(1.5 * x) + 0.3 * arma::cos(9 * x + 1);
  const double h = 0.3;
  const arma::vec smooth = kernel_smoothing(at.t(), x.t(), y.t(), h).t();
  const arma::vec as_is = (y.t() * softmax_columns(x * at.t() / (h * h))).t();
  chapter.figure("kernel-smoothing",
                 [&](Figure& figure) { draw_kernel_smoothing(figure, x, y, at, smooth, as_is); });
}

/**
With $x$ itself for the key, attention reads only the two ends, for the reason above. In a model
nobody writes $-\frac12|k|^2$ into a coordinate; but layer norm makes all tokens nearly equally long,
and their keys are too, as far as $W_K$ keeps lengths.

## How concentrated can it be?

Let no query and no key be longer than $B$. Scores then lie between $-\beta$ and $\beta$ with
$\beta = B^2/\sqrt r$ (Cauchy and Schwarz), and one query can give one of $K$ keys at most
$$ \alpha_{\max} \le \frac1{1 + (K-1)\, e^{-2\beta}}, $$
which is attained, in any dimension, by the dullest arrangement: $k_1 = q$ and all other keys
$-q$. But these keys serve one query. Let each of $K$ queries look for a key of its own. Then not
all of the weights can be larger than
$$ \frac1{1 + (K-1)\, e^{-\beta K/(K-1)}}, $$
nor can their harmonic mean be: the exponent is hardly more than *half*. It is attained by the
vertices of a regular simplex, $k_i = q_i$, and by nothing else; so only if $K \le r + 1$. With
the bound for one query goes one from below: no key gets less than $1/(1 + (K-1) e^{2\beta})$, and the key
$k_1$ above gets just that from the query $-q$.

All of it is proven, for all sizes, and that there is such a simplex in $\mathbb R^r$ for every $r \ge K - 1$. Here the first is tried on *all* scores from $-2$ to 2, to the
base 3, where $e^{-2\beta}$ is $3^{-4}$; and on the arrangement that attains it, in all dimensions
up to five.
*/
SECTION(one_query)
{
  chapter.proposition("concentration",
                      {"one_query_bound", "one_query_least", "one_query_attained",
                       "one_query_least_attained", "all_queries_bound", "room_for_all_queries"});
  Claim& one =
      chapter.finding("one-query", "|q|, |k| ≤ B: one key of K gets at most "
                                   "1/(1 + (K − 1) e^(−2β)), β = B²/√r, and this is attained");
  for (const arma::uword K : {2, 3, 4}) {
    Rational most = 0;
    for (arma::uword code = 0; code < power(5ul, long(K)); ++code) { // all scores from -2 to 2
      arma::vec s(K);
      for (arma::uword j = 0, rest = code; j < K; ++j, rest /= 5)
        s(j) = double(rest % 5) - 2;
      most = std::max(most, softmax_to_base(3, s)(0, 0));
    }
    one.equal(fmt::format("largest weight, all scores in −2 ... 2, t = 3, K = {}", K), most,
              Rational(1 / (1 + (K - 1) / power(Rational(3), 4))));
  }
  const auto opposite = over_integer_matrices({"q r x 1"}, {5, -3, 3}, [](Draw& draw, auto& q) {
    const arma::uword K = draw.size("K", 2, 9);
    arma::mat keys = arma::repmat(-q, 1, K);
    keys.col(0) = q;
    const double beta = arma::dot(q, q) / std::sqrt(q.n_rows);
    return difference(attention_pattern(q, keys)(0, 0), most_for_one_query(beta, K));
  });
  one.property("k₁ = q, the others −q: the bound", opposite, absolute(1e-13), 300);
}

/**
A simplex, which one thinks of first, is of no use to one query: for that only $K$ numbers count,
and they are best if all wrong keys coincide, opposite to the right one. But opposite to *every*
query no key can be. The vectors can only stay out of each other's way, and $K$ unit vectors do so
best with the products $-\frac1{K-1}$: instead of $2\beta$ the lead is $\beta(1 + \frac1{K-1})$.
We compute this arrangement, and then disturb it, a little and much, without changing a length. If
it were not the best, some disturbance would say so.
*/
SECTION(all_queries)
{
  Claim& all =
      chapter.finding("all-queries", "K queries, each for a key of its own: the least weight "
                                     "is at most 1/(1 + (K − 1) e^(−βK/(K − 1))), attained "
                                     "by a simplex");
  const auto least_over_bound = [](Draw& draw, double noise) {
    const arma::uword r = draw.size("r", 1, 6), K = r + 1;
    const double beta = draw.real("β", 0.5, 6);
    const auto moved = [&](const char* name) {
      const arma::mat moves = draw.matrix(name, r, K, -1, 1);
      return arma::mat(std::sqrt(beta) * arma::normalise(regular_simplex(r) + noise * moves));
    };
    const arma::mat queries = moved("E"), keys = std::sqrt(r) * moved("F");
    return attention_pattern(queries, keys).diag().min() / most_for_all_queries(beta, K);
  };
  const auto attained = [=](Draw& draw) { return difference(least_over_bound(draw, 0), 1); };
  const auto not_exceeded = [=](Draw& draw) {
    return least_over_bound(draw, draw.one_of("noise", {0.01, 0.1, 1.0})) <= 1 + 1e-12;
  };
  all.property("vertices of a simplex, times √β: the bound", attained, absolute(1e-13), 300)
      .property("vertices moved about, as long as before: not above the bound", not_exceeded, 300);

  /**
  Four vertices need three dimensions: their products are a matrix of rank 3, and products of
  vectors of two numbers have rank 2. In fewer dimensions the bound holds and is not reached. The
  figure shows how far below it one stays in the plane, with $K$ keys on a circle.
  */
  const RationalMatrix gram{{3, -1, -1, -1}, {-1, 3, -1, -1}, {-1, -1, 3, -1}, {-1, -1, -1, 3}};
  all.equal("rank of the products of a simplex of 4 vertices: it needs r = 3", rank(gram), 3);

  const arma::vec tokens = arma::round(arma::exp2(arma::regspace(1, 0.5, 10)));
  arma::vec circle = tokens;
  circle.transform([](double K) {
    const arma::vec angles = arma::regspace(0, K - 1) * (2 * arma::datum::pi / K);
    return first_where([&](double b) { return softmax(b * arma::cos(angles))(0) >= 0.9; }, 0., 1e7);
  });
  const auto beta_for = [](auto most, arma::uword K, double weight) {
    return first_where([&](double beta) { return most(beta, K) >= weight; }, 0., 1e3);
  };
  const arma::uvec keys{2, 3, 10, 1024};
  arma::vec factors(keys.n_elem);
  for (arma::uword i = 0; i < keys.n_elem; ++i)
    factors(i) =
        beta_for(most_for_all_queries, keys(i), 0.9) / beta_for(most_for_one_query, keys(i), 0.9);
  const arma::vec count = arma::conv_to<arma::vec>::from(keys);
  all.agree("β for 90 %, all queries over one, K = 2, 3, 10, 1024, bisected: 2 (K − 1)/K", factors,
            arma::vec(2 * (count - 1) / count), ulps(64));
  chapter.figure("concentration", [&](Figure& f) { draw_concentration(f, tokens, circle); });
}

/**
The figure reads the bound the other way: how long must queries and keys be for 90 % of the
attention? For one query $\beta = \frac12 \ln(9(K-1))$ is enough; for every query at once it takes
$\beta = \frac{K-1}K \ln (9(K-1))$, more by the factor $2\,(K-1)/K$, if there is room for a simplex.
That is as much for two keys, 1.8 times as much for ten, and nearly twice as much for many; $B$ grows
by the root of it. In the plane there is no such room: keys on a circle crowd, their neighbours are
nearly as good, and $\beta$ grows like $K^2$. So dimensions decide not *whether* keys can be told
apart, but how long the vectors must be.

## In short

A cold head looks up the largest inner product; ties share. Keys of equal lengths, or one more
coordinate, make it the nearest key, and attention kernel smoothing. A key between others is never
found. And lengths bound certainty: with $\beta = B^2/\sqrt r$, one query reaches $1/(1 +
(K-1)e^{-2\beta})$, and all of them at once hardly more than what half of that $\beta$ gives.
*/
