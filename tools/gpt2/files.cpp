#include "gpt2/files.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/folder.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace epreuve::tools {

namespace {

using std::filesystem::path;

path place_of(const std::string& weights)
{
  return weights.empty() ? gpt2::default_folder() : path(weights);
}

} // namespace

void add_weights_option(CLI::App& command, std::string& weights)
{
  command
      .add_option("--weights", weights,
                  "Folder of the model's files, or a safetensors file; else what fetch fetched")
      ->type_name("DIR");
}

void add_tokenizer_option(CLI::App& command, std::string& tokenizer)
{
  command
      .add_option("--tokenizer", tokenizer,
                  "Folder of vocab.json and merges.txt; else the one of the weights")
      ->type_name("DIR");
}

gpt2::Checkpoint open_checkpoint(const std::string& weights)
{
  return gpt2::Checkpoint(place_of(weights));
}

gpt2::Tokenizer open_tokenizer(const std::string& tokenizer, const std::string& weights)
{
  const path place = tokenizer.empty() ? place_of(weights) : path(tokenizer);
  std::error_code failure;
  const path folder =
      std::filesystem::is_regular_file(place, failure) ? place.parent_path() : place;
  for (const char* file : {"vocab.json", "merges.txt"})
    if (!std::filesystem::exists(folder / file, failure))
      throw Error("there is no tokenizer here: {} is missing; name the folder that has vocab.json "
                  "and merges.txt with --tokenizer DIR, give --tokens 464,3797 instead of a text, "
                  "or get GPT-2's files with ./epreuve gpt2 fetch",
                  (folder / file).string());
  return gpt2::Tokenizer(folder);
}

void add_precision_option(CLI::App& command, std::string& precision)
{
  command.add_option("--precision", precision, "Computes in float or double")
      ->check(CLI::IsMember({"float", "double"}))
      ->capture_default_str();
}

} // namespace epreuve::tools
