#include "weaver/browsers.hpp"

#include "weaver/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace epreuve::book {

namespace {

using pugi::xml_node;
using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view text, Names names)
{
  return std::ranges::find(names, text) != names.end();
}

std::string_view attribute(const xml_node& node, const char* name)
{
  return node.attribute(name).value();
}

void set(xml_node node, const char* name, const char* value)
{
  if (!node.attribute(name))
    node.append_attribute(name);
  node.attribute(name).set_value(value);
}

/// Elements of these names, in the order of the text.
std::vector<xml_node> all(const xml_node& tree, Names names)
{
  std::vector<xml_node> found;
  const auto look = [&](const auto& self, const xml_node& node) -> void {
    for (const xml_node child : node.children()) {
      if (is_one_of(child.name(), names))
        found.push_back(child);
      self(self, child);
    }
  };
  look(look, tree);
  return found;
}

std::size_t letters(std::string_view text)
{
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// ─── mathematics ─────────────────────────────────────────────────────────────────────────────

/// Moves a formula, and the punctuation after it, into a span.
void wrap(xml_node math, const char* name, bool with_punctuation)
{
  xml_node span = math.parent().insert_child_before("span", math);
  set(span, "class", name);
  xml_node text = math.next_sibling();
  span.append_move(math);
  if (!with_punctuation || text.type() != pugi::node_pcdata)
    return;
  const std::string after = text.value();
  const std::size_t end = std::min(after.find_first_not_of(".,;:?!)"), after.size());
  span.append_child(pugi::node_pcdata).set_value(after.substr(0, end).c_str());
  if (end == after.size())
    text.parent().remove_child(text);
  else
    text.set_value(after.substr(end).c_str());
}

bool has_punctuation_after(const xml_node& math)
{
  const xml_node text = math.next_sibling();
  return text.type() == pugi::node_pcdata && text.value()[0] != '\0' &&
         std::string_view(".,;:?!)").find(text.value()[0]) != std::string_view::npos;
}

/// MathML does not break lines: what is wider than a phone scrolls by itself, and no line begins with the
/// comma after a formula.
void box(const xml_node& math)
{
  constexpr std::size_t wide = 20; // letters: about a phone's width
  const xml_node around = math.parent();
  if (has_class(around, "equation") || has_class(around, "formula") ||
      has_class(around, "together"))
    return;
  const bool punctuation = has_punctuation_after(math);
  if (attribute(math, "display") == "block")
    wrap(math, "equation", false);
  else if (letters(text_of(math)) >= wide)
    wrap(math, "formula", punctuation);
  else if (punctuation)
    wrap(math, "together", true);
}

// ─── code and tables ─────────────────────────────────────────────────────────────────────────

/// The lines of numbered code can be linked to by their numbers; other code has no ids. The keyboard does not
/// stop at the empty links of lines.
void mend_code(xml_node block)
{
  const std::string_view id_of_block = attribute(block, "id");
  const std::string name(id_of_block.substr(0, id_of_block.rfind('-')));
  block.remove_attribute("id");
  block.remove_attribute("data-startFrom");
  const bool numbered = has_class(block.child("pre"), "numberSource");
  if (numbered && name.empty())
    return;
  for (xml_node line : block.child("pre").child("code").children("span")) {
    xml_node link = line.child("a");
    if (!link || link.first_child())
      continue;
    if (!numbered) {
      line.remove_attribute("id");
      line.remove_child(link);
      continue;
    }
    const std::string_view id_of_line = attribute(line, "id");
    const std::string id = fmt::format("{}-{}", name, id_of_line.substr(id_of_line.rfind('-') + 1));
    set(line, "id", id.c_str());
    set(link, "href", ("#" + id).c_str());
    set(link, "aria-hidden", "true");
    set(link, "tabindex", "-1");
  }
}

/// A table in prose gets a box that scrolls; those of results have theirs, or need none.
void box_table(xml_node table)
{
  if (has_class(table.parent(), "scroll") || attribute(table, "role") == "table")
    return;
  xml_node scroll = table.parent().insert_child_before("div", table);
  set(scroll, "class", "scroll");
  scroll.append_move(table);
}

} // namespace

std::string for_browsers(std::string_view html)
{
  const pugi::xml_document tree = read_tree(html);
  for (const xml_node& math : all(tree, {"math"}))
    box(math);
  for (const xml_node& block : all(tree, {"div"}))
    if (has_class(block, "sourceCode"))
      mend_code(block);
  for (const xml_node& table : all(tree, {"table"}))
    box_table(table);
  return html_of(tree);
}

} // namespace epreuve::book
