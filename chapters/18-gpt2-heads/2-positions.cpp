#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/held_out.hpp"
#include "epreuve/instruments/slow_waves.hpp"
#include "epreuve/instruments/winding.hpp"
#include "epreuve/math/positions.hpp"
#include "figures.hpp"

/**
# Where the positions are

A head must know which word comes before. The document reminds us that at the start the token
vectors contain their rank. So they do: GPT-2 adds to the embedding of the token a vector of its
position, $x_k = A e_{t_k} + p_k$. But unlike the sines and cosines of chapter 5, the 1024 vectors
$p_k$ of GPT-2 were *learned*, from random numbers, with nothing to tell the machine that 7 comes
after 6. Whether the rank can be read off them is to be seen; they are in the part of the file
that we may have.
*/

using namespace epreuve::course;

SECTION(position_in_embedding)
{
  chapter.reading("exo7-6.5-position-in-embedding", holds,
                  "the forward pass begins with x_k = A e_t + p_k, token plus position "
                  "(chapter 17); p_k is a vector, from which the rank can be told");
}

/**
## Their lengths

Most are near 3.4. The first is three times as long: position 0 is special, it is where heads rest.
And the last one is 0.12. The likely reason: a text of 1024 tokens gives 1023 pairs of a token and
its next, so that position 1023 was never trained, and what we see is what is left of the random
numbers it began with. We leave both ends out and keep $k = 1, \dots, 1022$.
*/
static arma::mat learned_positions(arma::uword first, arma::uword last)
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  return checkpoint.matrix<double>("wpe.weight").cols(first, last);
}

SECTION(ends_of_the_context, gpt2::attention_weights)
{
  const arma::rowvec lengths = arma::sqrt(arma::sum(arma::square(learned_positions(0, 1023))));
  const arma::rowvec in_medians = lengths / arma::median(lengths);
  const arma::rowvec inner = in_medians.subvec(1, 1022);
  chapter
      .finding("ends-of-the-context", "The first learned position is three times as long as the "
                                      "others, the last a thirtieth")
      .within("length of position 0, in median lengths", in_medians.front(), 2.5, 3.5)
      .at_most("length of position 1023, in median lengths", in_medians.back(), 0.04)
      .within("shortest of positions 1 to 1022, in median lengths", inner.min(), 0.8, 1)
      .within("longest of positions 1 to 1022, in median lengths", inner.max(), 1, 1.6);
}

/**
## Few slow waves

Now their shape. We keep every fourth position aside, for later, and ask the others which
directions of $\mathbb R^{768}$ they use: eigenvectors of $PP^T$, largest eigenvalue first.
Three of them hold 88 % of everything. For the documents' sinusoids three hold 48 %, and to hold
99 % they need 187 directions where the learned vectors need 10. In frequencies: of the learned
vectors, 85 % is in waves of one or two periods over the whole context; of the sinusoids 28 %.
Training did find waves, but only slow ones.
*/
SECTION(few_slow_waves, gpt2::attention_weights)
{
  const arma::mat P = learned_positions(1, 1022);
  const arma::mat sinusoids = position_matrix(1023, 768).tail_cols(1022);
  const arma::vec learned = main_directions(P).shares;
  const arma::vec values = arma::eig_sym(sinusoids * sinusoids.t());
  const arma::vec waves = arma::reverse(values) / arma::accu(arma::square(sinusoids));
  const auto directions_for_99_percent = [](const arma::vec& shares) {
    return arma::accu(arma::cumsum(shares) < 0.99) + 1;
  };
  chapter
      .finding("few-slow-waves", "Learned positions are waves like the documents', but few and "
                                 "slow: three directions hold most of them")
      .at_least("learned positions: share of three directions", arma::accu(learned.head(3)), 0.85)
      .at_most("sinusoids: share of three directions", arma::accu(waves.head(3)), 0.5)
      .at_most("learned positions: directions for 99 %", directions_for_99_percent(learned), 12)
      .at_least("sinusoids: directions for 99 %", directions_for_99_percent(waves), 150)
      .at_least("learned positions: share of 1 or 2 periods in 1022", share_of_slow_waves(P, 2),
                0.8)
      .at_most("sinusoids: share of 1 or 2 periods in 1022", share_of_slow_waves(sinusoids, 2),
               0.3);
  chapter.figure("spectrum", [&](Figure& figure) { draw_spectrum(figure, learned, waves); });
}

/**
## A helix

So a position is, in good approximation, a point in space, and the 1022 points draw a curve. If
position vectors are to be shifted by one matrix, as in chapter 6, three coordinates leave it
little choice: a rotation has an axis. We take the rotation $R$ that comes closest to $R\,p_k =
p_{k+1}$ (Procrustes: $R = UV^T$ from the singular vectors of $\sum p_{k+1}p_k^T$), look along
its axis, and see a circle; look from the side, and see the points climb. It is a helix, of
uneven radius and some two and a half turns, as others have found before us (Yedidia 2023,
*GPT-2's positional embedding matrix is a helix*).

How good a helix is it? A step is short, so that every matrix near $I$ has a small error; what
counts is the share of the step. The best of all matrices, $M$, moves by $\|M - I\| = 0.0183$,
and a tenth of that is not the rotation's. That is little: were all nine entries of $M - I$ of
the same size, with signs at random, it would be $\sqrt{2/3}$ of them, for six of nine
dimensions are symmetric. But rotating is not all that happens between $p_k$ and $p_{k+1}$. Where
standing still is wrong by 1.3 %, the rotation is wrong by 0.7 %, and $M$ hardly less: the radius
is uneven, and no matrix of three coordinates knows how.
*/
SECTION(helix, gpt2::attention_weights)
{
  const arma::mat space = main_directions(learned_positions(1, 1022)).coordinates.head_rows(3);
  const arma::mat from = space.head_cols(1021), to = space.tail_cols(1021);
  const Winding seen = winding(space, 499);
  const arma::mat M = arma::solve(from.t(), to.t()).t();
  const arma::uvec onwards = arma::diff(seen.turned.t()) > 0;
  chapter
      .finding("helix",
               "In their three main directions the learned positions lie on a helix of uneven "
               "radius, and the matrix that best shifts them by one is, but for a tenth of what "
               "it moves, a rotation")
      .agree("det R of the best orthogonal matrix", arma::det(seen.R), 1, absolute(1e-12))
      .within("turns of the rotation R in 1022 steps", 1022 * seen.angle / arma::datum::tau, 1.9,
              2.3)
      .within("turns of the curve of positions itself", seen.turned.back() / arma::datum::tau, 2.4,
              2.9)
      .at_least("share of steps of the curve that turn onwards", arma::accu(onwards) / 1021., 0.99)
      .at_most("|M - R| / |M - I|, M the best matrix of all",
               relative_error(M - seen.R, M - arma::eye(3, 3)), 0.12)
      .at_most("shift by one in three directions: error of R over that of standing still",
               relative_error(seen.R * from - to, from - to), 0.6)
      .at_least("shift by one in three directions: error of M over that of R",
                relative_error(M * from - to, seen.R * from - to), 0.98);
  chapter.figure("helix", [&](Figure& figure) { draw_helix(figure, seen); });
}

/**
## One matrix for all shifts?

Chapter 6 proved that one matrix $R_\ell$ takes every sinusoidal position $\ell$ places further.
Perhaps the learned positions have such matrices too, but here it is easy to fool oneself. $M$
has $768^2$ entries; there are 1021 pairs $(p_k, p_{k+1})$ to fit it on. Least squares with 768
coordinates reproduces what it was fitted on nearly perfectly and means nothing. And
$p_{k+1}$ is so close to $p_k$ that moving nothing at all is only 5 % wrong.

So: a quarter of the positions, set aside above, was seen by no fit, neither as a start nor as
an end nor in the choice of directions. We fit $M$ on the first $r$ coordinates of the rest, let
it predict the positions it never saw, in all 768 coordinates, and compare with standing still.
We vary $r$, and the shift. For $r$ larger than the number of pairs there are many solutions; we
take the one of least norm (chapter 2), which fits its pairs without error.

There is a limit to how good any matrix could be. A part of each $p_k$ is chance, and no rule
knows it. The mean of the two neighbours misses $p_k$ by 4.0 %. If each vector is a smooth curve
plus noise of its own, that error is $\sqrt{1 + 1/2}$ noises, so the noise is 3.3 %. A perfect
prediction can do no better.

With 30 coordinates one matrix moves unseen positions by one with an error of 3.5 %: the noise,
and little else. By ten places 4.6 %, where standing still costs 17 %; by a hundred 4.6 %, where
standing still is worse than nothing, 103 %. With all coordinates the fit is perfect and the
prediction *worse than not moving*. So the answer is yes: up to their noise, learned positions
are shifted by one matrix for each distance, as the sinusoids are, though it is not an exact law
but a habit.

One more doubt: the neighbours of a position set aside were seen. So we also set aside whole
blocks of 16. By one and by ten places the errors stay, 3.5 % and 4.8 %; further on they are
less steady, 16 % by a hundred and 6 % by two hundred. On the same positions, standing still
costs 1.3 times as much by one place, 3.1 times by ten, 6.3 times by a hundred and 25 times by
two hundred.
*/
SECTION(one_matrix_for_all_shifts, gpt2::attention_weights)
{
  const arma::mat P = learned_positions(1, 1022), inner = P.cols(1, 1020);
  const double noise =
      relative_error(inner - (P.cols(0, 1019) + P.cols(2, 1021)) / 2, inner) / std::sqrt(1.5);
  const MainDirections single = main_directions(P), blocks = main_directions(P, 16);
  const arma::uvec ranks{1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 400, 500, 600, 768};
  const arma::uvec shifts{1, 2, 5, 10, 20, 50, 100, 200, 400};
  arma::mat by_rank(ranks.n_elem, 2), by_shift(shifts.n_elem, 4);
  for (arma::uword i = 0; i < ranks.n_elem; ++i) {
    const ShiftErrors e = shift_errors(single, 1, ranks(i));
    by_rank.row(i) = arma::rowvec{e.fitted, e.unseen};
  }
  for (arma::uword i = 0; i < shifts.n_elem; ++i) {
    const ShiftErrors e = shift_errors(single, shifts(i), 30);
    const ShiftErrors of_blocks = shift_errors(blocks, shifts(i), 30);
    by_shift.row(i) = arma::rowvec{e.unseen, of_blocks.unseen, e.still, of_blocks.still};
  }
  chapter.figure("shift", [&](Figure& figure) {
    draw_shift(figure, ranks, by_rank, shifts, by_shift, noise);
  });

  /**
  Here are the bounds that these numbers must keep.
  */
  const arma::rowvec by_1 = by_shift.row(0), by_10 = by_shift.row(3), by_100 = by_shift.row(6);
  const arma::vec gain = by_shift.col(3) / by_shift.col(1);
  chapter
      .finding("learned-shift", "One matrix for each distance shifts the learned positions, up to "
                                "their noise; fitted on all coordinates it only memorises")
      .within("noise of a learned position, relative", noise, 0.03, 0.036)
      .at_most("shift by 1, r = 30: error on unseen positions", by_1(0), 1.1 * noise)
      .at_least("shift by 1: error of standing still", by_1(2), 0.045)
      .at_most("shift by 10, r = 30: error on unseen positions", by_10(0), 0.05)
      .at_least("shift by 10: error of standing still", by_10(2), 0.15)
      .at_most("shift by 100, r = 30: error on unseen positions", by_100(0), 0.05)
      .at_least("shift by 100: error of standing still", by_100(2), 1)
      .at_most("shift by 10, r = 30: error on unseen blocks of 16", by_10(1), 0.05)
      .within("shift by 100, r = 30: error on unseen blocks of 16", by_100(1), 0.1, 0.2)
      .within("unseen blocks, by 1: error of standing still over the matrix's", gain(0), 1.25, 1.4)
      .within("unseen blocks, by 10: error of standing still over the matrix's", gain(3), 3, 3.2)
      .within("unseen blocks, by 100: error of standing still over the matrix's", gain(6), 6.2, 6.5)
      .at_least("unseen blocks, by 200: error of standing still over the matrix's", gain(7), 20)
      .at_most("shift by 1, all coordinates: error on what was fitted", by_rank(13, 0), 1e-9)
      .at_least("shift by 1, all coordinates: error on unseen positions", by_rank(13, 1), 0.05);

  /**
  The rank itself can be read off as well. A linear function of the 30 coordinates, fitted on the
  positions that were kept, tells that of the others to within one or two places.
  */
  const arma::vec k = arma::regspace(1, 1022);
  const arma::mat with_one =
      arma::join_cols(single.coordinates.head_rows(30), arma::ones(1, 1022)).t();
  const arma::uvec kept = arma::find(single.kept), aside = arma::find(single.kept == 0);
  const arma::vec reader = arma::solve(with_one.rows(kept), k(kept), arma::solve_opts::fast);
  const arma::vec error = with_one.rows(aside) * reader - k(aside);
  chapter.claim("exo7-6.5-position-in-embedding", holds)
      .at_most("the rank, read off unseen learned positions: root mean square error",
               std::sqrt(arma::mean(arma::square(error))), 2);
}

/**
"Contained the rank" is a fair summary.
*/
