#include "epreuve/figures/layout.hpp"

#include "epreuve/error.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace epreuve::figures {

namespace {

using Kind = Series::Kind;

constexpr double slant = 0.64; // sine of 40 degrees

unsigned ticks_along_x(double width)
{
  return static_cast<unsigned>(std::clamp(width / 65, 3.0, 9.0));
}

unsigned ticks_along_y(double height)
{
  return static_cast<unsigned>(std::clamp(height / 55, 3.0, 8.0));
}

struct Points
{
  std::vector<double> x, y;
};

void collect(const Series& series, Points& points)
{
  const auto put = [](std::vector<double>& to, const arma::vec& from) {
    std::copy_if(from.begin(), from.end(), std::back_inserter(to),
                 [](double value) { return std::isfinite(value); });
  };
  if (series.kind == Kind::line || series.kind == Kind::line_points) {
    for (arma::uword i = 0; i < series.x.n_elem; ++i)
      if (std::isfinite(series.x(i)) && std::isfinite(series.y(i))) {
        points.x.push_back(series.x(i));
        points.y.push_back(series.y(i));
      }
    return;
  }
  put(points.x, series.x);
  put(points.y, series.y);
  put(points.y, series.lo);
  put(points.y, series.hi);
}

void collect(const Mark& mark, Points& points)
{
  if (mark.kind == Mark::Kind::circle) {
    points.x.insert(points.x.end(), {mark.x0 - mark.x1, mark.x0 + mark.x1});
    points.y.insert(points.y.end(), {mark.y0 - mark.x1, mark.y0 + mark.x1});
    return;
  }
  points.x.insert(points.x.end(), {mark.x0, mark.x1});
  points.y.insert(points.y.end(), {mark.y0, mark.y1});
}

bool only_lines(const Panel& panel)
{
  return panel.marks.empty() &&
         std::all_of(panel.series.begin(), panel.series.end(), [](const Series& series) {
           return series.kind == Kind::line || series.kind == Kind::band ||
                  series.kind == Kind::horizontal_line || series.kind == Kind::vertical_line;
         });
}

bool are_square(const Panel& panel)
{
  const arma::uword rows = panel.cells.n_rows, columns = panel.cells.n_cols;
  return panel.heat_map.square_cells && std::max(rows, columns) <= 3 * std::min(rows, columns);
}

/// The room above the highest bar for the values written there.
double bar_text_height(const Panel& panel, double width)
{
  double height = 0;
  for (const Series* series : bar_groups(panel))
    for (const double value : series->y) {
      if (!series->bars.value_text)
        continue;
      const std::string text = value_text(value, series->bars.digits);
      height = std::max(height, bar_text_font(text, bar_pixels(panel, width)) > 0
                                    ? 24.0
                                    : text_width(text, theme::cell_font - 2) + 8);
    }
  return height;
}

/// Ticks at rows or columns: every label given, or numbers from 1 thinned to whole steps.
void count_ticks(Axis& axis, const std::vector<std::string>& labels, arma::uword count,
                 unsigned most_ticks)
{
  if (!axis.ticks.empty())
    return;
  if (!labels.empty()) {
    for (std::size_t i = 0; i < labels.size(); ++i)
      axis.ticks.push_back(static_cast<double>(i + 1));
    axis.tick_labels = labels;
    return;
  }
  arma::uword step = 1;
  for (const arma::uword candidate : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000}) {
    step = candidate;
    if (count / step <= most_ticks)
      break;
  }
  axis.ticks.push_back(1);
  for (arma::uword i = step == 1 ? 2 : step; i <= count; i += step)
    axis.ticks.push_back(static_cast<double>(i));
}

double widest_label(const Scale& scale)
{
  double widest = 0;
  for (const Scale::Tick& tick : scale.ticks)
    widest = std::max(widest, text_width(printable(tick.label), theme::font));
  return widest;
}

double tallest_label(const Scale& scale)
{
  double lines = 0;
  for (const Scale::Tick& tick : scale.ticks)
    lines = std::max<double>(lines, line_count(tick.label));
  return lines;
}

double middle(const Scale& scale, double a, double b)
{
  return scale.log ? std::sqrt(a) * std::sqrt(b) : a / 2 + b / 2;
}

bool labels_touch(const PanelLayout& ready, double width)
{
  const Scale& x = ready.x;
  double free_from = -std::numeric_limits<double>::infinity();
  for (const Scale::Tick& tick : x.ticks) {
    if (tick.label.empty())
      continue;
    const double center = x.share(tick.at) * width,
                 half = text_width(printable(tick.label), theme::font) / 2;
    if (center - half < free_from)
      return true;
    free_from = center + half + 4;
  }
  return false;
}

/// Sets the legend's entries row by row, in as few rows as `room` pixels allow; each column is as wide as its texts need.
void place_legend(PanelLayout& ready, double room)
{
  std::vector<double> texts;
  for (const Series& series : ready.panel.series)
    if (!series.legend.empty())
      texts.push_back(text_width(printable(series.legend), theme::font));
  ready.legend_rows = 0;
  do {
    ++ready.legend_rows;
    std::vector<double> columns((texts.size() + ready.legend_rows - 1) / ready.legend_rows);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      double& column = columns[i % columns.size()];
      column = std::max(column, texts[i]);
    }
    ready.legend_width = -legend_distance;
    for (const double text : columns)
      ready.legend_width += legend_sample + gap + text + legend_distance;
    ready.legend_columns = std::move(columns);
  } while (ready.legend_columns.size() > 1 && ready.legend_width > room);
}

/// The room for labels and legend around the axes of a cell `width` pixels wide.
void measure_margins(PanelLayout& ready, double width)
{
  const Panel& panel = ready.panel;
  ready.top = panel.title.empty() ? 10 : line_count(panel.title) * line_step + 14;
  ready.left = gap;
  ready.right = 18;
  ready.bottom = gap;
  if (!panel.bare) {
    ready.y_labels = widest_label(ready.y);
    ready.left += ready.y_labels + y_label_distance + line_count(panel.y.label) * line_step + 6;
    if (ready.shades) {
      ready.shade_labels = widest_label(*ready.shades);
      ready.right += shades_distance + shades_width + gap + ready.shade_labels +
                     line_count(panel.heat_map.scale_label) * (line_step + 4);
    } else if (!ready.x.ticks.empty() && panel.categories.empty())
      ready.right = std::max(
          ready.right, text_width(printable(ready.x.ticks.back().label), theme::font) / 2 + 4);
    ready.slanted = labels_touch(ready, width - ready.left - ready.right);
    ready.x_labels = ready.slanted ? widest_label(ready.x) * slant * 0.92 + line_step * 0.6
                                   : tallest_label(ready.x) * line_step;
    ready.bottom += ready.x_labels + gap + line_count(panel.x.label) * line_step + 4;
    if (ready.slanted && !ready.x.ticks.empty())
      ready.left = std::max(
          ready.left, text_width(printable(ready.x.ticks.front().label), theme::font) * 0.77 + gap);
  }
  if (has_legend(panel)) {
    const bool above = panel.legend == Corner::above;
    place_legend(ready, above ? width - ready.left - ready.right : 0);
    if (above)
      ready.top += ready.legend_rows * legend_row + gap / 2;
  }
}

void grow(Range& range, double factor)
{
  const double middle = (range.lo + range.hi) / 2, half = (range.hi - range.lo) / 2 * factor;
  range = {middle - half, middle + half};
}

/// Makes one unit as long on both axes, by growing the range that has room.
void equalise(PanelLayout& ready)
{
  const Frame& axes = ready.axes;
  if (ready.x.log || ready.y.log)
    throw Error("equal_axes: does not apply to a logarithmic axis");
  const double x_unit = axes.width() / (ready.x.range.hi - ready.x.range.lo),
               y_unit = axes.height() / (ready.y.range.hi - ready.y.range.lo);
  if (x_unit > y_unit)
    grow(ready.x.range, x_unit / y_unit);
  else
    grow(ready.y.range, y_unit / x_unit);
  if (ready.panel.bare)
    return;
  set_ticks(ready.x, ready.panel.x, ticks_along_x(axes.width()));
  set_ticks(ready.y, ready.panel.y, ticks_along_y(axes.height()));
}

void square_cells(PanelLayout& ready)
{
  Frame& axes = ready.axes;
  const auto rows = static_cast<double>(ready.panel.cells.n_rows),
             columns = static_cast<double>(ready.panel.cells.n_cols);
  if (!are_square(ready.panel))
    return;
  const double cell = std::min(axes.width() / columns, axes.height() / rows);
  const double spare = axes.width() - cell * columns;
  axes.left += spare / 2;
  axes.right -= spare / 2;
  axes.bottom = axes.top + cell * rows;
}

unsigned panel_columns(const Model& model)
{
  const auto count = static_cast<unsigned>(model.panels.size());
  return model.columns == 0 ? count : std::min(model.columns, count);
}

/// The figure's size in pixels: the one asked for, or one that suits its panels.
Size figure_size(const Model& model)
{
  if (model.width != 0)
    return {model.width, model.height};
  const auto count = static_cast<unsigned>(model.panels.size());
  const unsigned columns = panel_columns(model), rows = (count + columns - 1) / columns;
  if (count == 1)
    return {680, model.panels.front().cells.is_empty() ? 420u : 460u};
  return {columns == 1 ? 680u : 720u, 44 + rows * (columns == 1 ? 300u : 350u)};
}

} // namespace

Position PanelLayout::at(double along_x, double along_y) const
{
  const double up = y.share(along_y) * axes.height();
  return {axes.left + x.share(along_x) * axes.width(),
          panel.cells.is_empty() ? axes.bottom - up : axes.top + up};
}

Position PanelLayout::beside(const Mark& line) const
{
  const Position from = at(line.x0, line.y0), to = at(line.x1, line.y1);
  const double right = to.x - from.x, down = to.y - from.y, length = std::hypot(right, down);
  if (length == 0)
    return {};
  // As far off as the text is large in that direction.
  const double side = right >= 0 ? 1 : -1;
  const Position normal{down / length * side, -right / length * side};
  const double away = std::abs(normal.x) * text_width(line.text, theme::font) / 2 +
                      std::abs(normal.y) * line_count(line.text) * line_step / 2 + 3;
  return {normal.x * away, normal.y * away};
}

double PanelLayout::middle_x(const Mark& mark) const
{
  return middle(x, mark.x0, mark.x1);
}

double PanelLayout::middle_y(const Mark& mark) const
{
  return middle(y, mark.y0, mark.y1);
}

double bar_pixels(const Panel& panel, double width)
{
  const double units = panel.x.range ? panel.x.range->hi - panel.x.range->lo
                                     : static_cast<double>(panel.categories.size()) + 0.2;
  return std::min(0.62, 0.8 / static_cast<double>(bar_groups(panel).size())) * width / units;
}

double bar_text_font(const std::string& text, double pixels)
{
  for (const double font : {theme::cell_font, theme::cell_font - 1, theme::cell_font - 2})
    if (text_width(text, font) <= pixels)
      return font;
  return 0;
}

std::string value_text(double value, int digits)
{
  std::string text = fmt::format("{:.{}f}", rounded(value), digits);
  if (text.front() == '-')
    text.replace(0, 1, text.find_first_of("123456789") == std::string::npos ? "" : "\u2212");
  return text;
}

unsigned line_count(const std::string& text)
{
  return text.empty() ? 0 : static_cast<unsigned>(split_lines(text).size());
}

bool has_legend(const Panel& panel)
{
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const Series& series) { return !series.legend.empty(); });
}

std::vector<const Series*> bar_groups(const Panel& panel)
{
  std::vector<const Series*> groups;
  for (const Series& series : panel.series)
    if (series.kind == Kind::bars)
      groups.push_back(&series);
  return groups;
}

std::vector<std::size_t> looks(const std::vector<Series>& all)
{
  std::vector<std::size_t> look;
  std::size_t next = 0, next_reference = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Kind kind = all[i].kind;
    if (kind == Kind::horizontal_line || kind == Kind::vertical_line)
      look.push_back(next_reference++);
    else if (kind == Kind::band && i + 1 < all.size() && all[i + 1].kind != Kind::band)
      look.push_back(next);
    else
      look.push_back(next++);
  }
  return look;
}

Range heat_map_range(const Panel& panel)
{
  if (panel.heat_map.range)
    return *panel.heat_map.range;
  const arma::vec finite = panel.cells.elem(arma::find_finite(panel.cells));
  double lo = rounded(finite.min()), hi = rounded(finite.max());
  if (panel.heat_map.palette == Palette::diverging) {
    const double largest = std::max(std::abs(lo), std::abs(hi));
    lo = -largest;
    hi = largest;
  }
  if (lo == hi) {
    const double around = lo == 0 ? 1 : std::abs(lo) / 2;
    lo -= around;
    hi += around;
  }
  return {lo, hi};
}

PanelLayout with_scales(const Panel& original, double width, double height)
{
  PanelLayout ready;
  ready.panel = original;
  Panel& panel = ready.panel;
  const unsigned x_ticks = ticks_along_x(width), y_ticks = ticks_along_y(height);

  Points points;
  for (const Series& series : panel.series)
    collect(series, points);
  for (const Mark& mark : panel.marks)
    collect(mark, points);

  if (!panel.cells.is_empty()) {
    if (panel.x.log || panel.y.log)
      throw Error("heat_map: rows and columns are counted, log_x and log_y do not apply");
    const auto rows = static_cast<double>(panel.cells.n_rows),
               columns = static_cast<double>(panel.cells.n_cols);
    panel.x.range = panel.x.range.value_or(Range{0.5, columns + 0.5});
    panel.y.range = panel.y.range.value_or(Range{0.5, rows + 0.5});
    const double cell = are_square(panel) ? std::min(width / columns, height / rows) : 0;
    count_ticks(panel.x, panel.heat_map.column_labels, panel.cells.n_cols,
                static_cast<unsigned>((cell > 0 ? cell * columns : width) / 36));
    count_ticks(panel.y, panel.heat_map.row_labels, panel.cells.n_rows,
                static_cast<unsigned>((cell > 0 ? cell * rows : height) / 28));
    ready.shades = make_scale(
        {
            .label = panel.heat_map.scale_label,
            .range = heat_map_range(panel),
        },
        "palette", {}, 0, y_ticks);
  }
  const auto groups = bar_groups(panel);
  double y_padding = 0.05;
  if (!groups.empty()) {
    if (panel.x.log || panel.y.log)
      throw Error("bars: they stand on 0, which log_{} cannot show", panel.x.log ? "x" : "y");
    count_ticks(panel.x, panel.categories, panel.categories.size(), 0);
    if (!panel.x.range)
      panel.x.range = Range{0.4, static_cast<double>(panel.categories.size()) + 0.6};
    points.y.push_back(0);
    y_padding = std::max(0.05, bar_text_height(panel, width) / std::max(height, 60.0));
  }

  ready.x = make_scale(panel.x, "x", arma::vec(points.x), only_lines(panel) ? 0 : 0.03, x_ticks);
  ready.y = make_scale(panel.y, "y", arma::vec(points.y), y_padding, y_ticks);
  if (panel.bare) {
    ready.x.ticks.clear();
    ready.y.ticks.clear();
  }
  return ready;
}

Layout lay_out(const Model& model)
{
  Layout page;
  page.size = figure_size(model);
  const double width = page.size.width, height = page.size.height;
  const auto measure_title = [](std::string_view line) {
    return text_width(line, theme::title_font) * 1.08; // bold
  };
  page.title = fmt::format(
      "{}", fmt::join(wrap(printable(model.title), width - 2 * gap, measure_title), "\n"));
  const double title_height = line_count(page.title) * theme::title_font * theme::line_height + 14;

  const unsigned columns = panel_columns(model);
  const unsigned rows = (static_cast<unsigned>(model.panels.size()) + columns - 1) / columns;
  const double cell_width = width / columns, cell_height = (height - title_height) / rows;

  std::vector<double> left(columns), right(columns), top(rows), bottom(rows);
  for (std::size_t i = 0; i < model.panels.size(); ++i) {
    // The labels need room and the room decides on the labels: twice is close enough.
    PanelLayout panel = with_scales(model.panels[i], cell_width - 90, cell_height - 90);
    measure_margins(panel, cell_width);
    panel = with_scales(model.panels[i], cell_width - panel.left - panel.right,
                        cell_height - panel.top - panel.bottom);
    measure_margins(panel, cell_width);
    left[i % columns] = std::max(left[i % columns], panel.left);
    right[i % columns] = std::max(right[i % columns], panel.right);
    top[i / columns] = std::max(top[i / columns], panel.top);
    bottom[i / columns] = std::max(bottom[i / columns], panel.bottom);
    page.panels.push_back(std::move(panel));
  }
  for (std::size_t i = 0; i < page.panels.size(); ++i) {
    PanelLayout& panel = page.panels[i];
    const auto column = i % columns, row = i / columns;
    const double cell_left = static_cast<double>(column) * cell_width,
                 cell_top = title_height + static_cast<double>(row) * cell_height;
    panel.cell = {cell_left, cell_top, cell_left + cell_width, cell_top + cell_height};
    panel.axes = {cell_left + left[column], cell_top + top[row], panel.cell.right - right[column],
                  panel.cell.bottom - bottom[row]};
    if (panel.axes.width() < 60 || panel.axes.height() < 60)
      throw Error(
          "figure \"{}\": its labels leave panel {} only {:.0f} x {:.0f} of {} x {} pixels; "
          "call size() with more, columns() with fewer, or shorten the labels",
          model.title, i + 1, std::max(0.0, panel.axes.width()), std::max(0.0, panel.axes.height()),
          page.size.width, page.size.height);
    if (!panel.panel.cells.is_empty())
      square_cells(panel);
    if (panel.panel.equal_axes)
      equalise(panel);
  }
  return page;
}

} // namespace epreuve::figures
