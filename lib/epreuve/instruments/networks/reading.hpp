#pragma once

#include "epreuve/instruments/networks/small_networks.hpp"

#include <armadillo>

#include <cstdint>

/// The small networks of recall.hpp on a real task, to say the next word of the suite's English, and what they depend on.
///
/// A text is 16 successive words of the endless text, from a place that is nowhere in particular, each a column with a
/// single 1. To read it is to say at each place what follows.
namespace epreuve::instruments {

constexpr arma::uword reading_length = 16, reading_steps = 3000, reading_batch = 16;

/// Parameters. A network has one column of ones and zeros per word; the head is told the place too, 16 numbers more, and
/// adds what it finds to the word itself, so that C alone is a table of pairs.
arma::uword reading_parameters(Reader network);

struct ReadingTask
{
  Reader network;
  double rate;        ///< of Adam at first; it falls to a tenth, as a cosine
  std::uint64_t seed; ///< of weights and texts; networks of one seed see the same texts
};

/// On 500 new texts; by distance: entry 0 is the last word read, entry 1 the one before it.
struct ReadingRun
{
  ReadingTask task;
  /// Mean KL(p || q) in nats, at the last place: p the exact law of the next word, given the 16 words.
  double missing_at_first, missing;
  /// Mean norm of the gradient, by each word, of the logit of the word that follows: before training and after it.
  arma::vec at_first, at_last;
  /// How much KL(p || q) rises if the word there is replaced by the word that another text has there.
  arma::vec replaced;
};

/// Trains one by Adam on gradients of norm at most 1. All random numbers come from the bits of std::mt19937_64.
/// @param steps  of the training; with 0 what is measured after it is that of before
ReadingRun reading(const ReadingTask& task, arma::uword steps = reading_steps);

} // namespace epreuve::instruments
