#include "arbitrary.hpp"
#include "distances.hpp"
#include "epreuve/attention/linear_bias.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/positions/random_positions.hpp"
#include "epreuve/instruments/positions/turns.hpp"
#include "epreuve/math/positions/position_similarity.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-beyond.hpp"
#include "position_schemes.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

/**
# Beyond the longest text

A model is trained on texts of at most $K$ tokens, and then someone gives it a longer one. The
masterclass lists as a property of the sinusoids that they generalise to sequences longer than
those seen in training. The vectors do: the formula has no last position. A network that reads them
may not. And besides the two ways that the documents know there are others to give a model the
positions of its tokens.
*/
using namespace epreuve::course;

SECTION(the_two)
{
  chapter.reading(
      "masterclass-pos-two-approaches", holds,
      "These are the two of the original article, which found no difference between them (Vaswani "
      "et al. "
      "2017, table 3, row E), and GPT-2 has the learned one. Later models turn queries and keys "
      "(RoFormer, 2021) or lower scores with the distance (ALiBi, 2022): see the table below.");
  chapter.reading(
      "masterclass-pe-no-parameters", holds,
      "The formula has n and p, chosen and not trained, so that it cannot overfit. "
      "GPT-2's learned table has "
      "1024 · 768 = 786 432 numbers. The layers that read the vectors are trained in either "
      "case, and may overfit.");
}

/**
## What the formula keeps

Move both of two positions by any amount, beyond 1024 or beyond a million. Their lengths stay
$\sqrt{n/2}$, their distance stays, and the same matrix leads from one to the other. As
functions of a real position $x$ the coordinates are smooth as well: the derivative of each pair
is the pair itself, turned by a right angle and multiplied by $\omega_i$. So $w(x)$ runs along
its curve with constant speed,

$$ |w'(x)|^2 = \sum_i \omega_i^2 = \frac{1 - p^{-2}}{1 - p^{-4/n}} , $$

which is $4.62^2$ for $n = 768$. (Each pair is periodic; the vector is so for $n = 2$, 4 and 8
only, as the page on distances shows.) But between positions there is nothing to read, and
no model is trained by a gradient with respect to $k$. That it is differentiable is true, and not
used.

We compare lengths and distances to $100u$ of their size: entries are known to $4u$, and the sum
of $n \le 64$ squares to $nu$.
*/
SECTION(formula)
{
  chapter.claim("masterclass-pe-longer", holds)
      .property("|w_{k+s}| = √(n/2) for k + s up to 2 · 10⁶, over √n",
                Positions().everywhere([](auto& at) {
                  return difference(arma::norm(at.w(at.k + std::abs(at.l))) / std::sqrt(at.n),
                                    std::sqrt(0.5));
                }),
                absolute(100 * 0x1p-53), 200)
      .property("the distance of k and k + m is that of 0 and m, k up to 10⁶, over √n",
                Positions{.least_shift = 1, .most_shift = 1024}.everywhere([](auto& at) {
                  return difference(arma::norm(at.w(at.k + at.m) - at.w(at.k)) / std::sqrt(at.n),
                                    arma::norm(at.w(at.m) - at.w(0)) / std::sqrt(at.n));
                }),
                absolute(100 * 0x1p-53), 200)
      .by_reading("The formula has no last position. Of a model that reads it this says nothing "
                  "yet: see below.");
  const arma::vec omega = frequencies(768);
  chapter.claim("masterclass-pe-differentiable", holds)
      .property(
          "the difference quotient of a pair is iω times the pair, to 25 digits",
          [](Draw& draw) {
            const arma::uword n = draw.even_size("n", 2, 768), i = draw.size("i", 0, n / 2 - 1);
            const Reference x = draw.real("x", 0, 1000), h = Reference(1) / 10'000'000'000'000,
                            w = frequency(i, n);
            const Turn quotient = (turn(w * (x + h)) - turn(w * (x - h))) / Turn(2 * h);
            return abs(quotient - Turn(0, w) * turn(w * x)) < 1e-25;
          },
          50)
      .agree("|w'|² = Σ ω_i² as a geometric sum, n = 768", arma::accu(omega % omega),
             (1 - 1e-8) / (1 - std::pow(10, -1.0 / 48)), absolute(1e-11))
      .by_reading("Differentiable in a real position, and each coordinate periodic. Neither is "
                  "needed by a model, which "
                  "is trained on whole positions.");
}

/**
## A reader that fails beyond K

Take the simplest reader there is, a linear one, $k \approx a \cdot w_k + b$, and let it learn
from the positions 0 to 1023 by least squares ($n = 16$). Within its training it is right to a
thousandth of a place. Then we let it go on: at twice the length it is off by a place or two, at
four times by hundreds, at eight times by thousands.

The vectors have the same length and the same distances as before, and reading by the nearest vector
is as safe as before: of all 8192 no two are nearer than neighbours are, and any error shorter than
half their distance, 0.507, does no harm. (We try errors nearly as long as that, in random
directions.) But the linear reader has learned to add up the slow pairs as if they were
straight lines, which they are on the arc that it has seen. Of 384 pairs of a model with $n =
768$, 171 have not closed their circle within 1024 positions: beyond, they take values that
never occurred in training.
*/
/// a . w_k + b for all columns of W, where a and b are the least squares fit of k to the first K columns.
static arma::rowvec linear_reader(const arma::mat& W, arma::uword K)
{
  const arma::mat rows = arma::join_cols(W, arma::ones(1, W.n_cols)).t(), seen = rows.head_rows(K);
  arma::mat Q, R;
  arma::qr_econ(Q, R, seen);
  const arma::vec a = arma::solve(arma::trimatu(R), Q.t() * arma::regspace(0, double(K) - 1));
  return (rows * a).t();
}

SECTION(reader)
{
  const arma::mat W = position_matrix(8192, 16);
  const arma::rowvec k = arma::regspace(0, 8191).t(), read = linear_reader(W, 1024);
  const arma::rowvec error = arma::abs(read - k);
  const arma::uvec some = arma::regspace<arma::uvec>(0, 16, 8191);
  const NearPositions nearest = records_of_nearness(8192, 16).back();
  const arma::mat errors = arma::normalise(arma::mat(16, some.n_elem, arma::fill::randn));
  const arma::mat moved = W.cols(some) + 0.999 * nearest.distance / 2 * errors;
  chapter
      .finding("reader-beyond", "a linear reader of k that is right to a thousandth of a place on "
                                "1024 positions is wrong by "
                                "hundreds beyond")
      // Law of 5: nothing is drawn.
      .at_most("largest error within 1024 positions", error.head(1024).max(), 1e-3)
      .at_least("error at k = 2047", error(2047), 1)
      .at_least("error at k = 4095", error(4095), 100)
      .at_least("error at k = 8191", error(8191), 1000)
      .equal("difference of the nearest two of 8192 positions, n = 16", nearest.difference, 1)
      .within("half their distance", nearest.distance / 2, 0.507, 0.508)
      .equal("nearest vector, moved by 0.999 of that: misread of every 16th position up to 8192",
             arma::accu(arma::index_max(W.t() * moved).t() != some), 0);
  chapter.figure("reader-beyond", [&](Figure& f) { draw_reader_beyond(f, k, read); });
}

/**
## Four ways, and none

The documents have two ways to give the place of a token, by formula or by a table, and both add
a vector. Here they are, with three more:

- *Formula*: the sinusoids are added. They have no last position.
- *Table*: $K$ columns, trained like the embeddings, and nothing beyond $K$. Ours is not trained: its
  numbers are arbitrary, so that its answers are those of the scheme and not of one training.
- *Rotary* embedding: queries and keys are turned, $R_i q$ and $R_j k$, and scores see $R_{j-i}$
  (chapter 06).
- *ALiBi*: nothing is added to any vector. Each score loses $s\,|i - j|$, with a slope $s$ for each
  head.
- *A mask alone*, as on page 5.

We ask each of five questions, of a query $q$ at position $i$ and a key $v$ at $j$; each answer
is computed, on positions up to a million and on vectors of $n = 32$.

*Defined beyond training*: the vector exists at positions 1024 to $10^6$. *Bounded*: no vector
gets longer than $|x| + \sqrt n$. *One matrix*: there is an $L$ with $x_{k+1} = L x_k$ for a
zero or constant token at all $k < 600$ (for rotary embedding, of any token); we solve for it by
least squares and look at the residual. *Shift*: scores are the same if $i$ and $j$ move
together. *Decay*: each further place lowers the score of the same query and key.
*/
SECTION(table)
{
  const arma::uword n = 32, trained = 1024;
  const arma::mat X = arbitrary_matrix(5, n, 2); // a query and a key
  const auto schemes = position_schemes(n, trained);
  const auto yes = [](bool answer) { return std::string(answer ? "yes" : "no"); };
  std::vector<std::vector<std::string>> rows;
  std::string answers;
  for (const PositionScheme& scheme : schemes) {
    const bool beyond = beyond_training(scheme, n, trained);
    const arma::vec token = scheme.name == "rotary" ? X.col(0).eval() : arma::zeros(n).eval();
    rows.push_back({scheme.name, yes(bounded(scheme, X.col(0), beyond ? 1'000'000 : trained - 1)),
                    yes(one_matrix_moves(scheme, token)),
                    yes(scores_know_the_shift_alone(scheme, X.col(0), X.col(1))),
                    yes(scores_fall(scheme, X.col(0), X.col(1))), yes(beyond)});
    for (std::size_t c = 1; c < rows.back().size(); ++c)
      answers += rows.back()[c] + (c < 5 ? " " : "; ");
  }
  chapter
      .finding("four-ways", "position vectors alone make scores depend on more than the shift, "
                            "only ALiBi's fall with "
                            "every place, and only a table ends")
      .equal("the answers, row by row", answers,
             std::string(
                 "yes yes no no yes; yes no no no no; yes yes yes no yes; yes yes yes yes yes; "
                 "yes yes yes no yes; "));
  chapter.table("Ways to give a model the places of its tokens",
                {"scheme", "bounded vectors", "one matrix moves them",
                 "scores know the shift alone", "scores fall with distance", "beyond training"},
                rows);
  chapter.figure("scores-by-distance", [&](Figure& f) {
    draw_scores_by_distance(f, [&](arma::uword s, long i, long d) {
      return schemes[s].score(X.col(0), i, X.col(1), i - d);
    });
  });
}

/**
That no matrix moves the table is true of this one: 600 arbitrary vectors with 32 coordinates. It takes
more than $n + 1$ vectors to see it. For any $n + 1$ in general position there is a matrix that moves
them, and only a further one puts it to the test. (With $n = 768$ all 600 would be moved, to the last
digit, and it would mean nothing.) Training may make a table that passes the test, and GPT-2's
positions do, nearly: where no fit has seen them the error is 3.5 %, which is their noise (chapter 18).
*/
/// Whether M w_k = w_{k+1} for some M and all columns, in fractions: the rows of (w_1, w_2, ...) are combinations of the
/// rows of (w_0, w_1, ...).
static bool one_matrix_moves_all(const arma::mat& w)
{
  const RationalMatrix from(arma::mat(w.head_cols(w.n_cols - 1).t()));
  const RationalMatrix to(arma::mat(w.tail_cols(w.n_cols - 1).t()));
  return rank(join_rows(from, to)) == rank(from);
}

SECTION(any_table)
{
  const auto tables_that_are_moved = [](arma::uword more) {
    arma::uword count = 0;
    for (const arma::uword n : {2, 3, 4, 5, 6})
      count += one_matrix_moves_all(arma::conv_to<arma::mat>::from(
          arma::randi(n, n + 1 + more, arma::distr_param(-9999, 9999))));
    return count;
  };
  chapter
      .finding("any-table", "One matrix moves the first n + 1 vectors of any table in general "
                            "position, and in general not one vector more")
      .equal("n + 1 random integer vectors, n = 2 to 6: tables that one matrix moves",
             tables_that_are_moved(0), 5U)
      .equal("n + 2 of them", tables_that_are_moved(1), 0U);
}

/**
The formula fails the very question on which its fame rests. Its *position vectors* know the
shift alone, in distances and in dot products. But the scores of attention compare sums of token
and position, and of the four terms (page 5) two see $i$ or $j$ by itself. Rotary embedding was
invented to get rid of these two. It keeps the matrix $R_k$ of chapter 06 and drops the vectors.

Two more answers want a comment. For ALiBi and the mask the vectors hold no position, so that the
identity moves them. And sinusoids and rotary scores do fall *on average*: for two equal tokens,
averaged over all directions, a rotary score is $|q|^2\, \frac2n \sum_i \cos\omega_i d$, the
similarity of two position vectors, which falls with the logarithm of the distance (chapter 06).
ALiBi's falls with the distance itself, and that is the secret of its long texts: far tokens do
not count.

If scores before the bias lie within $\pm B$, then all keys that are $D$ places away or more
have together at most the weight

$$ \frac{\sum_{d \ge D} e^{B - sd}}{\sum_{d \ge 0} e^{-B - sd}} \le e^{2B - sD}, $$

however long the text is. The tokens beyond the training's length are nearly invisible, and a head
of ALiBi is a window with soft edges. It extrapolates by forgetting. The property draws texts of
up to 200 tokens; one row of 4000 shows that the bound is not idle: nearly all of it can be
reached.
*/
SECTION(window)
{
  chapter
      .finding("alibi-window",
               "with ALiBi keys D places away or more have together at most the weight "
               "e^{2B − sD}, in texts of any "
               "length")
      .property(
          "weight of keys D places away and more, scores within ±B, up to 200 tokens",
          [](Draw& draw) {
            const arma::uword K = draw.size("K", 2, 200), D = draw.size("D", 1, K - 1);
            const double B = draw.real("B", 0, 2), slope = draw.real("slope", 0.01, 1);
            const arma::rowvec S = draw.vector("S", K, -B, B).t(); // of the last query
            const arma::rowvec weights = softmax_rows(attention::linear_bias(S, slope));
            return arma::accu(weights.head(K - D)) <=
                   std::exp(2 * B - slope * double(D)) * (1 + 1e-12);
          },
          200)
      .at_least(
          "share of the bound that is reached, near scores −B and far ones B, K = 4000, s = 1/4, D "
          "= 8, B = 1/4",
          [] {
            arma::rowvec S(4000);
            S.fill(0.25);
            S.tail(8).fill(-0.25);
            const arma::rowvec weights = softmax_rows(attention::linear_bias(S, 0.25));
            return arma::accu(weights.head(4000 - 8)) / std::exp(0.5 - 2);
          }(),
          0.8);
  const arma::vec averages = [] {
    const arma::vec all = position_similarity(arma::regspace(1, 1000), 32) / 16;
    return arma::vec{arma::mean(all.head(10)), arma::mean(all.subvec(10, 99)),
                     arma::mean(all.tail(900))};
  }();
  chapter
      .finding("similarity-falls", "the similarity of sinusoids falls on average, decade by decade")
      .at_least("mean of distances 1 to 10 less 11 to 100, of 1", averages(0) - averages(1), 0.1)
      .at_least("mean of distances 11 to 100 less 101 to 1000, of 1", averages(1) - averages(2),
                0.1);
}

/**
## In short

- Positions are added because everything happens in $\mathbb R^n$. A sum is a pile that is read
  with equal halves, and a score between sums is four scores.
- $w_k$ is a row of clock hands. With $p = 2^{n/2}$ the signs of their heights are the binary
  digits of $\lfloor k/\pi \rfloor$; with the $p$ of the paper, 29 pairs share a digit, and the
  last two digits are followed by no pair.
- Only the difference of two positions matters for their distance, and for $n = 768$ the least
  is that of neighbours. Each pair may be wrong by half a radian, and $k$ is still read exactly.
- A reader that compares finds both token and position in the sum; a linear reader needs $N + K \le n
  + 2$.
- Attention without a mask is equivariant and knows no order. With a causal mask two layers know
  it all, as long as words differ.
- GPT-2 learned its positions, and found only the slowest waves.
- The formula has no last position. A reader that has learned from a thousand positions does.
*/
