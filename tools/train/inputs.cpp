#include "train/inputs.hpp"

#include "train/named.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/vocabulary.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <span>
#include <unistd.h>
#include <utility>

namespace epreuve::tools {

namespace {

using std::filesystem::path;

path state_of(const TrainOptions& options)
{
  return path(options.out) / state_file;
}

void check_usage(const TrainOptions& options)
{
  if (!options.weights.empty() && !options.init.empty())
    throw Error(
        "--weights goes on with a checkpoint and --init begins from nothing; give one of them");
  if (!options.tokens.empty() && !options.text.empty())
    throw Error("--tokens and --text are both given; give one of them");
  if (options.resume && options.out.empty())
    throw Error("--resume goes on with the training in a folder; name it with --out DIR");
}

/// Whether there is a training to go on with; otherwise what is given must suffice to begin one.
bool resumes(const TrainOptions& options)
{
  if (options.resume && exists(state_of(options)))
    return true;
  const std::string nothing =
      options.resume ? fmt::format("{} has no training to go on with, ", options.out) : "";
  if (!options.name.empty())
    return false;
  if (options.weights.empty() && options.init.empty())
    throw Error("{}no model is given: name a checkpoint with --weights DIR, or sizes with --init "
                "CONFIG.json",
                nothing);
  if (options.tokens.empty() && options.text.empty())
    throw Error("{}no data is given: name a file with --text FILE or --tokens FILE", nothing);
  return false;
}

/// The folder that a tokenizer may be in; empty: none.
path tokenizer_folder(const TrainOptions& options)
{
  if (!options.tokenizer.empty())
    return options.tokenizer;
  if (options.weights.empty())
    return {};
  return is_directory(path(options.weights)) ? path(options.weights)
                                             : path(options.weights).parent_path();
}

bool has_tokenizer(const path& folder)
{
  return exists(folder / "vocab.json") && exists(folder / "merges.txt");
}

std::string text_of(const path& file)
{
  std::string text = read_text_or_pipe(file, longest_file);
  if (text.empty())
    throw Error("{} is empty; there is nothing to learn from", file.string());
  return text;
}

/// The tokens of a text, and the tokenizer's files.
void read_tokenized(Inputs& inputs, const path& file, const path& folder)
{
  if (folder.empty()) {
    if (inputs.config.N < 256)
      throw Error("without a tokenizer the tokens of a text are its bytes, and the model's "
                  "vocabulary of {} is less than "
                  "256; make vocab_size 256 or more, or name a tokenizer with --tokenizer DIR",
                  inputs.config.N);
    const gpt2::VocabularyFiles files = gpt2::write_vocabulary(gpt2::vocabulary_of_bytes());
    inputs.vocab_json = files.vocab_json;
    inputs.merges_txt = files.merges_txt;
    inputs.tokens = training::bytes_as_tokens(text_of(file));
    return;
  }
  if (!has_tokenizer(folder))
    throw Error("{} has no tokenizer, vocab.json and merges.txt; name its folder with --tokenizer "
                "DIR, or give --tokens "
                "FILE in place of a text",
                folder.string());
  const gpt2::Tokenizer tokenizer(folder);
  if (tokenizer.vocabulary_size() > inputs.config.N)
    throw Error("the tokenizer in {} has {} tokens, and the model's vocabulary is only {}",
                folder.string(), tokenizer.vocabulary_size(), inputs.config.N);
  inputs.tokens = tokenizer.encode(text_of(file));
}

/// @param data  where they come from, as `data_of` wrote it
void read_data(Inputs& inputs, const Json& data)
{
  const path folder = data.at("tokenizer").get<std::string>();
  if (data.at("kind") == "tokens") {
    const path file = data.at("file").get<std::string>();
    inputs.tokens = training::parse_tokens(read_text_or_pipe(file, longest_file), file.string(),
                                           inputs.config.N);
  } else
    read_tokenized(inputs, data.at("file").get<std::string>(), folder);
  if (!folder.empty() && has_tokenizer(folder)) {
    inputs.vocab_json = read_text(folder / "vocab.json");
    inputs.merges_txt = read_text(folder / "merges.txt");
  }
  Sha256 hash;
  hash.add(std::as_bytes(std::span(inputs.tokens)));
  inputs.data = data;
  inputs.data["sha256"] = std::move(hash).hex();
  const std::size_t T = inputs.settings.context;
  if (!inputs.settings.in_order && inputs.tokens.size() < T + 1)
    throw Error("{} has {} tokens, and --context {} needs {} of them: a text, and the token after "
                "it. Give a longer "
                "text, a shorter --context, or --in-order, which goes round",
                data.at("file").get<std::string>(), inputs.tokens.size(), T, T + 1);
}

/// Where the data are, as the command line says it, from whatever folder one goes on.
Json data_of(const TrainOptions& options)
{
  const auto absolute_path = [](const path& place) {
    return place.empty() ? "" : std::filesystem::absolute(place).lexically_normal().string();
  };
  return {{"kind", options.text.empty() ? "tokens" : "text"},
          {"file", absolute_path(options.text.empty() ? options.tokens : options.text)},
          {"tokenizer", absolute_path(tokenizer_folder(options))}};
}

gpt2::Config config_of(const TrainOptions& options)
{
  return options.init.empty() ? gpt2::Checkpoint(options.weights).config()
                              : gpt2::read_config(options.init);
}

/// What the state in --out says of the training that goes on.
Inputs inputs_to_resume(const TrainOptions& options)
{
  Inputs inputs;
  inputs.resumes = true;
  inputs.config = gpt2::read_config(path(options.out) / "config.json");
  if ((!options.weights.empty() || !options.init.empty()) && config_of(options) != inputs.config)
    throw Error("{} is of other sizes than the training in {}; leave it out, or begin another "
                "training in another folder",
                options.init.empty() ? "--weights " + options.weights : "--init " + options.init,
                options.out);
  const Json header = training::read_state_header(state_of(options));
  try {
    const Json& about = header.at("about");
    inputs.precision = about.at("settings").at("precision");
    inputs.settings = settings_to_resume(options, about.at("settings"), inputs.config);
    Json data = about.at("data");
    const std::string name = data.at("kind") == "named" ? data.at("name") : "";
    if (!options.name.empty() && options.name != name)
      throw Error("{} has another training than {}; name another folder with --out", options.out,
                  in_quotes(options.name));
    if (!name.empty()) {
      complete_named(inputs, options, data);
      return inputs;
    }
    const std::string hash = data.at("sha256");
    if (!options.tokens.empty() || !options.text.empty()) {
      const Json given = data_of(options);
      data["kind"] = given["kind"];
      data["file"] = given["file"];
      if (!options.tokenizer.empty())
        data["tokenizer"] = given["tokenizer"];
    }
    read_data(inputs, data);
    if (inputs.data["sha256"] != hash)
      throw Error("{} does not have the tokens that the training in {} began with; give the same "
                  "file, or begin another "
                  "training in another folder",
                  data.at("file").get<std::string>(), options.out);
    inputs.data = about.at("data"); // so the bytes are the same
  } catch (const nlohmann::json::exception&) {
    throw Error("{} is damaged: what it says of its training cannot be read; begin again in "
                "another folder, with the "
                "model.safetensors next to it as --weights",
                state_of(options).string());
  }
  return inputs;
}

} // namespace

Inputs read_inputs(const TrainOptions& options)
{
  check_usage(options);
  if (resumes(options))
    return inputs_to_resume(options);
  if (!options.name.empty())
    return named_inputs(options);
  Inputs inputs;
  inputs.config = config_of(options);
  inputs.precision = options.precision;
  inputs.settings = settings_of(options, inputs.config);
  read_data(inputs, data_of(options));
  return inputs;
}

template <typename Real>
training::Training<Real> training_of(const TrainOptions& options, const Inputs& inputs)
{
  const gpt2::Config& config = inputs.config;
  const training::Settings& settings = inputs.settings;
  const double needed = training::memory_of_training(config, settings.batch, settings.context,
                                                     sizeof(Real)),
               there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed > there)
    throw Error("training needs {:.3g} GB of memory, and this machine has {:.3g}: a smaller "
                "--batch or --context needs "
                "less{}",
                needed / 1e9, there / 1e9,
                inputs.precision == "double" ? ", and so does --precision single" : "");
  training::Training<Real> training = training::begin_training(
      inputs.resumes             ? gpt2::zero_weights<Real>(config)
      : !options.weights.empty() ? gpt2::load_weights<Real>(gpt2::Checkpoint(options.weights))
                                 : gpt2::random_weights<Real>(config, settings.seed),
      settings);
  if (inputs.resumes)
    training::read_state(state_of(options), training);
  return training;
}

template training::Training<float> training_of(const TrainOptions&, const Inputs&);
template training::Training<double> training_of(const TrainOptions&, const Inputs&);

} // namespace epreuve::tools
