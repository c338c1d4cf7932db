#include "epreuve/error.hpp"
#include "epreuve/figures/diagram_parts.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace epreuve::figures::diagram {

namespace {

constexpr double clearance = 16; ///< of an arrow from what it passes around

bool is_line(const Mark& mark)
{
  return mark.kind == Mark::Kind::arrow || mark.kind == Mark::Kind::segment;
}

/// Whether a line passes through an area.
bool passes(const Mark& line, const Area& area)
{
  const Point start{line.x0, line.y0}, run{line.x1 - line.x0, line.y1 - line.y0};
  double first = 0, last = 1; // of the part of the line that is within
  for (const auto a : {X, Y}) {
    if (run[a] == 0) {
      if (start[a] <= area[a].lo || start[a] >= area[a].hi)
        return false;
      continue;
    }
    const auto [in, out] =
        std::minmax({(area[a].lo - start[a]) / run[a], (area[a].hi - start[a]) / run[a]});
    first = std::max(first, in);
    last = std::min(last, out);
  }
  return first < last;
}

std::string name_of(const Link& link)
{
  const auto end = [](const Place& place) {
    return place.cell ? fmt::format("{}({}, {})", place.name, place.cell->first, place.cell->second)
                      : place.name;
  };
  return fmt::format("diagram: from \"{}\" to \"{}\"", end(link.from), end(link.to));
}

void require_length(const Link& link, const Point& from, const Point& to, const char* remedy)
{
  if (std::hypot(to[X] - from[X], to[Y] - from[Y]) < 8)
    throw Error("{}: there is no room for a line; {}", name_of(link), remedy);
}

void draw_around(const Link& link, const Drawing::Named& from, const Drawing::Named& to,
                 Drawing& drawing)
{
  const Side side = *link.side;
  const std::size_t a = axis_of(side), c = 1 - a;
  Point leaves{}, arrives{};
  leaves[a] = edge(from.all, side);
  leaves[c] = from.border[c].middle();
  arrives[a] = edge(to.all, side);
  arrives[c] = to.border[c].middle();
  double level = sign(side) * std::max(sign(side) * leaves[a], sign(side) * arrives[a]);
  for (const Mark& mark : drawing.marks) {
    const Area area = area_of(mark);
    if (area[c].lo <= std::max(leaves[c], arrives[c]) &&
        area[c].hi >= std::min(leaves[c], arrives[c]))
      level = sign(side) * std::max(sign(side) * level, sign(side) * edge(area, side));
  }
  Point turns = leaves, returns = arrives;
  turns[a] = returns[a] = level + sign(side) * clearance;
  require_length(link, turns, returns,
                 "one stands in line with the other, so go around another side");
  drawing.line(leaves, turns, link.stroke);
  drawing.line(turns, returns, link.stroke);
  drawing.line(returns, arrives, link.stroke, link.kind == Link::Kind::arrow);
  drawing.text_beside(turns, returns, link.label, link.stroke.ink, side);
}

void draw_zoom(const Link& link, const Area& from, const Area& to, Drawing& drawing)
{
  const Side side = from[Y].hi < to[Y].lo ? Side::below : Side::above;
  const double start = edge(from, side) + 5 * sign(side), end = edge(to, opposite(side)),
               level = end - 10 * sign(side), x = from[X].middle();
  if ((level - start) * sign(side) < 0)
    throw Error("{}: zoom() leads to what stands below or above, at some distance", name_of(link));
  drawing.line({x, start}, {x, level}, thin);
  drawing.line({std::min(x, to[X].lo), level}, {std::max(x, to[X].hi), level}, thin);
  for (const double edge_of : {to[X].lo, to[X].hi})
    drawing.line({edge_of, level}, {edge_of, end}, thin);
}

/// Level or upright, through the middle of the smaller one, where the two see each other along that
/// axis; else between the middles of the sides that face each other.
std::pair<Point, Point> facing_ends(const Area& from, const Area& to, std::size_t a)
{
  const std::size_t c = 1 - a;
  const bool onwards = from[a].middle() <= to[a].middle();
  Point start{}, end{};
  start[a] = onwards ? from[a].hi : from[a].lo;
  end[a] = onwards ? to[a].lo : to[a].hi;
  start[c] = from[c].middle();
  end[c] = to[c].middle();
  const double lo = std::max(from[c].lo, to[c].lo), hi = std::min(from[c].hi, to[c].hi);
  const double margin = std::min(8.0, 0.4 * (hi - lo)); // from corners
  if (hi - lo >= 6)
    start[c] = end[c] = std::clamp((from[c].size() < to[c].size() ? from : to)[c].middle(),
                                   lo + margin, hi - margin);
  return {start, end};
}

void draw_straight(const Link& link, const Area& from, const Area& to, Drawing& drawing)
{
  if (overlap(from, to))
    throw Error("{}: one contains the other, or they are one; expected two things apart",
                name_of(link));
  const auto gap = [&](std::size_t a) {
    return std::max(to[a].lo - from[a].hi, from[a].lo - to[a].hi);
  };
  const std::size_t wider = gap(X) >= gap(Y) ? X : Y;
  auto [start, end] = facing_ends(from, to, wider);
  const Mark tried{.x0 = start[X], .y0 = start[Y], .x1 = end[X], .y1 = end[Y]};
  const auto is_close = [&](const Mark& mark) {
    const Area area = area_of(mark);
    const bool at_an_end =
        overlap(grown(area, 6, 6), {Span{start[X], start[X]}, {start[Y], start[Y]}}) ||
        overlap(grown(area, 6, 6), {Span{end[X], end[X]}, {end[Y], end[Y]}});
    const double distance = at_an_end ? -1 : 4;
    return !is_line(mark) && passes(tried, grown(area, distance, distance));
  };
  if (gap(1 - wider) > 0 && std::ranges::any_of(drawing.marks, is_close))
    std::tie(start, end) = facing_ends(from, to, 1 - wider);
  require_length(link, start, end, "spaced() puts them further apart, around() goes outside");
  drawing.line(start, end, link.stroke, link.kind == Link::Kind::arrow);
  drawing.text_beside(start, end, link.label, link.stroke.ink,
                      start[X] == end[X] ? Side::right : Side::above);
}

} // namespace

void join(const Link& link, Drawing& drawing)
{
  const auto from = drawing.at(link.from, name_of(link)), to = drawing.at(link.to, name_of(link));
  if (link.kind == Link::Kind::zoom)
    draw_zoom(link, from.border, to.border, drawing);
  else if (link.side)
    draw_around(link, from, to, drawing);
  else
    draw_straight(link, from.border, to.border, drawing);
}

void require_all_seen(const std::vector<Mark>& marks)
{
  const auto name = [](const Mark& mark) {
    return mark.text.empty() ? std::string("an empty box or cell") : in_quotes(mark.text);
  };
  for (const Mark& thing : marks)
    for (const Mark& other : marks) {
      const Area area = grown(area_of(thing), -1, -1);
      if (is_line(thing) || &thing == &other)
        continue;
      if (is_line(other) && passes(other, area))
        throw Error("diagram: a line passes through {}; send it around() a side, or arrange the "
                    "elements in another order",
                    name(thing));
      if (!is_line(other) && overlap(area, area_of(other)))
        throw Error("diagram: {} and {} are in one place; spaced() gives elements more room",
                    name(thing), name(other));
    }
}

} // namespace epreuve::figures::diagram
