#include "train/train.hpp"

#include "common/chapters.hpp"
#include "common/progress.hpp"
#include "common/watch.hpp"
#include "train/curve.hpp"
#include "train/inputs.hpp"
#include "train/keeper.hpp"
#include "train/sample.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
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

void print_line(const std::string& line)
{
  if (!(std::cout << line << std::endl))
    throw Error("standard output takes no more lines");
}

void print_step(const training::Measured& measured, double tokens_per_second)
{
  print_line(fmt::format("{{\"step\": {}, \"loss\": {:.17g}, \"gradient_norm\": {:.17g}, "
                         "\"learning_rate\": {:.17g}, \"tokens_per_second\": {:.17g}}}",
                         measured.step, measured.loss, measured.gradient_norm,
                         measured.learning_rate, tokens_per_second));
}

void print_validation(std::uint64_t step, double loss)
{
  print_line(fmt::format("{{\"step\": {}, \"validation_loss\": {:.17g}}}", step, loss));
}

void print_sample(const TrainOptions& options, std::uint64_t step, const std::string& text)
{
  print_line(options.json ? Json{{"step", step}, {"sample", text}}.dump(
                                -1, ' ', false, Json::error_handler_t::replace)
                          : fmt::format("after {} steps: {}", step, printable(text)));
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
template <typename Real>
void draw(const TrainOptions& options, const training::Training<Real>& training)
{
  if (!options.figures.given() || training.losses.empty())
    return;
  const std::vector<NamedFigure> figures{
      {"loss", loss_figure(training.losses, training.validations)}};
  if (!options.json) {
    show(options.figures, figures);
    return;
  }
  for (const Json& figure : drawn(options.figures, figures))
    std::cerr << figure["file"].get<std::string>() << '\n';
}

template <typename Real>
void watch(const training::Training<Real>& training, const Inputs& inputs)
{
  if constexpr (std::is_same_v<Real, float>)
    if (inputs.watch)
      inputs.watch(training.step, training.weights);
}

/// Whether something that is done every so many steps is due after some of all steps; 0: never.
bool is_due(std::uint64_t every, std::uint64_t step, std::uint64_t steps)
{
  return every > 0 && (step % every == 0 || step == steps);
}

/// Validates the weights as they are, if that is due and was not done before a stop.
/// @return  the loss
template <typename Real>
std::optional<double> validate(training::Training<Real>& training, const Inputs& inputs)
{
  const auto& [share, every, texts] = inputs.validating;
  const std::vector<training::Validation>& before = training.validations;
  if (!is_due(every, training.step, training.settings.schedule.steps) ||
      (!before.empty() && before.back().step == training.step))
    return std::nullopt;
  const double loss = loss_on(training, inputs.validation, texts);
  note_validation(training, loss);
  return loss;
}

/// The steps as they are shown: as lines of JSON, or as a curve that grows; and how far the training is.
class Shown
{
public:
  /// @param first  the first step of this run
  Shown(const TrainOptions& options, const Inputs& inputs, std::uint64_t first)
      : json_(options.json), first_(first), steps_(inputs.settings.schedule.steps),
        tokens_(static_cast<double>(inputs.settings.accumulate * inputs.settings.batch *
                                    inputs.settings.context)),
        curve_(steps_, tokens_, inputs.validating.every > 0, terminal_columns(STDOUT_FILENO))
  {
    if (!json_ && !curve_.head().empty())
      std::cout << curve_.head() << std::endl;
  }

  /// @param validation  the loss after the step, where there was a validation
  void step(const training::Measured& measured, std::optional<double> validation, double seconds)
  {
    stepping_ += seconds;
    if (json_) {
      print_step(measured, tokens_ / seconds);
      if (validation)
        print_validation(measured.step + 1, *validation);
    } else if (const std::string line =
                   curve_.line(measured.step, measured.loss, validation, seconds);
               !line.empty()) {
      progress_.clear();
      std::cout << line << std::endl;
    }
    const auto done = static_cast<double>(measured.step + 1 - first_);
    progress_.show(static_cast<double>(measured.step + 1) / static_cast<double>(steps_),
                   fmt::format("step {} of {}, loss {:.4f}, {}, {} left", measured.step + 1, steps_,
                               measured.loss, speed_text(done * tokens_ / stepping_),
                               duration(seconds_since(begin_) / done *
                                        static_cast<double>(steps_ - measured.step - 1))));
  }

  /// Room for other output.
  void clear() { progress_.clear(); }

private:
  bool json_;
  std::uint64_t first_, steps_;
  double tokens_;       ///< of each step
  double stepping_ = 0; ///< seconds in steps alone
  GrowingCurve curve_;
  Clock::time_point begin_ = Clock::now();
  Progress progress_;
};

/// Says what begins. Of the validation, how much of its text is read each time.
void announce(const TrainOptions& options, const Inputs& inputs, std::uint64_t first)
{
  const training::Settings& settings = inputs.settings;
  remark(options,
         fmt::format("{} parameters, {} precision; {} steps of {}{} x {} tokens{}; seed {}",
                     gpt2::parameter_count(inputs.config), inputs.precision,
                     settings.schedule.steps,
                     settings.accumulate > 1 ? fmt::format("{} x ", settings.accumulate) : "",
                     settings.batch, settings.context,
                     first > 0 ? fmt::format(", from step {} on", first) : "", settings.seed));
  if (const auto& [share, every, texts] = inputs.validating; every > 0) {
    const std::size_t there = (inputs.validation.size() - 1) / settings.context;
    remark(options,
           fmt::format("validation every {} steps, on {} of {} texts of {} tokens that are not "
                       "trained on",
                       every, texts == 0 ? there : std::min<std::size_t>(there, texts), there,
                       settings.context));
  }
  if (options.out.empty())
    std::cerr << "nothing is kept: no folder is given with --out DIR\n";
}

/// Says what has come of it.
template <typename Real>
void conclude(const TrainOptions& options, const training::Training<Real>& training)
{
  if (!training.validations.empty()) {
    const auto& [step, loss] = training::best_of(training.validations);
    remark(options, fmt::format("the least validation loss is {:.4f}, after {} steps{}", loss, step,
                                options.out.empty() ? ""
                                                    : fmt::format("; {}/{} has that model",
                                                                  options.out, best_folder)));
  }
  if (!options.out.empty())
    remark(options, fmt::format("{} has the model; {} gpt2 next --weights {} ... reads it",
                                options.out, command(), options.out));
}

template <typename Real>
int run(const TrainOptions& options, const Inputs& inputs)
{
  training::Training<Real> training = training_of<Real>(options, inputs);
  const training::Settings& settings = training.settings;
  const std::uint64_t steps = settings.schedule.steps, first = training.step;
  const training::Fill fill =
      inputs.fill ? inputs.fill : training::batches_of(inputs.tokens, settings);
  std::optional<Samples> samples;
  if (options.sample_every > 0)
    samples.emplace(options, inputs);
  Keeper keeper(options, inputs);
  if (first >= steps) {
    keeper.keep(training); // a stop may have come between its files
    remark(options,
           fmt::format("the training in {} has had its {} steps; more --steps go on with it",
                       options.out, first));
    draw(options, training);
    return 0;
  }
  if (!inputs.resumes)
    keeper.keep(training);
  announce(options, inputs, first);

  const Interruption interruption;
  const auto of_step = [&](const auto& compute) { // an error names the step
    try {
      return compute();
    } catch (const Error& error) {
      fail(training.step, error.what(), learning_rate(settings.schedule, training.step), keeper);
    }
  };
  const auto validated = [&] { return validate(training, inputs); };
  const auto sampled = [&] { return samples->text(training.weights, training.step); };
  if (const std::optional<double> loss = of_step(validated)) {
    if (options.json)
      print_validation(0, *loss);
    else
      std::cout << fmt::format("its loss before the first step is {:.4f}", *loss) << std::endl;
  }
  if (samples && first == 0)
    print_sample(options, 0, of_step(sampled));

  Shown shown(options, inputs, first);
  double slowest = 0;
  while (training.step < steps && !Interruption::came()) {
    watch(training, inputs);
    const Clock::time_point before = Clock::now();
    const training::Measured measured = of_step([&] { return take_step(training, fill); });
    const double took = seconds_since(before);
    const std::optional<double> validation = of_step(validated);
    shown.step(measured, validation, took);
    if (is_due(options.sample_every, training.step, steps)) {
      shown.clear();
      print_sample(options, training.step, of_step(sampled));
    }
    slowest = std::max(slowest, seconds_since(before));
    if (training::has_diverged(training.losses, inputs.config.N)) {
      shown.clear();
      fail(measured.step,
           fmt::format("training diverges: for 200 steps the loss, now {:.4g}, has been more than "
                       "twice that of the "
                       "first step and twice that of guessing",
                       measured.loss),
           measured.learning_rate, keeper);
    }
    if (keeper.is_due(slowest) && training.step < steps)
      keeper.keep(training);
  }
  shown.clear();
  if (training.step == steps)
    watch(training, inputs);
  keeper.keep(training);
  draw(options, training);
  if (training.step < steps) {
    std::cerr << fmt::format("epreuve: stopped after step {} of {}; {}\n", training.step - 1, steps,
                             keeper.what_is_kept());
    return 130;
  }
  conclude(options, training);
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
