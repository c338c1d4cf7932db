#pragma once

#include <filesystem>
#include <string>

namespace epreuve::tools {

/// What decides, besides its program and the proofs, what a run of a chapter finds: what BLAS is told of the processor,
/// GPT-2's files, and the models that the suite trained. A run whose result is kept is repeated if this has changed.
/// @param models  the folder of these models
/// @return text with the size and date of every file
std::string circumstances(const std::filesystem::path& models);

/// The path of a file, its size and its date; that it is missing counts too.
std::string size_and_date(const std::filesystem::path& file);

} // namespace epreuve::tools
