#include "epreuve/exercises/system_folders.hpp"

#include <algorithm>
#include <initializer_list>
#include <link.h>
#include <string_view>
#include <system_error>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

/// Those that exist, each once, without links.
std::vector<fs::path> existing(std::initializer_list<const char*> paths)
{
  std::vector<fs::path> found;
  for (const char* path : paths) {
    std::error_code none;
    const fs::path folder = fs::canonical(path, none);
    if (!none && std::ranges::find(found, folder) == found.end())
      found.push_back(folder);
  }
  return found;
}

} // namespace

std::vector<fs::path> library_folders()
{
  return existing({"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib32",
                   "/usr/local/lib64", "/lib", "/lib32", "/lib64"});
}

std::vector<fs::path> loaded_libraries()
{
  std::vector<fs::path> found;
  const auto add = [](dl_phdr_info* library, std::size_t, void* paths) {
    if (const std::string_view name = library->dlpi_name; name.starts_with('/'))
      static_cast<std::vector<fs::path>*>(paths)->emplace_back(name);
    return 0;
  };
  ::dl_iterate_phdr(add, &found);
  return found;
}

std::vector<fs::path> compiler_folders()
{
  return existing({"/usr/bin", "/bin", "/usr/include", "/usr/libexec", "/usr/local/bin",
                   "/usr/local/include", "/usr/local/libexec"});
}

std::vector<fs::path> projects()
{
  std::vector<fs::path> found = existing({EPREUVE_ROOT});
  std::error_code none;
  for (fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
       folder.has_relative_path(); folder = folder.parent_path())
    if (fs::exists(folder / "chapters", none) && fs::exists(folder / "epreuve", none)) {
      found.push_back(folder);
      break;
    }
  return found;
}

bool lies_in(const fs::path& inner, const fs::path& folder)
{
  return std::ranges::mismatch(folder, inner).in1 == folder.end();
}

std::vector<std::pair<const char*, const char*>> environment()
{
  // BLAS starts threads for products of any size unless it is told not to, and a worker may not.
  return {{"PATH", "/usr/bin"}, {"OMP_NUM_THREADS", "1"}};
}

} // namespace epreuve::exercises
