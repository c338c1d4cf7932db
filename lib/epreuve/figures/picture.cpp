#include "epreuve/figures/picture.hpp"

#include "epreuve/figures/clipping.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace epreuve::figures {

namespace {

using Kind = Series::Kind;
using picture::Pen;

constexpr double tick_length = 6, minor_tick_length = 3, sample_height = 12;
constexpr double head_length = 7;        // of arrows, in pixels, and twice the width of the line
constexpr double head_half_width = 0.36; // in its length
constexpr double band_opacity = 0.22;
constexpr arma::uword most_markers = 20; // on a line, about
constexpr double large_cell = 16;        // and larger ones stand apart

std::vector<Position> rectangle(double left, double top, double right, double bottom)
{
  return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

Position middle_of(const Position& a, const Position& b)
{
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/// A text of one or more lines around its place.
void put(Picture& sheet, const picture::Text& text)
{
  const std::vector<std::string> lines = split_lines(printable(text.text));
  const double step = text.size * theme::line_height, angle = text.angle * arma::datum::pi / 180;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty())
      continue;
    const double down =
        (static_cast<double>(i) - (static_cast<double>(lines.size()) - 1) / 2) * step;
    picture::Text line = text;
    line.text = lines[i];
    line.at = {text.at.x + down * std::sin(angle), text.at.y + down * std::cos(angle)};
    sheet.texts.push_back(std::move(line));
  }
}

Pen reference_pen(std::size_t look)
{
  return {theme::rule, 1.4, look % 2 == 0 ? theme::Dashes{5, 4} : theme::Dashes{2, 3}};
}

Pen pen_of(const theme::SeriesStyle& style)
{
  return {style.paint, 2, style.dashes};
}

Pen pen_of(const Stroke& stroke)
{
  return {theme::color(stroke.ink), stroke.width,
          stroke.dashed ? theme::Dashes{6, 4} : theme::Dashes{}, stroke.opacity};
}

/// Paints one panel.
class Painter
{
public:
  Painter(const PanelLayout& layout, Picture& sheet)
      : layout_(layout), panel_(layout.panel), axes_(layout.axes), sheet_(sheet)
  {
  }

  void paint()
  {
    if (!panel_.title.empty())
      write({.text = panel_.title,
             .at = {middle_of_axes().x,
                    layout_.cell.top + 4 + line_count(panel_.title) * line_step / 2},
             .size = theme::font + 1});
    grid();
    const bool diagram = panel_.bare && !has_cells(); // its boxes hide the ends of its lines
    if (diagram)
      lines_of_marks();
    if (has_cells())
      heat_map();
    else {
      bars();
      series();
    }
    axes();
    legend();
    shapes_of_marks();
    if (!diagram)
      lines_of_marks();
    texts_of_marks();
  }

private:
  void add(picture::Shape shape) { sheet_.shapes.push_back(std::move(shape)); }
  void add_lines(picture::Line lines)
  {
    if (!lines.pieces.empty())
      add(std::move(lines));
  }
  void write(const picture::Text& text) { put(sheet_, text); }

  Position middle_of_axes() const
  {
    return {(axes_.left + axes_.right) / 2, (axes_.top + axes_.bottom) / 2};
  }
  bool has_cells() const { return !panel_.cells.is_empty(); }

  /// The ticks that the axis has room for.
  static std::vector<Scale::Tick> ticks(const Scale& scale)
  {
    std::vector<Scale::Tick> seen;
    for (const Scale::Tick& tick : scale.ticks)
      if (std::abs(scale.share(tick.at) - 0.5) <= 0.5 + 1e-9)
        seen.push_back(tick);
    return seen;
  }
  double x_of(const Scale::Tick& tick) const
  {
    return axes_.left + layout_.x.share(tick.at) * axes_.width();
  }
  double y_of(const Scale::Tick& tick) const { return layout_.at(layout_.x.range.lo, tick.at).y; }

  void grid()
  {
    if (panel_.bare || has_cells())
      return;
    picture::Line lines{{}, {theme::grid}};
    for (const Scale::Tick& tick : ticks(layout_.x))
      if (!tick.minor && panel_.categories.empty())
        lines.pieces.push_back({{x_of(tick), axes_.top}, {x_of(tick), axes_.bottom}});
    for (const Scale::Tick& tick : ticks(layout_.y))
      if (!tick.minor)
        lines.pieces.push_back({{axes_.left, y_of(tick)}, {axes_.right, y_of(tick)}});
    add_lines(std::move(lines));
  }

  void axes()
  {
    if (panel_.bare)
      return;
    picture::Line lines{{}, {theme::rule}};
    if (!has_cells()) {
      lines.pieces.push_back(
          {{axes_.left, axes_.top}, {axes_.left, axes_.bottom}, {axes_.right, axes_.bottom}});
      for (const Scale::Tick& tick : ticks(layout_.x))
        if (panel_.categories.empty())
          lines.pieces.push_back(
              {{x_of(tick), axes_.bottom}, {x_of(tick), axes_.bottom + length_of(tick)}});
      for (const Scale::Tick& tick : ticks(layout_.y))
        lines.pieces.push_back(
            {{axes_.left, y_of(tick)}, {axes_.left - length_of(tick), y_of(tick)}});
      add(std::move(lines));
    }
    for (const Scale::Tick& tick : ticks(layout_.x))
      if (layout_.slanted)
        write({.text = tick.label,
               .at = {x_of(tick) + 2, axes_.bottom + gap + 3},
               .align = Align::right,
               .angle = 40});
      else
        write({.text = tick.label,
               .at = {x_of(tick), axes_.bottom + gap + line_count(tick.label) * line_step / 2}});
    for (const Scale::Tick& tick : ticks(layout_.y))
      write({.text = tick.label,
             .at = {axes_.left - (has_cells() ? gap : tick_length + 4), y_of(tick)},
             .align = Align::right});
    write({.text = panel_.x.label,
           .at = {middle_of_axes().x, axes_.bottom + gap + layout_.x_labels + gap / 2 +
                                          line_count(panel_.x.label) * line_step / 2}});
    write({.text = panel_.y.label,
           .at = {axes_.left - y_label_distance - layout_.y_labels - gap -
                      line_count(panel_.y.label) * line_step / 2,
                  middle_of_axes().y},
           .angle = 90});
  }
  static double length_of(const Scale::Tick& tick)
  {
    return tick.minor ? minor_tick_length : tick_length;
  }

  /// The places of a series on the page, whose values are as figures use them.
  std::vector<Position> places(const arma::vec& x, const arma::vec& y) const
  {
    std::vector<Position> all;
    for (arma::uword i = 0; i < x.n_elem; ++i)
      all.push_back(layout_.at(rounded(x(i)), rounded(y(i))));
    return all;
  }

  void curve(const std::vector<Position>& places, const Pen& pen)
  {
    picture::Line line{{}, pen};
    std::vector<Position> whole; // up to a gap
    const auto finish = [&] {
      for (std::vector<Position>& piece : line_within(axes_, whole))
        line.pieces.push_back(std::move(piece));
      whole.clear();
    };
    for (const Position& place : places)
      if (std::isfinite(place.x) && std::isfinite(place.y))
        whole.push_back(place);
      else
        finish();
    finish();
    add_lines(std::move(line));
  }

  void markers(const std::vector<Position>& places, const theme::SeriesStyle& style,
               std::size_t step = 1)
  {
    picture::Markers seen{{}, style.marker, style.paint};
    for (std::size_t i = 0; i < places.size(); i += step)
      if (std::isfinite(places[i].x) && std::isfinite(places[i].y) && contains(axes_, places[i]))
        seen.places.push_back(places[i]);
    if (!seen.places.empty())
      add(std::move(seen));
  }

  void band(const Series& one, const theme::Paint& paint)
  {
    std::vector<Position> outline = places(one.x, one.lo), back = places(one.x, one.hi);
    outline.insert(outline.end(), back.rbegin(), back.rend());
    outline = area_within(axes_, std::move(outline));
    if (!outline.empty())
      add(picture::Area{std::move(outline), paint, band_opacity});
  }

  void error_bars(const Series& one, const theme::SeriesStyle& style)
  {
    picture::Line lines{{}, {style.paint, 1.4}};
    const std::vector<Position> low = places(one.x, one.lo), high = places(one.x, one.hi);
    for (std::size_t i = 0; i < low.size(); ++i) {
      for (std::vector<Position>& piece : line_within(axes_, {low[i], high[i]}))
        lines.pieces.push_back(std::move(piece));
      for (const Position& end : {low[i], high[i]})
        if (contains(axes_, end))
          lines.pieces.push_back({{end.x - 3, end.y}, {end.x + 3, end.y}});
    }
    add_lines(std::move(lines));
    markers(places(one.x, one.y), style);
  }

  void series()
  {
    const std::vector<Series>& all = panel_.series;
    const std::vector<std::size_t> look = looks(all);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].kind == Kind::band)
        band(all[i], theme::series_style(look[i]).paint);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Series& one = all[i];
      const theme::SeriesStyle style = theme::series_style(look[i]);
      switch (one.kind) {
      case Kind::line:
        curve(places(one.x, one.y), pen_of(style));
        break;
      case Kind::line_points:
        curve(places(one.x, one.y), pen_of(style));
        markers(places(one.x, one.y), style, std::max<arma::uword>(1, one.x.n_elem / most_markers));
        break;
      case Kind::points:
        markers(places(one.x, one.y), style);
        break;
      case Kind::error_bars:
        error_bars(one, style);
        break;
      case Kind::horizontal_line: {
        const double y = layout_.at(layout_.x.range.lo, one.y(0)).y;
        curve({{axes_.left, y}, {axes_.right, y}}, reference_pen(look[i]));
        break;
      }
      case Kind::vertical_line: {
        const double x = layout_.at(one.x(0), layout_.y.range.lo).x;
        curve({{x, axes_.top}, {x, axes_.bottom}}, reference_pen(look[i]));
        break;
      }
      case Kind::band:
      case Kind::bars:
        break;
      }
    }
  }

  void bars()
  {
    const auto groups = bar_groups(panel_);
    const double slot = 0.8 / static_cast<double>(groups.size()),
                 half = std::min(slot * 0.94, 0.62) / 2, pixels = bar_pixels(panel_, axes_.width());
    for (std::size_t k = 0; k < groups.size(); ++k) {
      const Series& group = *groups[k];
      for (arma::uword i = 0; i < group.x.n_elem; ++i) {
        const double x = group.x(i) - 0.4 + slot * (static_cast<double>(k) + 0.5),
                     value = rounded(group.y(i));
        const Position foot = layout_.at(x - half, 0), end = layout_.at(x + half, value);
        std::vector<Position> outline = area_within(axes_, rectangle(foot.x, end.y, end.x, foot.y));
        if (value != 0 && !outline.empty())
          add(picture::Area{std::move(outline), theme::bar_fill(k), 1, Pen{theme::ink}});
        if (group.bars.value_text)
          value_of_bar(value_text(value, group.bars.digits), {(foot.x + end.x) / 2, end.y},
                       value < 0 ? 1 : -1, pixels);
      }
    }
  }

  /// @param outwards  1: the bar points downwards, -1: upwards
  void value_of_bar(const std::string& text, const Position& end, double outwards, double pixels)
  {
    const double size = bar_text_font(text, pixels);
    if (size > 0)
      write({.text = text, .at = {end.x, end.y + 10 * outwards}, .size = size});
    else
      write({.text = text,
             .at = {end.x, end.y + 5 * outwards},
             .align = outwards > 0 ? Align::right : Align::left,
             .size = theme::cell_font - 2,
             .angle = 90});
  }

  void heat_map()
  {
    const HeatMap& options = panel_.heat_map;
    const Range range = layout_.shades->range;
    // A range of rows and columns may leave some out.
    const auto seen = [](const Scale& scale, arma::uword count) {
      std::vector<arma::uword> which;
      for (arma::uword i = 0; i < count; ++i)
        if (std::abs(scale.share(static_cast<double>(i + 1)) - 0.5) <= 0.5)
          which.push_back(i);
      return arma::uvec(which);
    };
    const arma::uvec rows = seen(layout_.y, panel_.cells.n_rows),
                     columns = seen(layout_.x, panel_.cells.n_cols);
    if (!rows.is_empty() && !columns.is_empty()) {
      const Position first = layout_.at(static_cast<double>(columns.front()) + 0.5,
                                        static_cast<double>(rows.front()) + 0.5),
                     last = layout_.at(static_cast<double>(columns.back()) + 1.5,
                                       static_cast<double>(rows.back()) + 1.5);
      const Frame frame{first.x, first.y, last.x, last.y};
      arma::mat cells = panel_.cells.submat(rows, columns);
      cells.transform([&range](double value) {
        return std::isfinite(value)
                   ? std::clamp((rounded(value) - range.lo) / (range.hi - range.lo), 0.0, 1.0)
                   : arma::datum::nan;
      });
      const double width = frame.width() / static_cast<double>(columns.n_elem),
                   height = frame.height() / static_cast<double>(rows.n_elem);
      if (options.value_text)
        values_of_cells(rows, columns, cells, width);
      add(picture::Cells{frame, std::move(cells), options.palette});
      if (std::min(width, height) >= large_cell)
        joints(frame, rows.n_elem, columns.n_elem);
    }
    if (!panel_.bare)
      scale_of_shades();
  }

  void values_of_cells(const arma::uvec& rows, const arma::uvec& columns, const arma::mat& shares,
                       double width)
  {
    for (arma::uword j = 0; j < columns.n_elem; ++j)
      for (arma::uword i = 0; i < rows.n_elem; ++i) {
        if (!std::isfinite(shares(i, j)))
          continue;
        const std::string text =
            value_text(panel_.cells(rows(i), columns(j)), panel_.heat_map.digits);
        const bool crowded = text_width(text, theme::cell_font) > width;
        write(
            {.text = text,
             .at =
                 layout_.at(static_cast<double>(columns(j) + 1), static_cast<double>(rows(i) + 1)),
             .size = crowded ? theme::cell_font - 2 : theme::cell_font,
             .paint = theme::text_on(theme::palette_color(panel_.heat_map.palette, shares(i, j)))});
      }
  }

  /// The lines of paper between large cells.
  void joints(const Frame& frame, arma::uword rows, arma::uword columns)
  {
    picture::Line lines{{}, {theme::paper}};
    for (arma::uword i = 1; i < rows; ++i) {
      const double y =
          frame.top + frame.height() * static_cast<double>(i) / static_cast<double>(rows);
      lines.pieces.push_back({{frame.left, y}, {frame.right, y}});
    }
    for (arma::uword j = 1; j < columns; ++j) {
      const double x =
          frame.left + frame.width() * static_cast<double>(j) / static_cast<double>(columns);
      lines.pieces.push_back({{x, frame.top}, {x, frame.bottom}});
    }
    add_lines(std::move(lines));
  }

  void scale_of_shades()
  {
    const Scale& scale = *layout_.shades;
    const std::string& label = panel_.heat_map.scale_label;
    const double left = axes_.right + shades_distance, right = left + shades_width;
    add(picture::Shades{{left, axes_.top, right, axes_.bottom}, panel_.heat_map.palette});
    picture::Line lines{{}, {theme::rule}};
    for (const Scale::Tick& tick : ticks(scale)) {
      const double y = axes_.bottom - scale.share(tick.at) * axes_.height();
      lines.pieces.push_back({{right, y}, {right + 4, y}});
      write({.text = tick.label, .at = {right + gap, y}, .align = Align::left});
    }
    add_lines(std::move(lines));
    write({.text = label,
           .at = {right + gap + layout_.shade_labels + gap / 2 + line_count(label) * line_step / 2,
                  middle_of_axes().y},
           .angle = 90});
  }

  void legend()
  {
    if (!has_legend(panel_))
      return;
    const double width = layout_.legend_width, height = layout_.legend_rows * legend_row;
    const Corner corner = panel_.legend;
    Position from{std::max(middle_of_axes().x - width / 2, layout_.cell.left + gap),
                  axes_.top - gap - height};
    if (corner != Corner::above) {
      const bool left = corner == Corner::top_left || corner == Corner::bottom_left,
                 top = corner == Corner::top_left || corner == Corner::top_right;
      from = {left ? axes_.left + 2 * gap : axes_.right - 2 * gap - width,
              top ? axes_.top + gap : axes_.bottom - gap - height};
      add(picture::Area{
          rectangle(from.x - gap / 2, from.y, from.x + width + gap / 2, from.y + height),
          theme::paper});
    }
    const std::vector<std::size_t> look = looks(panel_.series);
    std::size_t column = 0;
    Position place{from.x, from.y + legend_row / 2};
    for (std::size_t i = 0; i < panel_.series.size(); ++i) {
      const Series& one = panel_.series[i];
      if (one.legend.empty())
        continue;
      sample(one, look[i], place);
      write({.text = one.legend,
             .at = {place.x + legend_sample + gap, place.y},
             .align = Align::left});
      place.x += legend_sample + gap + layout_.legend_columns[column] + legend_distance;
      if (++column == layout_.legend_columns.size()) {
        column = 0;
        place = {from.x, place.y + legend_row};
      }
    }
  }

  /// What a series looks like, to the right of a place.
  void sample(const Series& one, std::size_t look, const Position& from)
  {
    const theme::SeriesStyle style = theme::series_style(look);
    const Position to{from.x + legend_sample, from.y};
    const std::vector<Position> surface =
        rectangle(from.x, from.y - sample_height / 2, to.x, from.y + sample_height / 2);
    const auto line = [&](const Pen& pen) { add(picture::Line{{{from, to}}, pen}); };
    const auto marker = [&] {
      add(picture::Markers{{middle_of(from, to)}, style.marker, style.paint});
    };
    switch (one.kind) {
    case Kind::line:
      return line(pen_of(style));
    case Kind::line_points:
      line(pen_of(style));
      return marker();
    case Kind::points:
      return marker();
    case Kind::error_bars:
      line({style.paint, 1.4});
      return marker();
    case Kind::horizontal_line:
    case Kind::vertical_line:
      return line(reference_pen(look));
    case Kind::band:
      return add(picture::Area{surface, style.paint, band_opacity});
    case Kind::bars:
      return add(
          picture::Area{surface, theme::bar_fill(place_among_bars(one)), 1, Pen{theme::ink}});
    }
  }
  std::size_t place_among_bars(const Series& one) const
  {
    const auto groups = bar_groups(panel_);
    return static_cast<std::size_t>(std::ranges::find(groups, &one) - groups.begin());
  }

  void lines_of_marks()
  {
    std::vector<picture::Shape> heads; // after the lines, so that files can group them
    for (const Mark& mark : panel_.marks) {
      if (mark.kind != Mark::Kind::arrow && mark.kind != Mark::Kind::segment)
        continue;
      const Position from = layout_.at(mark.x0, mark.y0), to = layout_.at(mark.x1, mark.y1);
      Position end = to;
      if (mark.kind == Mark::Kind::arrow && from != to) {
        const double length = std::hypot(to.x - from.x, to.y - from.y),
                     head = std::min(head_length + 2 * mark.stroke.width, length),
                     half = head_half_width * head;
        const Position along{(to.x - from.x) / length, (to.y - from.y) / length};
        end = {to.x - head * along.x, to.y - head * along.y};
        heads.emplace_back(picture::Area{{to,
                                          {end.x - half * along.y, end.y + half * along.x},
                                          {end.x + half * along.y, end.y - half * along.x}},
                                         theme::color(mark.stroke.ink),
                                         mark.stroke.opacity});
      }
      add(picture::Line{{{from, end}}, pen_of(mark.stroke)});
    }
    for (picture::Shape& head : heads)
      add(std::move(head));
  }

  void shapes_of_marks()
  {
    for (const Mark& mark : panel_.marks) {
      const Position from = layout_.at(mark.x0, mark.y0);
      if (mark.kind == Mark::Kind::box) {
        const Position to = layout_.at(mark.x1, mark.y1);
        const auto [left, right] = std::minmax({from.x, to.x});
        const auto [top, bottom] = std::minmax({from.y, to.y});
        add(picture::Area{rectangle(left, top, right, bottom), theme::fill(mark.stroke.ink), 1,
                          Pen{theme::color(mark.stroke.ink), 1.2}});
      } else if (mark.kind == Mark::Kind::circle) {
        const double radius = layout_.at(mark.x0 + mark.x1, mark.y0).x - from.x;
        add(picture::Circle{
            from, radius, panel_.bare ? std::optional(theme::fill(mark.stroke.ink)) : std::nullopt,
            pen_of(mark.stroke)});
      }
    }
  }

  void texts_of_marks()
  {
    for (const Mark& mark : panel_.marks) {
      const Position from = layout_.at(mark.x0, mark.y0), to = layout_.at(mark.x1, mark.y1);
      picture::Text text{.text = mark.text, .at = middle_of(from, to)};
      switch (mark.kind) {
      case Mark::Kind::arrow:
      case Mark::Kind::segment: {
        const Position aside = layout_.beside(mark);
        text.at = {text.at.x + aside.x, text.at.y + aside.y};
        text.paint = theme::color(mark.stroke.ink);
        break;
      }
      case Mark::Kind::text:
        text.align = mark.align;
        text.paint = theme::color(mark.stroke.ink);
        break;
      case Mark::Kind::box:
        break;
      case Mark::Kind::circle:
        text.at = from;
        break;
      }
      write(text);
    }
  }

  const PanelLayout& layout_;
  const Panel& panel_;
  const Frame& axes_;
  Picture& sheet_;
};

} // namespace

Picture painted(const Layout& page)
{
  Picture sheet{page.size};
  put(sheet, {.text = page.title,
              .at = {page.size.width / 2.0,
                     gap + line_count(page.title) * theme::title_font * theme::line_height / 2},
              .size = theme::title_font,
              .bold = true});
  for (const PanelLayout& layout : page.panels)
    Painter(layout, sheet).paint();
  return sheet;
}

} // namespace epreuve::figures
