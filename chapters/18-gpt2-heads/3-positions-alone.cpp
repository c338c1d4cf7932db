#include "epreuve/attention/causal.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/attention_layer.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "heads.hpp"

/**
# Heads that see nothing but positions

Let us see what the document's heads do with positions alone. We feed them $x_k = p_k$, without
any words, with the layer norm, the biases and the mask of the real machine. For layer 0 that is
half of the truth, since there the input is really token plus position. For head 4.11 it is more
a question than an experiment: by layer 4 the stream has been rewritten four times.
*/

using namespace epreuve::course;

/// Of the first 1023 positions, as the four heads see them.
struct PositionsAlone
{
  std::vector<arma::mat> scores;   ///< not masked
  std::vector<arma::mat> patterns; ///< masked
};

static PositionsAlone positions_alone()
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  const arma::mat positions = checkpoint.matrix<double>("wpe.weight").head_cols(1023);
  PositionsAlone seen;
  for (const epreuve::Head& head : epreuve::four) {
    seen.scores.push_back(attention_layer(checkpoint, head.layer).scores(head.head, positions));
    seen.patterns.push_back(softmax_rows(attention::causal_mask(seen.scores.back())));
  }
  return seen;
}

/// So many places back from each of the last 1000 positions.
static arma::vec back(const arma::mat& M, int places)
{
  return arma::vec(M.diag(-places)).tail(1000);
}

/// Over how many positions position 500 spreads its weight.
static double spread(const arma::mat& pattern)
{
  return std::exp(entropy(pattern.row(500).t()));
}

SECTION(without_words, gpt2::attention_weights)
{
  const PositionsAlone alone = positions_alone();
  Columns columns;
  const auto column = [&](const std::string& heading, const char* format, const auto& value) {
    arma::vec values(4);
    std::ranges::transform(alone.patterns, values.begin(), value);
    columns.column(heading, values, format);
  };
  columns.column("head", {four[0].name(), four[1].name(), four[2].name(), four[3].name()});
  for (const auto& [places, heading] :
       {std::pair(0, "itself"), {1, "1 back"}, {2, "2 back"}, {3, "3 back"}})
    column(heading, "{:.4f}", [places](const arma::mat& p) { return arma::mean(back(p, places)); });
  column("spread", "{:.1f}", spread);
  chapter.table("Positions alone: mean weights, and over how many of 501 positions "
                "the weights of position 500 are spread (e^entropy)",
                columns);
  chapter.figure("positions-alone",
                 [&](Figure& figure) { draw_positions_alone(figure, alone.patterns); });
}

/**
## A ladder

Head 0.3 answers with a ladder: a half for the position itself, a quarter for the one before, an
eighth, a sixteenth. Its score falls by 0.76 per step, steadily, and $e^{-0.76}$ is nearly a half.
But a score that *falls* steadily as we go back must *rise* as we go ahead. Take the mask away,
and the best match of a position is some 120 places further on! It is the mask that cuts the
slope off at the diagonal and leaves "the current token" as its summit.
*/
/// How much the score falls per step, over so many of them: the median.
static double fall(const arma::mat& S, int steps)
{
  return arma::median(back(S, 0) - back(S, steps)) / steps;
}

SECTION(ladder, gpt2::attention_weights)
{
  const PositionsAlone alone = positions_alone();
  const arma::mat &S = alone.scores.front(), &pattern = alone.patterns.front();
  const arma::vec best =
      arma::conv_to<arma::vec>::from(arma::index_max(S.rows(100, 699), 1).eval());
  const double itself = arma::mean(back(pattern, 0)), one_back = arma::mean(back(pattern, 1));
  chapter
      .finding("ladder", "With positions alone, head 0.3 gives each position about half the weight "
                         "of the next; only the mask makes the current one the best")
      .within("0.3: mean weight on the position itself", itself, 0.45, 0.6)
      .within("0.3: weight 1 back over that on the position itself", one_back / itself, 0.4, 0.55)
      .within("0.3: weight 2 back over that 1 back", arma::mean(back(pattern, 2)) / one_back, 0.4,
              0.55)
      .within("0.3: fall of the score per step, over 1 step", fall(S, 1), 0.7, 0.8)
      .within("0.3: fall of the score per step, over 10 steps", fall(S, 10), 0.7, 0.8)
      .within("0.3 without the mask: how far ahead the best match is",
              arma::median(best - arma::regspace(100, 699)), 50, 250);
}

/**
## The other three

Head 0.5 has no opinion: to it all positions but the first are alike. Whatever it does, it does
with the words. Head 0.9 has a mild preference for the recent, 5 % per step, and spreads over some
seventy positions. Head 4.11 does *not* look one back. Its mean weight there is 2 %, and as much
on the position before that.
*/
SECTION(other_three, gpt2::attention_weights)
{
  const PositionsAlone alone = positions_alone();
  const arma::mat& previous = alone.patterns.at(3);
  const arma::uvec best = arma::index_max(previous.tail_rows(1022), 1);
  chapter
      .finding("positions-alone",
               "With positions alone, head 0.9 spreads over the recent past, 0.5 "
               "over everything, and 4.11 does not look at the previous token")
      .within("0.9: positions it spreads over, at position 500", spread(alone.patterns.at(1)), 30,
              120)
      .within("0.9: fall of the score per step, over 10 steps", fall(alone.scores.at(1), 10), 0.03,
              0.07)
      .at_least("0.5: positions it spreads over, at position 500", spread(alone.patterns.at(2)),
                200)
      .at_most("0.5: fall of the score per step, over 10 steps",
               std::abs(fall(alone.scores.at(2), 10)), 0.01)
      .at_most("4.11: mean weight 1 back", arma::mean(back(previous, 1)), 0.05)
      .at_most("4.11: share of positions that look back one most",
               arma::accu(best == arma::regspace<arma::uvec>(0, 1021)) / 1022., 0.1);
}

/**
This does not contradict the document. It says that 4.11 does not read the learned positions as they
were at the start: what it reads must have been prepared in between.
*/
