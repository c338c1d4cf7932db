#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/theme.hpp"

#include <armadillo>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace epreuve::figures {

/// What a picture is made of.
namespace picture {

struct Pen
{
  theme::Paint paint;
  double width = 1;
  theme::Dashes dashes{};
  double opacity = 1;
};

/// Lines through places, each piece by itself.
struct Line
{
  std::vector<std::vector<Position>> pieces;
  Pen pen;
};

struct Area
{
  std::vector<Position> outline;
  theme::Paint fill;
  double opacity = 1; ///< of the fill
  std::optional<Pen> border{};
};

struct Circle
{
  Position middle;
  double radius;
  std::optional<theme::Paint> fill;
  Pen border;
};

struct Markers
{
  std::vector<Position> places;
  theme::Marker marker;
  theme::Paint paint;
};

/// Equal cells that fill a frame, in the colours of a palette.
struct Cells
{
  Frame frame;
  arma::mat shares; ///< places in the palette, 0 to 1, row 1 on top; of a blank cell NaN
  Palette palette;
};

/// All colours of a palette, its end on top.
struct Shades
{
  Frame frame;
  Palette palette;
};

using Shape = std::variant<Line, Area, Circle, Markers, Cells, Shades>;

/// One line of printable text.
struct Text
{
  std::string text;
  Position at; ///< the middle of its height, and of its width or an end of it
  Align align = Align::center;
  double size = theme::font;
  theme::Paint paint = theme::ink;
  double angle = 0; ///< in degrees, anticlockwise
  bool bold = false;
};

} // namespace picture

/// A figure as what is seen: shapes, later ones over earlier ones, and texts over all of them. Whatever writes a file
/// writes this, so files of all formats are the same drawing.
struct Picture
{
  Size size{};
  std::vector<picture::Shape> shapes{};
  std::vector<picture::Text> texts{};
};

/// What is seen of the panels and the title where the layout places them.
Picture painted(const Layout& page);

} // namespace epreuve::figures
