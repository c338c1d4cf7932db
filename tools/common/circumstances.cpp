#include "common/circumstances.hpp"

#include "epreuve/gpt2/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace epreuve::tools {

namespace fs = std::filesystem;

std::string size_and_date(const fs::path& file)
{
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  const auto date = missing ? fs::file_time_type() : fs::last_write_time(file, missing);
  return missing ? file.string() + " missing\n"
                 : fmt::format("{} {} {}\n", file.string(), size, date.time_since_epoch().count());
}

std::string circumstances(const fs::path& models)
{
  std::string text;
  for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS"}) {
    const char* value = std::getenv(name);
    text += fmt::format("{} {}\n", name, value == nullptr ? "" : value);
  }
  for (const fs::path& folder : {gpt2::default_folder(), models}) {
    text += folder.string() + "\n";
    std::vector<fs::path> files;
    std::error_code missing;
    constexpr auto readable = fs::directory_options::skip_permission_denied;
    for (const auto& entry : fs::recursive_directory_iterator(folder, readable, missing))
      if (!entry.is_directory(missing))
        files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files)
      text += size_and_date(file);
  }
  return text;
}

} // namespace epreuve::tools
