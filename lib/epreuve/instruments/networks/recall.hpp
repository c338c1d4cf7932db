#pragma once

#include "epreuve/instruments/networks/small_networks.hpp"

#include <armadillo>

#include <cstdint>
#include <functional>

/// A task that only memory solves: to say the first word of a text when others have come between, and small networks that
/// learn it.
///
/// A text is one of four names, then T words of four others, all independent and equally probable. So of all the words
/// the first says everything about the answer, ln 4 nats, and the others nothing. A name is seen to be a name: where it
/// stood need not be known.
namespace epreuve::instruments {

/// Parameters: an RNN of 15 units has 488, an LSTM of 7 units 512, a head of dimension 15 without C, of which the last
/// word asks, 488.
arma::uword parameters(Reader network);

struct RecallTask
{
  Reader network;
  arma::uword T;      ///< words after the name
  double rate;        ///< of Adam
  std::uint64_t seed; ///< of weights and texts; networks of one seed and T see the same texts
};

constexpr arma::uword recall_steps = 1000, recall_batch = 16; ///< of each training

struct Recall
{
  double right; ///< the share of 512 new texts whose name gets the greatest logit
  /// T + 1: the norm of the gradient, by each word, of the right name's logit; mean over 64 texts, before training and
  /// after it
  arma::vec at_first, at_last;
};

/// Trains a network (small_networks.hpp) to say the name after the last word. All random numbers come from the bits of
/// std::mt19937_64: the same everywhere; sums round as BLAS does.
/// @throws Error if T is 0
Recall recall(const RecallTask& task);

/// A training of the ladder, as its log keeps it.
struct RecallRun
{
  RecallTask task;
  double right;

  bool solved() const { return right >= 0.95; }
};

/// T = 4, 8, ..., 128, five rates from 0.001 to 0.1, seeds 1 to 8. A network of which no training solved one T is not
/// tried on the next. A quarter of an hour.
/// @param seen  called with each
void climb_recall(const std::function<void(const RecallRun&)>& seen);

} // namespace epreuve::instruments
