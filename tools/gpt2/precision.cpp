#include "common/progress.hpp"
#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"
#include "gpt2/prompt.hpp"

#include "epreuve/command.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/weights.hpp"
#include "epreuve/measuring/precision.hpp"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct PrecisionOptions
{
  PromptOptions prompt;
  std::string precision = "float";
};

const char* name(gpt2::Cause cause)
{
  return cause == gpt2::Cause::rounding ? "rounding"
         : cause == gpt2::Cause::bug    ? "bug"
                                        : "not finite";
}

Json to_json(const gpt2::PrecisionReport& report)
{
  Json json{{"parameters", Json::array()},
            {"steps", Json::array()},
            {"bugs", report.bugs()},
            {"divergence_nats", report.divergence},
            {"divergence_bound", report.bound},
            {"same_first_token", report.same_first}};
  for (const gpt2::ParameterPrecision& parameter : report.parameters)
    json["parameters"].push_back(
        {{"name", parameter.name}, {"worst", parameter.worst}, {"cause", name(parameter.cause)}});
  for (const gpt2::StepPrecision& step : report.steps)
    json["steps"].push_back({{"name", step.name},
                             {"largest", step.largest},
                             {"accumulated", step.accumulated},
                             {"local", step.local},
                             {"of_bound", step.of_bound},
                             {"cause", name(step.cause)}});
  return json;
}

std::string conclusion(const gpt2::PrecisionReport& report, const std::string& precision)
{
  const std::vector<std::string> bugs = report.bugs(), damaged = report.not_finite();
  if (bugs.empty())
    return precision == "int8" ? "eight bits and double differ by the steps of eight bits alone"
                               : "float and double differ by rounding alone";
  const gpt2::StepPrecision& last = report.steps.back();
  const std::string held = fmt::format("{} {} NaN or infinity", fmt::join(damaged, ", "),
                                       damaged.size() == 1 ? "holds" : "hold");
  if (last.cause != gpt2::Cause::not_finite)
    return damaged.empty() ? fmt::format("more than rounding, first in {}", bugs.front())
                           : fmt::format("{}, which these tokens do not meet", held);
  if (!damaged.empty())
    return fmt::format("{} is the first step that is not finite: {}", last.name, held);
  return fmt::format("{} is the first step that is not finite, though all weights are: a number is "
                     "larger than float "
                     "holds, 3.4e38, or its square is; --precision double holds more",
                     last.name);
}

void print_as_table(const gpt2::PrecisionReport& report, const std::string& precision)
{
  Column names{"step", {}, Align::left}, largest{"largest"},
      accumulated{precision + " - double", {}, Align::left}, local{"of this step", {}, Align::left},
      share{"of its bound"}, cause{"", {}, Align::left};
  for (const gpt2::StepPrecision& step : report.steps) {
    names.cells.push_back(step.name);
    const auto number = [](const char* format, double value) {
      return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "";
    };
    largest.cells.push_back(number(step.largest < 1e6 ? "{:.3f}" : "{:.1e}", step.largest));
    accumulated.cells.push_back(number("{:.1e}", step.accumulated));
    local.cells.push_back(number("{:.1e}", step.local));
    share.cells.push_back(number("{:.1f} %", 100 * step.of_bound));
    cause.cells.emplace_back(name(step.cause));
  }
  print_table({names, largest, accumulated, local, share, cause});
  std::cout << '\n' << conclusion(report, precision) << '\n';
  if (std::isfinite(report.divergence))
    print_line(fmt::format("the next token's law is off by {:.2g} nats, the mean over the tokens, "
                           "and by the logits' differences by at most {:.2g}; the most probable "
                           "one is the same for {:.1f} % of them",
                           report.divergence, report.bound, 100 * report.same_first));
}

void precision(const PrecisionOptions& options, int& status)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  tools::Progress progress(2);
  progress.begin("loading in both precisions");
  const gpt2::Model<float> model(options.precision == "int8"
                                     ? gpt2::load_weights_in_eight_bits(checkpoint)
                                     : gpt2::load_weights<float>(checkpoint));
  const gpt2::Model<double> reference(checkpoint);
  progress.begin("comparing step by step");
  const gpt2::PrecisionReport report = gpt2::compare_precisions(model, reference, prompt.tokens);
  progress.clear();
  if (options.prompt.json)
    print(to_json(report));
  else
    print_as_table(report, options.precision);
  status = report.bugs().empty() ? 0 : 1;
}

} // namespace

void add_precision(Command& gpt2, int& status)
{
  Command command =
      gpt2.add_subcommand("precision", "Whether float differs from double by rounding alone");
  const auto options = std::make_shared<PrecisionOptions>();
  add_prompt_options(command, options->prompt);
  command
      .add_option("--precision", options->precision,
                  "What is compared with double: float, or float with weights in eight bits")
      .one_of({"float", "int8"})
      .capture_default_str();
  command.footer("Each step of the pass in float is compared with the formula in double at the "
                 "same input, and with\nthe bound that its roundings have. Exit status 1 if one "
                 "is beyond. What eight bits cost petit, in nats\nof the exact law, "
                 "gpt2 compare --precision int8 says.\n"
                 "Example: ./epreuve gpt2 precision \"The cat sat on the\"");
  command.callback([options, &status] { precision(*options, status); });
}

} // namespace epreuve::tools
