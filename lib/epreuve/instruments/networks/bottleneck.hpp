#pragma once

#include "epreuve/networks/seq2seq.hpp"

#include <armadillo>

#include <cstdint>
#include <functional>
#include <vector>

/// What fits through one vector. Two LSTMs (networks/seq2seq.hpp) learn to say a text again: of n symbols, each one of
/// eight and drawn by lot, there are 8^n, so what must go across can be counted.
namespace epreuve::instruments {

struct CopyTask
{
  arma::uword m;      ///< numbers in a state
  bool attends;       ///< the decoder reads all states of the encoder, not the last alone
  double rate;        ///< of Adam
  std::uint64_t seed; ///< of weights and texts
};

constexpr arma::uword copy_symbols = 8, copy_longest = 12, copy_longest_tried = 16; ///< n
constexpr arma::uword copy_steps = 3000, copy_batch = 16; ///< all texts of a batch are equally long
constexpr arma::uword copy_counted = 4; ///< the n of whose 4096 texts all are tried
constexpr unsigned copy_bits = 8;

arma::uword parameters(const CopyTask& task);

/// What a network without attention hands over, each of the m numbers rounded to 2^bits values in the middles of equal
/// parts of [-1, 1].
arma::mat rounded_state(const arma::mat& h, unsigned bits);

/// What comes of all texts of copy_counted symbols if states are rounded to some number of bits. Two texts of one state
/// are told the same thing, so there are at most as many right ones as states.
struct CountedTexts
{
  arma::uword states; ///< different ones
  arma::uword right;  ///< texts that are said again rightly
};

struct CopyRun
{
  CopyTask task;
  /// For n = 1 to copy_longest_tried: the share of 512 new texts that are said again without a mistake. The decoder writes
  /// greedily; it does so without a mistake exactly if it prefers the right word each time when it is given the right
  /// ones before.
  std::vector<double> right;
  std::vector<CountedTexts> counted; ///< for 1 to copy_bits bits; empty with attention
  /// With attention, of texts of copy_longest symbols the mean weights: row t, about to say symbol t, column i, the state
  /// after symbol i.
  arma::mat pattern;
};

/// Trains a network by the way back of its layers, Adam, and gradients of norm at most 1; the rate falls to a twentieth
/// along half a cosine. At first the entries of a matrix are uniform with variance 1 / (its columns), the biases of the
/// forget gates 1 and the others 0. All random numbers come from the bits of std::mt19937_64.
CopyRun copy_run(const CopyTask& task);

/// Networks of 16 numbers without and with attention and one of 32 without, three rates, seeds 1 to 5. Some ten minutes.
/// @param seen  called with each
void climb_copying(const std::function<void(const CopyRun&)>& seen);

} // namespace epreuve::instruments
