#include "driver/commands.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/places.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;

constexpr CommandLimits limits{.seconds = 600, .file_size = std::size_t{1} << 30};

} // namespace

int course(const std::string& name)
{
  const fs::path installed_course = programs_folder() / "course", folder = name;
  if (!fs::is_directory(installed_course))
    throw Error("the exercises are not installed: there is no folder {}",
                installed_course.string());
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder)))
    throw Error("{} already exists and is not an empty folder; name another", folder.string());
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (!failure)
    fs::copy(installed_course, folder, fs::copy_options::recursive, failure);
  if (failure)
    throw Error("{} cannot be made: {}; remove what is there of it", folder.string(),
                failure.message());
  std::cout << fmt::format("{}: exercises and their checks\n", folder.string()) << std::flush;
  std::cerr << "epreuve: preparing Armadillo for the checks, 10 to 20 seconds, once\n";
  const Ended prepared =
      run_command({fs::absolute(folder / "epreuve").string(), "prepare"}, limits);
  if (prepared.status != 0) {
    std::cerr << prepared.output;
    return 2;
  }
  std::cout << fmt::format("Next: cd {} && ./epreuve next\n", folder.string());
  return 0;
}

} // namespace epreuve::tools
