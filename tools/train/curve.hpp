#pragma once

#include "epreuve/figures/figure.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace epreuve::tools {

/// The loss over the steps. Of many steps, means of blocks are drawn.
figures::Figure loss_figure(std::span<const double> losses);

/// The curve as a text that grows: a line per twentieth of the steps, with a bar as long as the mean loss since the line
/// before, and tokens per second since then.
class GrowingCurve
{
public:
  /// @param tokens   of each step
  /// @param columns  of the terminal; in a narrow one bars are shorter, then the speed is left out
  GrowingCurve(std::uint64_t steps, double tokens, std::size_t columns);

  /// The line that a step completes; empty if it completes none.
  std::string line(std::uint64_t step, double loss, double seconds);

private:
  std::uint64_t steps_;
  double tokens_;
  std::size_t bar_columns_;
  bool has_speed_;
  double sum_ = 0;
  double seconds_ = 0;
  std::uint64_t count_ = 0;
  double full_ = 0; ///< the loss of the longest bar so far
};

/// 12 345 tokens/s
std::string speed_text(double tokens_per_second);

} // namespace epreuve::tools
