#include "epreuve/chapter.hpp"
#include "epreuve/instruments/networks/bottleneck.hpp"
#include "epreuve/logs/bottleneck.hpp"
#include "figures-sources.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

/**
# Before the Transformer: everything through one vector

*As attention does in seq2seq models*, says iaetnous of the decoder's middle layer. What were these models, and why did
they need attention? In 2014 a recurrent network read the sentence, word by word, and a second one wrote its
translation. Of the source the second network was given one thing: the first one's last state, a vector of fixed length.
Three words or thirty, it is the same vector. Soon after, the second network was allowed to look at *all* states of the
first one, each time with weights of its own. That is attention, and the rest of the Transformer came later.

How much does one vector hold? We let two LSTMs say a text again, the simplest translation there is: $n$ symbols, each
one of eight, all drawn by lot. There are $8^n$ such texts, all equally probable, so what has to go across is known to
the bit: $3n$ bits.
*/
using namespace epreuve::course;

namespace {

constexpr double rates[] = {0.003, 0.01, 0.03};

/// By seed, the share of texts of n symbols that a network says again rightly, after training at one rate.
arma::vec said_again(arma::uword m, bool attends, arma::uword n, double rate)
{
  std::vector<double> right;
  for (const CopyRun& run : logs::bottleneck().runs)
    if (run.task.m == m && run.task.attends == attends && run.task.rate == rate)
      right.push_back(run.right.at(n - 1));
  return right;
}

/// The mean over seeds, at the rate at which it is greatest.
Estimate said_again(arma::uword m, bool attends, arma::uword n)
{
  Estimate best = mean_of(said_again(m, attends, n, rates[0]));
  for (const double rate : rates)
    if (const Estimate mean = mean_of(said_again(m, attends, n, rate)); mean.value > best.value)
      best = mean;
  return best;
}

double least(const Estimate& mean)
{
  return mean.value - half_width(mean, shown_confidence);
}

double most(const Estimate& mean)
{
  return mean.value + half_width(mean, shown_confidence);
}

CopiedShares shares_of(const char* name, arma::uword m, bool attends)
{
  CopiedShares shares{name, arma::vec(16), arma::vec(16), arma::vec(16)};
  for (arma::uword n = 1; n <= 16; ++n) {
    const Estimate mean = said_again(m, attends, n);
    shares.mean(n - 1) = mean.value;
    shares.least(n - 1) = std::max(0., least(mean));
    shares.most(n - 1) = std::min(1., most(mean));
  }
  return shares;
}

} // namespace

/**
## With the vector alone, and with all states

Encoder and decoder are LSTMs with states of 16 numbers (chapter 19). The decoder begins with the encoder's last $h$.
The second network is the same, but before each symbol it also forms

$$ a_t = \sum_i A_{ti}\, s_i , \qquad A_{ti} = \mathrm{softmax}_i(h_t \cdot s_i) , $$

where $h_t$ is the decoder's state and $s_1, \dots, s_n$ are the encoder's: the head that the page on the decoder
compares with those of a Transformer. It has no matrices of its own. The last layer reads $(h_t, a_t)$ in the place of
$h_t$, which costs 128 weights beside 3464. A third network has no attention, states of 32 numbers, and three times the
weights.

Each learns from 48 000 texts of 1 to 12 symbols, from five seeds at each of three rates. What was trained stands in a
log, which `./epreuve train bottleneck` writes again. A text counts if it is said again without any mistake.
*/
SECTION(one_vector_or_all)
{
  chapter.figure("one-vector-or-all", [](Figure& figure) {
    draw_copied(figure, {shares_of("attention, 16 numbers", 16, true),
                         shares_of("one vector of 32", 32, false),
                         shares_of("one vector of 16", 16, false)});
  });
  const double with = double(parameters({.m = 16, .attends = true, .rate = 0, .seed = 1})),
               without = double(parameters({.m = 16, .attends = false, .rate = 0, .seed = 1})),
               wide = double(parameters({.m = 32, .attends = false, .rate = 0, .seed = 1}));
  chapter
      .finding("one-vector-or-all",
               "Two LSTMs that say texts of ten symbols again, if the second one may look at all "
               "states of the first, do not if it is given the last state alone")
      .at_most("weights, with attention over without", with / without, 1.05)
      .at_least("ten symbols, with attention: share said again, lower end of the 95 % interval",
                least(said_again(16, true, 10)), 0.9)
      .at_most("with one vector of 16 numbers: the upper end", most(said_again(16, false, 10)),
               0.06)
      .at_least("three symbols, with one vector of 16: the lower end",
                least(said_again(16, false, 3)), 0.95);
  chapter
      .finding("a-longer-vector", "A vector of twice the length, in a network with three times the "
                                  "weights, carries texts that are some two symbols longer")
      .at_least("its weights over those of the network with attention", wide / with, 3)
      .at_least("seven symbols: lower end for 32 numbers, less upper end for 16",
                least(said_again(32, false, 7)) - most(said_again(16, false, 7)), 0.1)
      .at_most("twelve symbols, 32 numbers: the upper end", most(said_again(32, false, 12)), 0.05);
}

/**
All three are nearly perfect up to four symbols. Then, with one vector, the texts that come through become rare within a
few symbols more. With attention the decline is slow: of texts of 16 symbols, longer than any that was practised, about
half still come through.

A text is said again *rightly* only if every symbol is. So mistakes multiply: were each of $n$ symbols right with
probability $p$, independently, the share would be $p^n$. It is a severe measure, and the same for all three.

## Where it looks

For this task we know where one has to look: to say symbol $t$, look at the state after symbol $t$. Does it?
*/
SECTION(copy_pattern)
{
  const auto best = std::ranges::max_element(logs::bottleneck().runs, {}, [](const CopyRun& run) {
    return run.task.attends ? run.right.at(11) : -1;
  });
  const arma::mat& A = best->pattern;
  chapter.figure("copy-pattern", [&](Figure& figure) { draw_copy_pattern(figure, A); });
  arma::uword at_symbol = 0;
  for (arma::uword t = 0; t < A.n_rows; ++t)
    at_symbol += A.row(t).index_max() == t ? 1 : 0;
  chapter
      .finding("it-looks-there",
               "Nobody told the network where to look; with the weights of the best training it "
               "looks at the place of the symbol that it is to say")
      .at_least("of 12 rows of the mean pattern, those whose greatest weight is on the diagonal",
                double(at_symbol), 11)
      .at_least("mean weight on the diagonal; equal weights would give 0.083", arma::mean(A.diag()),
                0.5);
}

/**
## What could be held, and what is

One may say: of course, a vector of fixed length cannot hold a text of any length. As a theorem this is the pigeonhole
principle. A decoder that is given one of $K$ states writes one of at most $K$ texts. So of all texts, at most $K$ are
said again rightly, whatever the networks are; with $d$ numbers of $b$ bits, $K = 2^{db}$, and the share of $8^n$ texts
is at most $2^{db - 3n}$. With attention the decoder is given $n$ states, $ndb$ bits: what it may read grows with the
text.

But look at the numbers. Sixteen numbers of 64 bits could hold 341 symbols, and of seven symbols our network says a
third of the texts. The theorem does not explain that. To see how much of the vector is used, we round each of its
numbers to $2^b$ values before it is handed over. Of four symbols there are 4096 texts, and we try them all.
*/
SECTION(pigeonhole)
{
  const auto right_at_most_states = [](Draw& draw) {
    const arma::uword texts = draw.size("texts", 1, 40), states = draw.size("states", 1, 40);
    std::vector<arma::uword> state(texts), writes(states);
    for (arma::uword k = 0; k < texts; ++k)
      state[k] = draw.size(fmt::format("state of text {}", k), 0, states - 1);
    for (arma::uword s = 0; s < states; ++s)
      writes[s] = draw.size(fmt::format("written from {}", s), 0, texts - 1);
    arma::uword right = 0;
    for (arma::uword k = 0; k < texts; ++k)
      right += writes[state[k]] == k ? 1 : 0;
    return right <= std::set<arma::uword>(state.begin(), state.end()).size();
  };
  bool all_below = true;
  double one_bit = 0;
  for (const CopyRun& run : logs::bottleneck().runs)
    for (std::size_t b = 1; b <= run.counted.size(); ++b) {
      const auto [states, right] = run.counted[b - 1];
      all_below = all_below && right <= states && double(states) <= std::exp2(b * run.task.m);
      if (b == 1 && run.task.m == 16)
        one_bit = std::max(one_bit, double(right));
    }
  chapter
      .finding("pigeonhole", "From K different states a decoder says at most K texts again rightly")
      .property("random encoders and decoders", right_at_most_states, 300)
      .fact("all counts of the log: texts ≤ states ≤ 2^(db)", all_below, "none breaks it")
      .equal("symbols that fit into 16 numbers of 64 bits",
             std::floor(16 * 64 / std::log2(double(copy_symbols))), 341.);
  /**
  The table has means of five seeds, with 16 numbers and the rate 0.01. With one bit for each number there would be room
  for $2^{16}$ states, sixteen times as many as there are texts. The network uses some hundreds of them, and from these
  says only some dozens of texts again.
  */
  arma::mat counts(copy_bits, 2);
  for (const CopyRun& run : logs::bottleneck().runs)
    if (run.task.m == 16 && run.task.rate == 0.01)
      for (std::size_t b = 0; b < run.counted.size(); ++b)
        counts.row(b) +=
            arma::rowvec{double(run.counted[b].states), double(run.counted[b].right)} / 5;
  const arma::vec bits = arma::regspace(1, copy_bits);
  chapter.table("Four symbols, 4096 texts: the handed-over vector rounded",
                Columns()
                    .column("bits for each number", bits, "{:.0f}")
                    .column("different states", counts.col(0).eval(), "{:.0f}")
                    .column("texts said again", counts.col(1).eval(), "{:.0f}"));
  const arma::uvec enough = arma::find(counts.col(1) >= 0.98 * counts(copy_bits - 1, 1), 1);
  chapter
      .finding("far-from-full",
               "A trained network needs several times as many bits of its vector as the text has")
      .at_most("texts said again from one bit for each of 16 numbers, the most of fifteen "
               "trainings; there is room for all 4096",
               one_bit, 2048)
      .at_least("bits of the vector, for 98 % of what it says with 8 bits for each number",
                16 * bits(enough(0)), 4 * 3 * double(copy_counted));
}

/**
So two things are true, and only one of them is a theorem. A vector of fixed length has a limit; no training helps
beyond it. And long before this limit, training does not find a code that is anywhere near as tight. To write everything
into one vector and to take it apart again, in the right order, is hard to *learn*; to look where the symbol stands is
easy. That is the case for attention, and it does not need the theorem.

## In short

- Seq2seq: one recurrent network reads, the other writes, and a vector of fixed length goes from one to the other.
- With nearly the same weights, attention carries texts more than twice as long.
- $d$ numbers of $b$ bits tell at most $2^{db}$ texts apart. What the networks learn to tell apart is far less.
*/
