#include "weaver/pandoc.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "weaver/cache.hpp"
#include "weaver/mathml.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string_view>

namespace epreuve::book {

namespace {

using nlohmann::json;

/// Everything that is not listed is off.
constexpr const char* reader =
    "markdown_strict-raw_html+tex_math_dollars+smart+all_symbols_escapable+backtick_code_blocks"
    "+blank_before_blockquote+blank_before_header+fancy_lists+fenced_code_blocks"
    "+intraword_underscores+pipe_tables+shortcut_reference_links+space_in_atx_header+startnum"
    "+strikeout+autolink_bare_uris+citations";

/// Deeper than any text that somebody would write: a list in a list takes four levels.
constexpr JsonBounds bounds{.deepest = 1000};

/// A word that no text can anticipate.
std::string unguessable()
{
  std::random_device random;
  std::string word = "epreuve";
  for (int i = 0; i < 4; ++i)
    word += fmt::format("{:08x}", random());
  return word;
}

void run(std::vector<std::string> arguments, const TemporaryFolder& folder)
{
  const CommandLimits limits;
  arguments.insert(arguments.begin(), find_pandoc().string());
  arguments.push_back("--data-dir=" + folder.path().string());
  const Ended ended = run_command(arguments, limits);
  if (ended.timed_out)
    throw Error("pandoc did not end within {} seconds", limits.seconds);
  if (ended.status != 0)
    throw Error("pandoc failed with status {}: {}", ended.status, printable(ended.output));
}

/// With the version of the tree that this pandoc reads and writes.
const json& empty_document()
{
  static const json document = [] {
    const TemporaryFolder folder;
    const std::string nothing = (folder / "nothing.md").string();
    const std::string tree = (folder / "tree.json").string();
    write_file(nothing, "");
    run({"--from", "markdown_strict", "--to", "json", "--output", tree, nothing}, folder);
    return read_json(tree, bounds);
  }();
  return document;
}

json plain_block(json inlines)
{
  return {{"t", "Plain"}, {"c", std::move(inlines)}};
}

json raw_html(const std::string& html)
{
  return {{"t", "RawBlock"}, {"c", json::array({"html", html})}};
}

json string(const std::string& text)
{
  return {{"t", "Str"}, {"c", text}};
}

const json& no_attributes()
{
  static const json none = json::array({"", json::array(), json::array()});
  return none;
}

/// Only the language of a block of code.
json language_of(const json& attributes)
{
  json result = no_attributes();
  for (const json& name : attributes.at(1)) {
    const std::string text = name;
    const bool is_language = std::ranges::all_of(text, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '+' || c == '-';
    });
    if (is_language && result[1].empty())
      result[1].push_back(text);
  }
  return result;
}

bool is_harmless_link(std::string_view target)
{
  constexpr std::array<std::string_view, 3> schemes{"http://", "https://", "mailto:"};
  const auto begins = [&](std::string_view scheme) { return target.starts_with(scheme); };
  if (std::ranges::any_of(schemes, begins) || target.starts_with('#'))
    return true;
  // A file next to the page: nothing that could be a scheme or a server.
  const std::string_view path = target.substr(0, target.find_first_of("/?#"));
  return !target.empty() && path.find(':') == std::string_view::npos &&
         target.find_first_of("\\\t\n") == std::string_view::npos && !target.starts_with("/") &&
         std::ranges::none_of(target, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/// A list of inlines or blocks.
void make_list_harmless(json& list)
{
  json result = json::array();
  const auto splice = [&](json content) {
    make_list_harmless(content);
    for (json& element : content)
      result.push_back(std::move(element));
  };
  for (json& element : list) {
    const std::string type = element.is_object() ? element.value("t", "") : "";
    if (type == "RawInline")
      result.push_back(string(element.at("c").at(1)));
    else if (type == "RawBlock")
      result.push_back({{"t", "Para"}, {"c", json::array({string(element.at("c").at(1))})}});
    else if (type == "Span" || type == "Div" || type == "Image" || type == "Cite")
      splice(element.at("c").at(1));
    else if (type == "Link" && !is_harmless_link(element.at("c").at(2).at(0).get<std::string>()))
      splice(element.at("c").at(1));
    else if (type == "Note")
      continue;
    else {
      if (type == "Link" || type == "Code")
        element["c"][0] = no_attributes();
      else if (type == "Header")
        element["c"][1] = no_attributes();
      else if (type == "CodeBlock")
        element["c"][0] = language_of(element["c"][0]);
      make_harmless(element);
      result.push_back(std::move(element));
    }
  }
  list = std::move(result);
}

/// The formulas below a part of the tree, each once.
void collect_formulas(const json& value, std::map<Latex, Mathml>& formulas)
{
  if (value.is_object() && value.value("t", "") == "Math")
    formulas[{value["c"][1], value["c"][0]["t"] == "DisplayMath"}];
  else if (value.is_structured())
    for (const json& member : value)
      collect_formulas(member, formulas);
}

/// Takes a prefix from the links below a part of the tree to a place in the same text.
void remove_prefix(json& value, const std::string& prefix)
{
  if (value.is_object() && value.value("t", "") == "Link") {
    const std::string target = value["c"][2][0];
    if (target.starts_with(prefix))
      value["c"][2][0] = "#" + target.substr(prefix.size());
  }
  if (value.is_structured())
    for (json& member : value)
      remove_prefix(member, prefix);
}

/// The blocks of all files that pandoc has read. Since version 3 those of a file are in a Div, whose identifier begins
/// the links from the file to itself; nothing else becomes a Div at the top level.
json blocks_of_files(json document)
{
  json blocks = json::array();
  for (json& block : document.at("blocks")) {
    if (block.at("t") != "Div") {
      blocks.push_back(std::move(block));
      continue;
    }
    const std::string file = block.at("c").at(0).at(0);
    for (json& inner : block.at("c").at(1)) {
      remove_prefix(inner, "#" + file + "__");
      blocks.push_back(std::move(inner));
    }
  }
  return blocks;
}

/// Puts MathML in place of formulas; a wrong formula stays as it was typed.
void put_formulas(json& value, const std::map<Latex, Mathml>& formulas)
{
  if (value.is_object() && value.value("t", "") == "Math") {
    const std::string latex = value["c"][1];
    const Mathml& formula = formulas.at({latex, value["c"][0]["t"] == "DisplayMath"});
    const std::string html =
        formula.html.empty() ? "<code>" + escape(latex) + "</code>" : formula.html;
    value = {{"t", "RawInline"}, {"c", json::array({"html", html})}};
  } else if (value.is_structured())
    for (json& member : value)
      put_formulas(member, formulas);
}

} // namespace

std::filesystem::path find_pandoc()
{
  if (std::filesystem::path found = find_program("pandoc"); !found.empty())
    return found;
  throw Error("pandoc is missing, which turns the chapters' prose into pages: it is in the package "
              "\"pandoc\" of Debian and Ubuntu (./epreuve install book)");
}

std::vector<json> read_markdown(const std::vector<std::string>& texts)
{
  if (texts.empty())
    return {};
  const TemporaryFolder folder;
  // A file of one word comes between two texts, whose paragraph in the document marks the boundary.
  const std::string border = unguessable();
  const std::string border_file = (folder / "border.md").string();
  const std::string tree = (folder / "tree.json").string();
  write_file(border_file, border + "\n");
  std::vector<std::string> arguments{"--file-scope", "--from",   reader, "--to",
                                     "json",         "--output", tree};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string file = (folder / fmt::format("{}.md", i)).string();
    write_file(file, printable(texts[i]) + "\n");
    arguments.push_back(file);
    arguments.push_back(border_file);
  }
  run(std::move(arguments), folder);
  const json is_border = {{"t", "Para"}, {"c", json::array({string(border)})}};
  std::vector<json> lists{json::array()};
  for (const json& block : blocks_of_files(read_json(tree, bounds))) {
    if (block == is_border)
      lists.push_back(json::array());
    else
      lists.back().push_back(block);
  }
  lists.pop_back();
  if (lists.size() != texts.size())
    throw Error("pandoc gave {} texts back of {}", lists.size(), texts.size());
  return lists;
}

json read_bibliography(const std::vector<std::filesystem::path>& files)
{
  if (files.empty())
    return json::array();
  const TemporaryFolder folder;
  const std::string entries = (folder / "entries.json").string();
  std::vector<std::string> arguments{"--from", "biblatex", "--to", "csljson", "--output", entries};
  for (const std::filesystem::path& file : files)
    arguments.push_back(file.string());
  run(std::move(arguments), folder);
  return read_json(entries, bounds);
}

void make_harmless(json& value)
{
  if (value.is_array())
    make_list_harmless(value);
  else if (value.is_object())
    for (json& member : value)
      if (member.is_structured())
        make_harmless(member);
}

json block_of(const Markup& markup)
{
  using Kind = Markup::Part::Kind;
  json inlines = json::array();
  for (const Markup::Part& part : markup.parts()) {
    if (part.kind == Kind::html)
      inlines.push_back({{"t", "RawInline"}, {"c", json::array({"html", part.text})}});
    else {
      const bool display = part.kind == Kind::display_mathematics;
      const json kind = {{"t", display ? "DisplayMath" : "InlineMath"}};
      inlines.push_back({{"t", "Math"}, {"c", json::array({kind, part.text})}});
    }
  }
  return plain_block(std::move(inlines));
}

json code_block(const std::string& code, const CodeId& id)
{
  const json start = json::array({"startFrom", std::to_string(id.first_line)});
  const json attributes = json::array({fmt::format("{}-{}", id.name, id.first_line),
                                       json::array({"cpp", "numberLines"}), json::array({start})});
  return {{"t", "CodeBlock"}, {"c", json::array({attributes, code})}};
}

Written write_html(const std::vector<json>& parts)
{
  if (parts.empty())
    return {};
  const TemporaryFolder folder;
  const std::string border = fmt::format("<!--{}-->", unguessable());
  json blocks = json::array();
  for (const json& part : parts) {
    for (const json& block : part)
      blocks.push_back(block);
    blocks.push_back(raw_html(border));
  }
  const std::string tree = (folder / "tree.json").string();
  const std::string page = (folder / "page.html").string();
  Written written;
  std::map<Latex, Mathml> formulas;
  collect_formulas(blocks, formulas);
  std::vector<Latex> typed;
  for (const auto& [latex, mathml] : formulas)
    typed.push_back(latex);
  std::vector<Mathml> converted = to_mathml(typed);
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (converted[i].html.empty())
      written.failed.push_back({typed[i].latex, converted[i].mistake, converted[i].at});
    formulas[typed[i]] = std::move(converted[i]);
  }
  put_formulas(blocks, formulas);
  json document = empty_document();
  document["blocks"] = std::move(blocks);
  write_file(tree, document.dump());
  run({"--from", "json", "--to", "html5", "--wrap=preserve", "--quiet", "--output", page, tree},
      folder);
  std::string html = read_text(page);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t end = html.find(border);
    if (end == std::string::npos)
      throw Error("pandoc gave {} parts back of {}", i, parts.size());
    // Pandoc puts empty lines around.
    const std::size_t first = std::min(html.find_first_not_of('\n'), end);
    const std::size_t last = end == 0 ? end : html.find_last_not_of('\n', end - 1) + 1;
    written.parts.push_back(html.substr(first, std::max(first, last) - first));
    html.erase(0, end + border.size());
  }
  return written;
}

std::string stamp_of_writing()
{
  const std::string pandoc = stamp_of("pandoc"), converter = stamp_of_converter();
  return pandoc.empty() || converter.empty() ? "" : pandoc + " " + converter;
}

} // namespace epreuve::book
