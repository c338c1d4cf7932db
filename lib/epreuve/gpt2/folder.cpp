#include "epreuve/gpt2/folder.hpp"

#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace epreuve::gpt2 {

namespace {

std::filesystem::path from_environment(const char* variable)
{
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

/// HOME; where that is not set, as for a service, the home in the system's table of users, or / for a user not in it.
std::filesystem::path home_folder()
{
  if (const auto home = from_environment("HOME"); !home.empty())
    return home;
  const passwd* user = ::getpwuid(::getuid());
  return user == nullptr ? "/" : user->pw_dir;
}

} // namespace

std::filesystem::path default_folder()
{
  if (const auto folder = from_environment("EPREUVE_GPT2"); !folder.empty())
    return folder;
  if (const auto data = from_environment("XDG_DATA_HOME"); !data.empty())
    return data / "epreuve/gpt2";
  return home_folder() / ".local/share/epreuve/gpt2";
}

} // namespace epreuve::gpt2
