#include "epreuve/gpt2/folder.hpp"

#include "epreuve/error.hpp"

#include <cstdlib>

namespace epreuve::gpt2 {

namespace {

std::filesystem::path from_environment(const char* variable)
{
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

} // namespace

std::filesystem::path default_folder()
{
  if (const auto folder = from_environment("EPREUVE_GPT2"); !folder.empty())
    return folder;
  if (const auto data = from_environment("XDG_DATA_HOME"); !data.empty())
    return data / "epreuve/gpt2";
  const auto home = from_environment("HOME");
  if (home.empty())
    throw Error("GPT-2's files have no folder: HOME is not set; set EPREUVE_GPT2 to one");
  return home / ".local/share/epreuve/gpt2";
}

} // namespace epreuve::gpt2
