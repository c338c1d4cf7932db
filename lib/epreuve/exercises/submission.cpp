#include "epreuve/exercises/submission.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/zip.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/descriptor.hpp"
#include "epreuve/system/temporary_folder.hpp"
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
std::string read_plainly(const fs::path& path, std::size_t longest)
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
  if (static_cast<std::size_t>(status.st_size) > longest)
    throw Error("has {} bytes, expected at most {}", status.st_size, longest);
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0)
      throw Error("cannot be read: {}", std::strerror(errno));
    if (count == 0 || text.size() > longest)
      return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// @throws Error if bytes are no text that a compiler could read, telling what they are
void require_text(std::string_view bytes)
{
  if (is_zip(bytes))
    throw Error("is a zip file or a document of Office (.docx), not C++ source");
  if (bytes.starts_with("%PDF"))
    throw Error("is a PDF, not C++ source");
  if (const std::string flaw = why_no_source(bytes); !flaw.empty())
    throw Error("{}", flaw);
}

std::string read_source(const fs::path& path)
{
  const std::string text = read_plainly(path, longest_source);
  require_text(text);
  return text;
}

/// How somebody may have written a name: small letters, hyphens where there are blanks.
std::string plain(std::string name)
{
  for (char& c : name)
    c = 'A' <= c && c <= 'Z' ? char(c - 'A' + 'a') : c == '_' || c == ' ' ? '-' : c;
  return name;
}

/// Whether a name is a chapter's, with its number, without it, or the number alone.
bool names_chapter(const std::string& written, const std::string& chapter)
{
  const std::string name = plain(written), bare = without_number(chapter);
  return name == chapter || name == bare || is_number_of(name, chapter) ||
         (chapter.starts_with('0') && name == chapter.substr(1));
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

/// What lies in a folder, without what is hidden, as paths from another one above it.
std::vector<fs::path> entries_of(const fs::path& above, const fs::path& inside)
{
  constexpr std::size_t most = 10000;
  std::vector<fs::path> found;
  std::error_code failure;
  for (fs::directory_iterator entry(above / inside, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && name != "__MACOSX")
      found.push_back(inside / name);
    if (found.size() > most)
      throw Error("it holds more than {} files", most);
  }
  if (failure)
    throw Error("it cannot be read: {}", failure.message());
  std::ranges::sort(found);
  return found;
}

/// The chapter most of whose functions a text defines; empty if it defines none.
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

/// By chapter, the files that are named like it.
using Named = std::map<std::string, std::vector<fs::path>>;

void find_named_files(Named& named, const fs::path& folder, const fs::path& inside,
                      const Catalogue& catalogue)
{
  for (const fs::path& entry : entries_of(folder, inside))
    for (const auto& [chapter, exercises] : catalogue) {
      const bool is_folder = fs::is_directory(folder / entry);
      if (!names_chapter((is_folder ? entry.filename() : entry.stem()).string(), chapter))
        continue;
      if (!is_folder && is_cpp(entry.string()))
        named[chapter].push_back(entry);
      if (is_folder && fs::is_symlink(folder / entry)) {
        named[chapter].push_back(entry / "exercises.cpp");
      } else if (is_folder) {
        for (const fs::path& file : entries_of(folder, entry))
          if (plain(file.filename().string()) == "exercises.cpp" ||
              (is_cpp(file.string()) && names_chapter(file.stem().string(), chapter)))
            named[chapter].push_back(file);
      }
    }
}

/// Takes a chapter's files: one, or several that are the same.
void take_named(Submission& submission, const std::string& chapter, const fs::path& folder,
                const std::vector<fs::path>& files, const Catalogue& catalogue)
{
  const auto shown = [](const fs::path& path) { return printable(path.string()); };
  std::string text;
  for (const fs::path& file : files)
    try {
      if (leads_through_a_link(folder, file))
        throw Error("lies behind a symbolic link");
      const std::string read = read_source(folder / file);
      if (const std::string other = chapter_of(read, catalogue);
          !other.empty() && other != chapter &&
          chapter_of(read, {*catalogue.find(chapter)}).empty())
        throw Error("defines functions of {}, none of {}", other, chapter);
      if (!text.empty() && read != text)
        throw Error("and {} are both for {} and differ; leave one of them", shown(files.front()),
                    chapter);
      text = read;
    } catch (const Error& error) {
      submission.refused[chapter] = fmt::format("{} {}", shown(file), error.what());
      return;
    }
  submission.sources[chapter] = text;
}

/// Takes files of any chapter, whatever their owner called them.
void take_any(Submission& submission, const fs::path& folder, const std::vector<fs::path>& files,
              const Catalogue& catalogue)
{
  std::map<std::string, fs::path> taken;
  for (const fs::path& file : files)
    try {
      const std::string text = read_source(folder / file);
      const std::string chapter = chapter_of(text, catalogue);
      if (chapter.empty())
        throw Error("defines no function of any exercise");
      const auto [other, is_first] = taken.emplace(chapter, file);
      if (!is_first && submission.sources.contains(chapter) &&
          submission.sources[chapter] != text) {
        submission.refused[chapter] =
            fmt::format("{} and {} are both for {} and differ; leave one of them",
                        printable(other->second.string()), printable(file.string()), chapter);
        submission.sources.erase(chapter);
      } else if (is_first) {
        submission.sources[chapter] = text;
      }
    } catch (const Error& error) {
      if (submission.problem.empty())
        submission.problem = fmt::format("{} {}", printable(file.string()), error.what());
    }
  // Beside a file that is taken, others may be anything.
  if (!submission.sources.empty() || !submission.refused.empty())
    submission.problem.clear();
}

bool is_zip_file(const fs::path& path)
{
  return plain(path.extension().string()) == ".zip";
}

void read_folder(Submission& submission, const fs::path& folder, const Catalogue& catalogue,
                 int depth);

void read_zip(Submission& submission, const fs::path& path, const Catalogue& catalogue, int depth)
{
  const TemporaryFolder folder;
  try {
    const std::string bytes = read_plainly(path, longest_archive);
    if (!is_zip(bytes))
      throw Error("is no zip file");
    unzip_sources(bytes, folder.path());
  } catch (const std::exception& error) {
    submission.problem = fmt::format("{} {}", printable(path.filename().string()), error.what());
    return;
  }
  read_folder(submission, folder.path(), catalogue, depth);
}

void read_folder(Submission& submission, const fs::path& folder, const Catalogue& catalogue,
                 int depth)
{
  constexpr int deepest = 4;
  const std::vector<fs::path> entries = entries_of(folder, "");
  Named named;
  find_named_files(named, folder, "", catalogue);
  if (fs::is_directory(folder / "chapters") && !fs::is_symlink(folder / "chapters"))
    find_named_files(named, folder, "chapters", catalogue);
  for (const auto& [chapter, files] : named)
    take_named(submission, chapter, folder, files, catalogue);
  if (!named.empty())
    return;
  std::vector<fs::path> sources, folders, archives;
  for (const fs::path& entry : entries) {
    if (is_cpp(entry.string()))
      sources.push_back(entry);
    else if (is_zip_file(entry))
      archives.push_back(entry);
    else if (fs::is_directory(folder / entry) && !fs::is_symlink(folder / entry))
      folders.push_back(entry);
  }
  if (!sources.empty())
    take_any(submission, folder, sources, catalogue);
  else if (archives.size() == 1 && depth < deepest)
    read_zip(submission, folder / archives.front(), catalogue, deepest); // and none inside
  else if (folders.size() == 1 && depth < deepest)
    read_folder(submission, folder / folders.front(), catalogue, depth + 1);
  else
    submission.problem = "it has no file of exercises (such as 01-softmax/exercises.cpp)";
}

} // namespace

bool is_cpp(std::string_view name)
{
  constexpr std::string_view extension = ".cpp";
  return name.size() >= extension.size() &&
         plain(std::string(name.substr(name.size() - extension.size()))) == extension;
}

Submission read_submission(const fs::path& path, const Catalogue& catalogue)
{
  const bool is_folder = fs::is_directory(path) && !fs::is_symlink(path);
  Submission submission{.name = (is_folder ? path.filename() : path.stem()).string()};
  try {
    if (fs::is_symlink(path))
      submission.problem = "it is a symbolic link";
    else if (is_folder)
      read_folder(submission, path, catalogue, 0);
    else if (is_zip_file(path))
      read_zip(submission, path, catalogue, 0);
    else
      take_any(submission, path.parent_path(), {path.filename()}, catalogue);
  } catch (const fs::filesystem_error& error) {
    submission.problem = fmt::format("it cannot be read: {}", error.code().message());
  } catch (const Error& error) {
    submission.problem = error.what();
  }
  return submission;
}

Collected list_submissions(const fs::path& folder)
{
  Collected found;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const fs::path& path = entry.path();
    const std::string name = path.filename().string();
    const bool counts =
        !name.starts_with('.') && name != "__MACOSX" &&
        (entry.is_symlink() || entry.is_directory() || is_cpp(name) || is_zip_file(path));
    (counts ? found.submissions : found.strays).push_back(path);
  }
  if (failure)
    throw Error("{} cannot be read: {}", folder.string(), failure.message());
  if (found.submissions.empty())
    throw Error(
        "{} holds no submissions: expected one folder, .cpp or .zip file per submission{}",
        folder.string(),
        found.strays.empty()
            ? ""
            : fmt::format(", found {}", in_quotes(found.strays.front().filename().string())));
  std::ranges::sort(found.submissions);
  std::ranges::sort(found.strays);
  return found;
}

} // namespace epreuve::exercises
