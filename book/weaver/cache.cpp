#include "weaver/cache.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

std::string stamp_of(const std::string& program)
{
  const fs::path path = find_program(program);
  return path.empty() ? ""
                      : fmt::format("{} {} {}", path.string(), fs::file_size(path),
                                    fs::last_write_time(path).time_since_epoch().count());
}

bool still_holds(const nlohmann::json& cached, const std::string& fingerprint,
                 const std::string& tool)
{
  return cached.is_object() && cached.value("fingerprint", "") == fingerprint &&
         (tool.empty() || cached.value("tool", "") == tool);
}

const std::string& this_weaver()
{
  static const std::string fingerprint = fingerprint_of({}, {fs::read_symlink("/proc/self/exe")});
  return fingerprint;
}

nlohmann::json Cached::value() const
{
  if (!fs::exists(file_))
    return nullptr;
  try {
    const nlohmann::json cached = read_json(file_, {.deepest = 1000});
    if (still_holds(cached, fingerprint_, tool_))
      return cached.value("value", nlohmann::json());
  } catch (const Error&) {
    // Damaged: treated as missing.
  }
  return nullptr;
}

void Cached::put(const nlohmann::json& value) const
{
  write_if_changed(
      file_,
      nlohmann::json{{"fingerprint", fingerprint_}, {"tool", tool_}, {"value", value}}.dump());
}

void Cached::forget() const
{
  fs::remove(file_);
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
