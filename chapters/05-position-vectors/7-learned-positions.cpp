#include "distances.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/positions/random_positions.hpp"
#include "epreuve/instruments/positions/slow_waves.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "figures-reading.hpp"

#include <algorithm>
#include <cmath>
#include <string>

/**
# Sinusoids, and the positions that GPT-2 learned

The notes list position together with gender and number: a *direction* of the space. Iaetnous says that the
vectors follow a pattern which the model learns. The formula is neither: no direction, and nothing in it
is learned. But GPT-2 did learn its positions, 1024 vectors of its own. Did it find the formula?

Not one direction: 99 % of the sinusoids take 187, and of GPT-2's vectors 10 (chapter 18). GPT-2
found waves, as in the formula, but slow ones, one and two periods over its whole context; it
puts nearly all of them into a hundred of its 768 coordinates; and where the formula tells
neighbours apart by a quarter of their length, GPT-2 does by a twentieth.
*/
using namespace epreuve::course;

/**
## Not one direction

What is a direction? For gender it is one vector that leads from *king* to *queen* and, nearly,
from *man* to *woman* (chapter 4). For position it would lead from each place to the next: all
$w_{k+1} - w_k$ alike, all positions on a line. But all $w_k$ have the same length $\sqrt{n/2}$,
and a line meets a sphere in two points; so no three of them are on a line. The steps have the
same length, too, and turn:

$$ w_{k+1} - w_k = R_1^k\,(w_1 - w_0) , $$

by the rotation of chapter 6. After one place the new step has turned by $40°$, after two by $79°$;
from three to six places on it is past a right angle, farthest after four, by $125°$.
*/
/// The angle between the first step and that l places on, in degrees: its cosine is
///     sum (1 - cos omega) cos(omega l) / sum (1 - cos omega).
static double turned(double l, const arma::vec& omega)
{
  const arma::vec step = 1 - arma::cos(omega);
  const double cosine = arma::dot(step, arma::cos(omega * l)) / arma::accu(step);
  return std::acos(std::min(1., cosine)) * 180 / arma::datum::pi;
}

SECTION(not_one_direction)
{
  const arma::mat W = position_matrix(1022, 768);
  const arma::mat varying = W.each_col() - arma::mean(W, 1);
  arma::vec main_direction(768, arma::fill::ones);
  for (int i = 0; i < 6; ++i) // the next has 0.58 of its share: within a hundredth
    main_direction = arma::normalise(varying * (varying.t() * main_direction));
  const double share =
      arma::accu(arma::square(varying.t() * main_direction)) / arma::accu(arma::square(varying));
  const Positions few{.widest = 32, .last = 1000, .least_shift = 0, .most_shift = 1000};
  chapter.claim("notes-1-position-direction", refuted)
      .as_printed("one direction: wₖ₊₁ − wₖ is the same for all k")
      .at_most("angle between the first two steps, n = 768, in degrees",
               turned(1, frequencies(768)), 1)
      .at_least("share of one direction in how 1022 positions vary", share, 0.5)
      .corrected("the step turns: wₖ₊₁ − wₖ = R₁ᵏ (w₁ − w₀), and positions take as many "
                 "directions as there are coordinates")
      .property("wₖ₊ₗ₊₁ − wₖ₊ₗ = Rₗ (wₖ₊₁ − wₖ)", few.everywhere([](auto& at) {
        return difference(at.R(at.l) * (at.w(at.k + 1) - at.w(at.k)),
                          at.w(at.k + at.l + 1) - at.w(at.k + at.l));
      }),
                absolute(1e-13), 100) // entries below 2, rotations and vectors to a few 2^-51
      .equal("dimensions that w₀, …, w₅ span, n = 6, p = 100",
             arma::rank(position_matrix(6, 6, 100.)), 6U);

  /**
  The formula gives the angle for any distance; for the first eight steps it can be compared with the
  vectors themselves.
  */
  const arma::vec omega = frequencies(768);
  arma::vec angles = arma::regspace(0, 200);
  angles.transform([&](double l) { return turned(l, omega); });
  const arma::mat steps = arma::diff(W.head_cols(9), 1, 1); // nine positions, eight steps
  arma::vec seen(8);
  for (arma::uword l = 0; l < 8; ++l)
    seen(l) =
        std::acos(std::min(1., arma::norm_dot(steps.col(0), steps.col(l)))) * 180 / arma::datum::pi;
  chapter
      .finding("step-turns", "The step of the sinusoids turns by 40° in one place and is past a "
                             "right angle from three to six places on, at most by 125°.")
      .agree("angles of eight steps of w₀, …, w₈ to the first, in degrees, and the formula", seen,
             angles.head(8), absolute(1e-5)) // of a cosine near 1, half of the digits
      .within("angle after one place, in degrees", angles(1), 40, 41)
      .equal("places on where the step is past a right angle, of the first seven",
             fmt::format("{}", fmt::join(arma::uvec(arma::find(angles.head(8) > 90)), " ")),
             std::string("3 4 5 6"))
      .within("the largest angle, after four places, in degrees", angles.max(), 125, 125.5);
  chapter.figure("steps", [&](Figure& figure) { draw_steps(figure, angles); });

  /**
  Something weaker is true. There is a direction along which positions are *in order*: the sine
  of the slowest pair rises for 15 335 places. But it is no more than an order. Over a thousand
  places that coordinate changes by 0.1, and the token adds to it whatever it likes.
  */
  const double slowest = omega.back();
  const arma::uword last = arma::uword(arma::datum::pi / 2 / slowest);
  const arma::vec sine = arma::sin(slowest * arma::regspace(0, double(last)));
  chapter
      .finding("order-along-one",
               "One coordinate of the formula orders all positions up to 15 335, "
               "but holds nearly nothing of how they vary")
      .equal("last position that is in order along the slowest sine, n = 768", last, 15'335U)
      .at_least("least step of that coordinate up to there", arma::diff(sine).min(), 0)
      .at_most("its share in how 1022 positions vary",
               arma::accu(arma::square(varying.row(767))) / arma::accu(arma::square(varying)),
               1e-5);
}

/**
## A pattern that the model learns

In the first transformer, of 2017, the vectors were the formula, and the model learned to use
them. In GPT-2 they are 1024 free columns, learned as the words' are, and nothing in the data says
that 7 comes after 6. The document is about the model of 2017, so its sentence is wrong; it would be
right of models like GPT-2, if what they learn is a *pattern*. Their numbers decide that.
*/
SECTION(learned_pattern)
{
  chapter.claim("iaetnous-pos-learned-pattern", refuted)
      .as_printed("the model of 2017 learns its position vectors")
      .contradicted("the document is about the Transformer of 2017, whose vectors are given by the "
                    "formula (Vaswani et al. 2017, section 3.5)")
      .corrected("they are given, and the model learns what to do with them; BERT and GPT-2 learn "
                 "them")
      .equal("GPT-2: learned numbers in its table of positions",
             arma::accu(published_sizes("wpe.weight")), 1024. * 768);
}

/// The positions that were trained, without 0, which is three times as long as the others.
static arma::mat learned_positions()
{
  return gpt2::PublishedFiles::here().checkpoint().matrix<double>("wpe.weight").cols(1, 1022);
}

/// A row per vector around their mean, in units of their spread: the sum of all squares is 1.
static arma::mat varying(const arma::mat& X)
{
  const arma::mat around = X.each_col() - arma::mean(X, 1);
  return around.t() / arma::norm(around, "fro");
}

/// The share of waves of 1, 2, ..., 510 periods in how 1022 vectors vary.
static arma::vec shares_of_periods(const arma::mat& X)
{
  const arma::mat power = arma::square(arma::abs(arma::fft(varying(X))));
  return 2 * arma::vec(arma::sum(power, 1)).subvec(1, 510) / double(X.n_cols);
}

/**
## Its frequencies

Each vector is a sum of waves over the 1022 trained positions (chapter 18 leaves out the two
ends, and so do we). The formula's pairs are spread evenly over the octaves, so each octave of
periods, from 8 to 15, from 16 to 31, holds the same share. In GPT-2 six sevenths are one and
two periods over the whole context; beyond, each octave holds less than half of the one before.
So GPT-2 has the formula's slow end, not its fast one. A floor of the same strength at all
frequencies remains, which is chance.

## Its coordinates

A coordinate of the formula has one frequency, and all coordinates vary alike. Fifty coordinates hold 93
% of how GPT-2's positions vary, and a hundred 99.7 %; the other 668 hardly know about position. It is
free not to do so: a rotation of $\mathbb R^{768}$ would change no dot product. (That coordinates matter
all the same may be the optimiser's doing: Adam moves each by itself.) It is a partial answer to the
question of the previous page, as the tokens can have 668 coordinates nearly for themselves.
@song-zhong-2023 look at the stream in all layers and find the same: positions in few directions, on a
smooth curve, nearly orthogonal to the rest.
*/
SECTION(learned_frequencies, gpt2::attention_weights)
{
  const arma::mat P = learned_positions(), W = position_matrix(1023, 768).tail_cols(1022);
  const arma::mat periods = arma::join_rows(shares_of_periods(W), shares_of_periods(P));
  const auto octave = [&](arma::uword from) {
    return arma::rowvec(arma::sum(periods.rows(from - 1, 2 * from - 2)));
  };
  const arma::rowvec slow = octave(8), middle = octave(16), fast = octave(32);
  const auto coordinates = [](const arma::mat& X) {
    return arma::vec(arma::cumsum(arma::sort(arma::sum(arma::square(varying(X))).t(), "descend")));
  };
  const arma::mat filled = arma::join_rows(coordinates(W), coordinates(P));
  chapter.claim("iaetnous-pos-learned-pattern", refuted)
      .at_least("GPT-2: share of one and two periods over the context", share_of_slow_waves(P, 2),
                0.8);
  chapter
      .finding("learned-frequencies",
               "GPT-2's learned positions have the slow waves of the formula "
               "and not its fast ones, in a seventh of its coordinates")
      .within("formula: octave from 16 periods over that from 8", middle(0) / slow(0), 0.85, 1.15)
      .within("formula: octave from 32 periods over that from 16", fast(0) / middle(0), 0.85, 1.15)
      .at_most("GPT-2: octave from 16 periods over that from 8", middle(1) / slow(1), 0.5)
      .at_most("GPT-2: octave from 32 periods over that from 16", fast(1) / middle(1), 0.5)
      .at_most("formula: share of the 50 coordinates that vary most", filled(49, 0), 0.11)
      .at_least("GPT-2: share of the 50 coordinates that vary most", filled(49, 1), 0.92)
      .at_least("GPT-2: share of 100 coordinates", filled(99, 1), 0.99);
  chapter.figure("frequencies", [&](Figure& figure) { draw_frequencies(figure, periods, filled); });
}

/**
## What they say about distance

The dot product of two sinusoids depends on their distance alone; they were made for that. For
the learned vectors it was nobody's aim. We divide the matrix of all dot products into its mean
along each diagonal and the rest: the diagonals hold all of the formula's variation, and 80 % of
GPT-2's. So GPT-2 does know distances, roughly.

But it says other things about them. Among the sinusoids, nearer means, on the whole, more alike, and
none point away from each other. Among the learned, positions 300 apart are opposite ($-0.5$), 500 apart
they are alike again, and the two ends are opposite: they lie on the turns of a helix [@yedidia-2023]
(chapter 18). @wang-chen-2020 draw such matrices for several models. And neighbours: $|w_{k+1} - w_k|$
is 23 % of $|w_k|$, in GPT-2 5 %, of which most is noise. A head that looks for the word before can use
the fast waves of the formula; GPT-2's heads have to make much of small differences. Chapter 18 shows
how much they see in positions alone.
*/
SECTION(learned_distances, gpt2::attention_weights)
{
  const arma::mat P = learned_positions(), W = position_matrix(1023, 768).tail_cols(1022);
  const ByDistance formula = by_distance(W), learned = by_distance(P);
  const auto step = [](const arma::mat& X) {
    return arma::norm(arma::diff(X, 1, 1), "fro") / arma::norm(X.tail_cols(1021), "fro");
  };
  chapter
      .finding("learned-distances",
               "Dot products of GPT-2's learned positions depend mostly on the "
               "distance, but not as the formula's do")
      .agree("formula: share of distance in how dot products vary", formula.share, 1,
             absolute(1e-10))
      .within("GPT-2: share of distance in how dot products vary", learned.share, 0.75, 0.85)
      .at_least("formula: least mean similarity at any distance", formula.mean.min(), 0.1)
      .at_most("GPT-2: mean similarity 300 places apart", learned.mean(300), -0.4)
      .at_least("GPT-2: mean similarity 500 places apart", learned.mean(500), 0.2)
      .at_most("GPT-2: mean similarity 1000 places apart", learned.mean(1000), -0.7)
      .within("formula: |w_{k+1} − w_k| over |w_k|", step(W), 0.22, 0.24)
      .within("GPT-2: |p_{k+1} − p_k| over |p_k|", step(P), 0.045, 0.06);
  chapter.figure("similarities", [&](Figure& figure) { draw_similarities(figure, W, P); });
}

/**
## In short

Where the formula and GPT-2 agree: positions are a smooth curve of waves on which one matrix
moves each place to the next (chapter 18 fits it), and similarity is, mostly, a matter of
distance. Where they differ: GPT-2 has no fast waves, ten directions instead of two hundred, few
coordinates instead of all, and a similarity that comes and goes. The formula was made for any
length and any use. GPT-2's vectors were made for 1024 places and for the heads that read them,
and end there.
*/
