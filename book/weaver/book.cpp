#include "weaver/book.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/read_text.hpp"

#include "common/progress.hpp"
#include "weaver/cache.hpp"
#include "weaver/documents.hpp"
#include "weaver/explorers.hpp"
#include "weaver/front.hpp"
#include "weaver/html.hpp"
#include "weaver/library.hpp"
#include "weaver/link.hpp"
#include "weaver/pages.hpp"
#include "weaver/references.hpp"
#include "weaver/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <future>
#include <iterator>
#include <map>
#include <semaphore>
#include <set>
#include <thread>
#include <utility>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;

/// A file in the output, so that nobody else's folder is ever cleared.
constexpr const char* mark = ".epreuve-book";

void take_possession(const fs::path& output)
{
  if (fs::exists(output) && !fs::is_directory(output))
    throw Error("the book cannot be written to {}: it is not a folder", output.string());
  if (fs::is_directory(output) && !fs::is_empty(output) && !fs::exists(output / mark))
    throw Error("the folder {} holds something that is not the book; name an empty one",
                output.string());
  write_if_changed(
      output / mark,
      "Written by ./epreuve book, which deletes files here that are not part of the book.\n");
}

/// Writes the files of the book, and deletes those that are no longer part of it.
class OutputFolder
{
public:
  explicit OutputFolder(fs::path folder) : folder_(std::move(folder)) {}

  void put(const std::string& file, const std::string& content)
  {
    write_if_changed(folder_ / file, content);
    files_.insert(fs::path(file).lexically_normal().string());
  }

  /// Copies what is directly in a folder.
  void put_all(const fs::path& from, const std::string& to, const std::string& extension)
  {
    for (const auto& entry : fs::directory_iterator(from))
      if (entry.is_regular_file() && entry.path().extension() == extension)
        put(to + entry.path().filename().string(), read_text(entry.path()));
  }

  void delete_the_rest() const
  {
    for (const fs::path& file : files_below(folder_)) {
      const std::string name = file.lexically_relative(folder_).string();
      // A printed book stays until it is printed again.
      if (name != mark && file.extension() != ".pdf" && !files_.contains(name))
        fs::remove(file);
    }
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.is_directory() && fs::is_empty(entry.path()))
        fs::remove(entry.path());
  }

  const std::set<std::string>& files() const { return files_; }

private:
  fs::path folder_;
  std::set<std::string> files_;
};

using Processors = std::counting_semaphore<>;

/// Waits for an idle processor, and occupies it while this lives.
class ProcessorSlot
{
public:
  explicit ProcessorSlot(Processors& idle) : idle_(idle) { idle_.acquire(); }
  ~ProcessorSlot() { idle_.release(); }
  ProcessorSlot(const ProcessorSlot&) = delete;
  ProcessorSlot& operator=(const ProcessorSlot&) = delete;

private:
  Processors& idle_;
};

/// What prose may cite: the book's references, and those that chapters bring. Without them a mistake says why.
References all_references(const Project& project, std::vector<Mistake>& mistakes)
{
  std::vector<fs::path> files{project.root / "book" / "references.bib"};
  for (const tools::Program& program : project.programs)
    files.push_back(project.root / "chapters" / program.name / "references.bib");
  try {
    return read_references(files);
  } catch (const Error& e) {
    mistakes.push_back({"book/references.bib", e.what()});
    References none;
    for (const fs::path& file : files)
      if (fs::exists(file))
        none.text += read_text(file) + "\n";
    return none;
  }
}

/// Runs the chapters one after another, because some measure time, and weaves each while later ones run.
std::vector<WovenChapter> woven_chapters(const Project& project, const Propositions& propositions,
                                         const References& references,
                                         std::vector<std::string>& renewed)
{
  const std::map<std::string, std::string> titles = propositions.titles();
  Course course;
  for (const tools::Program& program : project.programs)
    course.pages[std::atoi(program.name.c_str())] = program.name + ".html";
  const std::ptrdiff_t processors = std::max(1U, std::thread::hardware_concurrency());
  Processors idle(std::max<std::ptrdiff_t>(1, processors - 1)); // one is the running chapter's
  tools::Progress progress;
  const auto show = [&](std::size_t half_done, const std::string& name) {
    progress.show(
        0.5 * static_cast<double>(half_done) / static_cast<double>(project.programs.size()), name);
  };

  std::vector<std::future<WovenChapter>> woven;
  for (const tools::Program& program : project.programs) {
    show(woven.size(), program.name);
    woven.push_back(std::async(
        std::launch::async, [&, run = run_chapter(project, program, propositions.results)] {
          const ProcessorSlot slot(idle);
          return weave_chapter(project, program, run, titles, course, references);
        }));
  }
  if (processors > 1)
    idle.release();

  std::vector<WovenChapter> chapters;
  for (std::future<WovenChapter>& next : woven) {
    show(woven.size() + chapters.size(), project.programs[chapters.size()].name);
    chapters.push_back(next.get());
    if (chapters.back().is_new)
      renewed.push_back(chapters.back().name);
  }
  return chapters;
}

fs::path library_kept(const Project& project)
{
  return project.cache() / "library";
}

/// Has Doxygen read the library's headers, unless it has already read them. @return its objections
/// @throws Error if it is not installed
std::string read_headers(const Project& project)
{
  std::vector<fs::path> files = files_below(project.root / "lib");
  std::erase_if(files, [](const fs::path& file) { return file.extension() != ".hpp"; });
  files.push_back(project.root / "book" / "Doxyfile");
  const Cached last(project.cache() / "library.json", fingerprint_of({this_weaver()}, files),
                    stamp_of("doxygen"));
  if (!last.value().is_null())
    return "";
  find_doxygen();
  last.forget(); // the cache no longer belongs to those headers, whatever happens
  std::string objections = run_doxygen(project.root, library_kept(project));
  if (objections.empty())
    last.put(true);
  return objections;
}

/// The library's documentation. Without Doxygen there is none, and a mistake says so.
/// @param headers  the answer of read_headers
Library library(const Project& project, std::future<std::string> headers,
                const std::vector<WovenChapter>& chapters, std::vector<Mistake>& mistakes)
{
  std::map<std::string, std::string> sources;
  for (const WovenChapter& chapter : chapters)
    if (fs::exists(project.root / chapter.source)) {
      const ChapterSources files =
          chapter_sources(project.root, fs::path(chapter.source).parent_path().string());
      for (const auto& files_of_a_kind : {files.pages, files.drawings})
        for (const SourceFile& file : files_of_a_kind)
          sources[chapter.name] += file.text + "\n";
    }
  try {
    if (const std::string objections = headers.get(); !objections.empty())
      mistakes.push_back({"the library's documentation", objections});
    return library_pages(library_kept(project), sources);
  } catch (const Error& e) {
    mistakes.push_back({"the library's documentation", e.what()});
    return {.pages = {},
            .functions = {.file = "functions.html",
                          .title = "Functions",
                          .main = fmt::format("<h1>Functions</h1>\n<p class=\"note\">The library’s "
                                              "documentation is not in this build: {}</p>\n",
                                              escape(e.what()))}};
  }
}

/// What scripts/search.js loads when a reader first searches: the texts, and MiniSearch, with its licence.
void put_search(OutputFolder& output, const std::vector<Page>& pages,
                std::vector<Mistake>& mistakes)
{
  const fs::path minisearch = EPREUVE_MINISEARCH;
  const fs::path program = minisearch / "dist" / "umd" / "index.js";
  if (!fs::exists(program)) {
    mistakes.push_back({"book/scripts/search.js", "MiniSearch is missing, without which nothing is "
                                                  "found; with npm, ./epreuve book installs it"});
    return;
  }
  output.put("search/minisearch.js", read_text(program));
  output.put("search/LICENSE.txt", read_text(minisearch / "LICENSE.txt"));
  output.put("search/texts.js", script_of(findables(pages)));
}

/// The explorers, if their mathematics is compiled; if not, a mistake says so.
std::vector<Explorer> explorers_of(const Project& project, const fs::path& mathematics,
                                   std::vector<Mistake>& mistakes)
{
  try {
    if (fs::exists(mathematics))
      return all_explorers(project);
    mistakes.push_back({"book/explore", "the explorers are not compiled, for want of emscripten: "
                                        "their figures stay; ./epreuve install book"});
  } catch (const Error& e) {
    mistakes.push_back({"book/explore", e.what()});
  }
  return {};
}

} // namespace

MadeBook make_book(const Project& project)
{
  take_possession(project.output);
  MadeBook book;
  std::future<std::string> headers =
      std::async(std::launch::async, [&] { return read_headers(project); });
  const Propositions propositions(project, book.mistakes);
  const References references = all_references(project, book.mistakes);
  const std::vector<WovenChapter> chapters =
      woven_chapters(project, propositions, references, book.renewed);

  const std::vector<ToldErratum> told = told_errata(project, chapters, book.mistakes);
  std::vector<Page> pages{cover_page(chapters, told)};
  if (!told.empty())
    pages.push_back(ten_errata_page(told));
  const fs::path explore = project.root / "book" / "explore";
  const fs::path mathematics = project.build / "explore" / "mathematics.js";
  const std::vector<Explorer> explorers = explorers_of(project, mathematics, book.mistakes);
  for (std::size_t i = 0; i < chapters.size(); ++i) {
    std::ranges::copy(chapters[i].mistakes, std::back_inserter(book.mistakes));
    std::vector<Page> of_chapter = chapter_pages(chapters, i, propositions);
    add_explorers(of_chapter, chapters[i].name, explorers, book.mistakes);
    std::ranges::move(of_chapter, std::back_inserter(pages));
  }
  pages.push_back(exercises_page(chapters));
  pages.push_back(errata_page(chapters));
  pages.push_back(claims_page(chapters));
  pages.push_back(references_page(chapters, references));
  std::ranges::move(document_pages(chapters, references, book.mistakes), std::back_inserter(pages));
  pages.push_back(propositions_page(project, propositions, chapters, book.mistakes));
  pages.push_back(build_page(project, chapters));
  Library documentation = library(project, std::move(headers), chapters, book.mistakes);
  pages.push_back(std::move(documentation.functions));
  std::ranges::move(documentation.pages, std::back_inserter(pages));

  OutputFolder output(project.output);
  std::vector<std::pair<std::string, std::string>> html(pages.size());
  const std::string last_line = colophon(chapters);
  parallel_for(pages.size(),
               [&](std::size_t i) { html[i] = {pages[i].file, framed(pages[i], last_line)}; });
  for (const auto& [file, page] : html) {
    output.put(file, page);
    book.pages.push_back(file);
  }
  output.put("style.css", read_text(project.root / "book" / "style.css"));
  output.put("favicon.svg", read_text(project.root / "book" / "favicon.svg"));
  output.put("LICENSE.txt", read_text(project.root / "LICENSE"));
  output.put_all(project.root / "book" / "scripts", "scripts/", ".js");
  put_search(output, pages, book.mistakes);
  if (!explorers.empty()) {
    output.put_all(explore, "explore/", ".js");
    output.put_all(explore, "explore/", ".css");
    for (const char* script : {"mathematics.js", "petit.js", "translator.js"})
      output.put(fmt::format("explore/{}", script), read_text(mathematics.parent_path() / script));
  }
  output.delete_the_rest();
  std::ranges::move(broken_links(html, output.files()), std::back_inserter(book.mistakes));
  return book;
}

std::vector<fs::path> sources_of(const Project& project)
{
  std::vector<fs::path> sources;
  for (const char* folder : {"chapters", "proofs", "lib", "book"})
    for (const fs::path& file : files_below(project.root / folder)) {
      static const std::set<std::string> endings{".cpp", ".hpp", ".jsonl", ".md",
                                                 ".css", ".js",  ".json",  ".bib"};
      // Students' files are not part of the book.
      if (endings.contains(file.extension().string()) && file.filename() != "exercises.cpp")
        sources.push_back(file);
    }
  return sources;
}

} // namespace epreuve::book
