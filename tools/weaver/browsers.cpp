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

bool is(const xml_node& node, std::string_view name)
{
  return node.name() == name;
}

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

bool has_class(const xml_node& node, std::string_view name)
{
  return fmt::format(" {} ", attribute(node, "class")).find(fmt::format(" {} ", name)) !=
         std::string::npos;
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

xml_node element_before(xml_node node)
{
  do
    node = node.previous_sibling();
  while (node && node.type() != pugi::node_element);
  return node;
}

xml_node element_behind(xml_node node)
{
  do
    node = node.next_sibling();
  while (node && node.type() != pugi::node_element);
  return node;
}

std::size_t letters(std::string_view text)
{
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_function(const xml_node& mo)
{
  const std::string_view name = mo.child_value();
  return name.size() > 1 && std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ';
         });
}

bool opens(const xml_node& node)
{
  return is(node, "mo") && attribute(node, "form") == "prefix";
}

// ─── mathematics ─────────────────────────────────────────────────────────────────────────────

/// <mstyle mathvariant="normal"><mi>e</mi><mi>r</mi><mi>f</mi></mstyle>: one name, not a product.
void join_upright_letters(const xml_node& math)
{
  for (xml_node style : all(math, {"mstyle"})) {
    const bool only_letters = std::ranges::all_of(
        style.children(), [](const xml_node& child) { return is(child, "mi"); });
    if (attribute(style, "mathvariant") != "normal" || !style.first_child() || !only_letters)
      continue;
    const std::string name = text_of(style);
    style.remove_children();
    style.remove_attributes();
    style.set_name("mi");
    style.append_child(pugi::node_pcdata).set_value(name.c_str());
    // Several letters are upright by themselves.
    if (letters(name) == 1)
      set(style, "mathvariant", "normal");
  }
}

/// ℓ is no operator; capital Greek letters are upright, as in LaTeX.
void mend_letters(const xml_node& math)
{
  for (xml_node letter : all(math, {"mo", "mi"})) {
    const std::string_view text = letter.child_value();
    if (is(letter, "mo") && text == "ℓ") {
      letter.remove_attributes();
      letter.set_name("mi");
    } else if (is(letter, "mi") && letters(text) == 1 && text >= "Α" && text <= "Ω")
      set(letter, "mathvariant", "normal");
  }
}

/// A sign behind a bracket, a comma or a relation stands before its number, not between two terms.
void mend_signs(const xml_node& math)
{
  for (const xml_node sign : all(math, {"mo"})) {
    if (!is_one_of(sign.child_value(), {"−", "+", "±"}) || sign.attribute("form"))
      continue;
    xml_node before = element_before(sign);
    while (is(before, "mspace"))
      before = element_before(before);
    if (opens(before) ||
        (is(before, "mo") && is_one_of(before.child_value(), {"=", ",", ";", "<", ">", "≤", "≥",
                                                              "≠", "≃", "≈", "→", "∈", "|"})))
      set(sign, "form", "prefix");
  }
}

bool is_bar(const xml_node& mo)
{
  return is_one_of(mo.child_value(), {"|", "∥", "‖"});
}

/// Brackets grow only around what is tall: Chromium keeps room for the largest of the font otherwise, and
/// f(x) becomes f ( x ).
void calm_brackets(const xml_node& math)
{
  std::vector<xml_node> open;
  std::vector<bool> tall;
  for (xml_node node : all(math, {"mo", "mfrac", "mtable", "munder", "mover", "munderover"})) {
    if (!is(node, "mo")) {
      tall.assign(tall.size(), true);
    } else if (attribute(node, "stretchy") == "true") {
      if (opens(node)) {
        open.push_back(node);
        tall.push_back(false);
      } else if (attribute(node, "form") == "postfix" && !open.empty()) {
        if (!tall.back()) {
          set(node, "stretchy", "false");
          set(open.back(), "stretchy", "false");
        }
        open.pop_back();
        tall.pop_back();
      }
    }
  }
}

/// Bars have no space of their own, and no side that pandoc always knows.
void mend_bars(const xml_node& math)
{
  for (xml_node bar : all(math, {"mo"})) {
    if (!is_bar(bar))
      continue;
    const bool grows = attribute(bar, "stretchy") == "true" && bar.attribute("form");
    if (!grows) {
      bar.remove_attributes();
      set(bar, "stretchy", "false");
    }
    set(bar, "lspace", "0");
    set(bar, "rspace", "0");
  }
}

/// The space around sin, max and the like: thin, none before a bracket, and none where there is another.
void space_functions(const xml_node& math)
{
  for (const xml_node function : all(math, {"mo"})) {
    if (!is_function(function))
      continue;
    // The spaces of sin² are those of sin, its neighbours those of the whole.
    xml_node whole = function;
    while (is_one_of(whole.parent().name(),
                     {"msub", "msup", "msubsup", "munder", "mover", "munderover"}) &&
           !element_before(whole))
      whole = whole.parent();
    const xml_node before = element_before(whole), behind = element_behind(whole);
    const bool spaced_before =
        !before || (is(before, "mo") && attribute(before, "form") != "postfix");
    const bool bracket =
        opens(behind) || (is(behind, "mrow") && opens(behind.find_child([](const xml_node& child) {
                            return child.type() == pugi::node_element;
                          })));
    set(function, "lspace", spaced_before ? "0" : "0.167em");
    set(function, "rspace", bracket ? "0" : "0.167em");
  }
}

/// Moves a formula, and the punctuation behind it, into a span.
void wrap(xml_node math, const char* name, bool with_punctuation)
{
  xml_node span = math.parent().insert_child_before("span", math);
  set(span, "class", name);
  xml_node text = math.next_sibling();
  span.append_move(math);
  if (!with_punctuation || text.type() != pugi::node_pcdata)
    return;
  const std::string behind = text.value();
  const std::size_t end = std::min(behind.find_first_not_of(".,;:?!)"), behind.size());
  span.append_child(pugi::node_pcdata).set_value(behind.substr(0, end).c_str());
  if (end == behind.size())
    text.parent().remove_child(text);
  else
    text.set_value(behind.substr(end).c_str());
}

bool has_punctuation_behind(const xml_node& math)
{
  const xml_node text = math.next_sibling();
  return text.type() == pugi::node_pcdata && text.value()[0] != '\0' &&
         std::string_view(".,;:?!)").find(text.value()[0]) != std::string_view::npos;
}

/// MathML does not break lines: what is wider than a phone scrolls by itself, and no line begins with the
/// comma behind a formula.
void box(const xml_node& math)
{
  constexpr std::size_t wide = 20; // letters: about a phone's width
  const xml_node around = math.parent();
  if (has_class(around, "equation") || has_class(around, "formula") ||
      has_class(around, "together"))
    return;
  const bool punctuation = has_punctuation_behind(math);
  if (attribute(math, "display") == "block")
    wrap(math, "equation", false);
  else if (letters(text_of(math)) >= wide)
    wrap(math, "formula", punctuation);
  else if (punctuation)
    wrap(math, "together", true);
}

// ─── code and tables ─────────────────────────────────────────────────────────────────────────

/// The lines of numbered code can be linked to by their numbers; other code has no ids. The empty links
/// of lines are nothing to stop at.
void mend_code(xml_node block)
{
  block.remove_attribute("id");
  block.remove_attribute("data-startFrom");
  const bool numbered = has_class(block.child("pre"), "numberSource");
  for (xml_node line : block.child("pre").child("code").children("span")) {
    xml_node link = line.child("a");
    if (!link || link.first_child())
      continue;
    if (!numbered) {
      line.remove_attribute("id");
      line.remove_child(link);
      continue;
    }
    const std::string_view id = attribute(line, "id");
    const std::string name = fmt::format("L-{}", id.substr(id.rfind('-') + 1));
    set(line, "id", name.c_str());
    set(link, "href", ("#" + name).c_str());
    set(link, "aria-hidden", "true");
    set(link, "tabindex", "-1");
  }
}

/// A table of the prose gets a box that scrolls; those of results have theirs, or need none.
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
  for (const xml_node& math : all(tree, {"math"})) {
    join_upright_letters(math);
    mend_letters(math);
    mend_signs(math);
    calm_brackets(math);
    mend_bars(math);
    space_functions(math);
    box(math);
  }
  for (const xml_node& block : all(tree, {"div"}))
    if (has_class(block, "sourceCode"))
      mend_code(block);
  for (const xml_node& table : all(tree, {"table"}))
    box_table(table);
  return html_of(tree);
}

} // namespace epreuve::book
