#include "gpt2_files.hpp"

#include "epreuve/gpt2/folder.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace epreuve::driver {

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

gpt2::Checkpoint open_checkpoint(const std::string& weights)
{
  return gpt2::Checkpoint(place_of(weights));
}

gpt2::Tokenizer open_tokenizer(const std::string& weights)
{
  const path place = place_of(weights);
  return gpt2::Tokenizer(std::filesystem::is_regular_file(place) ? place.parent_path() : place);
}

void add_precision_option(CLI::App& command, std::string& precision)
{
  command.add_option("--precision", precision, "Computes in float or double")
      ->check(CLI::IsMember({"float", "double"}))
      ->capture_default_str();
}

} // namespace epreuve::driver
