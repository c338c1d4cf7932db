#pragma once

#include "gpt2/figures.hpp"

#include "epreuve/training/training.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// How a training is validated.
struct Validating
{
  double share = 0;          ///< of the text, kept back at its end; 0: another text
  std::uint64_t every = 0;   ///< steps; 0: never
  std::uint64_t texts = 128; ///< at most so many at a time; 0: all
};

struct TrainOptions
{
  std::string name;                 ///< of a training of the suite's
  std::string names_return = "3/4"; ///< for petit
  std::string weights, init;        ///< where the model comes from, one of both
  std::string tokens, text;         ///< the data, one of both
  std::string tokenizer;            ///< of the text
  std::string validation;           ///< a file as that of the data
  Validating validating;
  std::uint64_t sample_every = 0; ///< steps; 0: never
  std::string prompt;             ///< of the samples; empty: the first token of the data
  std::string out;                ///< empty: nothing is kept
  bool resume = false;
  bool json = false;
  double keep_every = 10; ///< seconds
  std::string precision = "single";
  std::optional<arma::uword> context;
  std::optional<double> final_rate;
  training::Settings settings; ///< the other numbers, without these two
  FigureOptions figures;
  std::set<std::string> given; ///< names of options, without their dashes
};

void add_train_options(Command& command, TrainOptions& options);

/// Which of the options were given; to be called after the command line has been read.
void note_given(const Command& command, TrainOptions& options);

/// The settings of a training that begins, with the defaults that depend on others.
/// @throws Error if they contradict each other or the model
training::Settings settings_of(const TrainOptions& options, const gpt2::Config& config);

/// How a training that begins is validated: by default twenty times.
/// @throws Error if options are given that mean nothing without a validation, or two validations
Validating validating_of(const TrainOptions& options);

/// What a training's state keeps of its options.
struct KeptSettings
{
  std::string precision;
  training::Settings training;
  Validating validating;
};

/// Under the options' names.
Json settings_json(const KeptSettings& settings);
/// @param json  of an earlier version too, which lacks what there was not
KeptSettings settings_from(const Json& json);

/// The settings of a training that goes on: those that it began with, and the steps that are given now.
/// @param kept  its settings_json
/// @throws Error if another option is given and has another value
KeptSettings settings_to_resume(const TrainOptions& options, const Json& kept,
                                const gpt2::Config& config);

} // namespace epreuve::tools
