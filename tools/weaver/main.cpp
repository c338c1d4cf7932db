// ./epreuve book: the chapters as a web book.
#include "epreuve/error.hpp"
#include "epreuve/read_text.hpp"
#include "epreuve/write_file.hpp"

#include "common/turn.hpp"
#include "weaver/book.hpp"
#include "weaver/bound.hpp"
#include "weaver/check.hpp"
#include "weaver/open.hpp"
#include "weaver/print.hpp"
#include "weaver/serve.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <optional>

namespace {

namespace fs = std::filesystem;
using namespace epreuve;
using namespace epreuve::book;

struct Options
{
  bool serve = false;
  std::optional<int> port;
  bool open = false;
  bool pdf = false;
  bool check = false;
  std::string out = (fs::path(EPREUVE_ROOT) / "build" / "book").string();
};

/// Prints the chapters, errata and propositions; claims and functions are lists to search in.
fs::path print_book(const Workshop& workshop, const Made& made)
{
  std::vector<std::pair<std::string, std::string>> pages;
  for (const std::string& file : made.pages)
    if (!file.starts_with("library/") && file != "functions.html" && file != "claims.html")
      pages.emplace_back(file, read_text(workshop.output / file));
  // Beside the pages, whose style sheets it uses; hidden, and gone with the next book if printing fails.
  const fs::path html = workshop.output / ".print.html", pdf = workshop.output / "epreuve.pdf";
  write_file(html, bound(pages));
  try {
    print(html, pdf);
  } catch (...) {
    fs::remove(html);
    throw;
  }
  fs::remove(html);
  return pdf;
}

int make(const Workshop& workshop, const Options& options)
{
  fs::create_directories(workshop.kept());
  // Two at once would take each other's files away.
  const tools::Turn turn(workshop.kept() / "lock", "./epreuve book");
  const Made made = make_book(workshop);
  for (const Mistake& mistake : made.mistakes)
    std::cerr << fmt::format("epreuve: {}: {}\n", mistake.where, mistake.message);
  int status = made.mistakes.empty() ? 0 : 1;
  std::cout << fmt::format("{}\n", (workshop.output / "index.html").string());
  if (options.check) {
    const std::vector<Complaint> complaints = check_book(workshop.output);
    for (const Complaint& complaint : complaints)
      std::cerr << fmt::format("epreuve: {}, line {}: {}\n",
                               (workshop.output / complaint.page).string(), complaint.line,
                               complaint.message);
    if (!complaints.empty())
      status = 1;
    std::cout << fmt::format("checked: {} pages, {} complaints\n", made.pages.size(),
                             complaints.size());
  }
  if (options.pdf)
    std::cout << fmt::format("{}\n", print_book(workshop, made).string());
  return status;
}

int run(const Options& options)
{
  const Workshop workshop{.root = EPREUVE_ROOT,
                          .build = EPREUVE_BUILD,
                          .output = fs::absolute(options.out).lexically_normal(),
                          .compiler = EPREUVE_COMPILER,
                          .programs = tools::all_chapters()};
  const auto begun = fs::file_time_type::clock::now();
  const int status = make(workshop, options);
  if (!options.serve) {
    if (options.open)
      open_in_browser((workshop.output / "index.html").string());
    return status;
  }
  const std::vector<std::string> again{(workshop.root / "epreuve").string(),
                                       "--preset",
                                       workshop.build.filename().string(),
                                       "--no-install", // it is all there
                                       "book",
                                       "--out",
                                       workshop.output.string()};
  return serve({.folder = workshop.output,
                .script = workshop.root / "book" / "reload.js",
                .port = options.port,
                .watched = sources_of(workshop),
                .rebuild = [&] { return run_build(again); },
                .first = {status, "Something has to be put right; the terminal tells what."},
                .since = begun,
                .ready =
                    [&](const std::string& address) {
                      if (!options.open)
                        return;
                      try {
                        open_in_browser(address);
                      } catch (const Error& e) {
                        std::cerr << fmt::format("epreuve: {}\n", e.what());
                      }
                    }});
}

} // namespace

int main(int argc, char** argv)
{
  CLI::App app{"Makes the book: every chapter with the results it just computed, as web pages."};
  app.name("epreuve book");
  Options options;
  app.add_flag("--serve", options.serve,
               "Show it on http://127.0.0.1, and make it again whenever a source is saved");
  app.add_option("--port", options.port, "The port to serve it on; 0 takes any")
      ->check(CLI::Range(0, 65535));
  app.add_flag("--open", options.open, "Open it in a browser");
  app.add_flag("--pdf", options.pdf, "Print it to epreuve.pdf, with Chromium");
  app.add_flag("--check", options.check, "Check its pages: links, anchors, texts of images, ...");
  app.add_option("--out", options.out, "The book's folder")
      ->type_name("DIR")
      ->capture_default_str();
  app.footer("Only what changed is run and woven again.\nExample: ./epreuve book --serve --open\n"
             "Exit status: 0 the whole book, 1 something has to be put right, 2 bad usage.");
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return 0;
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: {}\n", e.what());
    return 2;
  }
}
