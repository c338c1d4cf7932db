#include "epreuve/exercises/submission.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/exercises/zip.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/held_folder.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/unavailable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string_view>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

/// @throws Error if bytes are not a text that a compiler could read, saying what they are
void require_text(std::string_view bytes)
{
  if (is_zip(bytes))
    throw Error("is a zip file or a document of Office (.docx), not C++ source");
  if (bytes.starts_with("%PDF"))
    throw Error("is a PDF, not C++ source");
  if (const std::string flaw = why_no_source(bytes); !flaw.empty())
    throw Error("{}", flaw);
}

std::string read_source(const HeldFolder& folder, const fs::path& inside)
{
  std::string text = folder.read(inside, longest_source);
  require_text(text);
  return text;
}

/// A name in the form in which names are compared: small letters, hyphens instead of blanks.
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

/// The entries of a folder, without hidden ones.
std::vector<HeldFolder::Entry> entries_of(const HeldFolder& folder, const fs::path& inside)
{
  constexpr std::size_t most = 10000;
  std::vector<HeldFolder::Entry> found = folder.entries(inside, most);
  std::erase_if(found, [](const HeldFolder::Entry& entry) {
    return entry.name.starts_with('.') || entry.name == "__MACOSX";
  });
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

/// For each chapter, the files that are named like it.
using Named = std::map<std::string, std::vector<fs::path>>;

/// The files in a folder that is named like a chapter.
std::vector<fs::path> files_for(const std::string& chapter, const HeldFolder& folder,
                                const fs::path& inside)
{
  std::vector<fs::path> files;
  for (const HeldFolder::Entry& entry : entries_of(folder, inside)) {
    const fs::path name = entry.name;
    if (plain(name.string()) == "exercises.cpp" ||
        (is_cpp(name.string()) && names_chapter(name.stem().string(), chapter)))
      files.push_back(inside / name);
  }
  return files;
}

void find_named_files(Submission& submission, Named& named, const HeldFolder& folder,
                      const fs::path& inside, const Catalogue& catalogue)
{
  constexpr std::size_t most = 50;
  for (const auto& [name, kind] : entries_of(folder, inside)) {
    const fs::path path = inside / name;
    const bool is_folder = kind == HeldFolder::Kind::folder,
               is_link = kind == HeldFolder::Kind::link, is_file = !is_folder && is_cpp(name);
    if (!is_file && !is_folder && !is_link)
      continue;
    for (const auto& [chapter, exercises] : catalogue) {
      if (!names_chapter(is_file ? path.stem().string() : name, chapter))
        continue;
      std::vector<fs::path>& files = named[chapter];
      try {
        if (is_file)
          files.push_back(path);
        else if (is_link)
          files.push_back(path / "exercises.cpp");
        else
          std::ranges::copy(files_for(chapter, folder, path), std::back_inserter(files));
        if (files.size() > most)
          throw Error("and others are more than {} files for {}", most, chapter);
      } catch (const Unavailable&) {
        throw;
      } catch (const Error& error) {
        submission.refused[chapter] = fmt::format("{} {}", shown_name(path.string()), error.what());
      }
    }
  }
}

/// Takes a chapter's files: one, or several that are the same.
void take_named(Submission& submission, const std::string& chapter, const HeldFolder& folder,
                const std::vector<fs::path>& files, const Catalogue& catalogue)
{
  const auto shown = [](const fs::path& path) { return shown_name(path.string()); };
  std::string text;
  for (const fs::path& file : files)
    try {
      const std::string read = read_source(folder, file);
      if (const std::string other = chapter_of(read, catalogue);
          !other.empty() && other != chapter &&
          chapter_of(read, {*catalogue.find(chapter)}).empty())
        throw Error("defines functions of {}, none of {}", other, chapter);
      if (!text.empty() && read != text)
        throw Error("and {} are both for {} and differ; leave one of them", shown(files.front()),
                    chapter);
      text = read;
    } catch (const Unavailable&) {
      throw;
    } catch (const Error& error) {
      submission.refused[chapter] = fmt::format("{} {}", shown(file), error.what());
      return;
    }
  if (!files.empty())
    submission.sources[chapter] = text;
}

/// Takes files of any chapter, whatever their owner called them.
void take_any(Submission& submission, const HeldFolder& folder, const std::vector<fs::path>& files,
              const Catalogue& catalogue)
{
  constexpr std::size_t most = 200;
  if (files.size() > most)
    throw Error("holds more than {} .cpp files and none is named like a chapter", most);
  std::map<std::string, fs::path> taken;
  for (const fs::path& file : files)
    try {
      const std::string text = read_source(folder, file);
      const std::string chapter = chapter_of(text, catalogue);
      if (chapter.empty())
        throw Error("defines no function of any exercise");
      const auto [other, is_first] = taken.emplace(chapter, file);
      if (!is_first && submission.sources.contains(chapter) &&
          submission.sources[chapter] != text) {
        submission.refused[chapter] =
            fmt::format("{} and {} are both for {} and differ; leave one of them",
                        shown_name(other->second.string()), shown_name(file.string()), chapter);
        submission.sources.erase(chapter);
      } else if (is_first) {
        submission.sources[chapter] = text;
      }
    } catch (const Unavailable&) {
      throw;
    } catch (const Error& error) {
      if (submission.problem.empty())
        submission.problem = fmt::format("{} {}", shown_name(file.string()), error.what());
    }
  // Next to a file that is taken, others may be anything.
  if (!submission.sources.empty() || !submission.refused.empty())
    submission.problem.clear();
}

void read_folder(Submission& submission, const HeldFolder& folder, const Catalogue& catalogue,
                 int depth);

void read_zip(Submission& submission, const HeldFolder& above, const fs::path& file,
              const Catalogue& catalogue, int depth)
{
  const TemporaryFolder folder;
  try {
    const std::string bytes = above.read(file, longest_archive);
    if (!is_zip(bytes))
      throw Error("is not a zip file");
    unzip_sources(bytes, folder.path());
  } catch (const Unavailable&) {
    throw;
  } catch (const Error& error) {
    submission.problem = fmt::format("{} {}", shown_name(file.filename().string()), error.what());
    return;
  }
  read_folder(submission, HeldFolder(folder.path()), catalogue, depth);
}

void read_folder(Submission& submission, const HeldFolder& folder, const Catalogue& catalogue,
                 int depth)
{
  constexpr int deepest = 4;
  const std::vector<HeldFolder::Entry> entries = entries_of(folder, "");
  Named named;
  find_named_files(submission, named, folder, "", catalogue);
  for (const auto& [name, kind] : entries)
    if (name == "chapters" && kind == HeldFolder::Kind::folder)
      find_named_files(submission, named, folder, name, catalogue);
  for (const auto& [chapter, files] : named)
    if (!submission.refused.contains(chapter))
      take_named(submission, chapter, folder, files, catalogue);
  if (!submission.sources.empty() || !submission.refused.empty())
    return;
  std::vector<fs::path> sources, folders, archives;
  for (const auto& [name, kind] : entries) {
    if (is_cpp(name))
      sources.push_back(name);
    else if (is_zip_name(name))
      archives.push_back(name);
    else if (kind == HeldFolder::Kind::folder)
      folders.push_back(name);
  }
  if (!sources.empty())
    take_any(submission, folder, sources, catalogue);
  else if (archives.size() == 1 && depth < deepest)
    read_zip(submission, folder, archives.front(), catalogue, deepest); // and none inside
  else if (folders.size() == 1 && depth < deepest)
    read_folder(submission, HeldFolder(folder, folders.front()), catalogue, depth + 1);
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

bool is_zip_name(std::string_view name)
{
  return plain(fs::path(name).extension().string()) == ".zip";
}

Submission read_submission(const fs::path& path, const Catalogue& catalogue)
{
  const fs::path named = path.has_filename() ? path : path.parent_path();
  const fs::path file = named.filename();
  Submission submission{.name = shown_name(file.string())};
  try {
    // The folder of all submissions is the teacher's; in it no link is followed.
    const HeldFolder above(named.parent_path());
    const HeldFolder::Kind kind = above.kind(file);
    if (kind != HeldFolder::Kind::folder)
      submission.name = shown_name(file.stem().string());
    if (kind == HeldFolder::Kind::link)
      submission.problem = "it is a symbolic link";
    else if (kind == HeldFolder::Kind::folder)
      read_folder(submission, HeldFolder(above, file), catalogue, 0);
    else if (is_zip_name(file.string()))
      read_zip(submission, above, file, catalogue, 0);
    else
      take_any(submission, above, {file}, catalogue);
  } catch (const Unavailable&) {
    throw;
  } catch (const Error& error) {
    submission.problem = fmt::format("it {}", error.what());
  }
  return submission;
}

} // namespace epreuve::exercises
