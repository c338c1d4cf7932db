#include "weaver/weave.hpp"

#include "epreuve/error.hpp"
#include "epreuve/read_text.hpp"
#include "epreuve/text.hpp"
#include "weaver/claims.hpp"
#include "weaver/mathematics.hpp"
#include "weaver/pandoc.hpp"
#include "weaver/results.hpp"

#include <algorithm>
#include <set>

namespace epreuve::book {

namespace {

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

class Weaving
{
public:
  Weaving(std::string_view source, const json& record, const Surroundings& surroundings)
      : chapter_(read_literate(source)), record_(record), surroundings_(surroundings)
  {
  }

  Woven all()
  {
    woven_.sections = chapter_.sections;
    woven_.problems = chapter_.problems;
    Placement placement = place_results(chapter_, record_);
    add(placement.problems);
    places_ = std::move(placement.places);
    check_mathematics();
    read_prose();
    for (std::size_t i = 0; i < chapter_.pieces.size(); ++i) {
      if (chapter_.pieces[i].kind == Piece::Kind::prose)
        add_prose(i);
      else
        add_code(i);
    }
    add_results(chapter_.line_count() + 1);
    write();
    std::ranges::stable_sort(woven_.problems, {}, &Problem::line);
    return std::move(woven_);
  }

private:
  void add(const std::vector<Problem>& problems)
  {
    woven_.problems.insert(woven_.problems.end(), problems.begin(), problems.end());
  }

  void check_mathematics()
  {
    for (const Piece& piece : chapter_.pieces)
      if (piece.kind == Piece::Kind::prose)
        add(unbalanced_mathematics(piece));
  }

  void read_prose()
  {
    std::vector<std::string> texts;
    for (const Piece& piece : chapter_.pieces)
      if (piece.kind == Piece::Kind::prose)
        texts.push_back(piece.text());
    prose_ = read_markdown(texts);
  }

  /// The headings of a piece get the anchors of its sections, in turn.
  void add_prose(std::size_t piece)
  {
    json blocks = std::move(prose_.at(next_prose_++));
    make_harmless(blocks);
    const Piece& lines = chapter_.pieces[piece];
    for (json& block : blocks) {
      const bool ours = block.at("t") == "Header" && next_section_ < chapter_.sections.size() &&
                        chapter_.sections[next_section_].line <= lines.last_line() &&
                        chapter_.sections[next_section_].level == block.at("c").at(0);
      if (!ours)
        continue;
      const Section& section = chapter_.sections[next_section_++];
      block["c"][1][0] = section.anchor;
      headings_.push_back(json::array({{{"t", "Plain"}, {"c", block["c"][2]}}}));
    }
    for (; next_section_ < chapter_.sections.size() &&
           chapter_.sections[next_section_].line <= lines.last_line();
         ++next_section_) {
      const Section& section = chapter_.sections[next_section_];
      woven_.problems.push_back(
          {section.line, fmt::format("the heading {} is none for pandoc: give it blank lines above "
                                     "and below, and no indentation",
                                     in_quotes(section.text))});
      headings_.push_back(json::array({block_of(Markup().text(section.plain))}));
    }
    for (json& block : blocks)
      body_.push_back(std::move(block));
  }

  /// The code of a piece, parted where results stand.
  void add_code(std::size_t piece)
  {
    const Piece& code = chapter_.pieces[piece];
    // Before the title there is only what the compiler asks for.
    const bool preamble = piece == 0;
    if (preamble)
      html("<details class=\"preamble\"><summary>What the program includes</summary>");
    int first = code.first_line;
    while (first <= code.last_line()) {
      const bool parted =
          next_place_ < places_.size() && places_[next_place_].line <= code.last_line();
      const int last = parted ? places_[next_place_].line : code.last_line();
      std::vector<std::string> lines;
      for (int line = first; line <= last; ++line)
        lines.push_back(code.lines[static_cast<std::size_t>(line - code.first_line)]);
      while (!lines.empty() && lines.front().empty()) {
        lines.erase(lines.begin());
        ++first;
      }
      if (!lines.empty())
        body_.push_back(code_block(outdented(lines), first));
      first = last + 1;
      if (last == code.last_line() && preamble)
        html("</details>");
      add_results(last);
    }
  }

  /// What stands behind a line, and what did before it.
  void add_results(int line)
  {
    for (; next_place_ < places_.size() && places_[next_place_].line <= line; ++next_place_)
      for (const Result& result : places_[next_place_].results)
        body_.push_back(block_of(markup_of(result)));
  }

  void html(std::string_view text) { body_.push_back(block_of(Markup().html(text))); }

  Markup markup_of(const Result& result)
  {
    const auto at = [&](const char* list) -> const json& {
      return record_.at(list).at(result.index);
    };
    switch (result.kind) {
    case Result::Kind::claim:
      return claim_markup(at("claims"), result);
    case Result::Kind::finding:
      return claim_markup(at("findings"), result);
    case Result::Kind::table:
      return table_markup(at("tables"), result.index + 1);
    case Result::Kind::figure:
      return figure(at("figures"));
    case Result::Kind::undrawn:
      return undrawn(at("undrawn"));
    case Result::Kind::proposition:
      break;
    }
    const json& proposition = at("propositions");
    const auto title = surroundings_.propositions.find(proposition.at("name"));
    return proposition_markup(proposition,
                              title == surroundings_.propositions.end() ? "" : title->second);
  }

  /// The file of a figure.
  std::string svg_of(const json& figure) const
  {
    const std::string name = figure.at("name");
    if (name.empty() || name.starts_with('.') || name.find('/') != std::string::npos)
      throw Error("the figure's name {} is no name of a file", in_quotes(name));
    for (const std::filesystem::path& folder : surroundings_.figures)
      if (exists(folder / (name + ".svg")))
        return read_text(folder / (name + ".svg"));
    throw Error("there is no file {}.svg", name);
  }

  Markup figure(const json& figure)
  {
    try {
      return figure_markup(figure, svg_of(figure));
    } catch (const Error& e) {
      woven_.problems.push_back(
          {figure.at("line"),
           fmt::format("the figure {} cannot be shown: {}; draw it with "
                       "./epreuve figures",
                       in_quotes(figure.at("name").get<std::string>()), e.what())});
      return missing_figure_markup(figure, "This figure is missing.");
    }
  }

  Markup undrawn(const json& undrawn)
  {
    try {
      return undrawn_markup(undrawn, svg_of(undrawn));
    } catch (const Error&) {
      return undrawn_markup(undrawn, "");
    }
  }

  void write()
  {
    std::vector<json> parts{body_};
    parts.insert(parts.end(), headings_.begin(), headings_.end());
    Written written = write_html(parts);
    woven_.html = std::move(written.parts.at(0));
    woven_.headings.assign(written.parts.begin() + 1, written.parts.end());
    report(written.failed);
  }

  /// Mathematics that pandoc could not convert, unless a problem in its lines says why.
  void report(const std::vector<Unconverted>& failed)
  {
    const auto solid = [](std::string text) {
      std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
      return text;
    };
    std::map<std::string, Unconverted> distinct;
    for (const Unconverted& one : failed)
      distinct.insert({solid(one.latex), one});
    std::vector<Problem> problems;
    for (const Formula& formula : formulas_of(chapter_)) {
      const auto found = distinct.extract(solid(formula.latex));
      const int last = formula.line + static_cast<int>(std::ranges::count(formula.latex, '\n'));
      if (found && std::ranges::none_of(woven_.problems, [&](const Problem& problem) {
            return formula.line <= problem.line && problem.line <= last;
          }))
        problems.push_back({formula.line, why(found.mapped(), "")});
    }
    for (const auto& [key, one] : distinct)
      problems.push_back({1, why(one, ", which is in the record,")});
    add(problems);
  }

  /// In one line: pandoc shows the formula up to the place, a line that marks the place, what is unexpected.
  static std::string why(const Unconverted& one, std::string_view where)
  {
    const std::vector<std::string> lines = split_lines(one.why);
    const auto told = std::ranges::find_if(
        lines, [](const std::string& line) { return line.starts_with("unexpected"); });
    const std::string reason = told == lines.end() ? "" : " (" + *told + ")";
    return fmt::format(
        "mathematics: pandoc cannot convert {}{}{}; write it in commands that pandoc "
        "knows",
        in_quotes(one.latex), where, reason);
  }

  Literate chapter_;
  const json& record_;
  const Surroundings& surroundings_;
  Woven woven_;
  std::vector<Place> places_;
  std::vector<json> prose_;
  std::vector<json> headings_;
  json body_ = json::array();
  std::size_t next_place_ = 0, next_prose_ = 0, next_section_ = 0;
};

} // namespace

Woven weave(std::string_view source, const json& record, const Surroundings& surroundings)
{
  try {
    return Weaving(source, record, surroundings).all();
  } catch (const json::exception& e) {
    throw Error("the record of a chapter is not of the form that docs/record.schema.json "
                "describes: {}",
                e.what());
  }
}

} // namespace epreuve::book
