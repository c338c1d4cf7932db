#include "gpt2_files.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/folder.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace epreuve::driver {

namespace {

using std::filesystem::path;

path place_of(const std::string& weights)
{
  const path place = weights.empty() ? gpt2::default_folder() : path(weights);
  if (std::filesystem::exists(place))
    return place;
  if (weights.empty())
    throw Error("GPT-2's files are not in {}; get them with ./epreuve gpt2 fetch, or name a folder "
                "that has them with --weights DIR",
                place.string());
  throw Error("--weights: there is no {}; name a folder with model.safetensors and config.json, or "
              "a safetensors file",
              place.string());
}

} // namespace

void add_weights_option(CLI::App& command, std::string& weights)
{
  command
      .add_option("--weights", weights,
                  "Folder of the model's files, or a safetensors file; else what fetch fetched")
      ->type_name("DIR");
}

gpt2::Checkpoint open_checkpoint(const std::string& weights)
{
  return gpt2::Checkpoint(place_of(weights));
}

gpt2::Tokenizer open_tokenizer(const std::string& weights)
{
  const path place = place_of(weights);
  return gpt2::Tokenizer(std::filesystem::is_directory(place) ? place : place.parent_path());
}

void add_precision_option(CLI::App& command, std::string& precision)
{
  command.add_option("--precision", precision, "Computes in float or double")
      ->check(CLI::IsMember({"float", "double"}))
      ->capture_default_str();
}

} // namespace epreuve::driver
