#pragma once

#include "gpt2/figures.hpp"

#include "epreuve/training/training.hpp"

#include <optional>
#include <set>
#include <string>

namespace CLI {
class App;
}

namespace epreuve::tools {

struct TrainOptions
{
  std::string name;                 ///< of a training of the suite's
  std::string names_return = "3/4"; ///< for petit
  std::string weights, init;        ///< where the model comes from, one of both
  std::string tokens, text;         ///< the data, one of both
  std::string tokenizer;            ///< of the text
  std::string out;                  ///< empty: nothing is kept
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

void add_train_options(CLI::App& command, TrainOptions& options);

/// Which of the options were given; to be called after the command line has been read.
void note_given(const CLI::App& command, TrainOptions& options);

/// The settings of a training that begins, with the defaults that depend on others.
/// @throws Error if they contradict each other or the model
training::Settings settings_of(const TrainOptions& options, const gpt2::Config& config);

/// Under the options' names, as a training's state keeps them.
Json settings_json(const training::Settings& settings, const std::string& precision);
training::Settings settings_from(const Json& json);

/// The settings of a training that goes on: those that it began with, and the steps that are given now.
/// @param kept  its settings_json
/// @throws Error if another option is given and has another value
training::Settings settings_to_resume(const TrainOptions& options, const Json& kept,
                                      const gpt2::Config& config);

} // namespace epreuve::tools
