#include "epreuve/exercises/submission.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/descriptor.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

/// Reads a file that its owner wants us to read: an ordinary one, where its name says, of a length
/// that somebody has written. @throws Error telling why it is not taken
std::string read_plainly(const fs::path& path)
{
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() && errno == ELOOP)
    throw Error("is a symbolic link");
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0)
    throw Error("cannot be read: {}", std::strerror(errno));
  if (S_ISDIR(status.st_mode))
    throw Error("is a folder, expected a file");
  if (!S_ISREG(status.st_mode))
    throw Error("is not an ordinary file");
  if (static_cast<std::size_t>(status.st_size) > longest_source)
    throw Error("has {} bytes, expected at most {}", status.st_size, longest_source);
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0)
      throw Error("cannot be read: {}", std::strerror(errno));
    if (count == 0 || text.size() > longest_source)
      break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  if (const std::string flaw = why_no_source(text); !flaw.empty())
    throw Error("{}", flaw);
  return text;
}

bool is_there(const fs::path& path)
{
  std::error_code failure;
  return fs::symlink_status(path, failure).type() != fs::file_type::not_found && !failure;
}

/// Neither the folders on the way nor the file may be links.
bool leads_through_a_link(const fs::path& folder, const fs::path& inside)
{
  fs::path path = folder;
  for (const fs::path& part : inside.parent_path())
    if (fs::is_symlink(path /= part))
      return true;
  return false;
}

/// The chapter most of whose functions a file defines; empty if it defines none.
std::string chapter_of(const std::string& text, const Catalogue& catalogue)
{
  constexpr std::string_view prefix = "exercise::";
  std::set<std::string> named;
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    at += prefix.size();
    const auto end = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                                  [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
    named.emplace(text.begin() + static_cast<std::ptrdiff_t>(at), end);
  }
  std::string best;
  std::ptrdiff_t most = 0;
  for (const auto& [chapter, exercises] : catalogue) {
    const auto count = std::ranges::count_if(
        exercises, [&](const About& about) { return named.contains(about.name); });
    if (count > most) {
      most = count;
      best = chapter;
    }
  }
  return best;
}

void take(Submission& submission, const std::string& chapter, const fs::path& folder,
          const fs::path& inside)
{
  try {
    if (leads_through_a_link(folder, inside))
      throw Error("lies behind a symbolic link");
    submission.sources[chapter] = read_plainly(folder / inside);
  } catch (const Error& error) {
    submission.refused[chapter] = fmt::format("{} {}", inside.string(), error.what());
  }
}

/// A file of any chapter, whatever its owner called it.
void take_any(Submission& submission, const fs::path& path, const Catalogue& catalogue)
{
  try {
    const std::string text = read_plainly(path);
    const std::string chapter = chapter_of(text, catalogue);
    if (chapter.empty())
      throw Error("defines no function of any exercise");
    submission.sources[chapter] = text;
  } catch (const Error& error) {
    submission.problem = fmt::format("{} {}", printable(path.filename().string()), error.what());
  }
}

} // namespace

Submission read_submission(const fs::path& path, const Catalogue& catalogue)
{
  Submission submission{.name = path.filename().string()};
  if (fs::is_symlink(path)) {
    submission.problem = "it is a symbolic link";
    return submission;
  }
  if (!fs::is_directory(path)) {
    submission.name = path.stem().string();
    take_any(submission, path, catalogue);
    return submission;
  }
  for (const auto& [chapter, exercises] : catalogue)
    for (const fs::path& inside :
         {fs::path(chapter) / "exercises.cpp", fs::path("chapters") / chapter / "exercises.cpp",
          fs::path(chapter + ".cpp"), fs::path(without_number(chapter) + ".cpp")})
      if (is_there(path / inside)) {
        take(submission, chapter, path, inside);
        break;
      }
  if (submission.sources.empty() && submission.refused.empty()) {
    if (is_there(path / "exercises.cpp"))
      take_any(submission, path / "exercises.cpp", catalogue);
    else
      submission.problem = "it has no file of exercises (such as 01-softmax/exercises.cpp)";
  }
  return submission;
}

std::vector<fs::path> list_submissions(const fs::path& folder)
{
  std::error_code failure;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, failure))
    if (!entry.path().filename().string().starts_with('.'))
      found.push_back(entry.path());
  if (failure)
    throw Error("{} cannot be read: {}", folder.string(), failure.message());
  if (found.empty())
    throw Error("{} holds no submissions: expected one folder or file per submission",
                folder.string());
  std::ranges::sort(found);
  return found;
}

} // namespace epreuve::exercises
