#include "epreuve/error.hpp"
#include "epreuve/figures/diagram_parts.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::figures::diagram {

std::size_t axis_of(Side side)
{
  return side == Side::left || side == Side::right ? X : Y;
}

double sign(Side side)
{
  return side == Side::right || side == Side::below ? 1 : -1;
}

double edge(const Area& area, Side side)
{
  const Span& span = area[axis_of(side)];
  return sign(side) > 0 ? span.hi : span.lo;
}

Side opposite(Side side)
{
  return axis_of(side) == X ? (sign(side) > 0 ? Side::left : Side::right)
                            : (sign(side) > 0 ? Side::above : Side::below);
}

Area centered(double width, double height)
{
  return {Span{-width / 2, width / 2}, Span{-height / 2, height / 2}};
}

Area moved(Area area, const Point& by)
{
  for (const auto a : {X, Y})
    area[a] = {area[a].lo + by[a], area[a].hi + by[a]};
  return area;
}

Area grown(const Area& area, double x, double y)
{
  return {Span{area[X].lo - x, area[X].hi + x}, Span{area[Y].lo - y, area[Y].hi + y}};
}

Area united(Area area, const Area& other)
{
  for (const auto a : {X, Y})
    area[a] = {std::min(area[a].lo, other[a].lo), std::max(area[a].hi, other[a].hi)};
  return area;
}

bool overlap(const Area& one, const Area& other)
{
  return std::ranges::all_of(std::array{X, Y}, [&](std::size_t a) {
    return one[a].lo < other[a].hi && other[a].lo < one[a].hi;
  });
}

Area text_area(const std::string& text)
{
  return centered(text_width(printable(text), theme::font), line_count(text) * line_step);
}

Area area_of(const Mark& mark)
{
  const auto between_ends = [](double a, double b) { return Span{std::min(a, b), std::max(a, b)}; };
  switch (mark.kind) {
  case Mark::Kind::circle:
    return moved(centered(2 * mark.x1, 2 * mark.x1), {mark.x0, mark.y0});
  case Mark::Kind::text: {
    const Area area = text_area(mark.text);
    const double aside = mark.align == Align::left    ? area[X].hi
                         : mark.align == Align::right ? area[X].lo
                                                      : 0;
    return moved(area, {mark.x0 + aside, mark.y0});
  }
  default:
    return {between_ends(mark.x0, mark.x1), between_ends(mark.y0, mark.y1)};
  }
}

/// A cell of a grid.
static Area cell_of(const Area& grid, arma::uword rows, arma::uword columns, arma::uword i,
                    arma::uword j)
{
  const double width = grid[X].size() / columns, height = grid[Y].size() / rows;
  return moved({Span{0, width}, Span{0, height}},
               {grid[X].lo + j * width, grid[Y].lo + i * height});
}

Drawing::Named Drawing::at(const Place& place, const std::string& who) const
{
  const auto found = named.find(place.name);
  if (found == named.end()) {
    std::vector<std::string> names;
    for (const auto& [name, where] : named)
      names.push_back(name);
    throw Error("{}: nothing is named \"{}\"; named() gives a name, and there are: {}", who,
                place.name, names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
  }
  const Named& grid = found->second;
  if (!place.cell)
    return grid;
  const auto [i, j] = *place.cell;
  if (i >= grid.rows || j >= grid.columns)
    throw Error("{}: \"{}\" has {} x {} cells, counted from 0, and no cell ({}, {})", who,
                place.name, grid.rows, grid.columns, i, j);
  const Area one = cell_of(grid.border, grid.rows, grid.columns, i, j);
  return {one, one};
}

void Drawing::put(Mark::Kind kind, const Point& from, const Point& to, const std::string& text,
                  const Stroke& stroke, Align align)
{
  if (kind != Mark::Kind::text || !text.empty())
    marks.push_back({kind, from[X], from[Y], to[X], to[Y], text, stroke, align});
}

void Drawing::line(const Point& from, const Point& to, const Stroke& stroke, bool head)
{
  put(head ? Mark::Kind::arrow : Mark::Kind::segment, from, to, "", stroke);
}

void Drawing::text_beside(const Point& from, const Point& to, const std::string& text, Ink ink,
                          Side side)
{
  if (text.empty())
    return;
  const double length = std::hypot(to[X] - from[X], to[Y] - from[Y]);
  Point normal{(to[Y] - from[Y]) / length, (from[X] - to[X]) / length};
  if (normal[axis_of(side)] * sign(side) < 0)
    normal = {-normal[X], -normal[Y]};
  const Area area = text_area(text);
  const double away = std::abs(normal[X]) * (area[X].hi + 3) + std::abs(normal[Y]) * area[Y].hi + 3;
  put(Mark::Kind::text,
      {(from[X] + to[X]) / 2 + normal[X] * away, (from[Y] + to[Y]) / 2 + normal[Y] * away}, {},
      text, {.ink = ink});
}

namespace {

constexpr double between = 20;         ///< neighbours of a row or stack
constexpr std::array beside{8.0, 4.0}; ///< from a thing to its caption, across and down

/// A measured element. Areas are seen from its anchor: the middle of what is not a caption, in a row
/// the line on which its elements stand.
struct Node
{
  Element element;
  Area core{}, reach{}, all{}; ///< without captions; with those of a side, on that side; with all
  Point at{};                  ///< of the anchor, seen from that of what it is a part of
  std::optional<Side> side{};  ///< of a caption
  std::array<std::size_t, 2> index{}; ///< column and row in a table
  Area ends{};                        ///< of an arrow or rule: from the los to the his
  std::vector<Node> parts{};

  const Content& what() const { return element.content(); }
  bool is(Kind kind) const { return what().kind == kind; }
};

Node measure(const Element& element, const Point& least = {});
void place(const Node& node, const Point& from, Drawing& drawing);

Area outline(const Node& node, Area whole)
{
  for (const Node& part : node.parts)
    whole = united(whole, moved(part.all, part.at));
  return whole;
}

/// Captions outwards of the core; those of a grid's rows and columns first, all at one distance.
void attach_captions(Node& node)
{
  const Content& what = node.what();
  node.reach = node.core;
  for (const bool of_lines : {true, false}) {
    const Area base = node.core;
    for (const Content::Caption& caption : what.captions) {
      if (caption.line.has_value() != of_lines)
        continue;
      const Side side = caption.side;
      const std::size_t a = axis_of(side), c = 1 - a;
      double along = a == Y ? node.core[X].middle() : 0;
      if (of_lines) {
        const auto count = c == Y ? what.cells.size() : what.cells.front().size();
        along = base[c].lo + base[c].size() * (*caption.line + 0.5) / count;
      }
      Node part = measure(caption.what);
      part.side = side;
      part.at[a] = edge(of_lines ? base : node.reach, side) + sign(side) * beside[a] -
                   edge(part.all, opposite(side));
      part.at[c] = along - part.all[c].middle();
      node.reach[a] = united(node.reach, moved(part.all, part.at))[a];
      node.parts.push_back(std::move(part));
    }
  }
}

Area measure_cells(const Content& what)
{
  double width = 34, height = 28;
  for (const auto& texts : what.cells)
    for (const std::string& text : texts) {
      width = std::max(width, text_area(text)[X].size() + 14);
      height = std::max(height, text_area(text)[Y].size() + 8);
    }
  for (const Content::Caption& caption : what.captions)
    if (caption.line && axis_of(caption.side) == Y)
      width = std::max(width, measure(caption.what).all[X].size() + beside[X]);
  return centered(what.cells.front().size() * width, what.cells.size() * height);
}

/// Boxes that follow each other in a row or stack get one height or width. (What is in line with a
/// part of something begins anew.)
void make_alike(std::vector<Node>& nodes, std::size_t across)
{
  for (auto first = nodes.begin(); first != nodes.end();) {
    const auto last = std::find_if(first + 1, nodes.end(), [](const Node& node) {
      return node.what().in_line_with.has_value();
    });
    Point least{};
    for (auto node = first; node != last; ++node)
      if (node->is(Kind::box))
        least[across] = std::max(least[across], node->core[across].size());
    for (; first != last; ++first)
      if (first->is(Kind::box)) {
        const auto index = first->index;
        *first = measure(first->element, least);
        first->index = index;
      }
  }
}

/// Puts what a row or stack holds in line with what it names in something before it.
void put_in_line(std::vector<Node>& nodes, std::size_t across)
{
  double line = 0;
  Drawing before;
  for (Node& node : nodes) {
    if (const auto& place = node.what().in_line_with)
      line = before.at(*place, "in_line_with").border[across].middle();
    node.at[across] = line;
    place(node, {}, before);
  }
}

/// The captions left and right in a stack, as far out as its widest element needs.
void line_up_captions(std::vector<Node>& nodes)
{
  const auto is_one = [](const Node& node) {
    return !node.is(Kind::arrow) && !node.is(Kind::table);
  };
  Area widest_core{};
  for (const Node& node : nodes)
    if (is_one(node))
      widest_core = united(widest_core, moved(node.core, node.at));
  for (Node& node : nodes) {
    for (Node& part : node.parts)
      if (part.side && axis_of(*part.side) == X && is_one(node))
        part.at[X] += edge(widest_core, *part.side) - edge(moved(node.core, node.at), *part.side);
    node.all = outline(node, node.core);
  }
}

/// A row or column of a table: the room its elements need on both sides of their anchors.
struct Track
{
  Span room{};
  bool arrows = true; ///< it holds nothing else
  double at = 0;
};

/// Places tracks one after another; the middle of all.
double set_places(std::vector<Track>& tracks, double spacing)
{
  double end = 0;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (i > 0)
      end += tracks[i].arrows || tracks[i - 1].arrows ? between / 2 * std::max(0.0, spacing - 1)
                                                      : between * spacing;
    tracks[i].at = end - tracks[i].room.lo;
    end = tracks[i].at + tracks[i].room.hi;
  }
  return tracks.size() == 1 ? tracks.front().at : end / 2;
}

/// An arrow of a table leads from the border of the element before it to that of the one after it,
/// through the middle of the smaller one.
void set_ends(Node& arrow, const std::vector<Node>& nodes)
{
  const std::size_t a = axis_of(arrow.what().towards), c = 1 - a;
  const Node *before = nullptr, *after = nullptr;
  for (const Node& node : nodes) {
    if (node.index[c] != arrow.index[c])
      continue;
    if (node.index[a] < arrow.index[a] && (before == nullptr || before->index[a] < node.index[a]))
      before = &node;
    if (node.index[a] > arrow.index[a] && (after == nullptr || node.index[a] < after->index[a]))
      after = &node;
  }
  const auto border = [&](const Node& node) {
    const double away = node.is(Kind::text) || node.is(Kind::table) ? 5 : 0;
    return grown(moved(node.reach, node.at), away, away)[a];
  };
  const Node* line = before == nullptr                                                    ? after
                     : after == nullptr || before->core[c].size() < after->core[c].size() ? before
                                                                                          : after;
  arrow.ends = arrow.core;
  arrow.ends[c] = {};
  if (line != nullptr)
    arrow.at[c] = line->at[c];
  if (before != nullptr)
    arrow.ends[a].lo = border(*before).hi - arrow.at[a];
  if (after != nullptr)
    arrow.ends[a].hi = border(*after).lo - arrow.at[a];
  if (sign(arrow.what().towards) < 0)
    std::swap(arrow.ends[a].lo, arrow.ends[a].hi);
}

void measure_table(Node& table)
{
  const Content& what = table.what();
  std::vector<Node>& nodes = table.parts;
  std::array<std::vector<Track>, 2> tracks;
  for (std::size_t i = 0; i < what.children.size(); ++i)
    for (std::size_t j = 0; j < what.children[i].size(); ++j) {
      tracks[X].resize(std::max(tracks[X].size(), j + 1));
      tracks[Y].resize(i + 1);
      Node node = measure(what.children[i][j]);
      node.index = {j, i};
      if (!node.is(Kind::text) || !node.what().text.empty())
        nodes.push_back(std::move(node));
    }
  for (const auto a : {Y, X})
    if (tracks[a].size() == 1) {
      make_alike(nodes, a);
      put_in_line(nodes, a);
    }
  if (tracks[X].size() == 1)
    line_up_captions(nodes);
  for (const Node& node : nodes)
    if (node.what().in_line_with && tracks[X].size() > 1 && tracks[Y].size() > 1)
      throw Error(
          "in_line_with: it is for a row, stack or flow, not for a table, whose columns line up");
  if (const auto a = axis_of(what.towards); sign(what.towards) < 0)
    for (Node& node : nodes)
      node.index[a] = tracks[a].size() - 1 - node.index[a];

  for (const auto a : {X, Y}) {
    for (const Node& node : nodes) {
      Track& track = tracks[a][node.index[a]];
      track.room = united({track.room}, {moved(node.all, node.at)[a]}).front();
      track.arrows &= node.is(Kind::arrow) && axis_of(node.what().towards) == a;
    }
    const double middle = set_places(tracks[a], what.spacing);
    for (Node& node : nodes)
      node.at[a] += tracks[a][node.index[a]].at - middle;
  }
  for (Node& node : nodes)
    if (node.is(Kind::arrow))
      set_ends(node, nodes);
  table.core = nodes.empty() ? Area{} : outline(table, moved(nodes.front().all, nodes.front().at));
  for (Node& node : nodes)
    if (node.is(Kind::rule))
      node.ends = {moved(table.core, {-node.at[X], 0})[X], Span{}};
}

void measure_fraction(Node& node)
{
  for (const double below : {0, 1}) {
    Node part = measure(node.what().children.front()[below]);
    part.at = {-part.all[X].middle(),
               below * beside[X] * 2 - beside[X] - (below == 0 ? part.all[Y].hi : part.all[Y].lo)};
    node.parts.push_back(std::move(part));
  }
  node.core = grown(outline(node, {}), beside[X], 0);
}

Node measure(const Element& element, const Point& least)
{
  Node node{element};
  const Content& what = node.what();
  const Area text = text_area(what.text);
  const double width = text[X].size(), height = text[Y].size();
  switch (what.kind) {
  case Kind::text:
    node.core = text;
    break;
  case Kind::box:
    node.core =
        centered(std::max({least[X], width + 24, 44.0}), std::max({least[Y], height + 14, 32.0}));
    break;
  case Kind::circle: {
    const double diameter = std::max(28.0, std::hypot(width, height) + 8);
    node.core = centered(diameter, diameter);
    break;
  }
  case Kind::cells:
    node.core = measure_cells(what);
    break;
  case Kind::table:
    measure_table(node);
    break;
  case Kind::fraction:
    measure_fraction(node);
    break;
  case Kind::brackets:
  case Kind::frame:
    node.parts.push_back(measure(what.children.front().front()));
    node.core = what.kind == Kind::frame ? grown(node.parts.front().all, 12, 12)
                                         : grown(node.parts.front().all, 8, 4);
    break;
  case Kind::arrow:
    node.core = centered(width + 30, 8);
    if (axis_of(what.towards) == Y)
      node.core = {Span{-4, width + 10}, centered(0, std::max(30.0, height + 8))[Y]};
    else
      node.core[Y].lo -= height;
    break;
  case Kind::rule:
    node.core = centered(0, beside[X]);
    break;
  }
  attach_captions(node);
  node.all = outline(node, node.core);
  return node;
}

void place_cells(const Node& node, const Area& core, Drawing& drawing)
{
  const Content& what = node.what();
  const auto rows = what.cells.size(), columns = what.cells.front().size();
  for (const bool later : {false, true}) // borders in another ink over those in the common one
    for (arma::uword i = 0; i < rows; ++i)
      for (arma::uword j = 0; j < columns; ++j) {
        const Ink ink = what.ink_of ? what.ink_of(i, j) : what.ink;
        const auto [x, y] = cell_of(core, rows, columns, i, j);
        if ((ink != Ink::plain) == later)
          drawing.put(Mark::Kind::box, {x.lo, y.lo}, {x.hi, y.hi}, what.cells[i][j], {.ink = ink});
      }
}

/// Draws a measured element, seen from there.
void place(const Node& node, const Point& from, Drawing& drawing)
{
  const Content& what = node.what();
  const Point at{from[X] + node.at[X], from[Y] + node.at[Y]};
  const Area core = moved(node.core, at), ends = moved(node.ends, at);
  const auto [left, right] = core[X];
  const auto [top, bottom] = core[Y];
  const Point start{ends[X].lo, ends[Y].lo}, end{ends[X].hi, ends[Y].hi},
      middle{core[X].middle(), core[Y].middle()};
  const Stroke ink{.ink = what.ink}, faint{.ink = Ink::muted, .width = 1};
  Area border = core;
  switch (what.kind) {
  case Kind::text: {
    border = grown(core, 5, 3);
    const bool before = node.side == Side::left, after = node.side == Side::right;
    drawing.put(Mark::Kind::text,
                {before  ? right
                 : after ? left
                         : middle[X],
                 middle[Y]},
                {}, what.text, ink,
                before  ? Align::right
                : after ? Align::left
                        : Align::center);
    break;
  }
  case Kind::box:
    drawing.put(Mark::Kind::box, {left, top}, {right, bottom}, what.text, ink);
    break;
  case Kind::circle:
    drawing.put(Mark::Kind::circle, middle, {right - middle[X], 0}, what.text, ink);
    break;
  case Kind::cells:
    place_cells(node, core, drawing);
    break;
  case Kind::fraction:
    drawing.line({left, at[Y]}, {right, at[Y]});
    break;
  case Kind::brackets:
    for (const auto& [x, inwards] : {std::pair(left, 6), {right, -6}}) {
      drawing.line({x, top}, {x, bottom});
      drawing.line({x, top}, {x + inwards, top});
      drawing.line({x, bottom}, {x + inwards, bottom});
    }
    break;
  case Kind::frame:
    for (const double x : {left, right})
      drawing.line({x, top}, {x, bottom}, faint);
    for (const double y : {top, bottom})
      drawing.line({left, y}, {right, y}, faint);
    break;
  case Kind::arrow:
    drawing.line(start, end, {}, true);
    border = area_of(drawing.marks.back());
    drawing.text_beside(start, end, what.text, what.ink,
                        axis_of(what.towards) == X ? Side::above : Side::right);
    break;
  case Kind::rule:
    drawing.line(start, end, thin);
    break;
  case Kind::table:
    break;
  }
  for (const Node& part : node.parts)
    place(part, at, drawing);
  const Drawing::Named named{border, united(border, moved(node.all, at)), what.cells.size(),
                             what.cells.empty() ? 0 : what.cells.front().size()};
  if (!what.name.empty() && !drawing.named.emplace(what.name, named).second)
    throw Error("diagram: two elements are named \"{}\", expected one", what.name);
}

} // namespace

Drawing laid_out(const Element& element)
{
  Drawing drawing;
  place(measure(element), {}, drawing);
  return drawing;
}

} // namespace epreuve::figures::diagram
