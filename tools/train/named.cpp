#include "train/named.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"
#include "train/bottleneck.hpp"
#include "train/captions.hpp"
#include "train/masked.hpp"
#include "train/petit.hpp"
#include "train/reading.hpp"
#include "train/recall.hpp"
#include "train/translator.hpp"
#include "train/twins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace epreuve::tools {

namespace {

/// A training of a GPT-2; of another model; or of several, of which only a log is kept.
struct Named
{
  const char *name, *what;
  /// Sets config, precision and settings, and `data`.
  void (*begin)(Inputs& inputs, const TrainOptions& options) = nullptr;
  void (*complete)(Inputs& inputs, const TrainOptions& options) = nullptr;
  void (*make)(const std::string& out) = nullptr; ///< does it all, into a folder
};

constexpr std::array trainings{
    Named{.name = "petit",
          .what = "the small GPT-2 of the language of known entropy, which comes with the suite",
          .begin = begin_petit,
          .complete = complete_petit},
    Named{.name = "recall",
          .what = "chapter 19's log: the first word after T others",
          .make = train_recall},
    Named{.name = "reading",
          .what = "chapter 19's log: the next word, by small networks",
          .make = train_reading},
    Named{.name = "twins", .what = "chapter 21's log: English, then French", .make = train_twins},
    Named{.name = "translator",
          .what = "the small Transformer from English to French, which comes with the suite",
          .make = train_translator},
    Named{.name = "ablations",
          .what = "chapter 20's log: the translator without its parts",
          .make = train_ablations},
    Named{.name = "bottleneck",
          .what = "chapter 20's log: a text through one vector, and with attention",
          .make = train_bottleneck},
    Named{.name = "captions",
          .what =
              "the small Transformer that says what is in a picture, which comes with the suite",
          .make = train_captions},
    Named{.name = "masked",
          .what = "chapter 21's log: hidden words, given both sides",
          .make = train_masked},
};

const Named& training_named(const std::string& name)
{
  const auto place = std::ranges::find(trainings, name, &Named::name);
  if (place == trainings.end())
    throw Error("there is no training {}; there are:\n{}\nTo train a model of your own: --init "
                "CONFIG.json or --weights DIR, and --text FILE or --tokens FILE",
                in_quotes(name), named_trainings());
  return *place;
}

} // namespace

std::string named_trainings()
{
  std::string list;
  for (const Named& named : trainings)
    list += fmt::format("{}  {:<10}  {}", list.empty() ? "" : "\n", named.name, named.what);
  return list;
}

bool run_named(const TrainOptions& options)
{
  const Named& named = training_named(options.name);
  if (named.make == nullptr)
    return false;
  if (options.given != std::set<std::string>{"out"})
    throw Error("the settings of {} are its own: give its name and --out DIR, nothing else",
                options.name);
  named.make(options.out);
  return true;
}

Inputs named_inputs(const TrainOptions& options)
{
  const Named& named = training_named(options.name);
  constexpr std::array<std::string_view, 9> taken{"out",  "resume",  "keep-every",
                                                  "json", "figures", "interactive",
                                                  "seed", "steps",   "names-return"};
  for (const std::string& option : options.given)
    if (std::ranges::find(taken, option) == taken.end())
      throw Error("--{} has no meaning for the training {}, whose sizes and rates are fixed; it "
                  "takes --{}",
                  option, options.name, fmt::join(taken, ", --"));
  Inputs inputs;
  inputs.data = {{"kind", "named"}, {"name", options.name}, {"file", ""}, {"sha256", ""}};
  named.begin(inputs, options);
  named.complete(inputs, options);
  return inputs;
}

void complete_named(Inputs& inputs, const TrainOptions& options, const Json& data)
{
  inputs.data = data;
  training_named(data.at("name")).complete(inputs, options);
}

} // namespace epreuve::tools
