#include "epreuve/figures/clipping.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace epreuve::figures {

namespace {

constexpr double unseen = 0.05; // pixels

Frame widened(const Frame& frame)
{
  return {frame.left - unseen, frame.top - unseen, frame.right + unseen, frame.bottom + unseen};
}

Position between(const Position& from, const Position& to, double share)
{
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
}

/// The part of a line between two places that is in a frame: where it begins and ends, as shares of the whole.
std::optional<std::pair<double, double>> shares_within(const Frame& frame, const Position& from,
                                                       const Position& to)
{
  double first = 0, last = 1;
  // Along each axis: the place, the way, and the border's two ends.
  const double axes[2][4] = {{from.x, to.x - from.x, frame.left, frame.right},
                             {from.y, to.y - from.y, frame.top, frame.bottom}};
  for (const auto& [start, run, low, high] : axes) {
    if (run == 0) {
      if (start < low || start > high)
        return std::nullopt;
      continue;
    }
    const auto [in, out] = std::minmax({(low - start) / run, (high - start) / run});
    first = std::max(first, in);
    last = std::min(last, out);
  }
  if (first > last)
    return std::nullopt;
  return std::pair{first, last};
}

} // namespace

bool contains(const Frame& frame, const Position& place)
{
  const Frame wide = widened(frame);
  return place.x >= wide.left && place.x <= wide.right && place.y >= wide.top &&
         place.y <= wide.bottom;
}

std::vector<std::vector<Position>> line_within(const Frame& frame,
                                               const std::vector<Position>& line)
{
  const Frame wide = widened(frame);
  std::vector<std::vector<Position>> pieces;
  bool goes_on = false;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const auto inside = shares_within(wide, line[i - 1], line[i]);
    if (!inside) {
      goes_on = false;
      continue;
    }
    const auto [first, last] = *inside;
    if (!goes_on || first > 0)
      pieces.push_back({between(line[i - 1], line[i], first)});
    pieces.back().push_back(between(line[i - 1], line[i], last));
    goes_on = last == 1;
  }
  return pieces;
}

std::vector<Position> area_within(const Frame& frame, std::vector<Position> outline)
{
  const Frame wide = widened(frame);
  // How far inside each of the four borders a place is.
  const auto inside = [&](std::size_t border, const Position& place) {
    switch (border) {
    case 0:
      return place.x - wide.left;
    case 1:
      return wide.right - place.x;
    case 2:
      return place.y - wide.top;
    default:
      return wide.bottom - place.y;
    }
  };
  for (std::size_t border = 0; border < 4; ++border) {
    std::vector<Position> rest;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Position &from = outline[i], &to = outline[(i + 1) % outline.size()];
      const double start = inside(border, from), end = inside(border, to);
      if (start >= 0)
        rest.push_back(from);
      if ((start < 0) != (end < 0))
        rest.push_back(between(from, to, start / (start - end)));
    }
    outline = std::move(rest);
  }
  return outline;
}

} // namespace epreuve::figures
