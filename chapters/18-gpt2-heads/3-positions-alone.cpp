#include "epreuve/attention/causal.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/attention_layer.hpp"
#include "epreuve/instruments/causal_pattern_statistics.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

/**
# Heads that see nothing but positions

Let us see what the document's heads do with positions alone. We feed them $x_k = p_k$, without
any words, with the layer norm, the biases and the mask of the real machine. For layer 0 that is
half of the truth, since there the input is really token plus position. For head 4.11 it is more
a question than an experiment: by layer 4 the stream has been rewritten four times.
*/

using namespace epreuve::course;

/// Over how many positions position 500 spreads its weight.
static double spread(const arma::mat& pattern)
{
  return std::exp(entropy(pattern.row(500).t()));
}

/// How much the score falls per step back, over so many steps: the median.
static double fall(const arma::mat& S, int steps)
{
  return arma::median(entries_back(S, 0, 1000) - entries_back(S, steps, 1000)) / steps;
}

SECTION(without_words, gpt2::attention_weights)
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  const arma::mat positions = checkpoint.matrix<double>("wpe.weight").head_cols(1023);
  std::vector<arma::mat> scores, patterns;
  arma::mat weights(4, 4); // a row per head: on itself, 1, 2 and 3 places back
  arma::vec spreads(4);
  for (arma::uword k = 0; k < 4; ++k) {
    const Head& head = four.at(k);
    scores.push_back(attention_layer(checkpoint, head.layer).scores(head.head, positions));
    patterns.push_back(softmax_rows(attention::causal_mask(scores.back())));
    for (arma::uword places = 0; places < 4; ++places)
      weights(k, places) = arma::mean(entries_back(patterns.back(), places, 1000));
    spreads(k) = spread(patterns.back());
  }
  chapter.table("Positions alone: mean weights, and over how many of 501 positions "
                "the weights of position 500 are spread (e^entropy)",
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
  and the best match of a position is some 120 places further on! It is the mask that cuts the
  slope off at the diagonal and leaves "the current token" as its summit.
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

  Head 0.5 has no opinion: to it all positions but the first are alike. Whatever it does, it does
  with the words. Head 0.9 has a mild preference for the recent, 5 % per step, and spreads over some
  seventy positions. Head 4.11 does *not* look one back. Its mean weight there is 2 %, and as much
  on the position before that.
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

/**
This does not contradict the document. It says that 4.11 does not read the learned positions as they
were at the start: what it reads must have been prepared in between.
*/
