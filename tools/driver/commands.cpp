#include "driver/commands.hpp"

#include "common/chapters.hpp"
#include "common/kept_records.hpp"
#include "common/output.hpp"
#include "common/page.hpp"
#include "common/progress.hpp"
#include "driver/overview.hpp"
#include "driver/several_seeds.hpp"

#include "epreuve/default_seed.hpp"
#include "epreuve/error.hpp"
#include "epreuve/evidence/record.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/evidence/tracked.hpp"
#include "epreuve/evidence/verdict.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/plain_mathematics.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <set>
#include <system_error>
#include <unistd.h>

namespace epreuve::tools {

namespace {

using nlohmann::json;
using std::filesystem::path;

constexpr int build_broken_off = 3;            // the script says why
constexpr std::size_t figure_in_terminal = 80; // columns that a figure of characters needs

std::vector<std::string> arguments(const RunOptions& options)
{
  std::vector<std::string> result;
  const auto pass = [&](const char* name, const std::string& value) {
    if (!value.empty())
      result.insert(result.end(), {name, value});
  };
  pass("--figures", options.figures);
  pass("--format", options.format);
  pass("--seed", options.seed ? std::to_string(*options.seed) : "");
  return result;
}

/// Chapters write to files: they are told how wide the terminal is, and whether it has colours.
void keep_typography_of_stdout()
{
  const evidence::Typography type = evidence::typography_of_stdout();
  ::setenv("COLUMNS", std::to_string(type.width).c_str(), 1);
  if (type.colour)
    ::setenv("CLICOLOR_FORCE", "1", 1);
}

/// If the script shows the progress of the build in a line on the same terminal, the text replaces that line, in a
/// single write.
void print_at_once(const std::string& text, bool over_line_of_build)
{
  const bool over = over_line_of_build && evidence::is_capable_terminal(STDOUT_FILENO);
  std::cout << (over ? "\r\x1b[K" + text : text) << std::flush;
}

/// Runs the chapters that standard input names, each as soon as it is named.
/// @return whether the list ended with "built all"
bool run_as_built(const std::vector<std::string>& arguments,
                  const std::function<void(const tools::Program&)>& before,
                  const std::function<void(const tools::Program&, const tools::Outcome&)>& after)
{
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "built all")
      return true;
    tools::run_and_keep(tools::select_chapters({line}), arguments, before, after);
  }
  return false;
}

/// The chapters that are asked for; of those that standard input names all, or nothing if the build broke off.
std::optional<std::vector<tools::Program>> chapters_of(const RunOptions& options)
{
  if (!options.as_built)
    return tools::select_chapters(options.chapters);
  std::vector<std::string> names;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "built all")
      return tools::select_chapters(names);
    names.push_back(line);
  }
  return std::nullopt;
}

/// Every chapter with every seed; a chapter is reported when its last run has ended.
int run_with_seeds(const RunOptions& options)
{
  if (!options.figures.empty() || !options.format.empty())
    throw Error("--seeds draws no figures, which are those of one seed: leave out {}",
                options.figures.empty() ? "--format" : "--figures");
  if (options.full)
    throw Error(
        "--seeds shows only what fails, and --full shows everything: leave out one of them");
  require_json(options.json);
  const bool silent = is_standard_output(options.json);
  const std::optional<std::vector<tools::Program>> chapters = chapters_of(options);
  if (!chapters)
    return build_broken_off;

  const std::uint64_t start = options.seed.value_or(default_seed);
  const std::vector<std::uint64_t> seeds = seeds_from(start, *options.seeds);
  const evidence::Typography type = evidence::typography_of_stdout();
  if (!silent) {
    for (const std::string& line :
         wrap(fmt::format("Seeds drawn from {}: {}", start, fmt::join(seeds, ", ")),
              static_cast<double>(type.width)))
      std::cout << line << '\n';
    std::cout << std::endl;
  }

  std::vector<tools::Run> runs;
  for (const tools::Program& chapter : *chapters)
    for (const std::uint64_t seed : seeds)
      runs.push_back({chapter, {"--quiet", "--seed", std::to_string(seed)}});
  int status = 0;
  json found = json::array();
  tools::Progress progress(runs.size());
  std::size_t ran = 0; // with seeds of the present chapter
  std::optional<SeveralSeeds> present;
  tools::run_chapters(
      runs,
      [&](const tools::Run& run) {
        if (ran == 0)
          present.emplace(run.chapter.name);
        progress.begin(fmt::format("{}, seed {}", run.chapter.name, seeds[ran]));
      },
      [&](const tools::Run&, const tools::Outcome& outcome) {
        present->add(seeds[ran], outcome);
        if (++ran < seeds.size())
          return;
        ran = 0;
        progress.clear();
        if (!silent)
          std::cout << present->report(type) << std::flush;
        status = std::max(status, present->status());
        found.push_back(present->to_json());
      });
  write_json(options.json, json{{"format", "epreuve-seeds"},
                                {"version", 1},
                                {"start", start},
                                {"seeds", seeds},
                                {"chapters", found}}
                               .dump(2));
  return status;
}

/// Runs chapters without their reports and hands each record on.
template <typename Use>
int run_quietly(const std::vector<tools::Program>& chapters, std::vector<std::string> arguments,
                const Use& use)
{
  arguments.emplace_back("--quiet");
  int status = 0;
  tools::Progress progress(chapters.size());
  tools::run_and_keep(
      chapters, arguments, [&](const tools::Program& chapter) { progress.begin(chapter.name); },
      [&](const tools::Program&, const tools::Outcome& outcome) {
        progress.clear();
        status = std::max(status, outcome.status);
        if (outcome.record)
          use(*outcome.record);
      });
  return status;
}

/// "2 hours ago"
std::string age(std::filesystem::file_time_type when)
{
  const auto passed = std::filesystem::file_time_type::clock::now() - when;
  const auto minutes = std::chrono::floor<std::chrono::minutes>(passed).count();
  const auto ago = [](auto count, const char* unit) {
    return counted(static_cast<std::size_t>(count), unit) + " ago";
  };
  constexpr int hour = 60, day = 24 * hour;
  return minutes < 1          ? "less than a minute ago"
         : minutes < 2 * hour ? ago(minutes, "minute")
         : minutes < 2 * day  ? ago(minutes / hour, "hour")
                              : ago(minutes / day, "day");
}

/// A claim with the chapter that checks it.
struct Entry
{
  std::string chapter;
  evidence::ClaimRecord claim;
};

json in_ledger(const Entry& entry)
{
  json claim = entry.claim, listed{{"chapter", entry.chapter}, {"verdict", claim.at("found")}};
  for (const char* member :
       {"id", "document", "section", "lines", "statement", "as_declared", "erratum"})
    if (claim.contains(member))
      listed[member] = claim.at(member);
  return listed;
}

void print_ledger(const std::vector<Entry>& entries, bool errata)
{
  const evidence::Typography type = evidence::typography_of_stdout();
  for (const auto& [chapter, claim] : entries) {
    const evidence::Verdict verdict = claim.found;
    const std::string &id = claim.source.id, &statement = claim.source.statement;
    const std::string row = fmt::format("{} {} {} {}", sign(verdict), pad_right(name(verdict), 20),
                                        pad_right(id, 34), chapter);
    if (display_width(row) <= type.width)
      std::cout << row << '\n';
    else
      std::cout << fmt::format("{} {}, in {}\n  {}\n", sign(verdict), name(verdict), chapter, id);
    if (!errata)
      continue;
    const auto indented = [&](const char* label, const std::string& text) {
      std::string margin = label;
      for (const std::string& line : wrap(text, type.width - 13)) {
        std::cout << pad_right(margin, 13) << line << '\n';
        margin.clear();
      }
    };
    indented("    says", plain_mathematics(statement));
    for (const evidence::Erratum::Wrong& wrong : claim.erratum->wrong) {
      if (wrong.says != statement)
        indented("    wrong", plain_mathematics(wrong.says));
      for (const evidence::Erratum::Why& why : wrong.why)
        indented("    because", why.says);
    }
    indented("    right", claim.erratum->right);
    if (!claim.erratum->elsewhere.empty())
      indented("    as in", claim.erratum->elsewhere);
    indented("    where", fmt::format("{}, {}", claim.source.document, claim.source.section));
  }
}

/// A figure that no chapter draws any more, in whatever format, is reported, not deleted.
void point_at_orphans(const path& folder, const std::set<std::string>& tracked)
{
  if (!std::filesystem::is_directory(folder))
    return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!tracked.contains(entry.path().stem().string()))
      std::cerr << fmt::format("epreuve: {} is drawn by no chapter\n", entry.path().string());
  }
}

/// The records of chapters: those of their last runs where they still hold, and of runs now.
struct FoundRecords
{
  std::vector<evidence::Record> records;                 ///< in the order of the chapters
  std::optional<std::filesystem::file_time_type> oldest; ///< of the last runs, if any were used
  int status = 0;
};

FoundRecords records_of(const std::vector<tools::Program>& chapters)
{
  FoundRecords found;
  std::vector<tools::Program> to_run;
  for (const tools::Program& chapter : chapters) {
    std::optional<tools::KeptRecord> kept = tools::kept_record(chapter);
    if (!kept) {
      to_run.push_back(chapter);
      continue;
    }
    found.status = std::max(found.status, kept->record.ok() ? 0 : 1);
    found.oldest = std::min(found.oldest.value_or(kept->of), kept->of);
    found.records.push_back(std::move(kept->record));
  }
  if (found.oldest && !to_run.empty())
    std::cerr << fmt::format("epreuve: {} of {} chapters {} no record of a run since {} built\n",
                             to_run.size(), chapters.size(), to_run.size() == 1 ? "has" : "have",
                             to_run.size() == 1 ? "it was" : "they were");
  const int of_runs = run_quietly(
      to_run, {}, [&](const evidence::Record& record) { found.records.push_back(record); });
  found.status = std::max(found.status, of_runs);
  std::ranges::sort(found.records, {}, [&](const evidence::Record& record) {
    return std::ranges::find(chapters, record.name, &tools::Program::name);
  });
  return found;
}

} // namespace

int list(bool as_json)
{
  json chapters = json::array();
  for (const tools::Program& chapter : tools::all_chapters())
    chapters.push_back(tools::about(chapter));
  if (as_json) {
    std::cout << chapters.dump(2) << '\n';
    return 0;
  }
  const auto width = [&](const char* column) {
    std::size_t widest = 0;
    for (const json& chapter : chapters)
      widest = std::max(widest, display_width(chapter.at(column).get<std::string>()));
    return widest;
  };
  const std::size_t names = width("name"), titles = width("title");
  for (const json& chapter : chapters)
    std::cout << fmt::format(
        "{}  {}  {:>3} {}  {}\n", pad_right(chapter.at("name").get<std::string>(), names),
        pad_right(chapter.at("title").get<std::string>(), titles), chapter.at("claims").get<int>(),
        chapter.at("claims") == 1 ? "claim " : "claims",
        chapter.at("documents").get<std::string>());
  return 0;
}

int run(const RunOptions& options)
{
  if (options.seeds)
    return run_with_seeds(options);
  std::vector<tools::Program> chapters;
  if (!options.as_built)
    chapters = tools::select_chapters(options.chapters);
  require_json(options.json);
  const bool silent = is_standard_output(options.json);
  if (silent && options.format == "terminal")
    throw Error("--json - and --format terminal both write to standard output: name a file");
  const bool several = options.as_built || chapters.size() > 1;
  const bool short_form = several && !options.full && !silent;
  const evidence::Typography type = evidence::typography_of_stdout();
  keep_typography_of_stdout();
  std::vector<std::string> passed = arguments(options);
  if (short_form || silent)
    passed.emplace_back("--quiet");
  else if (!several && options.format.empty() && ::isatty(STDOUT_FILENO) == 1 &&
           type.width >= figure_in_terminal)
    passed.emplace_back("--leading-figure");

  std::optional<Page> page;
  if (!short_form && !options.as_built && !silent)
    page.emplace();
  const auto begun = std::chrono::steady_clock::now();
  int status = 0;
  std::size_t ran = 0;
  std::vector<evidence::Record> records;
  std::optional<tools::Progress> progress;
  // Otherwise it would come between what chapters write, or what the build does.
  if (!options.as_built && (!page || page->is_collected()))
    progress.emplace(chapters.size());
  const auto before = [&](const tools::Program& chapter) {
    if (progress)
      progress->begin(chapter.name);
    if (options.full && !silent && ran > 0)
      std::cout << '\n';
  };
  const auto after = [&](const tools::Program&, const tools::Outcome& outcome) {
    if (progress)
      progress->clear();
    ++ran;
    status = std::max(status, outcome.status);
    if (!outcome.record)
      return;
    records.push_back(*outcome.record);
    if (short_form)
      print_at_once(overview(*outcome.record, outcome.seconds, type), options.as_built);
  };
  if (!options.as_built)
    tools::run_and_keep(chapters, passed, before, after);
  else if (!run_as_built(passed, before, after))
    return build_broken_off;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  if (short_form)
    print_at_once(conclusion(records, ran - records.size(), took.count(), type), options.as_built);
  // The pager leaves its last page in sight, which may be any.
  if (page && page->show() && !records.empty())
    std::cout << '\n' << conclusion(records, ran - records.size(), took.count(), type);
  write_json(options.json, evidence::record_document(records).dump(2));
  return status;
}

int claims(const ClaimsOptions& options)
{
  const std::vector<tools::Program> chapters = tools::select_chapters(options.chapters);
  const auto [records, oldest, status] = records_of(chapters);
  std::vector<Entry> entries;
  for (const evidence::Record& record : records)
    for (const evidence::ClaimRecord& claim : record.claims)
      if (!options.errata || is_erratum(claim.found))
        entries.push_back({record.name, claim});
  if (options.json) {
    json listed = json::array();
    std::ranges::transform(entries, std::back_inserter(listed), in_ledger);
    std::cout << listed.dump(2) << '\n';
  } else {
    Page page;
    print_ledger(entries, options.errata);
    page.show();
  }
  if (oldest)
    std::cerr << fmt::format("epreuve: from {}{}; {} run verifies again\n",
                             chapters.size() == 1 ? "the chapter's last run, "
                                                  : "each chapter's last run, the oldest ",
                             age(*oldest), tools::command());
  return status;
}

int records(const RecordsOptions& options)
{
  const std::vector<tools::Program> chapters = tools::select_chapters(options.chapters);
  const path folder = make_folder(options.folder, "--out");
  // Git keeps what everyone finds, with GPT-2's weights or without them.
  const TemporaryFolder no_weights;
  if (std::error_code unknown; exists(gpt2::default_folder(), unknown))
    ::setenv("EPREUVE_GPT2", no_weights.path().c_str(), 1);
  const FoundRecords found = records_of(chapters);
  for (const evidence::Record& record : found.records) {
    const path file = folder / (record.name + ".txt");
    const std::string kept = exists(file) ? read_text(file) : "";
    const std::string text = evidence::updated(kept, tracked_text(record));
    if (text != kept)
      write_file(file, text);
    std::cout << file.string()
              << (text == kept   ? ""
                  : kept.empty() ? ", new"
                                 : ", changed")
              << '\n';
  }
  return found.status;
}

int figures(const RunOptions& options)
{
  const std::vector<tools::Program> chapters = tools::select_chapters(options.chapters);
  std::vector<std::string> passed = arguments(options);
  if (!installed()) // there the figures of measurements would be compared with nothing
    passed.insert(passed.end(), {"--measured", EPREUVE_MEASURED_FIGURES});
  return run_quietly(chapters, passed, [&](const evidence::Record& record) {
    std::set<std::string> tracked;
    for (const evidence::FigureNote& figure : record.figures) {
      if (!figure.file.empty())
        std::cout << pad_right(figure.file, 60) << ' ' << figure.title << '\n';
      if (!figure.measured)
        tracked.insert(figure.name);
    }
    for (const evidence::UndrawnFigure& figure : record.undrawn) {
      std::cout << fmt::format("{}/{} not drawn: {}\n", record.name, figure.name, figure.reason);
      tracked.insert(figure.name);
    }
    point_at_orphans(path(options.figures) / record.name, tracked);
  });
}

} // namespace epreuve::tools
