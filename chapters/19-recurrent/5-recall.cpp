#include "epreuve/chapter.hpp"
#include "epreuve/logs/recall.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <vector>

/**
# Say the first word

*Difficulty with long-term dependencies* is a sentence about learning, so networks must learn. The task has nothing but
distance: a text is one of four names and then $T$ of four other words, all drawn by lot. Say the name. Of what comes after
it, nothing helps, and no word between tells anything about another.

Four networks, with 488 to 512 parameters: an RNN of 15 units; an LSTM of 7, whose forget gates begin at $\sigma(1)$, as is usual, and
one that is the same but begins at $\sigma(4)$; and one attention head of dimension 15, whose last word asks. Each sees the same
16 000 texts, 16 at a time, in 1000 steps of Adam with gradients clipped at norm 1, from eight seeds at each of five rates from 0.001 to 0.1. A
text length is *solved* if 95 % of 512 new names are right; guessing has 25 %. What was trained stands in a log, which
`./epreuve train recall` writes again in a quarter of an hour.
*/
using namespace epreuve::course;

namespace {

const std::vector<Reader> networks_compared{Reader::rnn, Reader::lstm, Reader::lstm_open,
                                            Reader::attention};
const std::vector<std::string> names_of_networks{"RNN", "LSTM, f from 0.73", "LSTM, f from 0.98",
                                                 "one head"};
constexpr double lengths[] = {4, 8, 16, 32, 64, 128};

/// How many of the eight seeds solve T at the rate at which most do; NaN if it was not tried, since none solves half of it.
double solved(Reader network, double T)
{
  std::map<double, double> by_rate;
  for (const RecallRun& run : logs::recall().runs)
    if (run.task.network == network && double(run.task.T) == T)
      by_rate[run.task.rate] += run.solved() ? 1 : 0;
  double best = by_rate.empty() ? arma::datum::nan : 0;
  for (const auto& [rate, seeds] : by_rate)
    best = std::max(best, seeds);
  return best;
}

/// By seed: the largest T that it solves, at the best of the five rates.
arma::vec longest_solved(Reader network)
{
  arma::vec T(8, arma::fill::zeros);
  for (const RecallRun& run : logs::recall().runs)
    if (run.task.network == network && run.solved())
      T(run.task.seed - 1) = std::max(T(run.task.seed - 1), double(run.task.T));
  return T;
}

/// Half the width of the 95 % interval of the mean of log2 T over seeds.
Estimate doublings(Reader network)
{
  return mean_of(arma::log2(longest_solved(network)));
}

} // namespace

/**
Two summaries of the log. For each length, the number of seeds that solve it, at the rate at which most do. And for each
seed, the longest text that it solves at any rate: its mean over seeds has an interval, which says how far eight seeds can be
trusted. Lengths double, so we take means of their logarithms.
*/
SECTION(task)
{
  arma::mat shares(std::size(lengths), 4);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = 0; k < 4; ++k) {
    const Reader network = networks_compared[k];
    std::vector<std::string> row{names_of_networks[k], std::to_string(parameters(network))};
    for (std::size_t i = 0; i < std::size(lengths); ++i) {
      shares(i, k) = solved(network, lengths[i]);
      row.push_back(std::isnan(shares(i, k)) ? "not tried" : fmt::format("{:.0f}", shares(i, k)));
    }
    const arma::vec T = longest_solved(network);
    const Estimate mean = doublings(network);
    const double half = half_width(mean, shown_confidence);
    row.push_back(fmt::format("{:.0f} ({:.0f} to {:.0f})", std::exp2(mean.value),
                              std::exp2(mean.value - half), std::exp2(mean.value + half)));
    rows.push_back(row);
  }
  chapter.table("Seeds of eight that solve T at the best rate; the longest T that a seed solves at "
                "any rate: geometric mean, "
                "95 % interval",
                {"network", "parameters", "T = 4", "8", "16", "32", "64", "128", "T solved"}, rows);
  chapter.figure("recall", [&](Figure& figure) { draw_recall(figure, shares, names_of_networks); });

  /**
  The head solves every length with every seed. RNN and LSTM solve short texts and fail at 65 words, and between the two there
  is no difference that eight seeds could show: their intervals overlap. What no training has solved was not tried at twice the
  length.
  */
  const double fewest = double(parameters(Reader::rnn)), most = double(parameters(Reader::lstm));
  chapter
      .finding("recall",
               "With as many parameters, the same texts and the best of five rates each, one "
               "attention head says the first word of every length tried, and the "
               "usual LSTM is no better than the RNN")
      .at_most("parameters, the most over the fewest", most / fewest, 1.05)
      .equal("seeds of eight for which the head says the first of 129 words",
             solved(Reader::attention, 128), 8.)
      .fact("the intervals of T solved of RNN and LSTM overlap",
            std::abs(doublings(Reader::rnn).value - doublings(Reader::lstm).value) <
                half_width(doublings(Reader::rnn), shown_confidence) +
                    half_width(doublings(Reader::lstm), shown_confidence),
            "they do");
  chapter.claim("masterclass-rnn-long-term", holds)
      .equal("seeds of eight for which the RNN says the first of 5 words", solved(Reader::rnn, 4),
             8.)
      .equal("of 65 words", solved(Reader::rnn, 64), 0.);
  chapter.claim("masterclass-limits-long", holds)
      .at_most("seeds of eight for which the usual LSTM says the first of 65 words",
               solved(Reader::lstm, 64), 1);
  chapter.claim("masterclass-limits-fig", holds)
      .at_most("the chain x₁ … x_n with n = 65, x₁ asked for at the end: seeds of eight for which "
               "RNN or LSTM "
               "learn it",
               solved(Reader::rnn, 64) + solved(Reader::lstm, 64), 1);
}

/**
So the sentences hold, *of these networks, begun as usual, and trained as long*. The comparison of the two LSTMs says how much of it
is the beginning: they differ in seven numbers, the first values of the biases of the forget gates.
*/
SECTION(open)
{
  chapter
      .finding("begun-open",
               "An LSTM whose forget gates begin open learns to say a first word that the "
               "usual LSTM seldom learns: the difficulty is of the first values, not of the "
               "formulas")
      .at_least("seeds of eight for which it says the first of 65 words",
                solved(Reader::lstm_open, 64), 4)
      .at_least("how many times longer a text, geometric mean over seeds",
                std::exp2(doublings(Reader::lstm_open).value - doublings(Reader::lstm).value), 2)
      .equal("seeds of eight for which it says the first of 129 words",
             solved(Reader::lstm_open, 128), 0.)
      .within("what a gate at its first value, σ(4), leaves of a gradient after 128 steps",
              std::pow(1 / (1 + std::exp(-4.)), 128), 0.09, 0.1);
}

/**
Nor is it cured: at 128 words no seed learns, at any of the five rates. A gate of 0.98 is only a longer half-life.

## What is connected, and what informs

Which words does a network's answer depend on? One often takes the gradient of the right name's logit by each word's
vector, and its norm: the *connectivity*. The exact information about the answer is known here without any network: the
name has $\ln 4$ nats, each other word 0. So we can see whether the gradient shows it, in four networks that have solved
$T = 16$ and answer all of 512 new texts rightly.
*/
SECTION(connected)
{
  chapter.figure("connectivity", [](Figure& figure) {
    draw_connectivity(figure, logs::recall().connections, names_of_networks);
  });
  const auto first_over_last = [](const arma::vec& at) { return at(0) / at(at.n_elem - 1); };
  const auto& connections = logs::recall().connections; // in the order of the networks
  const Recall &rnn = connections[0], &lstm = connections[1], &head = connections[3];
  chapter
      .finding(
          "connectivity-is-not-dependence",
          "After training RNN and head have their largest gradient at the word that decides; an "
          "LSTM that answers every text rightly has it at the last word, which says nothing")
      .at_most("RNN, gradient by the first word over that by the last, before training",
               first_over_last(rnn.at_first), 0.1)
      .at_least("the same after training", first_over_last(rnn.at_last), 2)
      .at_least("head, after training", first_over_last(head.at_last), 1.5)
      .agree("the LSTM's right answers", lstm.right, 1, exactly())
      .at_most("LSTM, after training", first_over_last(lstm.at_last), 0.1);
}

/**
The LSTM has written the name into a memory that is saturated. Another name would turn the answer around; a *small* change
of the name changes nothing, and small changes are all that a gradient sees. A flat gradient does not say that a word was
forgotten. It says that nothing can be learnt there any more.

## What one vector can hold

*At each step the information is condensed into one vector $h_t$, and so information is lost.* Condensed, yes. Lost, by
necessity? In real numbers, no: $h_t = (h_{t-1} + x_t)/4$ with $x_t \in \{0, 1, 2, 3\}$ is one number, it has every word of
the text in its digits to the base 4, and it is a recurrent network. In a computer, yes, sooner or later: $m$ numbers of $b$
bits have $2^{mb}$ states, and there are $N^T$ texts. With 768 numbers of 32 bits and GPT-2's 50 257 tokens that need not be
before 1573 tokens.
*/
SECTION(one_vector)
{
  const auto kept = [](Draw& draw) {
    const arma::uword T = draw.size("T", 1, 60);
    std::vector<long> words(T);
    Rational h = 0;
    for (arma::uword t = 0; t < T; ++t) {
      words[t] = draw.integer(fmt::format("word {}", t), 0, 3);
      h = (h + Rational(words[t])) / Rational(4);
    }
    for (arma::uword t = T; t-- > 0;) { // the words come back, the last one first
      long word = 3;
      while (word > 0 && h * Rational(4) < Rational(word))
        --word;
      if (word != words[t])
        return false;
      h = h * Rational(4) - Rational(word);
    }
    return h == Rational(0);
  };
  const double tokens = std::floor(768 * 32 / std::log2(50257));
  chapter.claim("masterclass-att-condensed", holds)
      .by_reading(
          "Of a state of finitely many bits, for texts that are long enough: more texts than "
          "states.")
      .equal("tokens of GPT-2 that fit into 768 numbers of 32 bits", tokens, 1573.)
      .at_most("seeds of eight for which RNN or LSTM still have the first of 65 words: distant "
               "ones are lost first",
               solved(Reader::rnn, 64) + solved(Reader::lstm, 64), 1);
  chapter
      .finding("one-number-holds-a-text",
               "In exact arithmetic one number holds every word of a text, and a "
               "linear recurrence writes it")
      .property("texts of up to 60 words from the state (h + x)/4, read back", kept, 300);
}

/**
What the vector can hold is not the obstacle at this length: two bits were asked for. To *learn* to hold them is, and there the
product of many factors stands in the way.
*/
