#include "weaver/pages.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"
#include "epreuve/version.hpp"

#include "weaver/html.hpp"
#include "weaver/pandoc.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;

/// A program's output; empty if there is no such program, or it fails.
std::string answer_of(const std::vector<std::string>& command)
{
  try {
    const fs::path program = find_program(command.at(0));
    if (program.empty())
      return "";
    std::vector<std::string> words = command;
    words[0] = program.string();
    const Ended ended = run_command(words, {});
    return ended.status == 0 ? ended.output.substr(0, ended.output.find_last_not_of('\n') + 1) : "";
  } catch (const std::exception&) {
    return "";
  }
}

std::string first_line(const std::string& text)
{
  return text.substr(0, text.find('\n'));
}

std::string commit_of(const fs::path& root)
{
  const std::vector<std::string> git{"git", "-C", root.string()};
  const auto ask = [&](std::vector<std::string> words) {
    words.insert(words.begin(), git.begin(), git.end());
    return answer_of(words);
  };
  const std::string commit = ask({"rev-parse", "HEAD"});
  if (commit.empty())
    return "none: the sources are not in a git repository";
  const std::string changed = ask({"status", "--porcelain"});
  return commit + (changed.empty() ? "" : ", with uncommitted changes");
}

std::string processor()
{
  for (const std::string& line : split_lines(read_text("/proc/cpuinfo")))
    if (line.starts_with("model name"))
      return line.substr(std::min(line.find(": ") + 2, line.size()));
  return "unknown";
}

/// Now; or the time in SOURCE_DATE_EPOCH, for reproducible builds.
std::string date()
{
  const char* wished = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t time =
      wished != nullptr ? std::strtoll(wished, nullptr, 10)
                        : std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(time));
}

std::string in_words(std::size_t count, std::string_view one, std::string_view several)
{
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// The claims and figures for which this build lacked GPT-2's published files, in words.
std::string left_open(const std::vector<WovenChapter>& chapters)
{
  std::size_t claims = 0, figures = 0;
  for (const WovenChapter& chapter : chapters) {
    figures += chapter.figures_undrawn;
    for (const ListedClaim& listed : chapter.claims)
      claims += listed.claim.found == evidence::Verdict::needs_weights ? 1 : 0;
  }
  return claims + figures == 0 ? "everything that needs them was computed in this build"
                               : fmt::format("not complete in this build: {} left open, and {} "
                                             "taken from a build that had them",
                                             in_words(claims, "claim is", "claims are"),
                                             in_words(figures, "figure is", "figures are"));
}

} // namespace

Page build_page(const Project& project, const std::vector<WovenChapter>& chapters)
{
  Page page{.file = "build.html", .title = "How it was made", .main = ""};
  std::string facts;
  const auto fact = [&](std::string_view name, const std::string& text) {
    facts += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, escape(text));
  };
  fact("version", std::string(version()));
  fact("commit", commit_of(project.root));
  fact("date", date());
  fact("seed", seeds_of(chapters));
  fact("compiler", project.compiler);
  fact("BLAS", fmt::format("OpenBLAS, kernel {}; a chapter runs on one thread", blas_kernel()));
  fact("Armadillo", armadillo_version());
  fact("processor", fmt::format("{}, {} cores", processor(), std::thread::hardware_concurrency()));
  fact("GPT-2’s files", left_open(chapters));
  fact("text", first_line(answer_of({"pandoc", "--version"})));

  std::string rows;
  double total = 0;
  for (const WovenChapter& chapter : chapters) {
    rows += fmt::format(
        "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td><td>{}</td><td class=\"number\">{:.1f} s</td></tr>\n",
        chapter.page(), chapter.name, chapter.claims.size(), chapter.findings,
        chapter.as_declared ? "✓ as declared" : "✗ not as declared", chapter.seconds);
    total += chapter.seconds;
  }
  page.main = fmt::format(
      "<h1>How it was made</h1>\n<p>Every number in these pages was computed by the programs they "
      "show. "
      "A build of the same commit, with the same seed, on the same kind of processor, gives the "
      "same numbers, apart from measured times and memory.</p>\n<h2 id=\"build\">This "
      "build</h2>\n<dl "
      "class=\"facts\">\n{}</dl>\n<h2 id=\"chapters\">The chapters</h2>\n<figure "
      "class=\"table\"><figcaption>"
      "What each chapter verified, and how long it took with its figures, {:.0f} s in "
      "all</figcaption><div "
      "class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">chapter</th><th scope=\"col\" "
      "class=\"number\">claims</th><th scope=\"col\" class=\"number\">findings</th><th "
      "scope=\"col\">verdicts</th><th scope=\"col\" "
      "class=\"number\">time</th></tr></thead>\n<tbody>{}"
      "</tbody></table></div></figure>\n<h2 id=\"again\">Make it again</h2>\n<p><code>./epreuve "
      "book</code> in "
      "the project’s folder. A chapter runs again when its program, its proofs or GPT-2’s files "
      "have "
      "changed; its page is woven again when its text or its results have.</p>\n",
      facts, total, rows);
  return page;
}

} // namespace epreuve::book
