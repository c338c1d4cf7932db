#include "train/options.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/text.hpp"

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
const RealNumbers a_share{[](double x) { return x > 0 && x < 1; }, "above 0 and below 1"};
const RealNumbers below_one{[](double x) { return x >= 0 && x < 1; }, "from 0 to less than 1"};

Option add_real_number(Command& app, const std::string& name, const RealNumbers& allowed,
                       const std::string& description, const std::function<void(double)>& set)
{
  return app
      .add_option_function(
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
      .type_name("NUMBER");
}

void add_real_number(Command& app, const std::string& name, double& value,
                     const RealNumbers& allowed, const std::string& description)
{
  add_real_number(app, name, allowed, description, [&value](double number) {
    value = number;
  }).default_str(fmt::format("{}", value));
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

void add_train_options(Command& command, TrainOptions& options)
{
  options.settings = {.batch = 8,
                      .context = usual_context,
                      .accumulate = 1,
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
      .type_name("P/Q")
      .capture_default_str();
  command
      .add_option("--weights", options.weights,
                  "Go on with this checkpoint: its folder, or a safetensors file")
      .type_name("DIR");
  command
      .add_option("--init", options.init,
                  "Begin with random weights for the sizes of this config.json")
      .type_name("FILE");
  command
      .add_option("--tokens", options.tokens,
                  "Train on these tokens: whole numbers with blanks between them")
      .type_name("FILE");
  command.add_option("--text", options.text, "Train on this text").type_name("FILE");
  command
      .add_option(
          "--tokenizer", options.tokenizer,
          "Folder of vocab.json and merges.txt, for --text; else those of --weights, and with "
          "--init the 256 bytes")
      .type_name("DIR");
  command
      .add_option("--validation", options.validation,
                  "Validate on this file, as that of the data: a text or tokens. The model of the "
                  "least loss is kept in best, in --out")
      .type_name("FILE");
  add_real_number(command, "--validation-share", a_share,
                  "Validate on this share of the data, their end, which is kept back",
                  [&options](double number) { options.validating.share = number; });
  add_whole_number(
      command, "--validate-every", {1, 1'000'000'000},
      "Steps from one validation to the next; one comes before the first step, one after the last",
      [&options](std::uint64_t number) { options.validating.every = number; },
      "a twentieth of the steps");
  add_whole_number(command, "--validation-texts", options.validating.texts, {0, 1'000'000'000},
                   "At most so many texts of T tokens each time, the same ones, evenly spread; 0: "
                   "all");
  command
      .add_option("--out", options.out,
                  "Folder for model.safetensors, config.json and the state for --resume, new or "
                  "existing; without it nothing is kept")
      .type_name("DIR");
  command.add_flag(
      "--resume", options.resume,
      "Go on with the training in --out: to the same bytes as without the stop. Options "
      "need not be repeated; --steps may be more");
  add_real_number(command, "--keep-every", options.keep_every, not_negative,
                  "The most seconds that a process that is killed loses, or three times what "
                  "writing takes if that is "
                  "more");
  add_whole_number(command, "--batch", settings.batch, {1, 1'000'000}, "Texts per batch, B");
  add_whole_number(command, "--accumulate", settings.accumulate, {1, 1'000'000},
                   "Batches per step, A: their gradients are added up, as of one batch of A B "
                   "texts, in the memory of B");
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
      .default_str("the learning rate");
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
      .one_of({"single", "double"})
      .capture_default_str();
  command.add_flag("--in-order", settings.in_order,
                   "Read the data in order, text b of step s from place (s A B + b) T on, and "
                   "round again; else from random places");
  add_whole_number(
      command, "--sample-every", {1, 1'000'000'000},
      "Steps from one text that the model writes to the next, with draws of its own",
      [&options](std::uint64_t number) { options.sample_every = number; }, "none is written");
  command
      .add_option("--prompt", options.prompt,
                  "How these texts begin; else with the first token of the data")
      .type_name("TEXT");
  command.add_flag("--json", options.json,
                   "A line of JSON per step on standard output: step, loss, gradient_norm, "
                   "learning_rate, tokens_per_second; and for each validation or sample: step, and "
                   "validation_loss or sample");
  add_figure_options(command, options.figures, "the loss curve");
}

void note_given(const Command& command, TrainOptions& options)
{
  for (const std::string& name : command.given())
    options.given.insert(name);
}

training::Settings settings_of(const TrainOptions& options, const gpt2::Config& config)
{
  const training::Settings settings = with_defaults(options, config);
  check(settings, config);
  return settings;
}

Validating validating_of(const TrainOptions& options)
{
  const bool has_share = options.given.contains("validation-share");
  if (options.validation.empty() && !has_share) {
    for (const char* option : {"validate-every", "validation-texts"})
      if (options.given.contains(option))
        throw Error("--{} means nothing without a validation; give --validation FILE or "
                    "--validation-share",
                    option);
    return {};
  }
  if (!options.validation.empty() && has_share)
    throw Error("--validation and --validation-share are both given; give one of them");
  Validating validating = options.validating;
  if (validating.every == 0)
    validating.every = std::max<std::uint64_t>(options.settings.schedule.steps / 20, 1);
  return validating;
}

Json settings_json(const KeptSettings& kept)
{
  const training::Settings& settings = kept.training;
  const auto& [rate, final_rate, warm_up, steps] = settings.schedule;
  return {{"precision", kept.precision},
          {"batch", settings.batch},
          {"context", settings.context},
          {"accumulate", settings.accumulate},
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
          {"in-order", settings.in_order},
          {"validation-share", kept.validating.share},
          {"validate-every", kept.validating.every},
          {"validation-texts", kept.validating.texts}};
}

KeptSettings settings_from(const Json& json)
{
  const Validating none;
  return {.precision = json.at("precision"),
          .training = {.batch = json.at("batch"),
                       .context = json.at("context"),
                       .accumulate = json.value("accumulate", arma::uword{1}),
                       .schedule = {.rate = json.at("learning-rate"),
                                    .final_rate = json.at("final-rate"),
                                    .warm_up = json.at("warm-up"),
                                    .steps = json.at("steps")},
                       .adam = {.beta1 = json.at("beta1"),
                                .beta2 = json.at("beta2"),
                                .epsilon = json.at("epsilon")},
                       .weight_decay = json.at("weight-decay"),
                       .clip = json.at("clip"),
                       .seed = json.at("seed"),
                       .in_order = json.at("in-order")},
          .validating = {.share = json.value("validation-share", none.share),
                         .every = json.value("validate-every", none.every),
                         .texts = json.value("validation-texts", none.texts)}};
}

KeptSettings settings_to_resume(const TrainOptions& options, const Json& kept,
                                const gpt2::Config& config)
{
  KeptSettings settings = settings_from(kept);
  const Json then = settings_json(settings),
             now = settings_json(
                 {options.precision, with_defaults(options, config), options.validating});
  for (const auto& [name, value] : then.items())
    if (name != "steps" && options.given.contains(name) && now.at(name) != value)
      throw Error(
          "--{} was {} when the training in {} began, and is {} now; leave it out, or begin "
          "another training in another folder",
          name, value.dump(), options.out, now.at(name).dump());
  if (options.given.contains("steps"))
    settings.training.schedule.steps = options.settings.schedule.steps;
  check(settings.training, config);
  return settings;
}

} // namespace epreuve::tools
