#include "support/compare.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace epreuve::figures {

namespace {

constexpr double color_distance = 2;

struct Attribute
{
  std::string name, value;
  bool operator==(const Attribute&) const = default;
};

/// Together with those of the surrounding group that it does not have itself; its transform comes after the group's.
std::vector<Attribute> inherit(std::vector<Attribute> own, const std::vector<Attribute>& group)
{
  for (const Attribute& outer : group) {
    const auto found = std::ranges::find(own, outer.name, &Attribute::name);
    if (found == own.end())
      own.push_back(outer);
    else if (outer.name == "transform")
      found->value = outer.value + " " + found->value;
  }
  return own;
}

/// A tag other than a group's, with its attributes and those of the surrounding groups; or a text between tags.
struct Node
{
  std::string name; ///< "path", "/text"; "text of text" has none
  std::vector<Attribute> attributes;
  std::string text;
};

std::string value_of(const Node& node, std::string_view name)
{
  const auto found = std::ranges::find(node.attributes, name, &Attribute::name);
  return found == node.attributes.end() ? "" : found->value;
}

Node with(Node node, std::string_view name, const std::string& value)
{
  for (Attribute& attribute : node.attributes)
    if (attribute.name == name)
      attribute.value = value;
  return node;
}

/// The places of a polyline, "M1,2 L3,4 L5,6"; none if it is another path.
std::vector<std::string_view> places(std::string_view d)
{
  std::vector<std::string_view> result;
  if (d.find_first_not_of("ML+-.,0123456789 \t\n") != std::string_view::npos)
    return result;
  for (std::size_t at = d.find_first_of("ML"); at < d.size();) {
    const std::size_t next = std::min(d.find_first_of("ML", at + 1), d.size());
    result.push_back(trimmed(d.substr(at + 1, next - at - 1)));
    at = next;
  }
  return result;
}

/// A path as what is drawn: each of its strokes by itself, and a polyline without area line by line.
std::vector<Node> strokes(const Node& node)
{
  const std::string d = value_of(node, "d");
  if (node.name != "path" || d.empty())
    return {node};
  std::vector<Node> result;
  for (std::size_t from = 0; from < d.size();) {
    const std::size_t to = std::min(d.find('M', from + 1), d.size());
    const std::string stroke = d.substr(from, to - from);
    const std::vector<std::string_view> line = places(stroke);
    if (line.size() < 3 || value_of(node, "fill") != "none")
      result.push_back(with(node, "d", stroke));
    else
      for (std::size_t i = 1; i < line.size(); ++i)
        result.push_back(with(node, "d", fmt::format("M{} L{}", line[i - 1], line[i])));
    from = to;
  }
  return result;
}

/// With the colour that "currentColor" is, except for what a <use> draws, which asks for it elsewhere.
Node colored(Node node)
{
  const std::string color = value_of(node, "color");
  if (color.empty() || node.name == "use")
    return node;
  for (Attribute& attribute : node.attributes)
    if (attribute.value == "currentColor")
      attribute.value = color;
  std::erase_if(node.attributes, [](const Attribute& own) { return own.name == "color"; });
  return node;
}

/// Whether nothing is seen of a path because the next one covers it.
bool is_covered(const Node& path, const Node& next)
{
  return path.name == "path" && next.name == "path" &&
         with(path, "stroke", value_of(next, "stroke")).attributes == next.attributes;
}

/// Whether this only clears the ground around a point, which gnuplot 6 does in legends, too.
bool is_ground(const Node& node)
{
  return node.name == "use" && value_of(node, "color") == "#FFFFFF";
}

/// What is seen, in which releases of gnuplot agree: they cut the same lines into paths differently.
std::vector<Node> seen(const std::vector<Node>& nodes)
{
  std::vector<Node> result;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (!is_ground(nodes[i]) && !(i + 1 < nodes.size() && is_covered(nodes[i], nodes[i + 1])))
      std::ranges::move(strokes(nodes[i]), std::back_inserter(result));
  return result;
}

bool space(char c)
{
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

Node parse_tag(std::string_view tag)
{
  Node node;
  std::size_t at = 0;
  const auto skip_spaces = [&] {
    while (at < tag.size() && space(tag[at]))
      ++at;
  };
  while (at < tag.size() && !space(tag[at]))
    node.name += tag[at++];
  for (skip_spaces(); at < tag.size(); skip_spaces()) {
    Attribute attribute;
    while (at < tag.size() && tag[at] != '=' && !space(tag[at]))
      attribute.name += tag[at++];
    skip_spaces(); // "fill = 'none'"
    if (at == tag.size() || tag[at] != '=') {
      node.attributes.push_back(std::move(attribute));
      continue;
    }
    ++at;
    skip_spaces();
    if (at < tag.size() && (tag[at] == '"' || tag[at] == '\'')) {
      const std::size_t end = std::min(tag.find(tag[at], at + 1), tag.size());
      attribute.value = tag.substr(at + 1, end - at - 1);
      at = std::min(end + 1, tag.size());
    }
    node.attributes.push_back(std::move(attribute));
  }
  return node;
}

/// The end of a tag: the first '>' outside quotes.
std::size_t tag_end(std::string_view svg, std::size_t at)
{
  char quote = 0;
  for (; at < svg.size(); ++at) {
    if (quote != 0)
      quote = svg[at] == quote ? '\0' : quote;
    else if (svg[at] == '"' || svg[at] == '\'')
      quote = svg[at];
    else if (svg[at] == '>')
      return at;
  }
  return std::string_view::npos;
}

std::vector<Node> parse(std::string_view svg, const char* which)
{
  if (svg.find("<svg") == std::string_view::npos)
    throw Error("same_within: {} is not an SVG document (no <svg> in its {} bytes)", which,
                svg.size());
  std::vector<Node> nodes;
  std::vector<std::vector<Attribute>> groups{
      {}}; // which begin and end elsewhere in another version of gnuplot
  for (std::size_t at = 0; at < svg.size();) {
    const std::size_t open = std::min(svg.find('<', at), svg.size());
    std::string text(trimmed(svg.substr(at, open - at)));
    if (!text.empty())
      nodes.push_back({"", {}, std::move(text)});
    if (open == svg.size())
      break;
    const std::size_t close = tag_end(svg, open);
    if (close == std::string_view::npos)
      throw Error("same_within: {} is incomplete, a tag opened at byte {} does not close", which,
                  open);
    Node node = parse_tag(svg.substr(open + 1, close - open - 1));
    if (!node.name.starts_with('/'))
      node.attributes = inherit(std::move(node.attributes), groups.back());
    if (node.name == "g")
      groups.push_back(std::move(node.attributes));
    else if (node.name != "/g")
      nodes.push_back(colored(std::move(node)));
    else if (groups.size() > 1)
      groups.pop_back();
    at = close + 1;
  }
  return seen(nodes);
}

/// A value cut into numbers and the text between them.
struct Piece
{
  std::string text;
  std::optional<double> number;
};

std::vector<Piece> pieces(std::string_view value)
{
  std::vector<Piece> result;
  for (std::size_t at = 0; at < value.size();) {
    double number = 0;
    const std::size_t sign = value[at] == '+' ? 1 : 0;
    const auto [end, error] =
        std::from_chars(value.data() + at + sign, value.data() + value.size(), number);
    const bool letters = std::isalpha(static_cast<unsigned char>(value[at])) != 0;
    if (error == std::errc() && !letters) {
      const auto length = static_cast<std::size_t>(end - value.data()) - at;
      result.push_back({std::string(value.substr(at, length)), number});
      at += length;
    } else if (space(value[at]) || value[at] == ',')
      ++at;
    else
      result.push_back({std::string(1, value[at++]), std::nullopt});
  }
  return result;
}

std::optional<std::vector<double>> color_components(std::string_view value)
{
  std::vector<double> components;
  if (value.starts_with('#') && value.size() == 7) {
    for (std::size_t i = 1; i < 7; i += 2) {
      int component = 0;
      const auto [end, error] =
          std::from_chars(value.data() + i, value.data() + i + 2, component, 16);
      if (error != std::errc() || end != value.data() + i + 2)
        return std::nullopt;
      components.push_back(component);
    }
    return components;
  }
  if (!value.starts_with("rgb("))
    return std::nullopt;
  for (const Piece& piece : pieces(value))
    if (piece.number)
      components.push_back(*piece.number);
  return components;
}

bool is_color(const std::string& attribute)
{
  static const std::set<std::string> names{"fill", "stroke", "color", "stop-color"};
  return names.contains(attribute);
}

bool is_geometry(const std::string& attribute)
{
  static const std::set<std::string> names{"d",  "points", "transform", "x",     "y",  "x1",
                                           "y1", "x2",     "y2",        "cx",    "cy", "r",
                                           "rx", "ry",     "width",     "height"};
  return names.contains(attribute);
}

/// The first pair of numbers or texts of an attribute that differ, or nothing.
std::optional<std::pair<std::string, std::string>> differing(const Attribute& a, const Attribute& b,
                                                             double distance)
{
  if (a.value == b.value)
    return std::nullopt;
  const auto whole_values = std::pair{a.value, b.value};
  if (is_color(a.name)) {
    const auto first = color_components(a.value), second = color_components(b.value);
    if (!first || !second || first->size() != second->size())
      return whole_values;
    for (std::size_t i = 0; i < first->size(); ++i)
      if (std::abs((*first)[i] - (*second)[i]) > color_distance)
        return whole_values;
    return std::nullopt;
  }
  if (!is_geometry(a.name))
    return whole_values;

  const std::vector<Piece> first = pieces(a.value), second = pieces(b.value);
  if (first.size() != second.size())
    return whole_values;
  std::string function; // in a transform only translations are distances
  bool moved = true;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].number.has_value() != second[i].number.has_value())
      return whole_values;
    if (!first[i].number) {
      if (first[i].text != second[i].text)
        return whole_values;
      if (first[i].text == "(") {
        moved = function == "translate";
        function.clear();
      } else
        function = first[i].text == ")" ? "" : function + first[i].text;
      continue;
    }
    const double apart = std::abs(*first[i].number - *second[i].number);
    if (!(apart <= (a.name != "transform" || moved ? distance : 0.0)))
      return std::pair{first[i].text, second[i].text};
  }
  return std::nullopt;
}

} // namespace

std::string Difference::message() const
{
  return fmt::format("{}{}{}: {} against {}", element, attribute.empty() ? "" : ", ", attribute,
                     first, second);
}

std::optional<Difference> same_within(std::string_view first, std::string_view second,
                                      double distance)
{
  if (!(distance >= 0))
    throw Error("same_within: distance is {} pixels, expected 0 or more", distance);
  if (first == second)
    return std::nullopt;
  const std::vector<Node> a = parse(first, "the first file"), b = parse(second, "the second file");
  std::string inside;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const std::string element = fmt::format("{} {}", a[i].name.empty() ? inside : a[i].name, i + 1);
    const auto shown = [](const Node& node) {
      return node.name.empty() ? node.text : "<" + node.name + ">";
    };
    if (a[i].name != b[i].name)
      return Difference{element, "", shown(a[i]), shown(b[i])};
    if (a[i].text != b[i].text)
      return Difference{element, "text", a[i].text, b[i].text};
    if (!a[i].name.empty())
      inside = a[i].name;
    for (std::size_t k = 0; k < std::max(a[i].attributes.size(), b[i].attributes.size()); ++k) {
      const Attribute none{};
      const Attribute& left = k < a[i].attributes.size() ? a[i].attributes[k] : none;
      const Attribute& right = k < b[i].attributes.size() ? b[i].attributes[k] : none;
      if (left.name != right.name)
        return Difference{element, left.name.empty() ? right.name : left.name,
                          left.name.empty() ? "missing" : left.name,
                          right.name.empty() ? "missing" : right.name};
      if (const auto parts = differing(left, right, distance))
        return Difference{element, left.name, parts->first, parts->second};
    }
  }
  if (a.size() != b.size())
    return Difference{"document", "", fmt::format("{} elements and texts", a.size()),
                      fmt::format("{} elements and texts", b.size())};
  return std::nullopt;
}

} // namespace epreuve::figures
