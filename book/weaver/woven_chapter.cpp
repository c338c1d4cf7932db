#include "weaver/woven_chapter.hpp"

#include "common/circumstances.hpp"
#include "common/kept_records.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include "weaver/browsers.hpp"
#include "weaver/cache.hpp"
#include "weaver/claims.hpp"
#include "weaver/documents.hpp"
#include "weaver/exercises.hpp"
#include "weaver/html.hpp"
#include "weaver/pandoc.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <future>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;
using evidence::ClaimRecord;
using evidence::Record;
using nlohmann::json;

} // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Problem, line, message)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Heading, level, text, words, anchor, line, html)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WovenPage, source, file, html, headings, problems)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Woven, pages, pages_of_claims)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ListedClaim, claim, statement, wrong, correction, erratum,
                                   erratum_tells_statement, place)

namespace {

fs::path figures_of(const fs::path& kept)
{
  return kept / "figures";
}

/// Whether a kept run is still valid in what its fingerprint does not cover: its figures and its proofs' status.
bool is_up_to_date(const Record& record, const fs::path& figures, const proofs::Results& proofs)
{
  const auto is_drawn = [&](const evidence::FigureNote& figure) {
    return fs::exists(figures / (figure.name + ".svg"));
  };
  const auto is_as_proven = [&](const evidence::CitedProposition& cited) {
    return std::ranges::all_of(cited.proofs, [&](const evidence::CitedProposition::Proof& proof) {
      const auto method = std::ranges::find(proofs::methods, proof.method,
                                            [](proofs::Method known) { return name(known); });
      return proof.status == name(proofs.status(cited.name, *method));
    });
  };
  return std::ranges::all_of(record.figures, is_drawn) &&
         std::ranges::all_of(record.propositions, is_as_proven);
}

/// A claim of the record without its readings, before anything is woven.
ListedClaim entry_of(const ClaimRecord& claim, const References& references)
{
  ListedClaim entry;
  entry.claim = claim;
  entry.claim.readings.clear();
  entry.place = place_html(claim.source, references.language_of(claim.source.document));
  return entry;
}

std::vector<ListedClaim> listed(const Record& record, const References& references)
{
  struct Place
  {
    std::size_t claim;
    std::string ListedClaim::* member;
  };
  std::vector<ListedClaim> claims;
  std::vector<Place> places;
  std::vector<json> parts;
  for (const ClaimRecord& claim : record.claims) {
    const auto weave = [&](std::string ListedClaim::* member, const Markup& markup) {
      places.push_back({claims.size(), member});
      parts.push_back(json::array({block_of(markup)}));
    };
    ListedClaim entry = entry_of(claim, references);
    weave(&ListedClaim::statement, Markup().mathematical(claim.source.statement));
    if (claim.erratum) {
      entry.erratum_tells_statement = erratum_tells_statement(claim);
      weave(&ListedClaim::wrong, wrong_markup(claim));
      weave(&ListedClaim::correction, Markup().mathematical(claim.erratum->right));
      weave(&ListedClaim::erratum, erratum_markup(claim));
    }
    claims.push_back(std::move(entry));
  }
  const Written written = write_html(parts);
  for (std::size_t i = 0; i < parts.size(); ++i)
    claims[places[i].claim].*places[i].member = for_browsers(written.parts.at(i));
  return claims;
}

/// A mistake in the exercises leaves the rest of the page as it is.
std::string exercises_html(const fs::path& folder, WovenChapter& chapter)
{
  if (!exists(folder / "exercises.hpp"))
    return "";
  try {
    const json section = exercises_section(
        exercises::exercises_in(read_text(folder / "exercises.hpp")), chapter.name);
    const Written written = write_html({section});
    for (const Unconverted& one : written.failed)
      chapter.mistakes.push_back(
          {fmt::format("chapters/{}/exercises.hpp", chapter.name),
           fmt::format("mathematics: {} is wrong: {}", in_quotes(one.latex), one.why)});
    return for_browsers(written.parts.at(0));
  } catch (const Error& e) {
    chapter.mistakes.push_back({fmt::format("chapters/{}/exercises.hpp", chapter.name), e.what()});
    return "";
  }
}

/// The parts that need no pandoc.
std::vector<ListedClaim> listed_plainly(const Record& record, const References& references)
{
  std::vector<ListedClaim> claims;
  for (const ClaimRecord& claim : record.claims) {
    ListedClaim entry = entry_of(claim, references);
    entry.statement = escape(claim.source.statement);
    if (claim.erratum)
      entry.correction = escape(claim.erratum->right);
    claims.push_back(std::move(entry));
  }
  return claims;
}

/// In place of a chapter that could not be woven.
Woven unwoven(const std::string& why, const std::string& chapter, const ChapterSources& sources)
{
  Woven woven;
  for (const SourceFile& source : sources.pages)
    woven.pages.push_back(
        {.source = source.path,
         .file = page_of(chapter, source),
         .html = fmt::format("<p class=\"note\">This chapter could not be woven: {}</p>\n"
                             "<pre><code>{}</code></pre>\n",
                             escape(why), escape(clean_source(source.text))),
         .headings = {},
         .problems = {}});
  if (woven.pages.empty())
    woven.pages.push_back(
        {.source = "",
         .file = chapter + ".html",
         .html = fmt::format("<p class=\"note\">This chapter could not be woven: {}</p>\n",
                             escape(why)),
         .headings = {},
         .problems = {}});
  return woven;
}

/// Files that were saved after the program was compiled, whose lines are not those of the record.
void add_stale_sources(WovenChapter& chapter, const Project& project, const tools::Program& program,
                       const ChapterSources& sources)
{
  for (const SourceFile& source : sources.pages)
    if (fs::last_write_time(project.root / source.path) > fs::last_write_time(program.path))
      chapter.mistakes.push_back(
          {source.path, "the file has changed since its program was compiled, so results may "
                        "be at wrong places; ./epreuve book compiles it"});
}

/// The propositions that a chapter cites, each once.
std::vector<std::string> cited_in(const Record& record)
{
  std::vector<std::string> names;
  for (const evidence::CitedProposition& cited : record.propositions)
    if (std::ranges::count(names, cited.name) == 0)
      names.push_back(cited.name);
  return names;
}

/// The statements of the propositions that a chapter cites, by their names.
std::map<std::string, std::string> statements_of(const Project& project, const Record& record,
                                                 const std::map<std::string, std::string>& titles)
{
  std::map<std::string, std::string> statements;
  for (const std::string& name : cited_in(record))
    if (titles.contains(name))
      statements[name] = clean_source(read_text(project.root / "proofs" / name / "statement.md"));
  return statements;
}

void weave_into(WovenChapter& chapter, const Project& project, const tools::Program& program,
                const Record& record, const std::map<std::string, std::string>& titles,
                const Course& course, const References& references)
{
  const fs::path kept = project.cache() / program.name;
  const fs::path folder = project.root / fs::path(chapter.source).parent_path();
  const fs::path tracked = project.root / "figures" / chapter.name;
  const ChapterSources sources =
      chapter_sources(project.root, fs::path(chapter.source).parent_path().string());
  add_stale_sources(chapter, project, program, sources);
  const Surroundings surroundings{{figures_of(kept) / chapter.name, tracked},
                                  titles,
                                  course,
                                  statements_of(project, record, titles),
                                  references};
  std::vector<std::string> texts{
      json(record).dump(),       json(titles).dump(), json(surroundings.statements).dump(),
      json(course.pages).dump(), references.text,     this_weaver()};
  for (const auto& files_of_a_kind : {sources.pages, sources.drawings})
    for (const SourceFile& source : files_of_a_kind)
      texts.insert(texts.end(), {source.path, source.text});
  std::vector<fs::path> files = files_below(figures_of(kept));
  std::ranges::copy(files_below(tracked), std::back_inserter(files));
  files.push_back(folder / "exercises.hpp");
  const Cached last(kept / "woven.json", fingerprint_of(texts, files), stamp_of_writing());
  if (const json cached = last.value(); !cached.is_null()) {
    chapter.woven = cached.at("woven");
    chapter.claims = cached.at("claims");
    chapter.exercises = cached.at("exercises");
    return;
  }
  chapter.is_new = true;
  try {
    // Most of the time is spent in pandoc: two of them run in parallel.
    auto rest = std::async(std::launch::async, [&] {
      return std::pair(listed(record, references), exercises_html(folder, chapter));
    });
    chapter.woven = weave(sources, record, surroundings);
    std::tie(chapter.claims, chapter.exercises) = rest.get();
  } catch (const Error& e) {
    chapter.mistakes.push_back({chapter.source + ", line 1", e.what()});
    chapter.woven = unwoven(e.what(), chapter.name, sources);
    chapter.claims = listed_plainly(record, references);
    return;
  }
  // Mistakes in the exercises, and an outdated program, are reported again next time.
  if (chapter.mistakes.empty())
    last.put(
        {{"woven", chapter.woven}, {"claims", chapter.claims}, {"exercises", chapter.exercises}});
}

/// Claims that are not what their chapter declares them to be.
void add_wrong_verdicts(WovenChapter& chapter, const Record& record)
{
  for (const auto* list : {&record.claims, &record.findings})
    for (const ClaimRecord& claim : *list)
      if (!claim.as_declared())
        chapter.mistakes.push_back(
            {fmt::format("{}, line {}", claim.where.file, claim.where.line),
             fmt::format("{} is not as declared: {}; ./epreuve run {} tells more", claim.source.id,
                         claim.complaint, chapter.name)});
  for (const std::string& id : record.missing)
    chapter.mistakes.push_back(
        {chapter.source + ", line 1", fmt::format("the claim {} has no evidence", id)});
}

} // namespace

std::string WovenChapter::short_title() const
{
  return title.substr(0, title.find(": "));
}

std::string WovenChapter::subtitle() const
{
  const std::size_t colon = title.find(": ");
  return colon == std::string::npos ? "" : title.substr(colon + 2);
}

std::string WovenChapter::address_of(const std::string& claim) const
{
  const auto found = woven.pages_of_claims.find(claim);
  return fmt::format("{}#{}", found == woven.pages_of_claims.end() ? page() : found->second,
                     id_of("claim", claim));
}

std::string seeds_of(const std::vector<WovenChapter>& chapters)
{
  std::set<std::uint64_t> seeds;
  for (const WovenChapter& chapter : chapters)
    if (chapter.seed != 0)
      seeds.insert(chapter.seed);
  return fmt::format("{}", fmt::join(seeds, ", "));
}

ChapterRun run_chapter(const Project& project, const tools::Program& program,
                       const proofs::Results& proofs)
{
  const fs::path kept = project.cache() / program.name;
  const Cached last(
      kept / "run.json",
      fingerprint_of({tools::circumstances(project.root / "models")}, {program.path}));
  const fs::path figures = figures_of(kept);
  if (const json cached = last.value(); !cached.is_null())
    if (auto record = cached.at("record").get<Record>();
        is_up_to_date(record, figures / program.name, proofs))
      return {std::move(record), cached.at("status"), cached.at("seconds"), false};
  fs::remove_all(kept);
  fs::create_directories(kept);
  const std::string circumstances = tools::circumstances_of(program);
  const auto start = std::chrono::steady_clock::now();
  const tools::Outcome outcome =
      tools::run_chapter(program, {"--quiet", "--figures", figures.string(), "--proofs",
                                   project.proof_results().string()});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (program.path.parent_path().parent_path() ==
      project.build) // with its proofs, `claims` would find the same
    tools::keep(program, circumstances, outcome.record);
  // A crash may be temporary: the chapter is run again next time.
  if (outcome.record)
    last.put(
        {{"record", *outcome.record}, {"status", outcome.status}, {"seconds", seconds.count()}});
  return {outcome.record, outcome.status, seconds.count(), true};
}

namespace {

/// The page of a chapter whose run left nothing to weave.
WovenChapter unwoven_chapter(const Project& project, const tools::Program& program,
                             const std::string& why)
{
  WovenChapter chapter;
  chapter.name = chapter.title = program.name;
  chapter.source = fmt::format("chapters/{}/chapter.cpp", program.name);
  chapter.mistakes.push_back({chapter.source + ", line 1", why});
  const std::string folder = fs::path(chapter.source).parent_path().string();
  chapter.woven =
      unwoven(why, chapter.name,
              exists(project.root / chapter.source) ? chapter_sources(project.root, folder)
                                                    : ChapterSources{});
  chapter.is_new = true;
  try {
    const json about = tools::about(program);
    chapter.title = about.at("title");
    chapter.documents = about.at("documents");
  } catch (const std::exception&) {
    // Its name has to serve.
  }
  return chapter;
}

} // namespace

WovenChapter weave_chapter(const Project& project, const tools::Program& program,
                           const ChapterRun& run, const std::map<std::string, std::string>& titles,
                           const Course& course, const References& references)
{
  if (!run.record)
    return unwoven_chapter(project, program,
                           fmt::format("its program ended with {} and wrote no record; ./epreuve "
                                       "run {} tells more",
                                       run.status, program.name));
  try {
    WovenChapter chapter;
    chapter.name = program.name;
    chapter.title = run.record->title;
    chapter.source = run.record->source_path;
    chapter.documents = run.record->documents;
    chapter.seed = run.record->seed;
    chapter.as_declared = run.record->ok();
    chapter.seconds = run.seconds;
    chapter.is_new = run.is_new;
    chapter.findings = run.record->findings.size();
    chapter.figures_undrawn = run.record->undrawn.size();
    chapter.propositions = cited_in(*run.record);
    weave_into(chapter, project, program, *run.record, titles, course, references);
    for (const WovenPage& page : chapter.woven.pages)
      for (const Problem& problem : page.problems)
        chapter.mistakes.push_back(
            {fmt::format("{}, line {}", page.source, problem.line), problem.message});
    add_wrong_verdicts(chapter, *run.record);
    return chapter;
  } catch (const std::exception& e) {
    return unwoven_chapter(project, program, e.what());
  }
}

} // namespace epreuve::book
