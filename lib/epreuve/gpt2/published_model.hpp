#pragma once

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

/// The published GPT-2 Small, or the part whose files are here, for programs that can do without it.
namespace epreuve::gpt2 {

/// The checkpoint of a folder; nothing if there is no such folder, or no safetensors file in it.
/// @throws Error as Checkpoint, for a file that is not a checkpoint
std::optional<Checkpoint> find_checkpoint(const std::filesystem::path& folder);

/// The names of its tensors that are, to the last bit, the published ones. Reads all of them.
std::set<std::string> published_names(const Checkpoint& checkpoint);

/// GPT-2 Small, if the folder holds it whole and as published.
/// @throws Error as find_checkpoint
std::optional<Model<double>> published_model(const std::filesystem::path& folder);

} // namespace epreuve::gpt2
