#include "train/curve.hpp"

#include "common/output.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace epreuve::tools {

namespace {

constexpr std::size_t most_points = 500;
constexpr std::uint64_t lines = 20;
constexpr std::size_t longest_bar = 48, shortest_bar = 16;
constexpr std::size_t loss_columns = 8;
constexpr std::string_view step_head = "step", validation_head = "validation";
constexpr std::size_t speed_columns = 2 + std::string_view("1 000 000 tokens/s").size();

} // namespace

figures::Figure loss_figure(std::span<const double> losses,
                            std::span<const training::Validation> validations)
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
  std::string compared, described;
  if (!validations.empty()) {
    arma::vec places(validations.size()), of_validation(validations.size());
    for (std::size_t i = 0; i < validations.size(); ++i) {
      places[i] = static_cast<double>(validations[i].step);
      of_validation[i] = validations[i].loss;
    }
    const training::Validation& best = training::best_of(validations);
    figure.line(places, of_validation, "validation");
    compared = fmt::format(" On the text that is not trained on: from {:.4f} to {:.4f}, the least, "
                           "{:.4f}, before step {}.",
                           of_validation.front(), of_validation.back(), best.loss, best.step);
    described = fmt::format(" Line of the validation's loss: {:.3f} at first, {:.3f} at the end.",
                            of_validation.front(), of_validation.back());
  }
  figure
      .caption(
          fmt::format("The mean loss of each batch before its step, over {} steps: from {:.4f} "
                      "to {:.4f} nats per token{}.",
                      losses.size(), losses.front(), losses.back(),
                      each == 1 ? "" : fmt::format("; a point is the mean of {} steps", each)) +
          compared)
      .alt(fmt::format(
               "Line of the loss over {} steps: {:.3f} at first, {:.3f} at the end, the least "
               "{:.3f}.",
               losses.size(), means.front(), means.back(), means.min()) +
           described);
  return figure;
}

GrowingCurve::GrowingCurve(std::uint64_t steps, double tokens, bool validates, std::size_t columns)
    : steps_(steps), tokens_(tokens), validates_(validates),
      step_columns_(std::max(std::to_string(steps).size(), validates ? step_head.size() : 0))
{
  const std::size_t before =
      step_columns_ + 2 + loss_columns + 2 + (validates ? validation_head.size() + 2 : 0);
  const std::size_t room = columns > before + 1 ? columns - 1 - before : 0;
  has_speed_ = room >= shortest_bar + speed_columns;
  bar_columns_ = std::min(longest_bar, has_speed_ ? room - speed_columns : room);
}

std::string GrowingCurve::head() const
{
  return validates_ ? fmt::format("{:>{}}  {:>{}}  {}", step_head, step_columns_, "loss",
                                  loss_columns, validation_head)
                    : "";
}

std::string GrowingCurve::line(std::uint64_t step, double loss, std::optional<double> validation,
                               double seconds)
{
  sum_ += loss;
  seconds_ += seconds;
  ++count_;
  const std::uint64_t done = step + 1;
  if (step != 0 && done != steps_ && !validation && done * lines / steps_ == step * lines / steps_)
    return "";
  const auto count = static_cast<double>(count_);
  const double mean = sum_ / count, speed = count * tokens_ / seconds_;
  full_ = std::max(full_, mean);
  sum_ = 0;
  seconds_ = 0;
  count_ = 0;
  std::string start = fmt::format("{:>{}}  {:>{}.4f}  ", step, step_columns_, mean, loss_columns);
  if (validates_)
    start += fmt::format("{:>{}}  ", validation ? fmt::format("{:.4f}", *validation) : "",
                         validation_head.size());
  const std::string drawn = bar(full_ > 0 ? static_cast<double>(bar_columns_) * mean / full_ : 0);
  return has_speed_
             ? fmt::format("{}{}  {}", start, pad_right(drawn, bar_columns_), speed_text(speed))
             : start + drawn;
}

std::string speed_text(double tokens_per_second)
{
  std::string digits = fmt::format("{:.0f}", tokens_per_second);
  for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), " ");
  return digits + " tokens/s";
}

} // namespace epreuve::tools
