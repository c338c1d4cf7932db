#include "gpt2/files.hpp"

#include "common/chapters.hpp"
#include "common/output.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/system/read_text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

namespace epreuve::tools {

namespace {

using std::filesystem::path;

/// Whether any of GPT-2's files is there.
bool has_files(const path& folder)
{
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
    if (entry.path().extension() == ".safetensors" || entry.path().filename() == "vocab.json")
      return true;
  return false;
}

path default_place()
{
  const path folder = gpt2::default_folder();
  if (has_files(folder))
    return folder;
  static const bool said = [&] {
    std::cerr << fmt::format("epreuve: GPT-2's files are not in {}; petit answers, a small model "
                             "of our own. {} gpt2 fetch "
                             "gets GPT-2\n",
                             folder.string(), command());
    return true;
  }();
  static_cast<void>(said);
  return petit::folder();
}

path place_of(const std::string& weights)
{
  return weights.empty() ? default_place() : path(weights);
}

/// The folder of a tokenizer.
path tokenizer_folder(const std::string& tokenizer, const std::string& weights)
{
  const path place = tokenizer.empty() ? place_of(weights) : path(tokenizer);
  std::error_code failure;
  return std::filesystem::is_regular_file(place, failure) ? place.parent_path() : place;
}

} // namespace

void add_weights_option(Command& command, std::string& weights)
{
  command
      .add_option(
          "--weights", weights,
          "Folder of the model's files, or a safetensors file; else what fetch fetched, or petit, "
          "a small model of our own")
      .type_name("DIR");
}

void add_tokenizer_option(Command& command, std::string& tokenizer)
{
  command
      .add_option("--tokenizer", tokenizer,
                  "Folder of vocab.json and merges.txt; else the one of the weights")
      .type_name("DIR");
}

gpt2::Checkpoint open_checkpoint(const std::string& weights)
{
  return gpt2::Checkpoint(place_of(weights));
}

gpt2::Checkpoint open_checkpoint_of_gpt2(const std::string& weights)
{
  return gpt2::Checkpoint(weights.empty() ? gpt2::default_folder() : path(weights));
}

ModelOfLanguage open_model_of_language(const std::string& weights)
{
  gpt2::Checkpoint checkpoint =
      weights.empty() ? gpt2::Checkpoint(petit::folder()) : open_checkpoint(weights);
  const path folder = checkpoint.file().parent_path();
  std::optional<language::Language> language = petit::language_of(folder);
  if (!language)
    throw Error("{} has no log.json of a training of petit, so nothing is known of the language "
                "that its model has learnt; "
                "give a folder that ./epreuve train petit --out wrote",
                folder.string());
  return {std::move(checkpoint), folder, std::move(*language)};
}

gpt2::Tokenizer open_tokenizer(const std::string& tokenizer, const std::string& weights)
{
  const path folder = tokenizer_folder(tokenizer, weights);
  std::error_code failure;
  for (const char* file : {"vocab.json", "merges.txt"})
    if (!std::filesystem::exists(folder / file, failure))
      throw Error("there is no tokenizer here: {} is missing; name the folder that has vocab.json "
                  "and merges.txt with --tokenizer DIR, give --tokens 464,3797 instead of a text, "
                  "or get GPT-2's files with ./epreuve gpt2 fetch",
                  (folder / file).string());
  return gpt2::Tokenizer(folder);
}

bool begins_with_end_of_text(const std::string& tokenizer, const std::string& weights)
{
  const path file = tokenizer_folder(tokenizer, weights) / "tokenizer_config.json";
  std::error_code failure;
  if (!exists(file, failure))
    return false;
  try {
    return Json::parse(read_text(file)).value("add_bos_token", false);
  } catch (const nlohmann::json::exception&) {
    throw Error("{} is damaged: it is no JSON object, or its add_bos_token is neither true nor "
                "false; get the file again, "
                "or remove it",
                file.string());
  }
}

void add_precision_option(Command& command, std::string& precision)
{
  command.add_option("--precision", precision, "Computes in float or double")
      .one_of({"float", "double"})
      .capture_default_str();
}

void add_any_precision_option(Command& command, std::string& precision)
{
  command
      .add_option("--precision", precision,
                  "Computes in float or double, or in float with weights in eight bits")
      .one_of({"float", "double", "int8"})
      .capture_default_str();
}

} // namespace epreuve::tools
