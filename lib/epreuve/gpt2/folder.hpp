#pragma once

#include "epreuve/system/places.hpp"

#include <cstdlib>
#include <filesystem>

namespace epreuve::gpt2 {

/// Where `gpt2 fetch` puts the published files and everything else looks for them: the folder
/// EPREUVE_GPT2 names if it is set, else epreuve/gpt2 below XDG_DATA_HOME or ~/.local/share. There is
/// always one, though perhaps not on this machine. (Inline: the driver, which does not wait for a model, looks there too.)
inline std::filesystem::path default_folder()
{
  const char* const named = std::getenv("EPREUVE_GPT2");
  return named != nullptr && *named != '\0'
             ? std::filesystem::path(named)
             : user_folder("XDG_DATA_HOME", ".local/share") / "epreuve/gpt2";
}

} // namespace epreuve::gpt2
