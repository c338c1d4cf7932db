#include "costs.hpp"
#include "counted_layers.hpp"
#include "epreuve/attention/costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/tiles.hpp"
#include "epreuve/chapter.hpp"

#include <cmath>
#include <string>

/**
# Compared with recurrent networks

A recurrent network reads one token after the other and keeps a state; attention looks at all pairs at once. The document
gives each a time and a memory. We count both kinds of cell with the same numbers, and these know one thing more: how many
operations had to be done *one after the other*, each waiting for the one before. That depth is the time of a machine with
as many processors as it likes. Sums are made by halves, so that $n$ terms have depth $\log_2 n$, rounded up.

Why two numbers for one time? The work, all operations together, is what a machine with a single processor waits for, and
what has to be paid in any case. The depth is what would be left if processors cost nothing. A graphics card is in
between: as long as it has cores to spare, on short texts, it feels the depth; on long ones, the work. So when a slide
says that one network is faster than another, the first thing to ask is which of the two it means. Below, the answer
depends on it.
*/
using namespace epreuve::course;

static double log2_up(arma::uword n)
{
  return std::ceil(std::log2(double(n)));
}

/**
## Recurrent: $nd^2$, one after the other

A cell multiplies the token and the state by a $d \times d$ matrix each, an LSTM by four. So $4nd^2$ and $16nd^2$ operations
over a text; and the state cannot be had before the one before it.
*/
SECTION(recurrent)
{
  const Counting rnn = rnn_cost(), lstm = lstm_cost();
  Claim& time = chapter.claim("masterclass-cplx-rnn-time", holds);
  time.equal("operations of an RNN", text(rnn.polynomial), std::string("4nd² + nd"))
      .equal("operations of an LSTM", text(lstm.polynomial), std::string("16nd² + 18nd"));
  for (const Point& at : {Point{8, 5}, Point{5, 9}})
    time.equal(fmt::format("operations of an RNN, counted, n = {}, d = {}", at[0], at[1]),
               rnn.count(at), value(rnn.polynomial, at))
        .equal(fmt::format("operations of an LSTM, counted, n = {}, d = {}", at[0], at[1]),
               lstm.count(at), value(lstm.polynomial, at));
  const arma::uword d = 8;
  const CountedMatrix W(d, d), b(1, d), W_4(d, 4 * d), b_4(1, 4 * d);
  for (const arma::uword n : {4, 8, 16}) {
    const CountedMatrix x(n, d);
    time.equal(fmt::format("depth of an RNN, n = {}, d = 8: n (3 + log₂ d) + 1", n),
               counted_rnn(x, W, W, b).depth(), double(n) * (3 + log2_up(d)) + 1)
        .equal(fmt::format("depth of an LSTM, n = {}, d = 8: n (10 + log₂ d) + 1", n),
               counted_lstm(x, W_4, W_4, b_4).h.depth(), double(n) * (10 + log2_up(d)) + 1);
  }
  time.by_reading(
      "\"Not parallelisable\" is said of the states of one text, computed as the formula "
      "has them; chapter 19 shows what need not wait.");

  /**
  Twice as many tokens, twice the depth: "sequential" is exact. As for memory, a network that only reads holds one state,
  $d$ numbers, however long the text. To be trained it must keep them all, $nd$, and an LSTM its gates as well.
  */
  const Counting rnn_held = rnn_memory(), lstm_held = lstm_memory();
  chapter.claim("masterclass-cplx-rnn-memory", holds)
      .equal("numbers held by an RNN that keeps its states", text(rnn_held.polynomial),
             std::string("nd + d"))
      .equal("numbers held by an LSTM that keeps states and gates", text(lstm_held.polynomial),
             std::string("6nd + d"))
      .equal("numbers held by an RNN, counted, n = 9, d = 7", rnn_held.count({9, 7}),
             value(rnn_held.polynomial, {9, 7}))
      .fact("an RNN holds less than attention, n = 64, d = 8",
            rnn_held.count({64, 8}) < attention_memory().count({64, 8}),
            fmt::format("{} against {}", rnn_held.count({64, 8}).str(),
                        attention_memory().count({64, 8}).str()));
}

/**
## Attention: $n^2 d$, nearly at once

Its count was on the page before. The depth hardly knows the length: two sums over $n$ keys and a maximum, each by halves.
*/
SECTION(parallel)
{
  const Counting attention = attention_cost();
  Claim& time = chapter.claim("masterclass-cplx-transformer-time", holds);
  time.equal("operations of attention, Q, K and V given", text(attention.polynomial),
             std::string("4n²d + 5n² − nd − 2n"));
  for (const arma::uword n : {4, 8, 16, 32}) {
    const CountedMatrix x(n, 8);
    time.equal(fmt::format("depth of attention, n = {}, d = 8: 6 + log₂ d + 3 log₂ n", n),
               counted_attention(x, x, x).Z.depth(), 6 + log2_up(8) + 3 * log2_up(n));
  }
  const CountedMatrix x(16, 8), W(8, 8);
  time.equal("depth of a layer, n = 16, d = 8, h = 2: 8 + 2 log₂ d + log₂ (d/h) + 3 log₂ n",
             counted_layer(x, {W, W, W, W}, 2).output.depth(), 8. + 2 * 3 + 2 + 3 * 4);
  const Counting layer = layer_memory();
  Claim& memory = chapter.claim("masterclass-cplx-transformer-memory", holds);
  memory.equal("numbers that a layer keeps: the patterns are bn²h", text(layer.polynomial),
               std::string("bn²h + 5bnd"));
  for (const Point& at : {Point{3, 5, 12, 3}, Point{1, 9, 8, 4}})
    memory.equal(fmt::format("numbers that a layer keeps, counted, b = {}, n = {}, d = {}, h = {}",
                             at[0], at[1], at[2], at[3]),
                 layer.count(at), value(layer.polynomial, at));
}

/**
$O(n^2)$ for the patterns, as the document says, of each head and text; the rest is linear. Whether these numbers have to be
kept is another question: the way back can make them again.

## One table

*Path* is the number of steps from one token to another, the longest: what has to be carried through so many steps, and
through as many products when gradients come back, is easily lost.
*/
SECTION(one_table)
{
  chapter.table(
      "n tokens of dimension d, h heads; depth without the terms that do not grow",
      {"", "operations", "depth", "kept to be trained", "path"},
      {{"RNN", "4nd² + nd", "n (3 + log₂ d)", "nd", "n − 1"},
       {"LSTM", "16nd² + 18nd", "n (10 + log₂ d)", "6nd", "n − 1"},
       {"attention, Q, K, V given", "4n²d + 5n² − nd − 2n", "3 log₂ n + log₂ d", "n² + nd", "1"},
       {"layer of attention", "4n²d + 5n²h + 8nd² − 5nd − 2nh", "3 log₂ n + 2 log₂ d + log₂ (d/h)",
        "n²h + 5nd", "1"}});
  Claim& claim = chapter.claim("masterclass-cplx-conclusion", holds);
  const CountedMatrix x(64, 4), W(4, 4), b(1, 4);
  const double rnn = counted_rnn(x, W, W, b).depth(),
               attention = counted_attention(x, x, x).Z.depth();
  claim.at_least("depth of an RNN over that of attention, n = 64, d = 4", rnn / attention, 10);
  const Counting states = rnn_memory(), patterns = attention_memory();
  claim
      .at_least("memory of attention at 16 times the length",
                double(value(patterns.polynomial, {16384, 64})) /
                    double(value(patterns.polynomial, {1024, 64})),
                240)
      .at_most("memory of an RNN at 16 times the length",
               double(value(states.polynomial, {16384, 64})) /
                   double(value(states.polynomial, {1024, 64})),
               16)
      .by_reading(
          "\"Faster\" is about parallel processing, and so about depth; of operations it is "
          "true of short texts alone.");
}

/**
## Where attention overtakes

By operations, attention with $Q$, $K$ and $V$ given is cheaper than an RNN as long as $n < d$, and cheaper than an LSTM as
long as $n < 4d$: compare $4n^2d$ with $4nd^2$ and $16nd^2$. But a layer makes its $Q$, $K$ and $V$, and with $8nd^2$ for
the projections it is never cheaper than an RNN; than an LSTM it is up to $2d$ tokens, and a little more. How much more?
With one head it takes as much where

$$ n = \frac{8d^2 + 23d + 2}{4d + 5} = 2d + 3 + \frac{d - 13}{4d + 5} , $$

so from $d = 14$ on it is dearer from $n = 2d + 4$ on. A causal mask leaves $\frac{n(n + 1)}{2}$ of the $n^2$ pairs, half of
them; then it is $n = 4d + 5 + \frac{2d - 26}{4d + 5}$, and $4d + 6$ tokens.
*/
SECTION(overtaking)
{
  const Polynomial attention = attention_cost().polynomial, layer = layer_cost().polynomial,
                   rnn = rnn_cost().polynomial, lstm = lstm_cost().polynomial;
  const auto first_dearer = [](const auto& cost, const auto& other) {
    unsigned n = 1;
    while (cost(n) < other(n))
      ++n;
    return n;
  };
  Claim& finding = chapter.finding(
      "overtaking",
      "attention with Q, K and V given takes fewer operations than an RNN for n < d, "
      "than an LSTM for n < 4d; a layer of one head, from d = 14 on, fewer than an "
      "LSTM for n < 2d + 4, with a causal mask for n < 4d + 6; without one never fewer "
      "than an RNN");
  for (const unsigned d : {14U, 64U, 512U}) {
    const auto of = [d](const Polynomial& p) {
      return [&p, d](unsigned n) { return value(p, {n, d}); };
    };
    const auto of_layer = [&](unsigned n) { return value(layer, {1, n, d, 1}); };
    finding
        .equal(fmt::format("shortest text that costs attention as much as an RNN, d = {}", d),
               first_dearer(of(attention), of(rnn)), d)
        .equal(fmt::format("shortest text that costs attention as much as an LSTM, d = {}", d),
               first_dearer(of(attention), of(lstm)), 4 * d)
        .equal(fmt::format(
                   "shortest text that costs a layer of one head as much as an LSTM, d = {}", d),
               first_dearer(of_layer, of(lstm)), 2 * d + 4)
        .equal(fmt::format("the same with a causal mask, d = {}", d),
               first_dearer([d](unsigned n) { return causal_layer_operations(n, d, 1); },
                            [d](unsigned n) { return lstm_operations(n, d); }),
               4 * d + 6)
        .equal(fmt::format("shortest text that costs a layer of one head as much as an RNN, d = {}",
                           d),
               first_dearer(of_layer, of(rnn)), 1U);
  }
}

/**
## The same quantities in other chapters

Such numbers depend on what is counted. Here it is every operation, for one text, without a mask unless one is named, and
sums of $d$ terms are $d - 1$ additions. Elsewhere in the course, in this chapter's letters:

| quantity | here | elsewhere |
|---|---|---|
| a layer of attention | $4n^2d + 8nd^2$ and lower terms | chapter 13: $4n^2d + 8nd^2$, an addition for each multiplication, softmax left out; chapters 11 and 17: the same with a causal mask, $2n(n + 1)d$ in place of $4n^2d$ |
| a head, and its orders | $4n^2d$ for the two products | chapters 7 and 10: multiplications alone, with the pattern given: $n^2r + 2ndr$ to read, mix and write |
| an LSTM | $16nd^2 + 18nd$ operations | chapter 19: $8d^2$ multiplications for each token, the first term's half |
| attention dearer than an LSTM | from $n = 2d + 4$, with a causal mask $4d + 6$ | chapter 19: the second |
| attention dearer than its projections | from $n = 2d$, as $4n^2d$ exceeds $8nd^2$ | chapter 10: from $2d$, of mixing, reading and writing values, multiplications alone |
| attention dearer than all weights of a block | from $n = 6d$, on the next page | chapter 17: with a causal mask, from $n + 1 = 12d$ |
| what waits | operations one after the other | chapter 19: rounds: a cell, a step of a scan, a whole layer |
| memory | what a layer keeps to be trained, $n^2h + 5nd$ numbers | chapter 13: its scores, $n^2h$; chapters 11 and 13: keys and values kept to write, $2nd$ for each layer, 72 MiB in GPT-2 |
| weights of a layer | | chapter 13: $4d^2 + 4d$, with biases; chapter 10: without, $4rd$ for each head |

## Memory for nothing

The matrix need not be there at all. Attention in tiles goes through the keys block by block and keeps, for each query, the
largest score so far, the sum of the exponentials and the sum of the values with these weights. A block that raises the
maximum shrinks what was summed before. Of the $n^2$ scores it holds a tile. Shrinking takes $d + 3$ operations for each tile
after the first, but a row is divided by its sum at the end, which is $d$ quotients in place of $n$: in long texts, with tiles of
more than $d + 3$ tokens, attention in tiles takes *fewer* operations than attention with its matrix. This is what
FlashAttention does [@dao-2022], and it is no approximation: entries are off by rounding alone, within the bound that
the library states,

$$ 2\,\big((d + 4)\,\sigma + n + 3t + 3\big)\, u \sum_j a_{ij} |v_j|, $$

with $\sigma$ the largest sum of $|q_r k_r| / \sqrt d$ and $t$ tiles.
*/
SECTION(tiles)
{
  const arma::uword n = 96, d = 8;
  const arma::mat Q(d, n, arma::fill::randn), K(d, n, arma::fill::randn),
      V(d, n, arma::fill::randn);
  const arma::mat exact = attend(Q, K, V);
  const double sigma = arma::mat(arma::abs(Q).t() * arma::abs(K)).max() / std::sqrt(double(d));
  const arma::mat terms = attend(Q, K, arma::mat(arma::abs(V)));
  Claim& finding = chapter.finding(
      "tiles", "attention in tiles is attention up to rounding, for every size of tiles; in long "
               "texts, with tiles of more than d + 3 tokens, it takes fewer operations");
  for (const arma::uword tile : {7U, 12U, 32U}) {
    const CountedMatrix x(n, d);
    const double counted = operations_of([&] { counted_tiled_attention(x, x, x, tile); });
    finding
        .equal(fmt::format("operations of attention in tiles of {}, counted, n = 96, d = 8", tile),
               counted, cost_of_head(Variant::tiles, n, d, tile).operations)
        // Law: nothing is drawn; operations are counted.
        .fact(fmt::format("tiles of {} against d + 3 = 11: fewer operations than with the matrix",
                          tile),
              (counted < cost_of_head(Variant::exact, n, d, 1).operations) == (tile > 11),
              fmt::format("{} against {}", counted,
                          cost_of_head(Variant::exact, n, d, 1).operations));
  }
  for (const arma::uword tile : {1, 7, 32, 96}) {
    const double tiles = std::ceil(double(n) / double(tile));
    // Both are off by at most the bound; the one without tiles is that of one tile.
    const double ulps = 2 * 2 * ((double(d) + 4) * sigma + double(n) + 3 * tiles + 3) * 0x1p-53;
    const arma::mat off = arma::abs(tiled_attention(Q, K, V, tile).Z - exact);
    // Law: the bound is a theorem, for every draw.
    finding
        .at_most(fmt::format(
                     "attention in tiles of {}, n = 96: largest difference as a share of the bound",
                     tile),
                 arma::mat(off / (ulps * terms)).max(), 1)
        .rounding();
  }
}

/**
So the memory of attention is linear in the length if one wants it to be, and no variant is needed for that. The time is
quadratic all the same.
*/
