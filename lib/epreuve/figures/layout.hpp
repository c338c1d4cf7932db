#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/scale.hpp"
#include "epreuve/figures/theme.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::figures {

inline constexpr double line_step = theme::font * theme::line_height;
inline constexpr double gap = 8; ///< between neighbours: a tick and its label, a label and the edge
inline constexpr double y_label_distance = 12; ///< of the y tick labels from the axis
/// Of legends: the length of a sample, the distance between two entries in a row, the height of a row.
inline constexpr double legend_sample = 30, legend_distance = 20, legend_row = 1.5 * theme::font;
inline constexpr double shades_distance = 14, shades_width = 16; ///< of a heat map's scale

struct Size
{
  unsigned width, height;
};

/// Pixels from the left and from the top of the page.
struct Position
{
  double x = 0, y = 0;

  bool operator==(const Position&) const = default;
};

/// A rectangle in pixels, y downwards.
struct Frame
{
  double left = 0, top = 0, right = 0, bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// A panel with everything that its drawing needs: scales, the room around the axes, the places.
struct PanelLayout
{
  Panel panel;
  Scale x, y;
  std::optional<Scale> shades;                         ///< of a heat map
  double left = 0, right = 0, top = 0, bottom = 0;     ///< needed around the axes
  double x_labels = 0, y_labels = 0, shade_labels = 0; ///< height, width, width of the tick labels
  std::vector<double> legend_columns{};                ///< the widths of their texts
  double legend_width = 0;                             ///< of all columns
  unsigned legend_rows = 0;
  bool slanted = false; ///< x tick labels, when they would touch
  Frame cell, axes;

  Position at(double along_x, double along_y) const;
  /// From the middle of an arrow or a segment to that of its text, which stands beside it, on the upper side.
  Position beside(const Mark& line) const;
  double middle_x(const Mark& mark) const; ///< to the eye: on a logarithmic axis the geometric
  double middle_y(const Mark& mark) const;
};

struct Layout
{
  Size size{};
  std::string title; ///< wrapped
  std::vector<PanelLayout> panels;
};

/// Places everything, in pixels, so that panels line up and nothing depends on the fonts of the machine.
Layout lay_out(const Model& model);

/// The place of each series in the sequence of looks: a band shares that of the series after it, reference lines have a
/// sequence of their own.
std::vector<std::size_t> looks(const std::vector<Series>& all);

/// The panel with its scales, axes being about that many pixels long.
PanelLayout with_scales(const Panel& original, double width, double height);

/// Width in pixels of one bar of the panel on axes `width` pixels wide.
double bar_pixels(const Panel& panel, double width);

/// The font size of a value above a bar that wide; 0 when it must be set upright.
double bar_text_font(const std::string& text, double pixels);

/// A value as it is written on a bar or a cell: digits after the point, a true minus, no -0.
std::string value_text(double value, int digits);

unsigned line_count(const std::string& text);
bool has_legend(const Panel& panel);
std::vector<const Series*> bar_groups(const Panel& panel);

/// Values at the two ends of a heat map's palette.
Range heat_map_range(const Panel& panel);

} // namespace epreuve::figures
