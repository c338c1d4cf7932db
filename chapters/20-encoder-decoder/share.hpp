#pragma once

#include <cstddef>

namespace epreuve::instruments {

/// How many of some were right, and the interval of Clopper and Pearson for the probability of being right: whatever that is,
/// an interval made so contains it with at least the given confidence.
struct Share
{
  std::size_t right = 0, all = 0;

  double value() const { return double(right) / double(all); }
  double least(double confidence) const;
  double most(double confidence) const;
};

} // namespace epreuve::instruments
