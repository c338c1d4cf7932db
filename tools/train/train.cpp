#include "train/train.hpp"

#include "common/chapters.hpp"
#include "common/progress.hpp"
#include "common/watch.hpp"
#include "train/curve.hpp"
#include "train/inputs.hpp"
#include "train/keeper.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <span>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <vector>

namespace epreuve::tools {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin)
{
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string duration(double seconds)
{
  if (seconds < 90)
    return fmt::format("{:.0f} s", seconds);
  if (seconds < 90 * 60)
    return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

/// A remark to the user: standard output belongs to the numbers where they are asked for.
void remark(const TrainOptions& options, const std::string& text)
{
  (options.json ? std::cerr : std::cout) << text << std::endl;
}

void print_step(const training::Measured& measured, double tokens_per_second)
{
  std::cout << fmt::format("{{\"step\": {}, \"loss\": {:.17g}, \"gradient_norm\": {:.17g}, "
                           "\"learning_rate\": {:.17g}, \"tokens_per_second\": {:.17g}}}\n",
                           measured.step, measured.loss, measured.gradient_norm,
                           measured.learning_rate, tokens_per_second);
  if (!(std::cout << std::flush))
    throw Error("standard output takes no more lines");
}

/// The words after a training that could not go on: its error, with step and remedy.
[[noreturn]] void fail(std::uint64_t step, const std::string& what, double rate,
                       const Keeper& keeper)
{
  throw Error("step {}: {}. Training stops; {}. What may help: a --learning-rate lower than {}, a "
              "longer --warm-up, "
              "--clip 1, --precision double",
              step, what, keeper.what_is_kept(), rate);
}

/// Draws the loss curve where that is asked for.
void draw(const TrainOptions& options, const std::vector<double>& losses)
{
  if (!options.figures.given() || losses.empty())
    return;
  if (!options.json) {
    show(options.figures, {{"loss", loss_figure(losses)}});
    return;
  }
  for (const Json& figure : drawn(options.figures, {{"loss", loss_figure(losses)}}))
    std::cerr << figure["file"].get<std::string>() << '\n';
}

template <typename Real>
training::Measured step(training::Training<Real>& training, const Inputs& inputs)
{
  if (!inputs.fill)
    return take_step(training, std::span(inputs.tokens));
  inputs.fill(training.batch, training.step);
  return take_step(training);
}

template <typename Real>
void watch(const training::Training<Real>& training, const Inputs& inputs)
{
  if constexpr (std::is_same_v<Real, float>)
    if (inputs.watch)
      inputs.watch(training.step, training.weights);
}

template <typename Real>
int run(const TrainOptions& options, const Inputs& inputs)
{
  training::Training<Real> training = training_of<Real>(options, inputs);
  const training::Settings& settings = training.settings;
  const std::uint64_t steps = settings.schedule.steps, first = training.step;
  Keeper keeper(options, inputs);
  if (first >= steps) {
    remark(options,
           fmt::format("the training in {} has had its {} steps; more --steps go on with it",
                       options.out, first));
    draw(options, training.losses);
    return 0;
  }
  if (!inputs.resumes)
    keeper.keep(training);

  remark(options,
         fmt::format("{} parameters, {} precision; {} steps of {} x {} tokens{}; seed {}",
                     gpt2::parameter_count(inputs.config), inputs.precision, steps, settings.batch,
                     settings.context, first > 0 ? fmt::format(", from step {} on", first) : "",
                     settings.seed));
  if (options.out.empty())
    std::cerr << "nothing is kept: no folder is given with --out DIR\n";

  const Interruption interruption;
  Progress progress;
  const Clock::time_point begin = Clock::now();
  const auto tokens = static_cast<double>(settings.batch * settings.context);
  GrowingCurve curve(steps, tokens, terminal_columns(STDOUT_FILENO));
  double slowest = 0;
  while (training.step < steps && !Interruption::came()) {
    watch(training, inputs);
    const Clock::time_point before = Clock::now();
    training::Measured measured{};
    try {
      measured = step(training, inputs);
    } catch (const Error& error) {
      progress.clear();
      fail(training.step, error.what(), learning_rate(settings.schedule, training.step), keeper);
    }
    const double took = seconds_since(before);
    slowest = std::max(slowest, took);
    if (options.json)
      print_step(measured, tokens / took);
    else if (const std::string line = curve.line(measured.step, measured.loss, took);
             !line.empty()) {
      progress.clear();
      std::cout << line << std::endl;
    }
    if (training::has_diverged(training.losses, inputs.config.N)) {
      progress.clear();
      fail(measured.step,
           fmt::format("training diverges: for 200 steps the loss, now {:.4g}, has been more than "
                       "twice that of the "
                       "first step and twice that of guessing",
                       measured.loss),
           measured.learning_rate, keeper);
    }
    const double so_far = seconds_since(begin), done = static_cast<double>(training.step - first);
    progress.show(
        static_cast<double>(training.step) / static_cast<double>(steps),
        fmt::format("step {} of {}, loss {:.4f}, {}, {} left", training.step, steps, measured.loss,
                    speed_text(done * tokens / so_far),
                    duration(so_far / done * static_cast<double>(steps - training.step))));
    if (keeper.is_due(slowest) && training.step < steps)
      keeper.keep(training);
  }
  progress.clear();
  if (training.step == steps)
    watch(training, inputs);
  keeper.keep(training);
  draw(options, training.losses);
  if (training.step < steps) {
    std::cerr << fmt::format("epreuve: stopped after step {} of {}; {}\n", training.step - 1, steps,
                             keeper.what_is_kept());
    return 130;
  }
  if (!options.out.empty())
    remark(options, fmt::format("{} has the model; {} gpt2 next --weights {} ... reads it",
                                options.out, command(), options.out));
  return 0;
}

} // namespace

int train(const TrainOptions& options)
{
  const Inputs inputs = read_inputs(options);
  prepare(options.figures);
  return inputs.precision == "double" ? run<double>(options, inputs) : run<float>(options, inputs);
}

} // namespace epreuve::tools
