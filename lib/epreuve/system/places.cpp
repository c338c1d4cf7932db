#include "epreuve/system/places.hpp"

#include <cstdlib>
#include <pwd.h>
#include <system_error>
#include <unistd.h>

namespace epreuve {

namespace fs = std::filesystem;

fs::path programs_folder()
{
  return fs::read_symlink("/proc/self/exe").parent_path();
}

bool installed()
{
  return programs_folder().filename() == "epreuve";
}

fs::path data_folder(const fs::path& name)
{
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  const fs::path beside = program.parent_path() / EPREUVE_DATA_FROM_PROGRAMS / name;
  return fs::is_directory(beside, failure) ? beside.lexically_normal()
                                           : fs::path(EPREUVE_SOURCES) / name;
}

fs::path translations_folder()
{
  return installed() ? data_folder("translations")
                     : programs_folder().parent_path() / "translations";
}

fs::path kept_folder()
{
  return installed() ? user_folder("XDG_CACHE_HOME", ".cache") / "epreuve"
                     : programs_folder().parent_path();
}

fs::path user_folder(const char* variable, const char* in_home)
{
  const auto from_environment = [](const char* name) -> fs::path {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const fs::path folder = from_environment(variable); !folder.empty())
    return folder;
  if (const fs::path home = from_environment("HOME"); !home.empty())
    return home / in_home;
  // Without HOME, as in a service: the home in the system's table of users, or / for a user not in it.
  const passwd* const user = ::getpwuid(::getuid());
  return fs::path(user == nullptr ? "/" : user->pw_dir) / in_home;
}

} // namespace epreuve
