#include "epreuve/figures/svg.hpp"

#include "epreuve/figures/indices.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace epreuve::figures {

namespace {

using picture::Pen;
using theme::Paint;

constexpr double baseline = 0.35; // of a text below the middle of its height, in its size
constexpr double index_size = 0.7, raised_by = 0.36, lowered_by = 0.2;

std::string tenths(double pixels)
{
  return fmt::format("{:g}", std::round(10 * pixels) / 10 + 0.0); // + 0: no -0
}

std::string place_of(const Position& place)
{
  return tenths(place.x) + "," + tenths(place.y);
}

/// "M0,0 10,20 30,0"
std::string path_of(const std::vector<Position>& places)
{
  std::string path = "M";
  for (const Position& place : places)
    path += (path.size() > 1 ? " " : "") + place_of(place);
  return path;
}

std::string dashes_of(const Pen& pen)
{
  std::vector<std::string> lengths;
  for (const double length : pen.dashes)
    lengths.push_back(tenths(length * pen.width / 2));
  return fmt::format("{}", fmt::join(lengths, ","));
}

/// "" of something opaque
std::string opacity_of(double opacity)
{
  return opacity == 1 ? "" : fmt::format("{:.3g}", opacity);
}

std::string marker_name(const theme::Marker& marker)
{
  using Shape = theme::Marker::Shape;
  const std::string name = marker.shape == Shape::square     ? "square"
                           : marker.shape == Shape::circle   ? "circle"
                           : marker.shape == Shape::triangle ? "triangle"
                                                             : "diamond";
  return name + (marker.filled ? "-filled" : "");
}

const char* marker_path(theme::Marker::Shape shape)
{
  switch (shape) {
  case theme::Marker::Shape::square:
    return "M-4,-4H4V4H-4z";
  case theme::Marker::Shape::circle:
    return "M-4,0A4,4 0 0 1 4,0A4,4 0 0 1 -4,0z";
  case theme::Marker::Shape::triangle:
    return "M0,-5.2 -5.2,2.6H5.2z";
  case theme::Marker::Shape::diamond:
    break;
  }
  return "M0,-5.6 5.6,0 0,5.6 -5.6,0z";
}

/// Attributes in their order; an empty one is left out.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/// How something is drawn and filled; neither, if it is given neither.
Attributes look_of(const std::optional<Pen>& pen, const std::optional<Paint>& fill)
{
  std::vector<std::string> classes;
  if (pen && !pen->paint.name.empty())
    classes.push_back("line-" + pen->paint.name);
  if (fill && !fill->name.empty())
    classes.push_back("fill-" + fill->name);
  Attributes look{{"class", fmt::format("{}", fmt::join(classes, " "))},
                  {"fill", fill ? fill->value : "none"}};
  if (pen) {
    look.emplace_back("stroke", pen->paint.value);
    look.emplace_back("stroke-width", fmt::format("{:g}", pen->width));
    look.emplace_back("stroke-dasharray", dashes_of(*pen));
  }
  return look;
}

/// Writes a picture, element by element. What looks the same and comes one after the other is in one group.
class Writer
{
public:
  Writer(const Picture& sheet, const std::string& title, const std::string& description)
  {
    const std::string width = std::to_string(sheet.size.width),
                      height = std::to_string(sheet.size.height);
    root_ = document_.append_child("svg");
    set(root_, {{"xmlns", "http://www.w3.org/2000/svg"},
                {"role", "img"},
                {"viewBox", fmt::format("0 0 {} {}", width, height)},
                {"font-family", theme::family},
                {"font-size", fmt::format("{:g}", theme::font)}});
    add(root_, "title").text().set(printable(title).c_str());
    add(root_, "desc").text().set(printable(description).c_str());
    add(root_, "rect",
        {{"class", "fill-" + theme::paper.name},
         {"fill", theme::paper.value},
         {"width", width},
         {"height", height}});
    for (const picture::Shape& shape : sheet.shapes)
      std::visit([&](const auto& one) { write(one); }, shape);
    for (const picture::Text& text : sheet.texts)
      write(text);
  }

  std::string file() const
  {
    std::ostringstream text;
    document_.save(text, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + std::move(text).str() + "\n";
  }

private:
  static void set(pugi::xml_node node, const Attributes& attributes)
  {
    for (const auto& [name, value] : attributes)
      if (!value.empty())
        node.append_attribute(name.c_str()).set_value(value.c_str());
  }

  /// A child on a line of its own.
  static pugi::xml_node add(pugi::xml_node parent, const char* name,
                            const Attributes& attributes = {})
  {
    parent.append_child(pugi::node_pcdata).set_value("\n");
    const pugi::xml_node node = parent.append_child(name);
    set(node, attributes);
    return node;
  }

  /// The group of what looks so: the last one, if it does.
  pugi::xml_node group(const Attributes& look)
  {
    if (!group_ || look != look_) {
      group_ = add(root_, "g", look);
      look_ = look;
    }
    return group_;
  }

  void write(const picture::Line& lines)
  {
    std::string path;
    for (const std::vector<Position>& piece : lines.pieces)
      path += path_of(piece);
    add(group(look_of(lines.pen, {})), "path",
        {{"stroke-opacity", opacity_of(lines.pen.opacity)}, {"d", path}});
  }

  void write(const picture::Area& area)
  {
    add(group(look_of(area.border, area.fill)), "path",
        {{"fill-opacity", opacity_of(area.opacity)}, {"d", path_of(area.outline) + "z"}});
  }

  void write(const picture::Circle& circle)
  {
    add(group(look_of(circle.border, circle.fill)), "circle",
        {{"stroke-opacity", opacity_of(circle.border.opacity)},
         {"cx", tenths(circle.middle.x)},
         {"cy", tenths(circle.middle.y)},
         {"r", tenths(circle.radius)}});
  }

  void write(const picture::Markers& markers)
  {
    const std::string name = marker_name(markers.marker);
    if (defined_.insert(name).second)
      add(add(root_, "defs"), "path",
          {{"id", name},
           {markers.marker.filled ? "stroke" : "fill", "none"},
           {"d", marker_path(markers.marker.shape)}});
    const pugi::xml_node places = group(look_of(Pen{markers.paint, 1.4}, markers.paint));
    for (const Position& place : markers.places)
      add(places, "use", {{"href", "#" + name}, {"x", tenths(place.x)}, {"y", tenths(place.y)}});
  }

  /// A run of cells of one colour is a line, as wide as a cell is high, from edge to edge: cells are the unit.
  void write(const picture::Cells& cells)
  {
    const auto rows = cells.shares.n_rows, columns = cells.shares.n_cols;
    const double width = cells.frame.width() / static_cast<double>(columns),
                 height = cells.frame.height() / static_cast<double>(rows);
    const auto shade = [&](arma::uword row, arma::uword column) {
      const double share = cells.shares(row, column);
      return std::isfinite(share) ? static_cast<int>(std::lround(255 * share)) : -1;
    };
    std::map<int, std::string> paths;
    for (arma::uword row = 0; row < rows; ++row)
      for (arma::uword column = 0, end = 0; column < columns; column = end) {
        for (end = column + 1; end < columns && shade(row, end) == shade(row, column);)
          ++end;
        paths[shade(row, column)] += fmt::format("M{},{}h{}", column, row, end - column);
      }
    group_ = {};
    const pugi::xml_node all =
        add(root_, "g",
            {{"class", "cells"},
             {"transform",
              fmt::format("translate({},{}) scale({:.6g},{:.6g})", tenths(cells.frame.left),
                          tenths(cells.frame.top + height / 2), width, height)},
             {"stroke-width", "1"},
             {"shape-rendering", "crispEdges"}});
    for (const auto& [level, path] : paths)
      if (level < 0)
        add(all, "path",
            {{"class", "line-" + theme::blank_cell.name},
             {"stroke", theme::blank_cell.value},
             {"d", path}});
      else
        add(all, "path",
            {{"stroke", theme::hexadecimal(theme::palette_color(cells.palette, level / 255.0))},
             {"d", path}});
  }

  void write(const picture::Shades& shades)
  {
    const std::string name = shades.palette == Palette::sequential ? "sequential" : "diverging";
    if (defined_.insert(name).second) {
      const pugi::xml_node gradient =
          add(add(root_, "defs"), "linearGradient",
              {{"id", name}, {"x1", "0"}, {"y1", "1"}, {"x2", "0"}, {"y2", "0"}});
      const auto colors = theme::stops(shades.palette);
      for (std::size_t i = 0; i < colors.size(); ++i)
        add(gradient, "stop",
            {{"offset",
              fmt::format("{:g}", static_cast<double>(i) / static_cast<double>(colors.size() - 1))},
             {"stop-color", theme::hexadecimal(colors[i])}});
    }
    group_ = {};
    add(root_, "rect",
        {{"fill", "url(#" + name + ")"},
         {"x", tenths(shades.frame.left)},
         {"y", tenths(shades.frame.top)},
         {"width", tenths(shades.frame.width())},
         {"height", tenths(shades.frame.height())}});
  }

  void write(const picture::Text& text)
  {
    Attributes look = look_of({}, text.paint);
    look.emplace_back("text-anchor", text.align == Align::center  ? "middle"
                                     : text.align == Align::right ? "end"
                                                                  : "");
    look.emplace_back("font-size", text.size == theme::font ? "" : fmt::format("{:g}", text.size));
    look.emplace_back("font-weight", text.bold ? "bold" : "");
    const std::string turn = text.angle == 0 ? ""
                                             : fmt::format("rotate({:g} {} {})", -text.angle,
                                                           tenths(text.at.x), tenths(text.at.y));
    pugi::xml_node element = add(group(look), "text",
                                 {{"x", tenths(text.at.x)},
                                  {"y", tenths(text.at.y + baseline * text.size)},
                                  {"transform", turn}});
    double raised = 0;
    for (const Run& run : runs(text.text)) {
      const double target = run.level == Run::Level::raised    ? raised_by * text.size
                            : run.level == Run::Level::lowered ? -lowered_by * text.size
                                                               : 0;
      pugi::xml_node part = element;
      if (target != raised || run.level != Run::Level::line) {
        part = element.append_child("tspan"); // not on a line of its own, which would be a blank
        set(part,
            {{"dy", target == raised ? "" : tenths(raised - target)},
             {"font-size", run.level == Run::Level::line ? "" : tenths(index_size * text.size)}});
      }
      part.append_child(pugi::node_pcdata).set_value(run.text.c_str());
      raised = target;
    }
  }

  pugi::xml_document document_;
  pugi::xml_node root_, group_;
  Attributes look_;
  std::set<std::string> defined_; ///< ids
};

} // namespace

std::string svg_of(const Picture& sheet, const std::string& title, const std::string& description)
{
  return Writer(sheet, title, description).file();
}

} // namespace epreuve::figures
