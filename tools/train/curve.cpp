#include "train/curve.hpp"

#include "common/output.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace epreuve::tools {

namespace {

constexpr std::size_t most_points = 500;
constexpr std::uint64_t lines = 20;
constexpr std::size_t columns = 48;

} // namespace

figures::Figure loss_figure(std::span<const double> losses)
{
  const std::size_t each =
      std::max<std::size_t>(1, (losses.size() + most_points - 1) / most_points);
  arma::vec steps((losses.size() + each - 1) / each), means(steps.n_elem);
  for (arma::uword i = 0; i < steps.n_elem; ++i) {
    const auto block =
        losses.subspan(i * each, std::min<std::size_t>(each, losses.size() - i * each));
    double sum = 0;
    for (const double loss : block)
      sum += loss;
    means[i] = sum / static_cast<double>(block.size());
    steps[i] = static_cast<double>(i * each) + static_cast<double>(block.size() - 1) / 2;
  }
  figures::Figure figure;
  figure.title("Loss per token while training")
      .size(800, 420)
      .x_label("step")
      .y_label("mean of −ln p (nats)")
      .line(steps, means, each == 1 ? "loss of a batch" : fmt::format("mean of {} steps", each));
  figure
      .caption(
          fmt::format("The mean loss of each batch before its step, over {} steps: from {:.4f} "
                      "to {:.4f} nats per token{}.",
                      losses.size(), losses.front(), losses.back(),
                      each == 1 ? "" : fmt::format("; a point is the mean of {} steps", each)))
      .alt(fmt::format(
          "Line of the loss over {} steps: {:.3f} at first, {:.3f} at the end, the least "
          "{:.3f}.",
          losses.size(), means.front(), means.back(), means.min()));
  return figure;
}

std::string GrowingCurve::line(std::uint64_t step, double loss, double tokens_per_second)
{
  sum_ += loss;
  ++count_;
  const std::uint64_t done = step + 1;
  if (step != 0 && done != steps_ && done * lines / steps_ == step * lines / steps_)
    return "";
  const double mean = sum_ / static_cast<double>(count_);
  full_ = std::max(full_, mean);
  sum_ = 0;
  count_ = 0;
  return fmt::format(
      "{:>{}}  {:>8.4f}  {}  {}", step, std::to_string(steps_).size(), mean,
      pad_right(bar(full_ > 0 ? static_cast<double>(columns) * mean / full_ : 0), columns),
      speed_text(tokens_per_second));
}

std::string speed_text(double tokens_per_second)
{
  std::string digits = fmt::format("{:.0f}", tokens_per_second);
  for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), " ");
  return digits + " tokens/s";
}

} // namespace epreuve::tools
