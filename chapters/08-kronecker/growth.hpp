#pragma once

#include "epreuve/instruments/cost.hpp"

#include <armadillo>

#include <algorithm>

namespace epreuve::instruments {

/// How the time and the memory of a computation grow with a size d, measured here and now.
struct Growth
{
  arma::vec d, seconds, bytes;

  /// The b of seconds ~ c d^b, or bytes ~ c d^b, over the larger half of the sizes: small ones
  /// measure the start of the program, not the work.
  /// @throws Error if there are fewer than four sizes
  [[nodiscard]] double exponent_of_seconds() const;
  [[nodiscard]] double exponent_of_bytes() const;
};

/// Measures a computation at several sizes: once, or the fastest of five runs where it is short.
///
/// @param inputs  inputs(d) makes the computation's inputs, which is not measured
/// @param run     run(inputs), whose time is measured
/// @param keep    keep(inputs) returns what the computation keeps, whose memory is measured
template <typename Inputs, typename Run, typename Keep>
Growth growth_of(const arma::vec& sizes, const Inputs& inputs, const Run& run, const Keep& keep)
{
  constexpr double shortest = 0.05; // seconds
  Growth growth{sizes, arma::vec(sizes.n_elem), arma::vec(sizes.n_elem)};
  for (arma::uword k = 0; k < sizes.n_elem; ++k) {
    const auto from = inputs(arma::uword(sizes(k)));
    growth.bytes(k) = held_bytes([&] { return keep(from); });
    growth.seconds(k) = seconds_of([&] { run(from); });
    if (growth.seconds(k) < shortest)
      growth.seconds(k) = std::min(growth.seconds(k), seconds_of([&] { run(from); }, 4));
  }
  return growth;
}

} // namespace epreuve::instruments
