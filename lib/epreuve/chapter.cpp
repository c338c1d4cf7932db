#include "epreuve/chapter.hpp"
#include "epreuve/chapter_main.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/command.hpp"
#include "epreuve/default_seed.hpp"
#include "epreuve/error.hpp"
#include "epreuve/evidence/reading_order.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/figures/render.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "epreuve/version.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>

namespace epreuve {

namespace {

using std::filesystem::path;

/// The file that `./epreuve prove` of the same build, or of the same installation and user, writes.
path results_of_prove()
{
  return kept_folder() / "proofs" / "results.json";
}

struct Options
{
  std::string json;
  std::string figures;
  std::string measured;
  std::string proofs = results_of_prove();
  std::string format = "svg";
  std::uint64_t seed = default_seed;
  bool about = false;
  bool quiet = false;
  bool leading_figure = false;
};

/// Draws the figure that the chapter opens with as text; without gnuplot the report is enough.
void draw_leading_figure(const Chapter& chapter)
{
  const std::vector<evidence::FigureNote> notes = chapter.record().figures;
  const auto first = std::ranges::min_element(notes, {}, [](const evidence::FigureNote& note) {
    return evidence::reading_place(note.where);
  });
  if (first == notes.end())
    return;
  const auto drawn = std::ranges::find(chapter.figures(), first->name, &Chapter::NamedFigure::name);
  const std::size_t width = evidence::typography_of_stdout().width;
  try {
    std::cout << '\n' << figures::render_text(drawn->figure, static_cast<unsigned>(width)) << '\n';
  } catch (const Error& e) {
    std::cerr << fmt::format("epreuve: figure \"{}\" is not drawn: {}\n", first->name, e.what());
  }
}

void draw_figures(Chapter& chapter, const Options& options)
{
  const figures::Format format = figures::parse_format(options.format);
  if (format == figures::Format::terminal) {
    const std::size_t width = evidence::typography_of_stdout().width;
    for (const auto& [name, figure] : chapter.figures())
      std::cout << '\n' << figures::render_text(figure, static_cast<unsigned>(width)) << '\n';
    return;
  }
  if (options.figures.empty())
    return;
  const std::string name = chapter.record().name;
  const path steady = make_folder(path(options.figures) / name, "--figures");
  const path measured =
      options.measured.empty() ? steady : make_folder(path(options.measured) / name, "--measured");
  std::size_t written = 0;
  for (const auto& [figure_name, figure] : chapter.figures()) {
    const path file = (figure.is_measured() ? measured : steady) /
                      fmt::format("{}.{}", figure_name, figures::extension(format));
    try {
      figures::render(figure, file, format);
    } catch (const Error& e) {
      throw Error("{}; written before: {} of {} figures in {}", e.what(), written,
                  chapter.figures().size(), steady.string());
    }
    chapter.drawn(figure_name, file.string());
    ++written;
  }
}

int run(const ChapterAbout& about, const Options& options)
{
  const std::vector<Section> sections = registered_sections();
  const OneBlasThread same_bits_on_any_number_of_cores;
  arma::arma_rng::set_seed(options.seed);
  Chapter chapter(about, options.seed, proofs::Results::read(options.proofs));
  for (const Section& section : sections)
    chapter.run(section);
  chapter.finish();
  if (options.leading_figure)
    draw_leading_figure(chapter);
  if (!options.quiet)
    std::cout << evidence::terminal_report(chapter.record(), evidence::typography_of_stdout());
  draw_figures(chapter, options);
  if (!options.json.empty())
    write_file(options.json, evidence::record_document({chapter.record()}).dump(2) + "\n");
  std::cout.flush();
  return chapter.record().ok() ? 0 : 1;
}

void print_about(const ChapterAbout& about)
{
  const auto claims = evidence::parse_claims(about.claims_jsonl);
  const nlohmann::json json{{"name", about.name},
                            {"title", about.title},
                            {"source", about.source_path},
                            {"documents", evidence::sources_of(claims)},
                            {"claims", claims.size()}};
  std::cout << json.dump() << '\n';
}

} // namespace

Chapter::Chapter(const ChapterAbout& about, std::uint64_t seed, proofs::Results proofs)
    : propositions_(about.propositions), proofs_(std::move(proofs))
{
  record_.name = about.name;
  record_.title = about.title;
  record_.source_path = about.source_path;
  record_.seed = seed;
  sources_ = evidence::parse_claims(about.claims_jsonl);
  record_.documents = evidence::sources_of(sources_);
  for (const std::string& line : split_lines(about.promises)) {
    std::istringstream words(line);
    Promise promise;
    if (words >> promise.section >> promise.kind >> promise.name)
      promises_.push_back(std::move(promise));
  }
}

void Chapter::run(const Section& section)
{
  const Requirement requirement = section.requirement ? section.requirement() : Requirement{};
  if (requirement.met) {
    running_ = section.requirement ? &section : nullptr;
    section.body(*this);
    running_ = nullptr;
    return;
  }
  for (const Promise& promise : promises_) {
    if (promise.section != section.name)
      continue;
    if (promise.kind == "figure")
      undrawn(promise.name, requirement.missing, section.where);
    else
      needs_.push_back({promise.name, requirement.missing, section.where});
  }
}

std::vector<std::string> Chapter::missing() const
{
  std::vector<std::string> ids;
  for (const evidence::ClaimSource& source : sources_)
    if (std::ranges::none_of(claims_, [&](const evidence::Claim& claim) {
          return claim.source().id == source.id && claim.has_evidence();
        }))
      ids.push_back(source.id);
  return ids;
}

evidence::Record Chapter::record() const
{
  evidence::Record record = record_;
  record.missing = missing();
  std::ranges::transform(claims_, std::back_inserter(record.claims), evidence::recorded);
  std::ranges::transform(findings_, std::back_inserter(record.findings), evidence::recorded);
  return record;
}

void Chapter::finish()
{
  const std::vector<std::string> without_evidence = missing();
  for (const Need& need : needs_)
    if (std::ranges::find(without_evidence, need.claim) != without_evidence.end())
      claim(need.claim, evidence::Verdict::needs_weights, need.where)
          .without_weights(need.missing, need.where);
  for (const Place& place : places_) {
    const bool drawn =
        std::ranges::find(figures_, place.figure, &NamedFigure::name) != figures_.end();
    if (!drawn && std::ranges::find(record_.undrawn, place.figure,
                                    &evidence::UndrawnFigure::name) == record_.undrawn.end())
      throw Error("figure \"{}\" has a place at line {}, and no section draws it", place.figure,
                  place.where.line());
  }
}

void Chapter::require_promised(std::string_view kind, std::string_view name) const
{
  if (!running_)
    return;
  const bool promised = std::ranges::any_of(promises_, [&](const Promise& promise) {
    return promise.section == running_->name && promise.kind == kind && promise.name == name;
  });
  if (!promised)
    throw Error(
        "section {}: write the name \"{}\" as it is into chapter.{}(\"...\"), within the section: "
        "it has a "
        "requirement, and where that is not met the build must know what the section would show",
        running_->name, name, kind);
}

evidence::Claim& Chapter::claim(std::string_view id, evidence::Verdict declared, Where where)
{
  require_promised("claim", id);
  for (evidence::Claim& known : claims_) {
    if (known.source().id != id)
      continue;
    if (known.declared() != declared)
      throw Error("{}: declared {} before, now {}", id, name(known.declared()), name(declared));
    return known;
  }
  for (const evidence::ClaimSource& source : sources_) {
    if (source.id == id)
      return claims_.emplace_back(source, declared, record_.seed, where);
  }
  std::vector<std::string> ids;
  for (const evidence::ClaimSource& source : sources_)
    ids.push_back(source.id);
  throw Error("no claim \"{}\" in claims.jsonl; the nearest is \"{}\"", id, nearest(id, ids));
}

evidence::Claim& Chapter::reading(std::string_view id, evidence::Verdict declared,
                                  std::string reason, Where where)
{
  evidence::Claim& read = claim(id, declared, where);
  return declared == evidence::Verdict::illustrative ? read.invented(std::move(reason), where)
                                                     : read.by_reading(std::move(reason), where);
}

evidence::Claim& Chapter::reading(std::string_view id, evidence::Verdict declared,
                                  std::string reason, std::string correction, Where where)
{
  return claim(id, declared, where)
      .contradicted(std::move(reason), where)
      .corrected(std::move(correction))
      .by_reading("for the same reason", where);
}

evidence::Claim& Chapter::finding(std::string id, std::string statement, Where where)
{
  for (const evidence::Claim& known : findings_) {
    if (known.source().id == id)
      throw Error("the finding \"{}\" is stated twice", id);
  }
  evidence::ClaimSource source;
  source.id = std::move(id);
  source.statement = std::move(statement);
  return findings_.emplace_back(std::move(source), evidence::Verdict::holds, record_.seed, where);
}

void Chapter::proposition(std::string_view name, std::initializer_list<std::string_view> theorems,
                          Where where)
{
  std::vector<std::string> known, may_be_cited;
  evidence::CitedProposition cited{.name = {}, .proofs = {}, .theorems = {}, .where = where};
  for (const std::string& line : split_lines(propositions_)) {
    std::istringstream words(line);
    std::string folder, proof;
    if (!(words >> folder >> proof))
      continue;
    known.push_back(without_number(folder));
    if (known.back() != name)
      continue;
    cited.name = folder;
    for (const proofs::Method method : proofs::methods)
      if (proof == proofs::name(method))
        cited.proofs.push_back({proof, std::string(proofs::name(proofs_.status(folder, method)))});
    if (proof != proofs::name(proofs::Method::formal))
      may_be_cited.push_back(proof);
    for (std::string theorem; words >> theorem;)
      may_be_cited.push_back(theorem);
  }
  if (cited.name.empty())
    throw Error("no proposition \"{}\" in proofs/; the nearest is \"{}\"", name,
                nearest(name, known));
  if (theorems.size() == 0)
    throw Error("the proposition \"{}\" is cited without a theorem: name those that the page uses, "
                "such as \"{}\"",
                name, may_be_cited.front());
  for (const std::string_view theorem : theorems) {
    if (std::ranges::find(may_be_cited, theorem) == may_be_cited.end())
      throw Error("the proposition \"{}\" has no theorem \"{}\"; the nearest is \"{}\"", name,
                  theorem, nearest(theorem, may_be_cited));
    cited.theorems.emplace_back(theorem);
  }
  record_.propositions.push_back(std::move(cited));
}

void Chapter::take_figure_name(const std::string& name) const
{
  for (const NamedFigure& known : figures_) {
    if (known.name == name)
      throw Error("figure \"{}\" is drawn twice", name);
  }
  for (const evidence::UndrawnFigure& known : record_.undrawn) {
    if (known.name == name)
      throw Error("figure \"{}\" was declared undrawn", name);
  }
}

void Chapter::figure(std::string name, const std::function<void(figures::Figure&)>& draw,
                     Where where)
{
  require_promised("figure", name);
  take_figure_name(name);
  figures::Figure figure;
  try {
    draw(figure);
    figures::check_complete(figure);
  } catch (const Error& e) {
    throw Error("figure \"{}\": {}", name, e.what());
  }
  record_.figures.push_back({name, figure.title(), figure.caption(), figure.alt(),
                             figure.is_measured(), "", place_of(name, where)});
  figures_.push_back({std::move(name), std::move(figure)});
}

void Chapter::undrawn(std::string name, std::string reason, Where where)
{
  take_figure_name(name);
  if (reason.empty())
    throw Error("figure \"{}\" is declared undrawn without a reason", name);
  const Where place = place_of(name, where);
  record_.undrawn.push_back({std::move(name), std::move(reason), place});
}

void Chapter::shows(std::string name, Where where)
{
  take_figure_name(name);
  if (std::ranges::find(places_, name, &Place::figure) != places_.end())
    throw Error("figure \"{}\" has a place already", name);
  places_.push_back({std::move(name), where});
}

Chapter::Where Chapter::place_of(const std::string& name, Where where) const
{
  const auto place = std::ranges::find(places_, name, &Place::figure);
  return place == places_.end() ? where : place->where;
}

void Chapter::table(std::string title, std::vector<std::string> headings,
                    std::vector<std::vector<std::string>> rows, std::vector<std::string> measured,
                    std::vector<std::string> rounding, Where where)
{
  for (const auto* marked : {&measured, &rounding})
    for (const std::string& heading : *marked)
      if (std::ranges::find(headings, heading) == headings.end())
        throw Error("table \"{}\": no column \"{}\" that could be marked", title, heading);
  for (const auto& row : rows) {
    if (row.size() != headings.size())
      throw Error("table \"{}\": a row has {} cells under {} headings", title, row.size(),
                  headings.size());
  }
  record_.tables.push_back({std::move(title), std::move(headings), std::move(rows), where,
                            std::move(measured), std::move(rounding)});
}

void Chapter::table(std::string title, const evidence::Columns& columns, Where where)
{
  record_.tables.push_back(columns.table(std::move(title), where));
}

void Chapter::drawn(const std::string& name, const std::string& file)
{
  for (evidence::FigureNote& note : record_.figures) {
    if (note.name == name)
      note.file = file;
  }
}

int chapter_main(const ChapterAbout& about, int argc, char** argv)
{
  Options options;
  Command app{fmt::format("{}\nReproduces and checks its section of the course.", about.title)};
  app.name(std::string(about.name));
  app.footer(fmt::format("Example: chapter-{} --figures figures --json record.json", about.name));
  app.add_option("--json", options.json, "Write the record of this run to FILE").type_name("FILE");
  app.add_option("--figures", options.figures, "Draw the figures below this folder")
      .type_name("DIR");
  app.add_option("--measured", options.measured,
                 "Draw figures of measurements, which change with every run, below this folder")
      .type_name("DIR");
  app.add_option("--proofs", options.proofs, "The results of ./epreuve prove").type_name("FILE");
  app.add_option("--format", options.format, "svg, png, pdf, or terminal (draws text)")
      .capture_default_str();
  add_whole_number(app, "--seed", options.seed, {}, "Seed of every random draw");
  app.add_flag("--leading-figure", options.leading_figure,
               "Draw the figure that the chapter opens with as text, before the report");
  app.add_flag("--quiet", options.quiet, "No report on standard output");
  app.add_flag("--about", options.about, "Say what this chapter is, as JSON, and do nothing");
  app.set_version_flag("--version", fmt::format("chapter {} of epreuve {}", about.name, version()));
  try {
    if (!app.parse(argc, argv))
      return 0;
    figures::parse_format(options.format);
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: chapter {}: {}\n", about.name, e.what());
    return 2;
  }
  try {
    if (options.about) {
      print_about(about);
      return 0;
    }
    return run(about, options);
  } catch (const std::exception& e) {
    std::cout.flush();
    std::cerr << fmt::format("epreuve: chapter {}: {}\n", about.name, e.what());
    return 2;
  }
}

} // namespace epreuve
