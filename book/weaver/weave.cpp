#include "weaver/weave.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/reading_order.hpp"
#include "epreuve/proofs/announced.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"
#include "weaver/browsers.hpp"
#include "weaver/claims.hpp"
#include "weaver/html.hpp"
#include "weaver/mathematics.hpp"
#include "weaver/pandoc.hpp"
#include "weaver/results.hpp"
#include "weaver/tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <regex>
#include <utility>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Lines as one text, without the indentation that they share.
std::string outdented(const std::vector<std::string>& lines)
{
  std::size_t common = std::string::npos;
  for (const std::string& line : lines)
    common = std::min(common, line.find_first_not_of(' '));
  std::string text;
  for (const std::string& line : lines)
    text += line.substr(std::min(common, line.size())) + "\n";
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

/// What a piece of code is for, judged by its results: "how this is checked and drawn".
std::string purpose(const std::vector<Result>& results)
{
  using Kind = Result::Kind;
  const auto has = [&](std::initializer_list<Kind> kinds) {
    return std::ranges::any_of(results, [&](const Result& result) {
      return std::ranges::find(kinds, result.kind) != kinds.end();
    });
  };
  std::string what;
  const auto add = [&](std::string_view word) {
    what += (what.empty() ? "" : " and ") + std::string(word);
  };
  if (has({Kind::claim, Kind::finding}))
    add("checked");
  else if (has({Kind::table}))
    add("computed");
  if (has({Kind::figure, Kind::undrawn}))
    add("drawn");
  if (what.empty() && !results.empty())
    add("cited");
  return what.empty() ? " of code" : ": how this is " + what;
}

/// Without the characters that Markdown may change in a formula.
std::string solid(std::string text)
{
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

/// The line of prose that cites a key.
int line_citing(const std::string& key, const Piece& prose)
{
  const auto line = std::ranges::find_if(prose.lines, [&](const std::string& text) {
    return text.find("@" + key) != std::string::npos;
  });
  return prose.first_line +
         (line == prose.lines.end() ? 0 : static_cast<int>(line - prose.lines.begin()));
}

/// In one line.
std::string mistake_in(const Unconverted& formula, std::string_view where)
{
  return fmt::format("mathematics: {}{} is wrong: {}", in_quotes(formula.latex), where,
                     formula.why.substr(0, formula.why.find('\n')));
}

class Weaving
{
public:
  Weaving(const ChapterSources& sources, const evidence::Record& record,
          const Surroundings& surroundings)
      : drawings_(sources.drawings), record_(record), surroundings_(surroundings)
  {
    number_ = std::atoi(record.name.c_str());
    for (const SourceFile& source : sources.pages) {
      pages_.push_back({source.path, read_literate(source.text)});
      woven_.pages.push_back({.source = source.path,
                              .file = page_of(record.name, source),
                              .html = "",
                              .headings = {},
                              .problems = {}});
    }
  }

  Woven all()
  {
    results_ = place_results(pages_, record_);
    read_prose();
    for (page_ = 0; page_ < pages_.size(); ++page_) {
      woven_.pages[page_].headings = literate().headings;
      add(literate().problems);
      add(pages_[page_].problems);
      body_ = json::array();
      next_heading_ = 0;
      for (std::size_t i = 0; i < literate().pieces.size(); ++i) {
        if (literate().pieces[i].kind == Piece::Kind::prose)
          add_prose(i);
        else
          add_code(i);
      }
      add_results(results_at(literate().pieces.size()));
      add_preamble();
      bodies_.push_back(std::move(body_));
    }
    write();
    for (WovenPage& page : woven_.pages)
      std::ranges::stable_sort(page.problems, {}, &Problem::line);
    for (const Placed& placed : results_)
      for (const Result& result : placed.results)
        if (result.kind == Result::Kind::claim)
          woven_.pages_of_claims.emplace(record_.claims.at(result.index).source.id,
                                         woven_.pages[result.home.page].file);
    return std::move(woven_);
  }

private:
  const Literate& literate() const { return pages_[page_].literate; }
  std::vector<Problem>& problems() { return woven_.pages[page_].problems; }

  void add(const std::vector<Problem>& more)
  {
    problems().insert(problems().end(), more.begin(), more.end());
  }

  void read_prose()
  {
    std::vector<std::string> texts;
    for (const ChapterPage& page : pages_)
      for (const Piece& piece : page.literate.pieces)
        if (piece.kind == Piece::Kind::prose)
          texts.push_back(piece.text());
    const std::size_t pieces = texts.size();
    for (const evidence::CitedProposition& cited : record_.propositions)
      texts.push_back(proven_by(cited));
    prose_ = read_markdown(texts);
    proven_.assign(std::make_move_iterator(prose_.begin() + static_cast<std::ptrdiff_t>(pieces)),
                   std::make_move_iterator(prose_.end()));
    prose_.resize(pieces);
  }

  /// What a proposition's statement announces of the theorems that it is cited for.
  std::string proven_by(const evidence::CitedProposition& cited)
  {
    const auto statement = surroundings_.statements.find(cited.name);
    if (statement == surroundings_.statements.end())
      return "";
    try {
      return proofs::what_is_proven(statement->second, cited.theorems);
    } catch (const Error& e) {
      for (WovenPage& page : woven_.pages)
        if (page.source == cited.where.file)
          page.problems.push_back({static_cast<int>(cited.where.line),
                                   fmt::format("proofs/{}: {}", statement->first, e.what())});
      return "";
    }
  }

  void add_proven(const Result& cited)
  {
    json& blocks = proven_.at(cited.index);
    if (blocks.empty())
      return;
    make_harmless(blocks);
    html("<div class=\"claim theorems\"><div class=\"statement\">");
    for (json& block : blocks)
      body_.push_back(std::move(block));
    html("</div></div>");
  }

  /// The headings of a piece get the anchors of the page's, in turn.
  void add_prose(std::size_t piece)
  {
    json blocks = std::move(prose_.at(next_prose_++));
    const Piece& lines = literate().pieces[piece];
    for (const std::string& key : link_citations(blocks, surroundings_.references))
      problems().push_back(
          {line_citing(key, lines),
           fmt::format("no reference has the key {}: it is not in book/references.bib, nor in "
                       "the chapter's own references.bib",
                       in_quotes(key))});
    make_harmless(blocks);
    link_references(blocks, surroundings_.course);
    add(stray_dollars(lines));
    add(wrong_references(lines, surroundings_.course, number_));
    const std::vector<Heading>& headings = literate().headings;
    for (json& block : blocks) {
      const bool ours = block.at("t") == "Header" && next_heading_ < headings.size() &&
                        headings[next_heading_].line <= lines.last_line() &&
                        headings[next_heading_].level == block.at("c").at(0);
      if (!ours)
        continue;
      block["c"][1][0] = headings[next_heading_++].anchor;
      headings_.push_back(json::array({{{"t", "Plain"}, {"c", block["c"][2]}}}));
    }
    for (; next_heading_ < headings.size() && headings[next_heading_].line <= lines.last_line();
         ++next_heading_) {
      const Heading& heading = headings[next_heading_];
      problems().push_back(
          {heading.line,
           fmt::format("pandoc does not see the heading {}: give it blank lines above "
                       "and below, and no indentation",
                       in_quotes(heading.text))});
      headings_.push_back(json::array({block_of(Markup().text(heading.words))}));
    }
    for (json& block : blocks)
      body_.push_back(std::move(block));
  }

  /// A piece of code, folded, and the results after it.
  void add_code(std::size_t piece)
  {
    const Piece& code = literate().pieces[piece];
    const std::vector<Result> results = results_at(piece);
    // Before the title there is only what the compiler asks for; it is shown last.
    if ((piece > 0 && !code.is_bare()) || !results.empty())
      add_folded("code", counted(code.lines.size(), "line") + purpose(results),
                 outdented(code.lines), code_id(code.first_line));
    add_results(results);
  }

  void add_preamble()
  {
    const std::vector<Piece>& pieces = literate().pieces;
    if (!pieces.empty() && pieces[0].kind == Piece::Kind::code && results_at(0).empty())
      add_folded("preamble", "What the program includes", outdented(pieces[0].lines),
                 code_id(pieces[0].first_line));
  }

  static CodeId code_id(int first_line) { return {"L", first_line}; }

  /// Folded code.
  void add_folded(std::string_view name, const std::string& summary, const std::string& code,
                  const CodeId& id)
  {
    html(fmt::format("<details class=\"fold {}\"><summary>{}</summary>", name, escape(summary)));
    body_.push_back(code_block(code, id));
    html("</details>");
  }

  std::vector<Result> results_at(std::size_t piece) const
  {
    const auto placed = std::ranges::find(results_, Place{page_, piece}, &Placed::place);
    return placed == results_.end() ? std::vector<Result>{} : placed->results;
  }

  void add_results(const std::vector<Result>& results)
  {
    for (const Result& result : results) {
      body_.push_back(block_of(markup_of(result)));
      if (result.kind == Result::Kind::proposition)
        add_proven(result);
      if (result.kind == Result::Kind::figure)
        add_drawing(record_.figures.at(result.index).name);
      if (result.kind == Result::Kind::undrawn)
        add_drawing(record_.undrawn.at(result.index).name);
    }
  }

  /// The code that draws a figure, if it is not where the figure is.
  void add_drawing(const std::string& figure)
  {
    std::vector<std::string> texts;
    for (const ChapterPage& page : pages_)
      texts.push_back(page.literate.text);
    for (const Drawing& drawing : drawings_.of(figure, texts))
      add_folded(
          "drawing",
          fmt::format(
              "{} of {}: how this is drawn",
              counted(static_cast<std::size_t>(std::ranges::count(drawing.code, '\n') + 1), "line"),
              drawing.file),
          drawing.code, {drawing.file, drawing.first_line});
  }

  void html(std::string_view text) { body_.push_back(block_of(Markup().html(text))); }

  Markup markup_of(const Result& result)
  {
    const std::string home = result.home.page == page_ ? "" : woven_.pages[result.home.page].file;
    switch (result.kind) {
    case Result::Kind::claim:
      return claim_markup(
          record_.claims.at(result.index), result, home,
          surroundings_.references.language_of(record_.claims[result.index].source.document));
    case Result::Kind::finding:
      return claim_markup(record_.findings.at(result.index), result, home);
    case Result::Kind::table:
      return table_markup(record_.tables.at(result.index), result.index + 1);
    case Result::Kind::figure:
      return figure(record_.figures.at(result.index), next_figure());
    case Result::Kind::undrawn:
      return undrawn(record_.undrawn.at(result.index), next_figure());
    case Result::Kind::proposition:
      break;
    }
    const evidence::CitedProposition& proposition = record_.propositions.at(result.index);
    const auto title = surroundings_.propositions.find(proposition.name);
    return proposition_markup(proposition,
                              title == surroundings_.propositions.end() ? "" : title->second);
  }

  /// "16.3": they are counted as they are read.
  std::string next_figure() { return fmt::format("{}.{}", number_, ++figures_); }

  /// The file of a figure.
  std::string svg_of(const std::string& name) const
  {
    if (name.empty() || name.starts_with('.') || name.find('/') != std::string::npos)
      throw Error("the figure's name {} cannot be a file name", in_quotes(name));
    for (const std::filesystem::path& folder : surroundings_.figures)
      if (exists(folder / (name + ".svg")))
        return read_text(folder / (name + ".svg"));
    throw Error("there is no file {}.svg", name);
  }

  Markup figure(const evidence::FigureNote& figure, const std::string& number)
  {
    try {
      return figure_markup(figure, svg_of(figure.name), number);
    } catch (const Error& e) {
      problems().push_back({static_cast<int>(figure.where.line),
                            fmt::format("the figure {} cannot be shown: {}; draw it with "
                                        "./epreuve figures",
                                        in_quotes(figure.name), e.what())});
      return missing_figure_markup(figure, "This figure is missing.");
    }
  }

  Markup undrawn(const evidence::UndrawnFigure& undrawn, const std::string& number)
  {
    try {
      return undrawn_markup(undrawn, svg_of(undrawn.name), number);
    } catch (const Error&) {
      return undrawn_markup(undrawn, "", number);
    }
  }

  void write()
  {
    std::vector<json> parts = std::move(bodies_);
    parts.insert(parts.end(), headings_.begin(), headings_.end());
    Written written = write_html(parts);
    auto next = written.parts.begin();
    for (WovenPage& page : woven_.pages) {
      pugi::xml_document tree = read_tree(for_browsers(*next++));
      heading_.clear();
      below_heading_ = 0;
      number_equations(tree);
      page.html = html_of(tree);
    }
    for (WovenPage& page : woven_.pages)
      for (Heading& heading : page.headings)
        heading.html = for_browsers(*next++);
    report(written.failed);
  }

  /// Gives each displayed formula of the prose an address, "#equation:the-dip.2", the second below that heading, which
  /// lasts as long as those before it do, and a number, which is a link to it.
  void number_equations(pugi::xml_node parent)
  {
    for (pugi::xml_node node : parent) {
      const std::string_view name = node.name(), kind = node.attribute("class").value();
      if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
        heading_ = node.attribute("id").value();
        below_heading_ = 0;
      } else if (kind == "equation") {
        const std::string id = fmt::format("equation:{}.{}", heading_, ++below_heading_);
        node.append_attribute("id").set_value(id.c_str());
        pugi::xml_node link = node.append_child("a");
        link.append_attribute("class").set_value("equation-number");
        link.append_attribute("href").set_value(("#" + id).c_str());
        link.text().set(fmt::format("({}.{})", number_, ++equations_).c_str());
      } else if (name != "figure" && !kind.starts_with("claim")) {
        number_equations(node);
      }
    }
  }

  /// Reports wrong mathematics at its line; if it is in no prose, it is in the record.
  void report(const std::vector<Unconverted>& failed)
  {
    for (const Unconverted& one : failed) {
      bool found = false;
      for (page_ = 0; page_ < pages_.size(); ++page_)
        for (const Formula& formula : formulas_of(literate()))
          if (solid(formula.latex) == solid(one.latex)) {
            const auto end =
                one.latex.begin() + static_cast<std::ptrdiff_t>(std::min(one.at, one.latex.size()));
            const auto lines = std::count(one.latex.begin(), end, '\n');
            problems().push_back({formula.line + static_cast<int>(lines), mistake_in(one, "")});
            found = true;
          }
      page_ = 0;
      if (!found)
        problems().push_back({1, mistake_in(one, ", which is in the record,")});
    }
  }

  std::vector<ChapterPage> pages_;
  Drawings drawings_;
  const evidence::Record& record_;
  const Surroundings& surroundings_;
  int number_ = 0;  ///< of the chapter
  int figures_ = 0; ///< so far
  int equations_ = 0;
  std::string heading_;   ///< the anchor of the last one
  int below_heading_ = 0; ///< equations
  Woven woven_;
  std::vector<Placed> results_;
  std::vector<json> prose_, headings_, bodies_; ///< of all pages, in their order
  std::vector<json> proven_;                    ///< by the propositions, what they are cited for
  json body_ = json::array();
  std::size_t page_ = 0, next_prose_ = 0, next_heading_ = 0;
};

} // namespace

ChapterSources chapter_sources(const fs::path& root, const std::string& folder)
{
  static const std::regex drawing("figures(-.*)?\\.cpp");
  std::map<evidence::ReadingPlace, SourceFile> pages;
  std::map<std::string, SourceFile> drawings;
  for (const auto& entry : fs::directory_iterator(root / folder)) {
    const std::string name = entry.path().filename().string();
    const auto source = [&] { return SourceFile{folder + "/" + name, read_text(entry.path())}; };
    if (evidence::is_page(name))
      pages[evidence::reading_place(name, 1)] = source();
    else if (std::regex_match(name, drawing))
      drawings[name] = source();
  }
  ChapterSources sources;
  for (auto& [key, page] : pages)
    sources.pages.push_back(std::move(page));
  for (auto& [name, file] : drawings)
    sources.drawings.push_back(std::move(file));
  return sources;
}

std::string page_of(const std::string& chapter, const SourceFile& source)
{
  const std::string stem = fs::path(source.path).stem().string();
  return stem == "chapter" ? chapter + ".html" : chapter + "/" + stem + ".html";
}

std::string WovenPage::title() const
{
  const auto heading = std::ranges::find(headings, 1, &Heading::level);
  return heading == headings.end() ? fs::path(source).stem().string() : heading->words;
}

Woven weave(const ChapterSources& sources, const evidence::Record& record,
            const Surroundings& surroundings)
{
  return Weaving(sources, record, surroundings).all();
}

} // namespace epreuve::book
