#pragma once

#include "epreuve/figures/diagram.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// diagram.hpp is implemented in three files: diagram.cpp has the words, diagram_layout.cpp measures
/// and places the tree, diagram_arrows.cpp joins what is placed. This is what they share.
namespace epreuve::figures {

namespace diagram {

enum class Kind
{
  text,
  box,
  circle,
  cells,
  table,
  fraction,
  brackets,
  frame,
  arrow,
  rule
};

} // namespace diagram

struct Element::Content
{
  struct Caption
  {
    Side side;
    Element what;
    std::optional<arma::uword> line{}; ///< of cells: beside which row or column
  };

  diagram::Kind kind = diagram::Kind::text;
  std::string text{}, name{};
  Ink ink = Ink::plain;
  std::vector<Caption> captions{};
  std::vector<std::vector<Element>> children{}; ///< of a table; others have one row of them
  std::vector<std::vector<std::string>> cells{};
  std::function<Ink(arma::uword, arma::uword)> ink_of{};
  double spacing = 1;
  Side towards = Side::right; ///< of an arrow, or of what a table holds
  std::optional<Place> in_line_with{};
};

namespace diagram {

using Content = Element::Content;

inline const Stroke thin{.ink = Ink::muted, .width = 1, .dashed = true};

/// Pixels, to the right and downwards; an axis is an index.
using Point = std::array<double, 2>;
inline constexpr std::size_t X = 0, Y = 1;

struct Span
{
  double lo = 0, hi = 0;

  double size() const { return hi - lo; }
  double middle() const { return (lo + hi) / 2; }
};

using Area = std::array<Span, 2>;

std::size_t axis_of(Side side);
/// 1 towards larger coordinates, else -1.
double sign(Side side);
Side opposite(Side side);
double edge(const Area& area, Side side);

Area centered(double width, double height);
Area moved(Area area, const Point& by);
Area grown(const Area& area, double x, double y);
Area united(Area area, const Area& other);
bool overlap(const Area& one, const Area& other);

/// A text around 0.
Area text_area(const std::string& text);
/// Where a mark is seen.
Area area_of(const Mark& mark);

/// The marks of a diagram, and where named things are.
struct Drawing
{
  struct Named
  {
    Area border, all; ///< without its captions, with them
    arma::uword rows = 0, columns = 0;
  };
  std::vector<Mark> marks{};
  std::map<std::string, Named> named{};

  /// @throws Error, of `who`, if there is no such thing
  Named at(const Place& place, const std::string& who) const;
  /// Adds a mark, unless it is an empty text.
  void put(Mark::Kind kind, const Point& from, const Point& to, const std::string& text,
           const Stroke& stroke, Align align = Align::center);
  void line(const Point& from, const Point& to, const Stroke& stroke = {}, bool head = false);
  /// Text beside the middle of a line, on that side of it.
  void text_beside(const Point& from, const Point& to, const std::string& text, Ink ink, Side side);
};

/// Measures an element and everything in it, and places them.
Drawing laid_out(const Element& element);

/// Joins two things of the drawing. @throws Error if it does not have them
void join(const Link& link, Drawing& drawing);

/// @throws Error if something is drawn over something else
void require_all_seen(const std::vector<Mark>& marks);

} // namespace diagram

} // namespace epreuve::figures
