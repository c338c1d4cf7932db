#include "weaver/workshop.hpp"

#include "epreuve/read_text.hpp"
#include "epreuve/sha256.hpp"
#include "epreuve/write_file.hpp"

#include <algorithm>

namespace epreuve::book {

namespace fs = std::filesystem;

void write_if_changed(const fs::path& path, std::string_view content)
{
  fs::create_directories(path.parent_path());
  if (!fs::exists(path) || read_text(path) != content)
    write_file(path, content);
}

std::string fingerprint_of(const std::vector<std::string>& texts,
                           const std::vector<fs::path>& files)
{
  Sha256 hash;
  for (const std::string& text : texts)
    hash.add_text(text);
  for (const fs::path& file : files) {
    hash.add_text(file.string());
    hash.add_text(fs::exists(file) ? "present" : "absent");
    if (fs::exists(file))
      hash.add_text(read_text(file));
  }
  return std::move(hash).hex();
}

std::vector<fs::path> files_below(const fs::path& folder)
{
  std::vector<fs::path> files;
  if (!fs::is_directory(folder))
    return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

} // namespace epreuve::book
