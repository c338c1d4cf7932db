#pragma once

#include "epreuve/figures/figure.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// The common look of all figures. Series colours are Okabe and Ito's (2008), told apart by
/// readers with any colour vision, the orange a shade darker so that it stands out from white
/// paper; neighbours differ in lightness too, and every series has a dash type and a marker of
/// its own, so that nothing is lost in grey.
namespace epreuve::figures::theme {

/// A colour with a name, by which a style sheet may give it another: an element of an SVG that is drawn in it has the
/// class "line-NAME", one that is filled with it "fill-NAME". Without a name it is data's, and the same on any page.
struct Paint
{
  std::string name;
  std::string value; ///< "#RRGGBB"

  bool operator==(const Paint&) const = default;
};

inline const Paint ink{"ink", "#222222"}, muted{"muted", "#767676"}, accent{"accent", "#D55E00"},
    rule{"rule", "#555555"}, grid{"grid", "#DEDEDE"}, paper{"paper", "#FFFFFF"},
    blank_cell{"blank", "#ECECEC"};

inline constexpr const char* family = "Helvetica,Arial,DejaVu Sans,sans-serif";
inline constexpr double font = 14;
inline constexpr double title_font = 16;
inline constexpr double cell_font = 13;
inline constexpr double line_height = 1.3;

/// Dashes and the gaps between them, in halves of a line's width; none: the line is solid.
using Dashes = std::vector<double>;

struct Marker
{
  enum class Shape
  {
    square,
    circle,
    triangle,
    diamond
  };
  Shape shape = Shape::circle;
  bool filled = true;

  bool operator==(const Marker&) const = default;
};

struct SeriesStyle
{
  Paint paint;
  Dashes dashes;
  Marker marker;
};

/// The look of the k-th series; colours, dashes and markers repeat with different periods, so the
/// first 40 series all differ.
SeriesStyle series_style(std::size_t k);

/// Fills of grouped bars, ordered to alternate in lightness.
Paint bar_fill(std::size_t k);

const Paint& color(Ink which);
Paint fill(Ink which);

struct Color
{
  double red, green, blue; ///< 0 to 255
};

/// Colours at equal steps of a palette, which is linear between them.
std::span<const Color> stops(Palette palette);

/// The palette's colour at t in [0, 1].
Color palette_color(Palette palette, double t);

/// "#RRGGBB"
std::string hexadecimal(const Color& color);

/// Dark or light, whichever is easier to read on that colour.
Paint text_on(const Color& background);

} // namespace epreuve::figures::theme
