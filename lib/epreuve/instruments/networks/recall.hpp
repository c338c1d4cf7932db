#pragma once

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

enum class Recaller
{
  rnn,       ///< Elman's cell, m = 15: 488 parameters
  lstm,      ///< m = 7: 512 parameters; biases of the forget gate 1 at first
  lstm_open, ///< the same, but 4 at first: it forgets 1.8 % per word, not 27 %
  attention, ///< one head, d = 15; the last word asks, all answer: 488 parameters
};

/// Parameters: those of the cell or of the head, and logits C h + c of all eight words; the head writes its logits
/// itself, and has c.
arma::uword parameters(Recaller network);

struct RecallTask
{
  Recaller network;
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

/// Trains a network by the way back of its layers (epreuve/networks), Adam, and gradients of norm at most 1. At first the
/// entries of a matrix are uniform with variance 1 / (its columns), and biases 0 but for those named above. All random
/// numbers come from the bits of std::mt19937_64: the same everywhere; sums round as BLAS does.
/// @throws Error if T is 0
Recall recall(const RecallTask& task);

/// A training of the ladder, as its log keeps it.
struct RecallRun
{
  RecallTask task;
  double right;

  bool solved() const { return right >= 0.95; }
};

/// T = 4, 8, ..., 64, five rates from 0.001 to 0.1, seeds 1 to 8. A network of which no training solved one T is not
/// tried on the next. Some minutes.
/// @param seen  called with each
void climb_recall(const std::function<void(const RecallRun&)>& seen);

} // namespace epreuve::instruments
