#pragma once

#include "epreuve/figures/figure.hpp"

#include <cstddef>
#include <string>

/// The common look of all figures. Series colours are Okabe and Ito's (2008), told apart by
/// readers with any colour vision, the orange a shade darker so that it stands out from white
/// paper; neighbours differ in lightness too, and every series has a dash type and a marker of
/// its own, so that nothing is lost in grey.
namespace epreuve::figures::theme {

inline constexpr const char* ink = "#222222";
inline constexpr const char* muted = "#767676";
inline constexpr const char* accent = "#D55E00";
inline constexpr const char* rule = "#555555";
inline constexpr const char* grid = "#DEDEDE";
inline constexpr const char* paper = "#FFFFFF";
inline constexpr const char* box_fill = "#EAF1F7";
inline constexpr const char* accent_fill = "#FBE6D8";
inline constexpr const char* blank_cell = "#ECECEC";

inline constexpr const char* family = "Helvetica,Arial,DejaVu Sans,sans-serif";
inline constexpr const char* bold = "sans-serif:Bold"; ///< of titles; spelled out for SVG
inline constexpr double font = 14;
inline constexpr double title_font = 16;
inline constexpr double cell_font = 13;
inline constexpr double line_height = 1.3;

struct SeriesStyle
{
  const char* color;
  const char* dashes; ///< gnuplot dash type
  int marker;         ///< gnuplot point type
};

/// The look of the k-th series; colours, dashes and markers repeat with different periods, so the
/// first 40 series all differ.
SeriesStyle series_style(std::size_t k);

/// Fills of grouped bars, ordered to alternate in lightness.
const char* bar_fill(std::size_t k);

const char* color(Ink which);
const char* fill(Ink which);

/// That ink on paper at an opacity from 0 to 1, as "#RRGGBB".
std::string faded(Ink which, double opacity);

struct Color
{
  double red, green, blue; ///< 0 to 255
};

/// The palette's colour at t in [0, 1].
Color palette_color(Palette palette, double t);

/// The palette in gnuplot's words, as `set palette` takes it.
std::string palette_definition(Palette palette);

/// Dark or light, whichever is easier to read on that colour.
const char* text_on(const Color& background);

} // namespace epreuve::figures::theme
