#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace epreuve::tests {

/// The folder of a checkpoint that tests/gpt2/reference/write_checkpoint.py wrote: "odd",
/// "odd-published-layout", "odd-f16", "odd-bf16", "one", "text" (with a tokenizer), "small".
std::filesystem::path written_checkpoint(const std::string& name);

/// Writes the checkpoint "text" into a folder, with one value of a tensor replaced.
/// @param index  of the value, in the order of the file
void write_damaged_checkpoint(const std::filesystem::path& folder, const std::string& tensor,
                              std::size_t index, float value);

/// The results of the independent forward pass, tests/gpt2/reference/forward.py, for it;
/// make_values.py describes the form.
nlohmann::json reference_values(const std::string& name);

/// The folder that the environment variable EPREUVE_GPT2 names; empty if it is not set.
std::filesystem::path published_folder();

} // namespace epreuve::tests
