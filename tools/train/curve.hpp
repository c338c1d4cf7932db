#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/training/training.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace epreuve::tools {

/// The loss over the steps, and that of the validations. Of many steps, means of blocks are drawn.
figures::Figure loss_figure(std::span<const double> losses,
                            std::span<const training::Validation> validations);

/// The curve as a text that grows: a line per twentieth of the steps and per validation, with a bar as long as the mean loss
/// since the line before, and tokens per second since then.
class GrowingCurve
{
public:
  /// @param tokens   of each step
  /// @param validates  whether there is a column for the validations
  /// @param columns  of the terminal; in a narrow one bars are shorter, then the speed is left out
  GrowingCurve(std::uint64_t steps, double tokens, bool validates, std::size_t columns);

  /// What the columns have; empty without validations, where they say it themselves.
  std::string head() const;

  /// The line that a step completes; empty if it completes none.
  /// @param validation  the loss after the step, where there was a validation
  std::string line(std::uint64_t step, double loss, std::optional<double> validation,
                   double seconds);

private:
  std::uint64_t steps_;
  double tokens_;
  bool validates_;
  std::size_t step_columns_;
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
