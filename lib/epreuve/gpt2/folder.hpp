#pragma once

#include <cstdlib>
#include <filesystem>
#include <pwd.h>
#include <unistd.h>

namespace epreuve::gpt2 {

/// Where `gpt2 fetch` puts the published files and everything else looks for them: the folder
/// EPREUVE_GPT2 names if it is set, else epreuve/gpt2 below XDG_DATA_HOME or ~/.local/share. There is
/// always one, though perhaps not on this machine. (Inline: the driver, which does not wait for a model, looks there too.)
inline std::filesystem::path default_folder()
{
  const auto from_environment = [](const char* variable) -> std::filesystem::path {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
  };
  if (const auto folder = from_environment("EPREUVE_GPT2"); !folder.empty())
    return folder;
  if (const auto data = from_environment("XDG_DATA_HOME"); !data.empty())
    return data / "epreuve/gpt2";
  const char* const below = ".local/share/epreuve/gpt2";
  if (const auto home = from_environment("HOME"); !home.empty())
    return home / below;
  // Without HOME, as in a service: the home in the system's table of users, or / for a user not in it.
  const passwd* const user = ::getpwuid(::getuid());
  return std::filesystem::path(user == nullptr ? "/" : user->pw_dir) / below;
}

} // namespace epreuve::gpt2
