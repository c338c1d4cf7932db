#include "epreuve/chapter.hpp"
#include "epreuve/instruments/language/far_words.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/logs/reading.hpp"
#include "figures.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

/**
# Read a language

Recalling a word is a made-up task. What do the same networks depend on when they read sentences? The suite has a language
whose every probability is known (chapter 9), so we can say beforehand, without any network, what an earlier word is worth.

## What earlier words say

Two questions, both with exact answers. What does the word $d$ places back tell on its own about the next one:
$I(X_{t-d+1}; X_{t+1})$, whatever stands between? And what does it *add* for a reader who knows the words between:
$I(X_{t-d+1}; X_{t+1} \mid X_{t-d+2} \dots X_t)$, the best loss with $d - 1$ words less that with $d$? The sum of all additions is
what a perfect memory gains.
*/
using namespace epreuve::course;

namespace {

constexpr arma::uword longest_distance = 16;

/// By number of words known, from 0: the best loss.
const arma::vec& best_losses()
{
  static const arma::vec losses = least_losses(language::english(), longest_distance);
  return losses;
}

/// By distance, from 1.
arma::vec added_by_words()
{
  return best_losses().head(longest_distance) - best_losses().tail(longest_distance);
}

} // namespace

SECTION(language)
{
  const auto& english = language::english();
  const arma::vec alone = information_at_distances(english, longest_distance),
                  added = added_by_words(), best = best_losses();
  const double rate = language::entropy_rate(english).middle();
  chapter.figure("information", [&](Figure& figure) { draw_information(figure, alone, added); });
  chapter.claim("masterclass-seq-dependencies", holds)
      .agree("I(X_t; X_{t+1}) from the joint law of two words, and from the best losses", alone(0),
             added(0), absolute(1e-11))
      .at_least("nats that the word before tells about the next", alone(0), 1)
      .at_least("nats that words further back than three add to the three", best(3) - rate, 0.01)
      .at_least("nats that the word eight places back tells on its own", alone(7), 1e-3);
  chapter
      .finding("twelve-words",
               "In the suite's English twelve words say all that the past says about "
               "the next word; on its own the sixteenth still tells something.")
      .at_least("best loss with 11 words, above the entropy rate, in nats", best(11) - rate, 1e-4)
      .at_most("best loss with 12 words, above the entropy rate, in nats", best(12) - rate, 1e-9)
      .at_least("nats that the word sixteen places back tells on its own",
                alone(longest_distance - 1), 1e-2);
}

/**
So short and long dependencies are both there: most of it near, and a rest that only a long memory has. The two curves are far
apart. A far word tells much about the next one *because* it tells about the words between, and a reader who knows these needs
it no longer.

## Three networks that read

An RNN of 64 units, an LSTM of 28 and an attention head of dimension 17 learn to say the next word: 14 288 to 14 528 weights
each. They read the same 48 000 pieces of text, 16 words each, from any place of the endless text, 16 at a time, by Adam with
gradients clipped at norm 1; five seeds at the best of three rates. The head is told each word's place in its
piece and adds what it finds to the word itself. It is one layer of a Transformer without its MLP.

After 16 words the network's law of the next word is compared with the exact one, in 500 new pieces. The mean divergence is what
the network misses; with it, its loss can be put beside the best losses of readers who see $k$ words.
*/
namespace {

const std::vector<Reader> readers{Reader::rnn, Reader::lstm, Reader::attention};
const std::vector<std::string> names_of_readers{"RNN", "LSTM", "one head"};

/// The trainings at the rate at which the mean of what is missing is least.
std::vector<ReadingRun> best_readings(Reader network)
{
  std::map<double, std::vector<ReadingRun>> by_rate;
  for (const ReadingRun& run : logs::reading().runs)
    if (run.task.network == network)
      by_rate[run.task.rate].push_back(run);
  const auto missing = [](const auto& runs) {
    double sum = 0;
    for (const ReadingRun& run : runs.second)
      sum += run.missing;
    return sum;
  };
  return std::ranges::min_element(by_rate, {}, missing)->second;
}

/// The means over seeds, by distance from 1.
arma::vec mean_over_seeds(Reader network, arma::vec ReadingRun::* of)
{
  arma::vec sum(longest_distance, arma::fill::zeros);
  const std::vector<ReadingRun> runs = best_readings(network);
  for (const ReadingRun& run : runs)
    sum += run.*of;
  return sum / double(runs.size());
}

arma::vec missing_by_seed(Reader network)
{
  std::vector<double> missing;
  for (const ReadingRun& run : best_readings(network))
    missing.push_back(run.missing);
  return missing;
}

} // namespace

/**
The trainings stand in a log, which `./epreuve train reading` writes again in some minutes. Of each network we take the rate at
which its five seeds miss least in the mean. A perfect reader of $k$ words has the best loss of the figure above; the last column
says which $k$ it needs in order to be as good as the network.
*/
SECTION(readers)
{
  const double rate = language::entropy_rate(language::english()).middle();
  const auto words_worth = [&](double loss) { // a reader of so many words is as good
    return double(arma::uvec(arma::find(best_losses() <= loss, 1))(0));
  };
  std::vector<std::vector<std::string>> rows;
  double most = 0, fewest = arma::datum::inf;
  for (std::size_t k = 0; k < readers.size(); ++k) {
    const auto weights = double(reading_parameters(readers[k]));
    most = std::max(most, weights);
    fewest = std::min(fewest, weights);
    const Estimate missing = mean_of(missing_by_seed(readers[k]));
    const double half = half_width(missing, shown_confidence);
    rows.push_back({names_of_readers[k], fmt::format("{:.0f}", weights),
                    fmt::format("{:g}", best_readings(readers[k]).front().task.rate),
                    fmt::format("{:.3f} ({:.3f} to {:.3f})", missing.value, missing.value - half,
                                missing.value + half),
                    fmt::format("{:.3f}", rate + missing.value),
                    fmt::format("{:.0f}", words_worth(rate + missing.value))});
  }
  chapter.table(
      "Small networks that read English: what they miss in nats per word, 95 % interval over "
      "five seeds, and how many words a perfect reader needs to be as good",
      {"network", "weights", "rate", "misses", "loss", "words"}, rows);
  const Estimate rnn = mean_of(missing_by_seed(Reader::rnn)),
                 lstm = mean_of(missing_by_seed(Reader::lstm)),
                 head = mean_of(missing_by_seed(Reader::attention));
  chapter
      .finding("small-readers",
               "With as many weights and the same texts, RNN and LSTM come nearer to the suite's "
               "English than one attention head")
      .at_most("weights, the most over the fewest", most / fewest, 1.05)
      .at_most("what the RNN misses, in nats", rnn.value, 0.03)
      .at_most("what the LSTM misses", lstm.value, 0.05)
      .at_least("what the head misses more than the LSTM, from end to end of the 95 % intervals",
                head.value - half_width(head, shown_confidence) - lstm.value -
                    half_width(lstm, shown_confidence),
                0);
}

/**
On the page before it was the other way round. There one word decided, from far away; here the last three words say 97 % of all
that the past can say, and what a network makes of two or three words together counts for more than how far it sees. A
recurrent network takes a step with tanh at each word. One layer of attention adds up what it finds, and more layers would have to
combine it. So this says nothing about Transformers, which have them; it says that a head is not better at everything.

## What they depend on

Three measures of how much a word at distance $d$ matters, all of the same networks. The *connectivity* of the page before: the
norm of the gradient of the right word's logit by the word. The *cost of a replacement*: how much more the network misses if the
word is replaced by the one that another piece of text has there. And the exact information that the word adds, which is no
property of any network.
*/
SECTION(depend)
{
  const arma::vec added = added_by_words();
  const auto profiles = [](arma::vec ReadingRun::* of) {
    std::vector<arma::vec> all;
    for (const Reader network : readers)
      all.push_back(mean_over_seeds(network, of));
    return all;
  };
  const std::vector<arma::vec> before = profiles(&ReadingRun::at_first),
                               after = profiles(&ReadingRun::at_last),
                               cost = profiles(&ReadingRun::replaced);
  chapter.figure("reading", [&](Figure& figure) {
    draw_reading(figure, added, before, after, cost, names_of_readers);
  });
  const auto share = [](const arma::vec& by_distance, arma::uword distance) {
    return by_distance(distance - 1) / by_distance(0);
  };
  const auto after_twelve = [](const arma::vec& by_distance) {
    return arma::abs(by_distance.tail(longest_distance - 12)).max();
  };
  chapter
      .finding(
          "gradient-is-not-information",
          "A trained RNN's gradient by a distant word is not 0 where the word says nothing and can "
          "be replaced at no cost; by the second word it is four times as large, beside the last "
          "one's, as what the word adds")
      .at_most("nats that a word 13 to 16 places back adds", after_twelve(added), 1e-9)
      .at_least("RNN: norm of the gradient 13 places back, of that by the last word",
                share(after[0], 13), 0.005)
      .at_most("RNN: cost of replacing a word 13 to 16 places back, in nats", after_twelve(cost[0]),
               1e-3)
      .at_most("nats that the second word adds, of those of the last", share(added, 2), 0.13)
      .at_least("RNN: the gradient by the second word, of that by the last", share(after[0], 2),
                0.5)
      .at_most("RNN: cost of replacing the second word, of that of the last", share(cost[0], 2),
               0.25);
  chapter
      .finding(
          "trained-to-forget",
          "An untrained RNN's gradient hardly falls with the distance; training makes it fall, "
          "as what words say does")
      .at_least("untrained: the gradient 13 places back, of that by the last word",
                share(before[0], 13), 0.2)
      .at_most("trained", share(after[0], 13), 0.05);
}

/**
On the order of the words the three agree, and on nothing more. Take the RNN. The second word adds an eighth of what the last
one says, and to replace it costs a seventh; its gradient is more than half. Words 13 to 16 places back say nothing that the
words after them have not said, and can be replaced for nothing; their gradient is still a hundredth. For a gradient says how the
output moves when a vector moves a little, *in any direction*. A word cannot move a little: it is this one or another one, and
most directions lead to none. The page before has the opposite error, a gradient of nearly 0 at the word that had decided
everything. A large gradient does not show that a word informs, and a small one does not show that it does not.

## And so?

*Long summaries, translations of difficult paragraphs, the whole context of a medical text*: for these, says the document,
LSTMs remain limited, and that motivated the Transformer. The paper of 2017 gives two reasons, the sequential computation
and the length of the path between far words. The page on what waits for what is about the first, those on products and on
recall about the second. Whether LSTMs of any size would fail at summaries is nothing that a calculation decides.
*/
SECTION(tasks)
{
  chapter.reading(
      "masterclass-limits-tasks", holds,
      "Vaswani and others (2017) name sequential computation and the length of paths as "
      "their motives; of the tasks it is a judgement of its time");
}

/**
## Summary

| property | RNN | LSTM | one head |
|---|---|---|---|
| factor of a gradient for each step back | $\mathrm{diag}(1 - h^2)\,U$ | $\mathrm{diag}(f)$ and three terms | none: one step |
| vanishes | for small weights, and for large ones | as $f^T$ | no |
| explodes | with a norm above 1, possibly | through the three terms | no |
| waits | $T$ rounds; fewer where gradients vanish | the same | 1 round |
| work | in proportion to $T$ | in proportion to $T$ | to $T^2$ |
*/
