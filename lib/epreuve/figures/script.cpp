#include "epreuve/figures/script.hpp"

#include "epreuve/figures/gnuplot.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace epreuve::figures {

namespace {

using Kind = Series::Kind;

std::string number(double value)
{
  return std::isfinite(value) ? fmt::format("{:.12g}", value) : "NaN";
}

/// Commands, gathered in `text`. Places on the page are given in pixels.
class Script
{
public:
  /// @param characters  the page is one of characters: what is less than a row apart is in one row
  explicit Script(Size size = {1, 1}, bool characters = false)
      : size_(size), characters_(characters)
  {
  }

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> command, Arguments&&... arguments)
  {
    text += fmt::format(command, std::forward<Arguments>(arguments)...);
    text += '\n';
  }

  std::string x(double pixels) const { return fmt::format("screen {:.7f}", pixels / size_.width); }
  std::string y(double pixels) const
  {
    return fmt::format("screen {:.7f}", 1 - pixels / size_.height);
  }
  /// How an area of that colour is filled: not at all by characters, in which gnuplot 6 would write it full of "#".
  std::string filled(Ink ink, bool solid = true) const
  {
    return solid && !characters_
               ? fmt::format("fillcolor rgb '{}' fillstyle solid 1.0", theme::fill(ink))
               : "fillstyle empty";
  }

  double share_x(double pixels) const { return pixels / size_.width; }
  double share_y(double pixels) const { return pixels / size_.height; }
  std::string offset(double right, double up) const
  {
    return fmt::format("offset screen {:.7f}, screen {:.7f}", right / size_.width,
                       up / size_.height);
  }

  /// `what`, its lines around the place that `place` names ("at x, y"), each line set apart
  /// by us because gnuplot's step from line to line depends on its terminal.
  void lines_at(const std::string& place, const std::string& what, const std::string& font,
                const std::string& style, double right = 0, double up = 0, bool upright = false)
  {
    const std::vector<std::string> all = split_lines(what);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].empty())
        continue;
      const double lines = i - (all.size() - 1.0) / 2;
      const double down = (characters_ ? std::ceil(lines) : lines) * line_step;
      line("set label {} {} font '{}' {} {}", string_constant(all[i]), place, font, style,
           upright ? offset(right + down, up) : offset(right, up - down));
    }
  }

  void page_text(double at_x, double at_y, const std::string& what, const std::string& font,
                 bool upright = false)
  {
    lines_at(fmt::format("at {}, {} center {}", x(at_x), y(at_y), upright ? "rotate by 90" : ""),
             what, font, fmt::format("textcolor rgb '{}'", theme::ink), 0, 0, upright);
  }

  std::string text;

private:
  Size size_;
  bool characters_;
};

/// Data blocks as they come, then one plot command over all of them.
class Plots
{
public:
  explicit Plots(Script& script, std::size_t panel) : script_(script), panel_(panel) {}

  /// Columns of equal lengths; `what` follows "using 1:2:..." in the plot command. A row that
  /// is not finite is a hole.
  void add(const std::vector<arma::vec>& columns, const std::string& what)
  {
    const std::string block = fmt::format("$panel{}data{}", panel_, ++count_);
    script_.line("{} << END", block);
    for (arma::uword i = 0; i < columns.front().n_elem; ++i) {
      const bool hole = std::any_of(columns.begin(), columns.end(), [i](const arma::vec& column) {
        return !std::isfinite(column(i));
      });
      std::string row;
      for (const arma::vec& column : columns)
        row += (row.empty() ? "" : " ") + (hole ? "NaN" : number(column(i)));
      script_.line("{}", row);
    }
    script_.line("END");
    std::string fields = "1";
    for (std::size_t i = 2; i <= columns.size(); ++i)
      fields += ":" + std::to_string(i);
    command_ += fmt::format("{}{} using {} {}", command_.empty() ? "plot " : ", \\\n     ", block,
                            fields, what);
  }

  void draw() { script_.line("{}", command_.empty() ? "plot NaN notitle" : command_); }

private:
  Script& script_;
  std::size_t panel_;
  std::size_t count_ = 0;
  std::string command_;
};

std::string legend_of(const Series& series)
{
  return series.legend.empty() ? "notitle" : "title " + string_constant(series.legend);
}

std::string ticks_of(const Scale& scale)
{
  std::string ticks;
  for (const Scale::Tick& tick : scale.ticks)
    ticks += fmt::format("{}{} {} {}", ticks.empty() ? "" : ", ", tick_constant(tick.label),
                         fmt::format("{:.15g}", tick.at), tick.minor ? 1 : 0);
  return "(" + ticks + ")";
}

std::string interval(const Scale& scale, bool downwards = false)
{
  const auto [lo, hi] = scale.range;
  return fmt::format("[{:.15g}:{:.15g}]", downwards ? hi : lo, downwards ? lo : hi);
}

void set_scales(Script& script, const PanelLayout& layout)
{
  script.line("set xrange {}", interval(layout.x));
  script.line("set yrange {}", interval(layout.y, !layout.panel.cells.is_empty()));
  if (layout.x.log)
    script.line("set logscale x");
  if (layout.y.log)
    script.line("set logscale y");
}

void draw_axes(Script& script, const PanelLayout& layout)
{
  const Panel& panel = layout.panel;
  const Frame& axes = layout.axes;
  const bool cells = !panel.cells.is_empty(), categories = !panel.categories.empty();
  script.line("set lmargin at {}", script.x(axes.left));
  script.line("set rmargin at {}", script.x(axes.right));
  script.line("set tmargin at {}", script.y(axes.top));
  script.line("set bmargin at {}", script.y(axes.bottom));
  set_scales(script, layout);
  if (panel.bare) {
    script.line("unset border\nunset xtics\nunset ytics");
    return;
  }
  script.line("set border {} linecolor rgb '{}' linewidth 1", cells ? 0 : 3, theme::rule);
  script.line("set xtics {} nomirror out scale {} {} {} textcolor rgb '{}'",
              layout.slanted ? "rotate by 40 right" : "norotate",
              cells || categories ? "0" : "0.6,0.3", script.offset(0, cells || categories ? 5 : 9),
              ticks_of(layout.x), theme::ink);
  script.line("set ytics nomirror out scale {} {} {} textcolor rgb '{}'", cells ? "0" : "0.6,0.3",
              script.offset(cells ? 2 : 6, 0), ticks_of(layout.y), theme::ink);
  if (!cells)
    script.line("set grid {} ytics back linetype 1 linecolor rgb '{}' linewidth 1",
                categories ? "noxtics" : "xtics", theme::grid);

  const std::string font = fmt::format(",{}", theme::font);
  script.page_text((axes.left + axes.right) / 2,
                   axes.bottom + gap + layout.x_labels + gap / 2 +
                       line_count(panel.x.label) * line_step / 2,
                   panel.x.label, font);
  script.page_text(axes.left - y_label_distance - layout.y_labels - gap -
                       line_count(panel.y.label) * line_step / 2,
                   (axes.top + axes.bottom) / 2, panel.y.label, font, true);
}

void draw_legend(Script& script, const PanelLayout& layout)
{
  const Panel& panel = layout.panel;
  if (!has_legend(panel)) {
    script.line("unset key");
    return;
  }
  const char* look = "Left reverse noautotitle samplen 2.4 spacing 1.15";
  if (panel.legend == Corner::above) {
    const double top = layout.axes.top - layout.legend_rows * legend_row - gap;
    script.line("set key at {}, {} center top horizontal {} maxcols {} maxrows {}",
                script.x((layout.axes.left + layout.axes.right) / 2), script.y(top), look,
                layout.legend_columns, layout.legend_rows);
    return;
  }
  const char* corner = panel.legend == Corner::top_left      ? "top left"
                       : panel.legend == Corner::top_right   ? "top right"
                       : panel.legend == Corner::bottom_left ? "bottom left"
                                                             : "bottom right";
  script.line("set key inside {} vertical {} opaque fillcolor rgb '{}' nobox", corner, look,
              theme::paper);
}

void draw_mark(Script& script, const PanelLayout& layout, const Mark& mark)
{
  const auto at = [](double x, double y) { return number(x) + ", " + number(y); };
  const char* color = theme::color(mark.stroke.ink);
  const std::string line_color = theme::faded(mark.stroke.ink, mark.stroke.opacity);
  const char* dashes = mark.stroke.dashed ? "(6,4)" : "1";
  const auto put_text = [&](const std::string& place, const char* align, const char* text_color,
                            double right = 0, double up = 0) {
    if (!mark.text.empty())
      script.lines_at(fmt::format("at {} {} front", place, align), mark.text,
                      fmt::format(",{}", theme::font),
                      fmt::format("textcolor rgb '{}'", text_color), right, up);
  };
  switch (mark.kind) {
  case Mark::Kind::arrow:
  case Mark::Kind::segment: {
    script.line("set arrow from {} to {} {} {} linewidth {} linecolor rgb '{}' dashtype {}",
                at(mark.x0, mark.y0), at(mark.x1, mark.y1),
                mark.kind == Mark::Kind::arrow ? "head filled size screen 0.013,20,70" : "nohead",
                layout.panel.bare ? "back" : "front", number(mark.stroke.width), line_color,
                dashes);
    const double run = layout.pixels_right(mark.x0, mark.x1),
                 rise = layout.pixels_up(mark.y0, mark.y1), length = std::hypot(run, rise);
    if (length == 0)
      break;
    // Beside the middle, on the upper side, as far off as the text is large in that direction.
    const double side = run >= 0 ? 1 : -1;
    const double normal_x = -rise / length * side, normal_y = run / length * side;
    const double away = std::abs(normal_x) * text_width(mark.text, theme::font) / 2 +
                        std::abs(normal_y) * line_count(mark.text) * line_step / 2 + 3;
    put_text(at(layout.middle_x(mark), layout.middle_y(mark)), "center", color, normal_x * away,
             normal_y * away);
    break;
  }
  case Mark::Kind::text:
    put_text(at(mark.x0, mark.y0),
             mark.align == Align::left    ? "left"
             : mark.align == Align::right ? "right"
                                          : "center",
             color);
    break;
  case Mark::Kind::box:
    script.line(
        "set object rectangle from {} to {} front {} border linecolor rgb '{}' linewidth 1.2",
        at(mark.x0, mark.y0), at(mark.x1, mark.y1), script.filled(mark.stroke.ink), color);
    put_text(at(layout.middle_x(mark), layout.middle_y(mark)), "center", theme::ink);
    break;
  case Mark::Kind::circle:
    script.line("set object circle at {} size {} front {} border linecolor rgb '{}' linewidth {} "
                "dashtype {}",
                at(mark.x0, mark.y0), number(mark.x1),
                script.filled(mark.stroke.ink, layout.panel.bare), line_color,
                number(mark.stroke.width), dashes);
    put_text(at(mark.x0, mark.y0), "center", theme::ink);
    break;
  }
}

void draw_bars(Script& script, Plots& plots, const PanelLayout& layout)
{
  const auto groups = bar_groups(layout.panel);
  const double slot = 0.8 / static_cast<double>(groups.size());
  const double pixels = bar_pixels(layout.panel, layout.axes.width());
  const std::string ink = fmt::format("textcolor rgb '{}'", theme::ink);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const Series& series = *groups[k];
    const arma::vec x = series.x - 0.4 + slot * (static_cast<double>(k) + 0.5);
    const arma::vec width = arma::vec(x.n_elem).fill(std::min(slot * 0.94, 0.62));
    plots.add({x, series.y, width},
              fmt::format("with boxes fillstyle solid 1.0 border linecolor rgb '{}' fillcolor rgb "
                          "'{}' linewidth 1 {}",
                          theme::ink, theme::bar_fill(k), legend_of(series)));
    for (arma::uword i = 0; series.bars.value_text && i < x.n_elem; ++i) {
      const std::string text = value_text(series.y[i], series.bars.digits);
      const double font = bar_text_font(text, pixels);
      const double below = series.y[i] < 0 ? -1 : 1;
      if (font > 0)
        script.lines_at(fmt::format("at {}, {} center front", number(x[i]), number(series.y[i])),
                        text, fmt::format(",{}", font), ink, 0, below * 10);
      else
        script.lines_at(fmt::format("at {}, {} {} rotate by 90 front", number(x[i]),
                                    number(series.y[i]), series.y[i] < 0 ? "right" : "left"),
                        text, fmt::format(",{}", theme::cell_font - 2), ink, 0, below * 5);
    }
  }
}

/// The position of each series in the sequence of looks: a band shares that of the series after
/// it, reference lines have a sequence of their own.
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

/// Markers on at most about twenty of the points a line goes through.
std::string marker_spacing(const Series& series)
{
  return fmt::format("pointinterval {}", std::max<arma::uword>(1, series.x.n_elem / 20));
}

void draw_series(Plots& plots, const PanelLayout& layout)
{
  const std::vector<Series>& all = layout.panel.series;
  const std::vector<std::size_t> look = looks(all);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].kind == Kind::band)
      plots.add({all[i].x, all[i].lo, all[i].hi},
                fmt::format("with filledcurves fillstyle transparent solid 0.22 noborder "
                            "fillcolor rgb '{}' {}",
                            theme::series_style(look[i]).color, legend_of(all[i])));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Series& series = all[i];
    const theme::SeriesStyle style = theme::series_style(look[i]);
    const char* reference_dashes = look[i] % 2 == 0 ? "(5,4)" : "(2,3)";
    const std::string stroke =
        fmt::format("linewidth 2 linecolor rgb '{}' dashtype {}", style.color, style.dashes);
    const std::string marker = fmt::format("pointtype {} pointsize 0.75", style.marker);
    const std::string legend = legend_of(series);
    const std::string reference =
        fmt::format("with lines linewidth 1.4 linecolor rgb '{}' dashtype {} {}", theme::rule,
                    reference_dashes, legend);
    switch (series.kind) {
    case Kind::line:
      plots.add({series.x, series.y}, fmt::format("with lines {} {}", stroke, legend));
      break;
    case Kind::line_points:
      plots.add({series.x, series.y}, fmt::format("with linespoints {} {} {} {}", stroke, marker,
                                                  marker_spacing(series), legend));
      break;
    case Kind::points:
      plots.add({series.x, series.y},
                fmt::format("with points linewidth 1.4 linecolor rgb '{}' {} {}", style.color,
                            marker, legend));
      break;
    case Kind::error_bars:
      plots.add({series.x, series.y, series.lo, series.hi},
                fmt::format("with yerrorbars linewidth 1.4 linecolor rgb '{}' {} {}", style.color,
                            marker, legend));
      break;
    case Kind::horizontal_line:
      plots.add(
          {arma::vec{layout.x.range.lo, layout.x.range.hi}, arma::vec{series.y[0], series.y[0]}},
          reference);
      break;
    case Kind::vertical_line:
      plots.add(
          {arma::vec{series.x[0], series.x[0]}, arma::vec{layout.y.range.lo, layout.y.range.hi}},
          reference);
      break;
    case Kind::band:
    case Kind::bars:
      break;
    }
  }
}

void draw_heat_map(Script& script, Plots& plots, const PanelLayout& layout)
{
  const Panel& panel = layout.panel;
  const HeatMap& options = panel.heat_map;
  const auto [lo, hi] = layout.shades->range;
  script.line("set palette {}", theme::palette_definition(options.palette));
  script.line("set cbrange {}", interval(*layout.shades));
  if (panel.bare)
    script.line("unset colorbox");
  else {
    const double left = layout.axes.right + shades_distance;
    script.line(
        "set colorbox vertical user origin {}, {} size screen {:.7f}, screen {:.7f} noborder",
        script.x(left), script.y(layout.axes.bottom), script.share_x(shades_width),
        script.share_y(layout.axes.height()));
    script.line("set cbtics nomirror out scale 0.4 {} textcolor rgb '{}'", ticks_of(*layout.shades),
                theme::ink);
    if (!options.scale_label.empty())
      script.page_text(left + shades_width + gap + layout.shade_labels + gap / 2 +
                           line_count(options.scale_label) * line_step / 2,
                       (layout.axes.top + layout.axes.bottom) / 2, options.scale_label,
                       fmt::format(",{}", theme::font), true);
  }

  // Large cells stand apart by a pixel; small ones overlap by half a pixel, or the paper would
  // shine through between them.
  const double cell_width = layout.axes.width() / (layout.x.range.hi - layout.x.range.lo),
               cell_height = layout.axes.height() / (layout.y.range.hi - layout.y.range.lo);
  const bool apart = std::min(cell_width, cell_height) >= 16;
  const double x_reach = 0.5 + (apart ? -0.5 : 0.25) / cell_width,
               y_reach = 0.5 + (apart ? -0.5 : 0.25) / cell_height;
  const auto boxes = [&](const arma::uvec& which) {
    const arma::vec x = arma::conv_to<arma::vec>::from(which / panel.cells.n_rows) + 1;
    const arma::vec y =
        arma::conv_to<arma::vec>::from(which - which / panel.cells.n_rows * panel.cells.n_rows) + 1;
    return std::vector<arma::vec>{x, y, x - x_reach, x + x_reach, y - y_reach, y + y_reach};
  };
  const arma::uvec shown = arma::find_finite(panel.cells),
                   blank = arma::find_nonfinite(panel.cells);
  if (!blank.is_empty())
    plots.add(boxes(blank),
              fmt::format("with boxxyerror fillstyle solid 1.0 noborder fillcolor rgb "
                          "'{}' notitle",
                          theme::blank_cell));
  std::vector<arma::vec> columns = boxes(shown);
  columns.emplace_back(arma::clamp(arma::vec(panel.cells.elem(shown)), lo, hi));
  plots.add(columns, "with boxxyerror fillstyle solid 1.0 noborder fillcolor palette notitle");

  if (!options.value_text)
    return;
  for (const arma::uword k : shown) {
    const double cell = panel.cells[k];
    const std::string text = value_text(cell, options.digits);
    const bool crowded = text_width(text, theme::cell_font) > cell_width;
    script.line(
        "set label {} at {}, {} center front font ',{}' textcolor rgb '{}'", string_constant(text),
        k / panel.cells.n_rows + 1, k % panel.cells.n_rows + 1,
        crowded ? theme::cell_font - 2 : theme::cell_font,
        theme::text_on(theme::palette_color(options.palette, (rounded(cell) - lo) / (hi - lo))));
  }
}

} // namespace

std::string figure_script(const Layout& page)
{
  Script script(page.size);
  script.line("set encoding utf8\nset multiplot");
  for (std::size_t i = 0; i < page.panels.size(); ++i) {
    const PanelLayout& layout = page.panels[i];
    script.line("reset");
    if (i == 0)
      script.page_text(page.size.width / 2.0,
                       gap + line_count(page.title) * theme::title_font * theme::line_height / 2,
                       page.title, fmt::format("{},{}", theme::bold, theme::title_font));
    const double title_lines = line_count(layout.panel.title);
    if (!layout.panel.title.empty())
      script.page_text((layout.axes.left + layout.axes.right) / 2,
                       layout.cell.top + 4 + title_lines * line_step / 2, layout.panel.title,
                       fmt::format(",{}", theme::font + 1));
    Plots plots(script, i);
    draw_axes(script, layout);
    draw_legend(script, layout);
    for (const Mark& mark : layout.panel.marks)
      draw_mark(script, layout, mark);
    if (layout.panel.cells.is_empty()) {
      draw_bars(script, plots, layout);
      draw_series(plots, layout);
    } else
      draw_heat_map(script, plots, layout);
    plots.draw();
  }
  script.line("unset multiplot");
  return script.text;
}

std::string terminal_script(const Panel& panel, Size characters)
{
  const Size size{characters.width * 8, static_cast<unsigned>(characters.height * line_step * 0.9)};
  Script script(size, true);
  Plots plots(script, 0);
  PanelLayout layout = with_scales(panel, size.width, size.height);
  layout.axes = {0, 0, static_cast<double>(size.width), static_cast<double>(size.height)};
  script.line("set encoding utf8");
  set_scales(script, layout);
  if (panel.bare)
    script.line("unset border\nunset xtics\nunset ytics\nset margins 0, 0, 0, 0");
  else {
    script.line("set xlabel {}", string_constant(panel.x.label));
    script.line("set xtics nomirror {}\nset ytics nomirror {}", ticks_of(layout.x),
                ticks_of(layout.y));
    script.line("set border 3");
  }
  script.line("set key tmargin center horizontal Left reverse");
  for (const Mark& mark : panel.marks) {
    if (mark.stroke.opacity < 0.25)
      continue;
    draw_mark(script, layout, mark);
    if (mark.kind != Mark::Kind::circle)
      continue;
    const arma::vec angle = arma::linspace(0, 2 * arma::datum::pi, 73);
    plots.add({mark.x0 + mark.x1 * arma::cos(angle), mark.y0 + mark.x1 * arma::sin(angle)},
              "with lines notitle");
  }
  for (const Series& series : panel.series) {
    const std::string legend = legend_of(series);
    switch (series.kind) {
    case Kind::line:
      plots.add({series.x, series.y}, "with lines " + legend);
      break;
    case Kind::line_points:
    case Kind::points:
      plots.add({series.x, series.y}, "with points " + legend);
      break;
    case Kind::error_bars:
      plots.add({series.x, series.y, series.lo, series.hi}, "with yerrorbars " + legend);
      break;
    case Kind::band:
      plots.add({series.x, series.lo}, "with lines dashtype 3 linetype 5 " + legend);
      plots.add({series.x, series.hi}, "with lines dashtype 3 linetype 5 notitle");
      break;
    case Kind::horizontal_line:
      plots.add(
          {arma::vec{layout.x.range.lo, layout.x.range.hi}, arma::vec{series.y[0], series.y[0]}},
          "with lines " + legend);
      break;
    case Kind::vertical_line:
      plots.add(
          {arma::vec{series.x[0], series.x[0]}, arma::vec{layout.y.range.lo, layout.y.range.hi}},
          "with lines " + legend);
      break;
    case Kind::bars:
      break;
    }
  }
  plots.draw();
  return script.text;
}

} // namespace epreuve::figures
