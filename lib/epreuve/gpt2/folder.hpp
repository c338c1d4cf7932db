#pragma once

#include <filesystem>

namespace epreuve::gpt2 {

/// Where `gpt2 fetch` puts the published files and everything else looks for them: the folder
/// EPREUVE_GPT2 names if it is set, else epreuve/gpt2 below XDG_DATA_HOME or ~/.local/share. There is
/// always one, though perhaps not on this machine.
std::filesystem::path default_folder();

} // namespace epreuve::gpt2
