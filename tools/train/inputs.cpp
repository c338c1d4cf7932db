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
  if (!options.prompt.empty() && options.sample_every == 0)
    throw Error("--prompt is how samples begin, and none are asked for; give --sample-every N");
  if (options.given.contains("prompt") && options.prompt.empty())
    throw Error(
        "--prompt is empty; give a text, or leave it out: then samples begin with the first "
        "token of the data");
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
    throw Error("{} is empty; a text was expected", file.string());
  return text;
}

/// The tokens of a text. Sets the tokenizer's files where they are not those of a folder.
std::vector<gpt2::Token> tokenized(Inputs& inputs, const path& file, const path& folder)
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
    return training::bytes_as_tokens(text_of(file));
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
  return tokenizer.encode(text_of(file));
}

std::string hash_of(const std::vector<gpt2::Token>& tokens)
{
  Sha256 hash;
  hash.add(std::as_bytes(std::span(tokens)));
  return std::move(hash).hex();
}

/// The data's last tokens become the validation: a share of them, in one piece, so that no text of the training overlaps
/// one of the validation, or has its neighbours on both sides.
void keep_back(Inputs& inputs, const std::string& file)
{
  const std::size_t all = inputs.tokens.size(), T = inputs.settings.context;
  const double share = inputs.validating.share;
  const auto kept = static_cast<std::size_t>(share * static_cast<double>(all));
  const std::size_t least = inputs.settings.in_order ? 1 : T + 1;
  if (kept < T + 1 || all - kept < least)
    throw Error("{} has {} tokens, of which --validation-share {} keeps back {}, and {} are left: "
                "with --context {} a validation needs {}, a text and the token after it, and the "
                "training {}. Give a longer text, a shorter --context, or another share",
                file, all, share, kept, all - kept, T, T + 1, least);
  inputs.validation.assign(inputs.tokens.end() - static_cast<std::ptrdiff_t>(kept),
                           inputs.tokens.end());
  inputs.tokens.resize(all - kept);
}

/// @param data  where the tokens come from, as `data_of` wrote it
void read_data(Inputs& inputs, const Json& data)
{
  const path folder = data.at("tokenizer").get<std::string>();
  const auto tokens_of = [&](const std::string& file) {
    return data.at("kind") == "tokens"
               ? training::parse_tokens(read_text_or_pipe(file, longest_file), file,
                                        inputs.config.N)
               : tokenized(inputs, file, folder);
  };
  const std::string file = data.at("file");
  inputs.tokens = tokens_of(file);
  inputs.data = data;
  inputs.data["sha256"] = hash_of(inputs.tokens);
  const std::size_t T = inputs.settings.context;
  if (!inputs.settings.in_order && inputs.tokens.size() < T + 1)
    throw Error("{} has {} tokens, and --context {} needs {} of them: a text, and the token after "
                "it. Give a longer "
                "text, a shorter --context, or --in-order, which goes round",
                file, inputs.tokens.size(), T, T + 1);
  if (data.contains("validation")) {
    const std::string other = data["validation"].at("file");
    inputs.validation = tokens_of(other);
    inputs.data["validation"]["sha256"] = hash_of(inputs.validation);
    if (inputs.validation.size() < T + 1)
      throw Error("{} has {} tokens, and a validation with --context {} needs {} of them: a text, "
                  "and the token after it. Give a longer text, or a shorter --context",
                  other, inputs.validation.size(), T, T + 1);
  } else if (inputs.validating.share > 0)
    keep_back(inputs, file);
  if (!folder.empty() && has_tokenizer(folder)) {
    inputs.vocab_json = read_text(folder / "vocab.json");
    inputs.merges_txt = read_text(folder / "merges.txt");
  }
}

/// Where the data are, as the command line says it, from whatever folder one goes on.
Json data_of(const TrainOptions& options)
{
  const auto absolute_path = [](const path& place) {
    return place.empty() ? "" : std::filesystem::absolute(place).lexically_normal().string();
  };
  Json data{{"kind", options.text.empty() ? "tokens" : "text"},
            {"file", absolute_path(options.text.empty() ? options.tokens : options.text)},
            {"tokenizer", absolute_path(tokenizer_folder(options))}};
  if (!options.validation.empty())
    data["validation"] = {{"file", absolute_path(options.validation)}};
  return data;
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
    const KeptSettings kept = settings_to_resume(options, about.at("settings"), inputs.config);
    inputs.precision = kept.precision;
    inputs.settings = kept.training;
    inputs.validating = kept.validating;
    Json data = about.at("data");
    const std::string name = data.at("kind") == "named" ? data.at("name") : "";
    if (!options.name.empty() && options.name != name)
      throw Error("{} has another training than {}; name another folder with --out", options.out,
                  in_quotes(options.name));
    if (!name.empty()) {
      complete_named(inputs, options, data);
      return inputs;
    }
    const Json given = data_of(options);
    if (!options.tokens.empty() || !options.text.empty()) {
      data["kind"] = given["kind"];
      data["file"] = given["file"];
      if (!options.tokenizer.empty())
        data["tokenizer"] = given["tokenizer"];
    }
    if (!options.validation.empty()) {
      if (!data.contains("validation"))
        throw Error("the training in {} began without --validation; leave it out, or begin another "
                    "training in another folder",
                    options.out);
      data["validation"]["file"] = given["validation"]["file"];
    }
    read_data(inputs, data);
    const auto refuse_unless_same = [&](const Json& now, const Json& then) {
      if (now.at("sha256") != then.at("sha256"))
        throw Error("{} does not have the tokens that the training in {} began with; give the same "
                    "file, or begin another training in another folder",
                    now.at("file").get<std::string>(), options.out);
    };
    refuse_unless_same(inputs.data, about.at("data"));
    if (data.contains("validation"))
      refuse_unless_same(inputs.data["validation"], about.at("data").at("validation"));
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
  inputs.validating = validating_of(options);
  read_data(inputs, data_of(options));
  return inputs;
}

template <typename Real>
training::Training<Real> training_of(const TrainOptions& options, const Inputs& inputs)
{
  const gpt2::Config& config = inputs.config;
  const training::Settings& settings = inputs.settings;
  const double needed = training::memory_of_training(config, settings, !inputs.validation.empty(),
                                                     sizeof(Real)),
               there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed > there)
    throw Error("training needs {:.3g} GB of memory, and this machine has {:.3g}: a smaller "
                "--batch or --context needs "
                "less, and with --accumulate a step has as many texts{}",
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
