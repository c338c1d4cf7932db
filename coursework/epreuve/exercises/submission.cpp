#include "epreuve/exercises/submission.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/definitions.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/exercises/zip.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/held_folder.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/unavailable.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// The only chapter that a name can mean; empty if there is none.
std::string chapter_named(const std::string& written, const Catalogue& catalogue)
{
  std::string found;
  for (const auto& [chapter, exercises] : catalogue)
    if (names_chapter(written, chapter)) {
      if (!found.empty())
        return "";
      found = chapter;
    }
  return found;
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

/// A .cpp file of a submission.
struct File
{
  std::string shown;          ///< its path, for messages
  std::string chapter{};      ///< after which it is named; may be empty
  std::string text{};         ///< if there is no flaw
  std::string flaw{};         ///< why it cannot be read
  bool is_of_handout = false; ///< in a chapter's folder, which has files of its own
  Instant changed{};
};

bool holds(const std::vector<HeldFolder::Entry>& entries, std::string_view name,
           HeldFolder::Kind kind)
{
  return std::ranges::any_of(entries, [&](const HeldFolder::Entry& entry) {
    return entry.name == name && entry.kind == kind;
  });
}

/// Folders of a handout in which nobody writes answers.
bool is_part_of_handout(const std::string& folder)
{
  static const std::set<std::string> names{"bin",         "book",       "build", "cmake",
                                           "completions", "coursework", "docs",  "figures",
                                           "lib",         "proofs",     "tests", "tools"};
  return names.contains(folder);
}

/// All .cpp files of a submission, read.
class Search
{
public:
  explicit Search(const Catalogue& catalogue) : catalogue_(catalogue) {}

  std::vector<File> files{};
  std::vector<std::string> unread{}; ///< folders and zip files, each with the reason
  std::map<std::string, std::string>
      refused{}; ///< the same of folders, by the chapter that they are named after

  /// @param named_after  the chapter that the folder is named after; may be empty
  void in_folder(const HeldFolder& folder, const fs::path& inside, const std::string& shown,
                 const std::string& named_after = "")
  {
    constexpr std::size_t most = 100000;
    if (entries_ > most)
      throw Error("is not read, as there is too much before it: {} files", entries_);
    const std::vector<HeldFolder::Entry> entries = entries_of(folder, inside);
    entries_ += entries.size();
    const bool is_handout = holds(entries, "chapters", HeldFolder::Kind::folder) &&
                            (holds(entries, "epreuve", HeldFolder::Kind::file) ||
                             holds(entries, "coursework", HeldFolder::Kind::folder));
    const bool is_its_chapter = holds(entries, "checks.cpp", HeldFolder::Kind::file);
    for (const auto& [name, kind] : entries) {
      const fs::path path = inside / name;
      const std::string here = shown + shown_name(name);
      const bool is_folder = kind == HeldFolder::Kind::folder;
      const std::string chapter = chapter_named(name, catalogue_);
      if (is_its_chapter && (name == "solutions.cpp" || name == "mistakes.cpp"))
        continue; // a clone of the whole project
      if (is_cpp(name))
        read(folder, path,
             File{.shown = here,
                  .chapter = chapter_of_file(path, named_after),
                  .is_of_handout = is_its_chapter});
      else if (is_folder && !(is_handout && is_part_of_handout(name)))
        enter(folder, path, here, chapter);
      else if (is_zip_name(name) && !is_folder)
        in_archive(folder, path, here, here + "/");
      else if (kind == HeldFolder::Kind::link && !chapter.empty())
        read(folder, path / "exercises.cpp",
             File{.shown = here + "/exercises.cpp", .chapter = chapter});
    }
  }

  /// @param below  what precedes the names of what is in it
  void in_archive(const HeldFolder& folder, const fs::path& path, const std::string& shown,
                  const std::string& below)
  {
    constexpr int most = 20;
    const TemporaryFolder unpacked;
    try {
      if (++archives_ > most)
        throw Error("and others are more than {} zip files", most);
      const std::string bytes = folder.read(path, longest_archive);
      if (!is_zip(bytes))
        throw Error("is not a zip file");
      unzip_sources(bytes, unpacked.path());
    } catch (const Unavailable&) {
      throw;
    } catch (const Error& error) {
      unread.push_back(fmt::format("{} {}", shown, error.what()));
      return;
    }
    in_folder(HeldFolder(unpacked.path()), "", below); // no zip file was unpacked
  }

  void read(const HeldFolder& folder, const fs::path& path, File file)
  {
    constexpr std::size_t most = 2000;
    try {
      if (files.size() > most)
        return;
      if (files.size() == most || longest_unpacked - bytes_ < longest_source)
        throw Error("is not read, as there is too much before it: {} files, {} MB", files.size(),
                    bytes_ >> 20);
      file.text = folder.read(path, longest_source);
      bytes_ += file.text.size();
      file.changed = folder.changed(path);
      require_text(file.text);
    } catch (const Unavailable&) {
      throw;
    } catch (const Error& error) {
      file.flaw = error.what();
    }
    files.push_back(std::move(file));
  }

private:
  void enter(const HeldFolder& folder, const fs::path& path, const std::string& shown,
             const std::string& chapter)
  {
    constexpr std::size_t most = 5000;
    try {
      if (static_cast<std::size_t>(std::ranges::distance(path)) > deepest_path)
        throw Error("lies in more than {} folders", deepest_path - 1);
      if (++folders_ > most + 1)
        return;
      if (folders_ > most)
        throw Error("and others are more than {} folders", most);
      in_folder(folder, path, shown + "/", chapter);
    } catch (const Unavailable&) {
      throw;
    } catch (const Error& error) {
      const std::string why = fmt::format("{} {}", shown, error.what());
      if (chapter.empty())
        unread.push_back(why);
      else
        refused[chapter] = why;
    }
  }

  /// softmax.cpp is for the chapter wherever it lies, exercises.cpp in a folder that is named after it.
  std::string chapter_of_file(const fs::path& path, const std::string& named_after) const
  {
    return plain(path.filename().string()) == "exercises.cpp"
               ? named_after
               : chapter_named(path.stem().string(), catalogue_);
  }

  const Catalogue& catalogue_;
  std::size_t bytes_ = 0, entries_ = 0, folders_ = 0;
  int archives_ = 0;
};

/// How many of a chapter's functions are among these.
std::ptrdiff_t count_in(const std::set<std::string>& functions, const std::vector<About>& exercises)
{
  return std::ranges::count_if(exercises,
                               [&](const About& about) { return functions.contains(about.name); });
}

/// The chapter most of whose functions are defined; empty if none is.
std::string chapter_of(const Defined& defined, const Catalogue& catalogue)
{
  std::string best;
  std::ptrdiff_t most = 0;
  for (const auto& [chapter, exercises] : catalogue)
    if (const std::ptrdiff_t count = count_in(defined.exercises, exercises); count > most) {
      most = count;
      best = chapter;
    }
  return best;
}

/// Why a file that is named like no chapter is for none.
std::string why_for_none(const Defined& defined, const Catalogue& catalogue)
{
  for (const auto& [chapter, exercises] : catalogue)
    for (const About& about : exercises)
      if (defined.others.contains(about.name))
        return fmt::format("defines {0}, but not as exercise::{0}", about.name);
  return "defines no function of any exercise";
}

/// Gives each chapter its file.
class Allotment
{
public:
  Allotment(Submission& submission, const Catalogue& catalogue)
      : submission_(submission), catalogue_(catalogue)
  {
  }

  void add(const File& file)
  {
    const Defined defined = functions_defined_in(file.text);
    const std::string by_content = chapter_of(defined, catalogue_);
    const std::string& named = file.chapter;
    const std::string& chapter = named.empty() ? by_content : named;
    std::string flaw = file.flaw;
    if (flaw.empty() && chapter.empty())
      flaw = why_for_none(defined, catalogue_);
    if (flaw.empty() && !by_content.empty() && by_content != chapter &&
        count_in(defined.exercises, catalogue_.at(chapter)) == 0)
      flaw = fmt::format("defines functions of {}, none of {}", by_content, chapter);
    if (flaw.empty()) {
      const bool has_begun = count_in(defined.exercises, catalogue_.at(chapter)) == 0 ||
                             count_in(defined.not_started, catalogue_.at(chapter)) <
                                 count_in(defined.exercises, catalogue_.at(chapter));
      (has_begun ? begun_ : untouched_)[chapter].push_back(&file);
    } else if (!named.empty()) {
      submission_.refused.emplace(named, fmt::format("{} {}", file.shown, flaw));
    } else if (!file.is_of_handout) {
      submission_.not_taken.push_back(fmt::format("{} {}", file.shown, flaw));
    }
  }

  /// A chapter has one file, or several that are the same. What is still as it was handed out gives way to what is not.
  void finish()
  {
    for (auto& [chapter, files] : untouched_)
      begun_.try_emplace(chapter, files);
    for (const auto& [chapter, files] : begun_) {
      if (submission_.refused.contains(chapter))
        continue;
      const File& first = *files.front();
      const auto other =
          std::ranges::find_if(files, [&](const File* file) { return file->text != first.text; });
      if (other != files.end()) {
        submission_.refused[chapter] =
            fmt::format("{} and {} are both for {} and differ; leave one of them", first.shown,
                        (*other)->shown, chapter);
        continue;
      }
      submission_.sources[chapter] = first.text;
      submission_.changed[chapter] =
          (*std::ranges::min_element(files, {}, &File::changed))->changed; // others are copies
    }
  }

private:
  Submission& submission_;
  const Catalogue& catalogue_;
  std::map<std::string, std::vector<const File*>> begun_, untouched_; ///< by chapter
};

void allot(Submission& submission, const Search& found, const Catalogue& catalogue)
{
  submission.refused = found.refused;
  submission.not_taken = found.unread;
  Allotment allotment(submission, catalogue);
  for (const File& file : found.files)
    allotment.add(file);
  allotment.finish();
  if (!submission.sources.empty() || !submission.refused.empty())
    return;
  std::vector<std::string>& others = submission.not_taken;
  submission.problem = "it has no file of exercises (such as 01-softmax/exercises.cpp)";
  if (!others.empty()) {
    submission.problem = others.front();
    others.erase(others.begin());
  }
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
    const std::string shown = submission.name;
    if (kind != HeldFolder::Kind::folder)
      submission.name = shown_name(file.stem().string());
    if (kind == HeldFolder::Kind::link) {
      submission.problem = "it is a symbolic link";
      return submission;
    }
    Search search(catalogue);
    if (kind == HeldFolder::Kind::folder)
      search.in_folder(HeldFolder(above, file), "", "");
    else if (is_zip_name(file.string()))
      search.in_archive(above, file, shown, "");
    else
      search.read(above, file, File{.shown = shown});
    allot(submission, search, catalogue);
  } catch (const Unavailable&) {
    throw;
  } catch (const Error& error) {
    submission.problem = fmt::format("it {}", error.what());
  }
  return submission;
}

} // namespace epreuve::exercises
