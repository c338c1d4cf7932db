#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/attention_layer.hpp"
#include "epreuve/instruments/positions/slow_waves.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "helix.hpp"
#include "patterns.hpp"

#include <cmath>
#include <vector>

/**
# Where the positions are

A head must know which word comes before. The document reminds us that at the start the token
vectors contain their rank. So they do: GPT-2 adds to the embedding of the token a vector of its
position, $x_k = A e_{t_k} + p_k$. But unlike the sines and cosines of chapter 5, the 1024 vectors
$p_k$ of GPT-2 were *learned*, from random numbers, with nothing to tell the machine that 7 comes
after 6. Can the rank be read off them?
*/
using namespace epreuve::course;

SECTION(position_in_embedding)
{
  chapter.reading(
      "exo7-6.5-position-in-embedding", holds,
      "the forward pass begins with x_k = A e_t + p_k, token plus position (chapter 17)");
}

/**
## Their lengths

Most are near 3.4. The first is three times as long: position 0 is where heads rest. And the last
one is 0.12, likely because a text of 1024 tokens gives 1023 pairs of a token and its next, so that
position 1023 was never trained and has kept its random numbers. We leave both ends out and keep
$k = 1, \dots, 1022$.
*/
static arma::mat learned_positions()
{
  return gpt2::PublishedFiles::here().checkpoint().matrix<double>("wpe.weight");
}

SECTION(ends_of_the_context, gpt2::attention_weights)
{
  const arma::rowvec lengths = arma::sqrt(arma::sum(arma::square(learned_positions())));
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
  const arma::mat P = learned_positions().cols(1, 1022);
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
uneven radius and some two and a half turns, as others have found before us
[@yedidia-2023].

How good a helix is it? A step is short, so every matrix near $I$ has a small error; what counts is
the error as a share of the step. The best of all matrices, $M$, moves by $\|M - I\| = 0.0183$, and
a tenth of that does not come from the rotation. That is little: were all nine entries of $M - I$ of
the same size, with random signs, it would be $\sqrt{2/3}$ of it, for the symmetric matrices have
six of the nine dimensions. But rotating is not all that happens between $p_k$ and $p_{k+1}$. Where
standing still is wrong by 1.3 %, the rotation is wrong by 0.7 %, and $M$ hardly less: the radius is
uneven, and no matrix acting on three coordinates can reproduce that.
*/
SECTION(helix, gpt2::attention_weights)
{
  const arma::mat P = learned_positions().cols(1, 1022);
  const arma::mat space = main_directions(P).coordinates.head_rows(3);
  const arma::mat from = space.head_cols(1021), to = space.tail_cols(1021);
  const Winding seen = winding(space, 499);
  const arma::mat M = arma::solve(from.t(), to.t()).t();
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
      .at_least("share of steps of the curve that turn onwards",
                arma::accu(arma::diff(seen.turned, 1, 1) > 0) / 1021., 0.99)
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

So no fit sees the quarter of the positions that was set aside above, neither as a start nor as an
end nor in the choice of directions. We fit $M$ on the first $r$ coordinates of the rest, and let it
predict the positions set aside in all 768 coordinates. For $r$ larger than the number of pairs
there are many solutions; we take the one of least norm (chapter 2), which fits its pairs without
error.

A part of each $p_k$ is chance, and no rule can predict it. The mean of the two neighbours misses
$p_k$ by 4.0 %. If each vector is a smooth curve plus noise of its own, that error is $\sqrt{1 +
1/2}$ noises, so the noise is 3.3 %. A perfect prediction can do no better.

With 30 coordinates one matrix moves unseen positions by one with an error of 3.5 %: the noise, and
little else. By ten places 4.6 %, where standing still costs 17 %; by a hundred 4.6 %, where
standing still is worse than nothing, 103 %. With all coordinates the fit is perfect and the
prediction *worse than not moving*. So the answer is yes, nearly: one matrix for each distance
shifts learned positions, by one place up to their noise, and further on with an error several times
smaller than that of standing still. For the sinusoids this is an exact law, here a habit.
*/
SECTION(one_matrix_for_all_shifts, gpt2::attention_weights)
{
  const arma::mat P = learned_positions().cols(1, 1022), inner = P.cols(1, 1020);
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
  One more doubt: the neighbours of a position set aside were seen. So we also set aside whole
  blocks of 16. By one and by ten places the errors stay the same, 3.5 % and 4.8 %; further on they
  are less steady, 16 % by a hundred and 6 % by two hundred. At these four distances standing still
  costs 1.3, 3.1, 6.3 and 25 times as much.
  */
  const arma::rowvec by_1 = by_shift.row(0), by_10 = by_shift.row(3), by_100 = by_shift.row(6);
  const arma::vec gain = by_shift.col(3) / by_shift.col(1);
  chapter
      .finding("learned-shift", "One matrix for each distance shifts the learned positions, by one "
                                "place up to their noise; fitted on all coordinates it only "
                                "memorises")
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
  positions that were kept, gives that of the others to within one or two places.
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

## Heads that see nothing but positions

Let us see what the document's heads do with positions alone. We feed them $x_k = p_k$, without any
words, with the layer norm, the biases and the mask of the real machine. For layer 0 that is half of
the truth, since there the real input is token plus position. For head 4.11 it is more a question
than an experiment: by layer 4 the stream has been added to by four layers.
*/
/// How much the score falls per step back, over so many steps: the median.
static double fall(const arma::mat& S, int steps)
{
  return arma::median(entries_back(S, 0, 1000) - entries_back(S, steps, 1000)) / steps;
}

SECTION(without_words, gpt2::attention_weights)
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  const arma::mat positions = learned_positions().head_cols(1023);
  std::vector<arma::mat> scores, patterns;
  arma::mat weights(4, 4); // a row per head: on itself, 1, 2 and 3 places back
  arma::vec spreads(4);
  for (arma::uword k = 0; k < 4; ++k) {
    const Head& head = four.at(k);
    scores.push_back(attention_layer(checkpoint, head.layer).scores(head.head, positions));
    patterns.push_back(softmax_rows(attention::causal_mask(scores.back())));
    for (arma::uword places = 0; places < 4; ++places)
      weights(k, places) = arma::mean(entries_back(patterns.back(), places, 1000));
    spreads(k) = std::exp(entropy(patterns.back().row(500).t()));
  }
  chapter.table("Positions alone: mean weights, and e^entropy of the row of position 500",
                Columns()
                    .column("head", {"0.3", "0.9", "0.5", "4.11"})
                    .column("itself", arma::vec(weights.col(0)), "{:.4f}")
                    .column("1 back", arma::vec(weights.col(1)), "{:.4f}")
                    .column("2 back", arma::vec(weights.col(2)), "{:.4f}")
                    .column("3 back", arma::vec(weights.col(3)), "{:.4f}")
                    .column("spread", spreads, "{:.1f}"));
  chapter.figure("positions-alone",
                 [&](Figure& figure) { draw_positions_alone(figure, patterns); });

  /**
  ## A ladder

  Head 0.3 answers with a ladder: a half for the position itself, a quarter for the one before, an
  eighth, a sixteenth. Its score falls by 0.76 per step, steadily, and $e^{-0.76}$ is nearly a half.
  But a score that *falls* steadily as we go back must *rise* as we go ahead. Take the mask away,
  and the best match of a position is some 120 places further on: it is the mask that leaves "the
  current token" as the maximum.
  */
  const arma::uvec best = arma::index_max(scores.at(0).rows(100, 699), 1);
  const arma::vec ahead = arma::conv_to<arma::vec>::from(best) - arma::regspace(100, 699);
  chapter
      .finding("ladder", "With positions alone, head 0.3 gives each position about half the weight "
                         "of the next; only the mask makes the current one the best")
      .within("0.3: mean weight on the position itself", weights(0, 0), 0.45, 0.6)
      .within("0.3: weight 1 back over that on itself", weights(0, 1) / weights(0, 0), 0.4, 0.55)
      .within("0.3: weight 2 back over that 1 back", weights(0, 2) / weights(0, 1), 0.4, 0.55)
      .within("0.3: fall of the score per step, over 1 step", fall(scores.at(0), 1), 0.7, 0.8)
      .within("0.3: fall of the score per step, over 10 steps", fall(scores.at(0), 10), 0.7, 0.8)
      .within("0.3 without the mask: places ahead to the best match", arma::median(ahead), 50, 250);

  /**
  ## The other three

  Head 0.5 has no opinion: to it all positions but the first are alike. Whatever it does depends on
  the words. Head 0.9 has a mild preference for the recent, 5 % per step, and spreads over some
  seventy positions. Head 4.11 does *not* look one back: its mean weight there is 2 %, and as much
  on the position before that. It must read what layers 0 to 3 have prepared for it.
  */
  const arma::uvec most = arma::index_max(patterns.at(3).tail_rows(1022), 1);
  const double one_back = arma::accu(most == arma::regspace<arma::uvec>(0, 1021)) / 1022.;
  chapter
      .finding("positions-alone",
               "With positions alone, head 0.9 spreads over the recent past, 0.5 "
               "over everything, and 4.11 does not look at the previous token")
      .within("0.9: positions it spreads over, at position 500", spreads(1), 30, 120)
      .within("0.9: fall of the score per step, over 10 steps", fall(scores.at(1), 10), 0.03, 0.07)
      .at_least("0.5: positions it spreads over, at position 500", spreads(2), 200)
      .at_most("0.5: |fall| of the score per step", std::abs(fall(scores.at(2), 10)), 0.01)
      .at_most("4.11: mean weight 1 back", weights(3, 1), 0.05)
      .at_most("4.11: share of positions that look back one most", one_back, 0.1);
}
