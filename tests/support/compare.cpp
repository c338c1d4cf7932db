#include "support/compare.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace epreuve::figures {

namespace {

constexpr double color_distance = 2;

/// An element with its attributes, or a text, which has no name, or a cell of a heat map.
struct Node
{
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;
};

/// The cells of a heat map in their order, row by row, whichever path they are in: "M3,7h2" is two of them.
void add_cells(const pugi::xml_node& cells, std::vector<Node>& nodes)
{
  std::map<std::pair<int, int>, std::string> colors;
  for (const pugi::xml_node& path : cells.children()) {
    if (path.type() != pugi::node_element)
      continue;
    std::string_view d = path.attribute("d").value();
    const auto number = [&](char before) {
      int value = 0;
      if (!d.starts_with(before))
        throw Error("same_within: expected {} in the cells \"{}\"", before, d);
      const auto [end, error] = std::from_chars(d.data() + 1, d.data() + d.size(), value);
      if (error != std::errc())
        throw Error("same_within: expected a number in the cells \"{}\"", d);
      d.remove_prefix(static_cast<std::size_t>(end - d.data()));
      return value;
    };
    while (!d.empty()) {
      const int column = number('M'), row = number(','), count = number('h');
      for (int i = 0; i < count; ++i)
        colors[{row, column + i}] = path.attribute("stroke").value();
    }
  }
  for (const auto& [place, color] : colors)
    nodes.push_back(
        {fmt::format("cell({}, {})", place.first, place.second), {{"stroke", color}}, ""});
}

void add_nodes(const pugi::xml_node& parent, std::vector<Node>& nodes)
{
  for (const pugi::xml_node& child : parent.children()) {
    if (child.type() != pugi::node_element) {
      const std::string_view text = trimmed(child.value());
      if (!text.empty())
        nodes.push_back({"", {}, std::string(text)});
      continue;
    }
    Node node{child.name(), {}, ""};
    for (const pugi::xml_attribute& attribute : child.attributes())
      node.attributes.emplace_back(attribute.name(), attribute.value());
    nodes.push_back(std::move(node));
    if (std::string_view(child.attribute("class").value()) == "cells")
      add_cells(child, nodes);
    else
      add_nodes(child, nodes);
  }
}

std::vector<Node> parse(std::string_view svg, const char* which)
{
  pugi::xml_document document;
  const pugi::xml_parse_result read =
      document.load_buffer(svg.data(), svg.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!read || !document.child("svg"))
    throw Error("same_within: {} is not an SVG document ({} bytes): {}", which, svg.size(),
                read ? "it has no svg" : read.description());
  std::vector<Node> nodes;
  add_nodes(document, nodes);
  return nodes;
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
    const auto [end, error] =
        std::from_chars(value.data() + at, value.data() + value.size(), number);
    const bool letters = std::isalpha(static_cast<unsigned char>(value[at])) != 0; // "nan"
    if (error == std::errc() && !letters) {
      const auto length = static_cast<std::size_t>(end - value.data()) - at;
      result.push_back({std::string(value.substr(at, length)), number});
      at += length;
    } else if (value[at] == ' ' || value[at] == ',')
      ++at;
    else
      result.push_back({std::string(1, value[at++]), std::nullopt});
  }
  return result;
}

/// Of "#RRGGBB"
std::optional<std::vector<int>> color_components(std::string_view value)
{
  if (!value.starts_with('#') || value.size() != 7)
    return std::nullopt;
  std::vector<int> components;
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

bool is_color(const std::string& attribute)
{
  static const std::set<std::string> names{"fill", "stroke", "stop-color"};
  return names.contains(attribute);
}

bool is_geometry(const std::string& attribute)
{
  static const std::set<std::string> names{"d",  "transform", "x",  "y",     "cx",
                                           "cy", "r",         "dy", "width", "height"};
  return names.contains(attribute);
}

/// The first pair of numbers or texts of an attribute that differ, or nothing.
std::optional<std::pair<std::string, std::string>> differing(const std::string& name,
                                                             const std::string& one,
                                                             const std::string& other,
                                                             double distance)
{
  if (one == other)
    return std::nullopt;
  const auto whole_values = std::pair{one, other};
  if (is_color(name)) {
    const auto first = color_components(one), second = color_components(other);
    if (!first || !second)
      return whole_values;
    for (std::size_t i = 0; i < first->size(); ++i)
      if (std::abs((*first)[i] - (*second)[i]) > color_distance)
        return whole_values;
    return std::nullopt;
  }
  if (!is_geometry(name))
    return whole_values;

  const std::vector<Piece> first = pieces(one), second = pieces(other);
  if (first.size() != second.size())
    return whole_values;
  std::string function; // in a transform an angle or a factor is no distance
  bool moved = true;
  int argument = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].number.has_value() != second[i].number.has_value())
      return whole_values;
    if (!first[i].number) {
      if (first[i].text != second[i].text)
        return whole_values;
      if (first[i].text == "(") {
        moved = function == "translate" || function == "rotate";
        argument = 0;
      } else
        function = first[i].text == ")" ? "" : function + first[i].text;
      continue;
    }
    const bool is_angle = function == "rotate" && argument++ == 0;
    const double apart = std::abs(*first[i].number - *second[i].number);
    if (!(apart <= (name != "transform" || (moved && !is_angle) ? distance : 0.0)))
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
      const std::pair<std::string, std::string> none{};
      const auto& [name, left] = k < a[i].attributes.size() ? a[i].attributes[k] : none;
      const auto& [other_name, right] = k < b[i].attributes.size() ? b[i].attributes[k] : none;
      if (name != other_name)
        return Difference{element, name.empty() ? other_name : name,
                          name.empty() ? "missing" : name,
                          other_name.empty() ? "missing" : other_name};
      if (const auto parts = differing(name, left, right, distance))
        return Difference{element, name, parts->first, parts->second};
    }
  }
  if (a.size() != b.size())
    return Difference{"document", "", fmt::format("{} elements and texts", a.size()),
                      fmt::format("{} elements and texts", b.size())};
  return std::nullopt;
}

} // namespace epreuve::figures
