// A zip file that somebody hands in: refused with a message, or unpacked into sources that lie in the
// folder, no longer than they may be.

#include "epreuve/exercises/zip.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercises/submission.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "fuzz.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>

using namespace epreuve;
using namespace epreuve::exercises;
using fuzz::require;
namespace fs = std::filesystem;

namespace {

/// The number of entries of a folder, not counting those below them.
std::size_t count(const fs::path& folder)
{
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

void check_unpacked(const fs::path& folder)
{
  std::uintmax_t sum = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    require(!entry.is_symlink(), "a link was unpacked");
    if (entry.is_directory())
      continue;
    require(entry.is_regular_file() && is_cpp(entry.path().filename().string()),
            "something other than a source was unpacked");
    require(entry.file_size() <= longest_source, "a source longer than it may be");
    sum += entry.file_size();
  }
  require(sum <= longest_unpacked, "more was unpacked than may be");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  static const TemporaryFolder here;
  const fs::path folder = here / "a" / "b" / "c" / "into";
  fs::create_directories(folder);
  try {
    unzip_sources(fuzz::text(data, size), folder);
    check_unpacked(folder);
  } catch (const Error&) {
    check_unpacked(folder);
  }
  for (const fs::path& above :
       {folder.parent_path(), folder.parent_path().parent_path(), here.path()})
    require(count(above) == 1, "something was unpacked outside of the folder");
  if (!fs::is_empty(folder))
    fs::remove_all(folder);
  return 0;
}
