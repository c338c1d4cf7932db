// ./epreuve book: the chapters as a web book.
#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/version.hpp"

#include "common/turn.hpp"
#include "weaver/book.hpp"
#include "weaver/open.hpp"
#include "weaver/print.hpp"
#include "weaver/serve.hpp"
#include "weaver/single_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace epreuve;
using namespace epreuve::book;

struct Options
{
  bool serve = false;
  std::string host = "127.0.0.1";
  bool for_others = false;
  std::optional<int> port;
  bool open = false;
  std::string chapter; ///< whose page is opened; the cover if it is empty
  bool pdf = false;
  std::string out = (fs::path(EPREUVE_ROOT) / "build" / "book").string();
};

/// The part of the printed book that a page belongs to: its chapter, or the part outside the chapters.
std::string part_of(const std::string& page, const Project& project)
{
  const std::string name = page.substr(0, page.find_first_of("./"));
  const bool is_chapter = std::ranges::any_of(
      project.programs, [&](const auto& program) { return program.name == name; });
  return is_chapter ? name : "epreuve";
}

/// Prints each chapter to a file of its own, and the course, errata, sources and propositions to another one; claims, by
/// document too, and functions, lists to search in, are not printed. In one document, twenty chapters are a thousand sheets, for which
/// Chromium takes four gigabytes. A chapter's pages are joined before they are printed: pdfunite drops the outline, the
/// tags, the title and every link between pages.
void print_book(const Project& project, const MadeBook& book)
{
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> parts;
  for (const std::string& page : book.pages)
    if (!page.starts_with("library/") && !page.starts_with("documents/") &&
        page != "functions.html" && page != "claims.html")
      parts[part_of(page, project)].emplace_back(page, read_text(project.output / page));
  // Next to the pages, whose style sheets it uses; hidden, and deleted with the next book if printing fails.
  const fs::path html = project.output / ".print.html";
  try {
    for (const auto& [name, pages] : parts) {
      const fs::path pdf = project.output / (name + ".pdf");
      write_file(html, single_page(pages));
      print(html, pdf);
      std::cout << fmt::format("{}\n", pdf.string()) << std::flush;
    }
  } catch (...) {
    fs::remove(html);
    throw;
  }
  fs::remove(html);
}

int make(const Project& project, const Options& options)
{
  fs::create_directories(project.cache());
  // Two at once would delete each other's files.
  const tools::Turn turn(project.cache() / "lock", "./epreuve book");
  const MadeBook book = make_book(project);
  for (const Mistake& mistake : book.mistakes)
    std::cerr << fmt::format("epreuve: {}: {}\n", mistake.where, mistake.message);
  std::cout << fmt::format("{}\n", (project.output / "index.html").string());
  if (options.pdf)
    print_book(project, book);
  return book.mistakes.empty() ? 0 : 1;
}

int run(const Options& options)
{
  const std::string page = options.chapter.empty()
                               ? std::string()
                               : tools::select_chapters({options.chapter}).front().name + ".html";
  const Project project{.root = EPREUVE_ROOT,
                        .build = EPREUVE_BUILD,
                        .output = fs::absolute(options.out).lexically_normal(),
                        .compiler = EPREUVE_COMPILER,
                        .programs = tools::all_chapters()};
  const auto begun = fs::file_time_type::clock::now();
  const int status = make(project, options);
  if (!options.serve) {
    if (options.open)
      open_in_browser((project.output / (page.empty() ? "index.html" : page)).string());
    return status;
  }
  const std::vector<std::string> again{(project.root / "epreuve").string(),
                                       "--preset",
                                       project.build.filename().string(),
                                       "--no-install", // it is all there
                                       "book",
                                       "--out",
                                       project.output.string()};
  return serve({.folder = project.output,
                .script = project.root / "book" / "reload.js",
                .port = options.port,
                .watched = sources_of(project),
                .rebuild = [&] { return run_build(again); },
                .first = {status, "Something has to be corrected; the terminal says what."},
                .since = begun,
                .ready =
                    [&](const std::string& address) {
                      if (!options.open)
                        return;
                      try {
                        open_in_browser(address + page);
                      } catch (const Error& e) {
                        std::cerr << fmt::format("epreuve: {}\n", e.what());
                      }
                    },
                .host = options.host,
                .for_others = options.for_others});
}

} // namespace

int main(int argc, char** argv)
{
  Command app{"Makes the book: every chapter with the results it just computed, as web pages."};
  app.name("epreuve book");
  Options options;
  const Option chapter =
      app.add_option("CHAPTER", options.chapter, "The chapter at whose page --open opens it");
  const Option serve =
      app.add_flag("--serve", options.serve,
                   "Show it on http://127.0.0.1, and make it again whenever a source is saved");
  const Option host = app.add_option("--host", options.host,
                                     "The address of this machine to show it on; 0.0.0.0 are all")
                          .type_name("ADDRESS")
                          .capture_default_str()
                          .needs(serve);
  app.add_flag("--for-others", options.for_others,
               "Let other machines read it too, which reach that address")
      .needs(host);
  add_whole_number(app, "--port", options.port, {.most = 65535},
                   "The port to serve it on; 0 takes any");
  chapter.needs(app.add_flag("--open", options.open, "Open it in a browser"));
  app.add_flag("--pdf", options.pdf, "Print it, each chapter to a PDF, with Chromium");
  app.add_option("--out", options.out, "The book's folder").type_name("DIR").capture_default_str();
  app.footer("Only what changed is run and woven again.\nExample: ./epreuve book --serve --open\n"
             "Exit status: 0 the whole book, 1 something has to be put right, 2 bad usage.");
  app.set_version_flag("--version", fmt::format("epreuve {}", version())).group("");
  try {
    return app.parse(argc, argv) ? run(options) : 0;
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: {}\n", e.what());
    return 2;
  }
}
