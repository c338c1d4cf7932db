#include "epreuve/figures/script.hpp"

#include "epreuve/figures/gnuplot.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/text.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

namespace epreuve::figures {

namespace {

using Kind = Series::Kind;

std::string number(double value)
{
  return std::isfinite(value) ? fmt::format("{:.12g}", value) : "NaN";
}

/// Commands, and data blocks as they come; then one plot command over all of them.
class Script
{
public:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> command, Arguments&&... arguments)
  {
    text_ += fmt::format(command, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  /// Rows of numbers, pieces of a line apart; `what` follows "using 1:2:..." in the plot command.
  using Row = std::vector<double>;
  void plot(const std::vector<std::vector<Row>>& pieces, const std::string& what)
  {
    const std::string block = fmt::format("$data{}", ++count_);
    line("{} << END", block);
    std::size_t columns = 0;
    for (const std::vector<Row>& piece : pieces) {
      for (const Row& row : piece) {
        // A row that is not finite is a hole.
        const bool hole =
            !std::ranges::all_of(row, [](double value) { return std::isfinite(value); });
        std::string values;
        for (const double value : row)
          values += (values.empty() ? "" : " ") + (hole ? "NaN" : number(value));
        line("{}", values);
        columns = row.size();
      }
      line("");
    }
    line("END");
    std::string fields = "1";
    for (std::size_t i = 2; i <= columns; ++i)
      fields += ":" + std::to_string(i);
    plots_ += fmt::format("{}{} using {} {}", plots_.empty() ? "plot " : ", \\\n     ", block,
                          fields, what);
  }

  std::string finish()
  {
    line("{}", plots_.empty() ? "plot NaN notitle" : plots_);
    return std::move(text_);
  }

private:
  std::string text_, plots_;
  std::size_t count_ = 0;
};

/// Writes the shapes and texts of a picture, one unit of the axes being a pixel.
class PictureScript
{
public:
  explicit PictureScript(const Picture& sheet)
  {
    script_.line("set encoding utf8\nunset border\nunset key\nunset xtics\nunset ytics");
    script_.line("set lmargin at screen 0\nset rmargin at screen 1");
    script_.line("set bmargin at screen 0\nset tmargin at screen 1");
    script_.line("set xrange [0:{}]\nset yrange [{}:0]", sheet.size.width, sheet.size.height);
    script_.line("set clip two");
    for (const picture::Text& text : sheet.texts)
      write(text);
    for (const picture::Shape& shape : sheet.shapes)
      std::visit([&](const auto& one) { write(one); }, shape);
  }

  std::string finish() { return script_.finish(); }

private:
  using Row = Script::Row;

  static std::vector<Row> rows(const std::vector<Position>& places)
  {
    std::vector<Row> all;
    for (const Position& place : places)
      all.push_back({place.x, place.y});
    return all;
  }

  /// "#AARRGGBB": gnuplot counts from opaque to transparent.
  static std::string color(const theme::Paint& paint, double opacity)
  {
    return fmt::format("rgb '#{:02X}{}'", std::lround(255 * (1 - opacity)), paint.value.substr(1));
  }

  static std::string stroke(const picture::Pen& pen)
  {
    std::vector<std::string> lengths;
    for (const double length : pen.dashes)
      lengths.push_back(number(length));
    return fmt::format("linewidth {} linecolor {} dashtype {}", number(pen.width),
                       color(pen.paint, pen.opacity),
                       lengths.empty() ? "1" : fmt::format("({})", fmt::join(lengths, ",")));
  }

  void write(const picture::Line& lines)
  {
    std::vector<std::vector<Row>> pieces;
    for (const std::vector<Position>& piece : lines.pieces)
      pieces.push_back(rows(piece));
    script_.plot(pieces, "with lines " + stroke(lines.pen));
  }

  void write(const picture::Area& area)
  {
    std::vector<Row> outline = rows(area.outline);
    outline.push_back(outline.front());
    script_.plot({outline}, fmt::format("with filledcurves closed fillstyle solid 1.0 noborder "
                                        "fillcolor {}",
                                        color(area.fill, area.opacity)));
    if (area.border)
      script_.plot({outline}, "with lines " + stroke(*area.border));
  }

  void write(const picture::Circle& circle)
  {
    std::vector<Position> outline;
    for (const double angle : arma::vec(arma::linspace(0, 2 * arma::datum::pi, 73)))
      outline.push_back({circle.middle.x + circle.radius * std::cos(angle),
                         circle.middle.y + circle.radius * std::sin(angle)});
    if (circle.fill)
      write(picture::Area{outline, *circle.fill, 1, circle.border});
    else
      write(picture::Line{{outline}, circle.border});
  }

  void write(const picture::Markers& markers)
  {
    using Shape = theme::Marker::Shape;
    const Shape shape = markers.marker.shape;
    const int open = shape == Shape::square     ? 4
                     : shape == Shape::circle   ? 6
                     : shape == Shape::triangle ? 8
                                                : 12;
    script_.plot({rows(markers.places)},
                 fmt::format("with points linewidth 1.4 linecolor {} pointtype {} pointsize 0.75",
                             color(markers.paint, 1), open + (markers.marker.filled ? 1 : 0)));
  }

  void write(const picture::Cells& cells)
  {
    const auto down = cells.shares.n_rows, across = cells.shares.n_cols;
    const double width = cells.frame.width() / static_cast<double>(across),
                 height = cells.frame.height() / static_cast<double>(down);
    constexpr double overlap = 0.25; // or the paper would shine through between them
    std::vector<Row> all;
    for (arma::uword j = 0; j < across; ++j)
      for (arma::uword i = 0; i < down; ++i) {
        const double share = cells.shares(i, j);
        const std::string value =
            std::isfinite(share) ? theme::hexadecimal(theme::palette_color(cells.palette, share))
                                 : theme::blank_cell.value;
        const double x = cells.frame.left + width * (static_cast<double>(j) + 0.5),
                     y = cells.frame.top + height * (static_cast<double>(i) + 0.5);
        all.push_back({x, y, x - width / 2 - overlap, x + width / 2 + overlap,
                       y - height / 2 - overlap, y + height / 2 + overlap,
                       static_cast<double>(std::stoi(value.substr(1), nullptr, 16))});
      }
    script_.plot({all}, "with boxxyerror fillstyle solid 1.0 noborder linecolor rgb variable");
  }

  void write(const picture::Shades& shades)
  {
    write(picture::Cells{shades.frame, arma::linspace(1, 0, 256), shades.palette});
  }

  void write(const picture::Text& text)
  {
    script_.line("set label {} at {}, {} {} rotate by {} front font '{},{}' textcolor {}",
                 string_constant(text.text), number(text.at.x), number(text.at.y),
                 text.align == Align::left    ? "left"
                 : text.align == Align::right ? "right"
                                              : "center",
                 number(text.angle), text.bold ? "sans-serif:Bold" : "", number(text.size),
                 color(text.paint, 1));
  }

  Script script_;
};

/// Writes a panel in characters: no colours, and what is less than a row apart is in one row.
class PanelScript
{
public:
  PanelScript(const Panel& panel, Size characters)
      : width_(characters.width * 8.0), height_(std::floor(characters.height * line_step * 0.9)),
        layout_(with_scales(panel, width_, height_)), panel_(layout_.panel)
  {
    layout_.axes = {0, 0, width_, height_};
    script_.line("set encoding utf8");
    scales();
    script_.line("set key tmargin center horizontal Left reverse");
    for (const Mark& mark : panel_.marks)
      if (mark.stroke.opacity >= 0.25)
        write(mark);
    for (const Series& series : panel_.series)
      write(series);
  }

  std::string finish() { return script_.finish(); }

private:
  static std::string interval(const Scale& scale)
  {
    return fmt::format("[{:.15g}:{:.15g}]", scale.range.lo, scale.range.hi);
  }

  static std::string ticks(const Scale& scale)
  {
    std::string ticks;
    for (const Scale::Tick& tick : scale.ticks)
      ticks += fmt::format("{}{} {:.15g} {}", ticks.empty() ? "" : ", ", tick_constant(tick.label),
                           tick.at, tick.minor ? 1 : 0);
    return "(" + ticks + ")";
  }

  void scales()
  {
    script_.line("set xrange {}\nset yrange {}", interval(layout_.x), interval(layout_.y));
    if (layout_.x.log)
      script_.line("set logscale x");
    if (layout_.y.log)
      script_.line("set logscale y");
    if (panel_.bare) {
      script_.line("unset border\nunset xtics\nunset ytics\nset margins 0, 0, 0, 0");
      return;
    }
    script_.line("set xlabel {}", string_constant(panel_.x.label));
    script_.line("set xtics nomirror {}\nset ytics nomirror {}\nset border 3", ticks(layout_.x),
                 ticks(layout_.y));
  }

  static std::string at(double x, double y) { return number(x) + ", " + number(y); }

  /// The lines of a text around a place, each set apart by us: gnuplot's step from line to line is its terminal's.
  void write(const std::string& text, const std::string& place, const char* align,
             const Position& aside = {})
  {
    const std::vector<std::string> lines = split_lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty())
        continue;
      const double rows =
          std::ceil(static_cast<double>(i) - (static_cast<double>(lines.size()) - 1) / 2);
      script_.line("set label {} at {} {} front offset screen {:.7f}, screen {:.7f}",
                   string_constant(lines[i]), place, align, aside.x / width_,
                   -(aside.y + rows * line_step) / height_);
    }
  }

  void write(const Mark& mark)
  {
    const std::string middle = at(layout_.middle_x(mark), layout_.middle_y(mark));
    // Gnuplot chooses characters by these, too.
    const std::string look = fmt::format(
        "linecolor rgb '{}' linewidth {} dashtype {}", theme::color(mark.stroke.ink).value,
        number(mark.stroke.width), mark.stroke.dashed ? "(6,4)" : "1");
    switch (mark.kind) {
    case Mark::Kind::arrow:
    case Mark::Kind::segment:
      script_.line("set arrow from {} to {} {} {} {}", at(mark.x0, mark.y0), at(mark.x1, mark.y1),
                   mark.kind == Mark::Kind::arrow ? "head filled size screen 0.013,20,70"
                                                  : "nohead",
                   panel_.bare ? "back" : "front", look);
      write(mark.text, middle, "center", layout_.beside(mark));
      break;
    case Mark::Kind::text:
      write(mark.text, at(mark.x0, mark.y0),
            mark.align == Align::left    ? "left"
            : mark.align == Align::right ? "right"
                                         : "center");
      break;
    case Mark::Kind::box:
      // Empty: gnuplot 6 would write it full of "#".
      script_.line("set object rectangle from {} to {} front fillstyle empty border linecolor rgb "
                   "'{}' linewidth 1.2",
                   at(mark.x0, mark.y0), at(mark.x1, mark.y1), theme::color(mark.stroke.ink).value);
      write(mark.text, middle, "center");
      break;
    case Mark::Kind::circle: {
      script_.line("set object circle at {} size {} front fillstyle empty border {}",
                   at(mark.x0, mark.y0), number(mark.x1), look);
      const arma::vec angle = arma::linspace(0, 2 * arma::datum::pi, 73);
      plot(mark.x0 + mark.x1 * arma::cos(angle), mark.y0 + mark.x1 * arma::sin(angle),
           "with lines notitle");
      write(mark.text, at(mark.x0, mark.y0), "center");
      break;
    }
    }
  }

  void plot(const arma::vec& x, const arma::vec& y, const std::string& what)
  {
    plot(std::vector<arma::vec>{x, y}, what);
  }

  void plot(const std::vector<arma::vec>& columns, const std::string& what)
  {
    std::vector<Script::Row> rows(columns.front().n_elem);
    for (arma::uword i = 0; i < columns.front().n_elem; ++i)
      for (const arma::vec& column : columns)
        rows[i].push_back(column(i));
    script_.plot({rows}, what);
  }

  void write(const Series& series)
  {
    const std::string legend =
        series.legend.empty() ? "notitle" : "title " + string_constant(series.legend);
    const auto [left, right] = layout_.x.range;
    const auto [bottom, top] = layout_.y.range;
    switch (series.kind) {
    case Kind::line:
      plot(series.x, series.y, "with lines " + legend);
      break;
    case Kind::line_points:
    case Kind::points:
      plot(series.x, series.y, "with points " + legend);
      break;
    case Kind::error_bars:
      plot({series.x, series.y, series.lo, series.hi}, "with yerrorbars " + legend);
      break;
    case Kind::band:
      plot(series.x, series.lo, "with lines dashtype 3 linetype 5 " + legend);
      plot(series.x, series.hi, "with lines dashtype 3 linetype 5 notitle");
      break;
    case Kind::horizontal_line:
      plot({left, right}, {series.y[0], series.y[0]}, "with lines " + legend);
      break;
    case Kind::vertical_line:
      plot({series.x[0], series.x[0]}, {bottom, top}, "with lines " + legend);
      break;
    case Kind::bars:
      break;
    }
  }

  double width_, height_; ///< pixels, as if a page had so many characters
  PanelLayout layout_;
  const Panel& panel_;
  Script script_;
};

} // namespace

std::string figure_script(const Picture& sheet)
{
  return PictureScript(sheet).finish();
}

std::string terminal_script(const Panel& panel, Size characters)
{
  return PanelScript(panel, characters).finish();
}

} // namespace epreuve::figures
