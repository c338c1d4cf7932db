#include "train/options.hpp"

#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

namespace epreuve::tools {

namespace {

constexpr arma::uword usual_context = 64;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The real numbers that an option takes, and how a message names them.
struct RealNumbers
{
  std::function<bool(double)> hold;
  std::string_view named;
};

const RealNumbers positive{[](double x) { return x > 0 && x < infinity; }, "a number above 0"};
const RealNumbers not_negative{[](double x) { return x >= 0 && x < infinity; },
                               "a number from 0 on"};
const RealNumbers below_one{[](double x) { return x >= 0 && x < 1; }, "from 0 to less than 1"};

CLI::Option* add_real_number(CLI::App& app, const std::string& name, const RealNumbers& allowed,
                             const std::string& description, const std::function<void(double)>& set)
{
  return app
      .add_option_function<std::string>(
          name,
          [name, allowed, set](const std::string& text) {
            double number = 0;
            const auto [rest, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || rest != text.data() + text.size() || !allowed.hold(number))
              throw Error("{} must be {}, got {}", name, allowed.named, in_quotes(text));
            set(number);
          },
          description)
      ->type_name("NUMBER");
}

void add_real_number(CLI::App& app, const std::string& name, double& value,
                     const RealNumbers& allowed, const std::string& description)
{
  add_real_number(app, name, allowed, description, [&value](double number) {
    value = number;
  })->default_str(fmt::format("{}", value));
}

/// Refuses settings that contradict each other or the model.
void check(const training::Settings& settings, const gpt2::Config& config)
{
  if (settings.context > config.context)
    throw Error("--context {} is more than the model's context, {}", settings.context,
                config.context);
  const auto& [rate, final_rate, warm_up, steps] = settings.schedule;
  if (rate != final_rate && warm_up + 1 >= steps)
    throw Error(
        "--warm-up {} of {} steps leaves none in which the rate could go to --final-rate {}; "
        "warm up for less, or take more --steps",
        warm_up, steps, final_rate);
}

/// The options' numbers, and the defaults that depend on others.
training::Settings with_defaults(const TrainOptions& options, const gpt2::Config& config)
{
  training::Settings settings = options.settings;
  settings.context = options.context.value_or(std::min(usual_context, config.context));
  settings.schedule.final_rate = options.final_rate.value_or(settings.schedule.rate);
  return settings;
}

} // namespace

void add_train_options(CLI::App& command, TrainOptions& options)
{
  options.settings = {.batch = 8,
                      .context = usual_context,
                      .schedule = {.rate = 3e-4, .final_rate = 0, .warm_up = 0, .steps = 1000},
                      .adam = {},
                      .weight_decay = 0.1,
                      .clip = 1,
                      .seed = 20170612, // as the chapters
                      .in_order = false};
  training::Settings& settings = options.settings;
  command.add_option("NAME", options.name, "What the suite itself trains, listed below");
  command
      .add_option("--names-return", options.names_return,
                  "For petit: how often the second name of a sentence is its first")
      ->type_name("P/Q")
      ->capture_default_str();
  command
      .add_option("--weights", options.weights,
                  "Go on with this checkpoint: its folder, or a safetensors file")
      ->type_name("DIR");
  command
      .add_option("--init", options.init,
                  "Begin with random weights for the sizes of this config.json")
      ->type_name("FILE");
  command
      .add_option("--tokens", options.tokens,
                  "Train on these tokens: whole numbers with blanks between them")
      ->type_name("FILE");
  command.add_option("--text", options.text, "Train on this text")->type_name("FILE");
  command
      .add_option(
          "--tokenizer", options.tokenizer,
          "Folder of vocab.json and merges.txt, for --text; else those of --weights, and with "
          "--init the 256 bytes")
      ->type_name("DIR");
  command
      .add_option("--out", options.out,
                  "Folder for model.safetensors, config.json and the state for --resume, new or "
                  "existing; without it nothing is kept")
      ->type_name("DIR");
  command.add_flag(
      "--resume", options.resume,
      "Go on with the training in --out: to the same bytes as without the stop. Options "
      "need not be repeated; --steps may be more");
  add_real_number(command, "--keep-every", options.keep_every, not_negative,
                  "The most seconds that a process that is killed loses, or three times what "
                  "writing takes if that is "
                  "more");
  add_whole_number(command, "--batch", settings.batch, {1, 1'000'000}, "Texts per step, B");
  add_whole_number(
      command, "--context", {1, gpt2::largest_size}, "Tokens of each text, T",
      [&options](std::uint64_t number) { options.context = number; },
      "64, or the model's context if that is shorter");
  add_whole_number(command, "--steps", settings.schedule.steps, {1, 1'000'000'000}, "Steps, N");
  add_real_number(command, "--learning-rate", settings.schedule.rate, positive,
                  "The rate after the warm-up");
  add_whole_number(command, "--warm-up", settings.schedule.warm_up, {0, 1'000'000'000},
                   "Steps W before the full rate; step s < W has (s + 1) / (W + 1) of it");
  add_real_number(
      command, "--final-rate", not_negative,
      "The rate at the last step, and a cosine in between; equal to the learning rate: constant",
      [&options](double number) { options.final_rate = number; })
      ->default_str("the learning rate");
  add_real_number(command, "--weight-decay", settings.weight_decay, not_negative,
                  "AdamW's decay of matrices; biases and norms have none");
  add_real_number(command, "--beta1", settings.adam.beta1, below_one,
                  "How much AdamW keeps of the mean of the gradients");
  add_real_number(command, "--beta2", settings.adam.beta2, below_one,
                  "How much AdamW keeps of the mean of their squares");
  add_real_number(command, "--epsilon", settings.adam.epsilon, positive,
                  "What AdamW adds to their root");
  add_real_number(command, "--clip", settings.clip, not_negative,
                  "The longest gradient, by its global norm; 0: not clipped");
  add_whole_number(command, "--seed", settings.seed, {},
                   "Seed of random weights and of the places in the data");
  command.add_option("--precision", options.precision, "Computes in single or double precision")
      ->check(CLI::IsMember({"single", "double"}))
      ->capture_default_str();
  command.add_flag("--in-order", settings.in_order,
                   "Read the data in order, text b of step s from place (s B + b) T on, and round "
                   "again; else from random places");
  command.add_flag("--json", options.json,
                   "A line of JSON per step on standard output: step, loss, gradient_norm, "
                   "learning_rate, tokens_per_second");
  add_figure_options(command, options.figures, "the loss curve");
}

void note_given(const CLI::App& command, TrainOptions& options)
{
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 && !option->get_lnames().empty())
      options.given.insert(option->get_lnames().front());
}

training::Settings settings_of(const TrainOptions& options, const gpt2::Config& config)
{
  const training::Settings settings = with_defaults(options, config);
  check(settings, config);
  return settings;
}

Json settings_json(const training::Settings& settings, const std::string& precision)
{
  const auto& [rate, final_rate, warm_up, steps] = settings.schedule;
  return {{"precision", precision},
          {"batch", settings.batch},
          {"context", settings.context},
          {"steps", steps},
          {"learning-rate", rate},
          {"warm-up", warm_up},
          {"final-rate", final_rate},
          {"weight-decay", settings.weight_decay},
          {"beta1", settings.adam.beta1},
          {"beta2", settings.adam.beta2},
          {"epsilon", settings.adam.epsilon},
          {"clip", settings.clip},
          {"seed", settings.seed},
          {"in-order", settings.in_order}};
}

training::Settings settings_from(const Json& json)
{
  return {
      .batch = json.at("batch"),
      .context = json.at("context"),
      .schedule = {.rate = json.at("learning-rate"),
                   .final_rate = json.at("final-rate"),
                   .warm_up = json.at("warm-up"),
                   .steps = json.at("steps")},
      .adam = {.beta1 = json.at("beta1"), .beta2 = json.at("beta2"), .epsilon = json.at("epsilon")},
      .weight_decay = json.at("weight-decay"),
      .clip = json.at("clip"),
      .seed = json.at("seed"),
      .in_order = json.at("in-order")};
}

training::Settings settings_to_resume(const TrainOptions& options, const Json& kept,
                                      const gpt2::Config& config)
{
  const Json now = settings_json(with_defaults(options, config), options.precision);
  for (const auto& [name, value] : kept.items())
    if (name != "steps" && options.given.contains(name) && now.at(name) != value)
      throw Error(
          "--{} was {} when the training in {} began, and is {} now; leave it out, or begin "
          "another training in another folder",
          name, value.dump(), options.out, now.at(name).dump());
  training::Settings settings = settings_from(kept);
  if (options.given.contains("steps"))
    settings.schedule.steps = options.settings.schedule.steps;
  check(settings, config);
  return settings;
}

} // namespace epreuve::tools
