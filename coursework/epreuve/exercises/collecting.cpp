#include "epreuve/exercises/submission.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/system/held_folder.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;
using Entry = HeldFolder::Entry;

/// Files that systems, editors and version control leave behind: no submission has such a name.
bool is_left_behind(const std::string& name)
{
  static constexpr std::array<std::string_view, 9> names{
      "__MACOSX",   ".git",     ".svn",           ".hg", ".vscode", ".idea",
      ".fseventsd", ".Trashes", ".Spotlight-V100"};
  return name.starts_with("._") || name.starts_with(".Trash-") ||
         std::ranges::find(names, name) != names.end();
}

bool is_submission(const Entry& entry)
{
  using enum HeldFolder::Kind;
  return !is_left_behind(entry.name) && (entry.kind == link || entry.kind == folder ||
                                         is_cpp(entry.name) || is_zip_name(entry.name));
}

std::vector<Entry> entries_of(const fs::path& folder)
{
  constexpr std::size_t most = 1000000;
  try {
    return HeldFolder(folder).entries("", most);
  } catch (const Error& error) {
    throw Error("{} {}", folder.string(), error.what());
  }
}

} // namespace

Collected list_submissions(const fs::path& folder)
{
  Collected found;
  std::vector<std::pair<std::string, bool>> files;
  for (const Entry& entry : entries_of(folder)) {
    if (is_submission(entry))
      files.emplace_back(entry.name, entry.kind != HeldFolder::Kind::folder);
    (is_submission(entry) ? found.submissions : found.strays).push_back(folder / entry.name);
  }
  if (found.submissions.empty())
    throw Error(
        "{} holds no submissions: expected one folder, .cpp or .zip file per submission{}",
        folder.string(),
        found.strays.empty()
            ? ""
            : fmt::format(", found {}", in_quotes(found.strays.front().filename().string())));
  found.names = names_of(files);
  return found;
}

} // namespace epreuve::exercises
