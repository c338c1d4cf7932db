#include "epreuve/figures/figure.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace epreuve::figures {

namespace {

constexpr arma::uword most_cells = 65536;

void require_data(const char* method, const char* name, const arma::vec& values)
{
  if (values.is_empty())
    throw Error("{}: {} is empty, expected at least one value", method, name);
}

void require_length(const char* method, const char* name, const arma::vec& values,
                    const char* other_name, arma::uword expected)
{
  if (values.n_elem != expected)
    throw Error("{}: {} has {} values, expected {} (as many as {})", method, name, values.n_elem,
                expected, other_name);
}

void require_finite(const char* method, const char* name, const arma::vec& values)
{
  for (arma::uword i = 0; i < values.n_elem; ++i)
    if (!std::isfinite(values(i)))
      throw Error("{}: {}[{}] is {}, which cannot be drawn; leave it out (in line and "
                  "line_points it makes a gap)",
                  method, name, i, values(i));
}

void require_finite(const char* method, const char* name, double value)
{
  if (!std::isfinite(value))
    throw Error("{}: {} is {}, expected a finite number", method, name, value);
}

void require_ordered(const char* method, const char* below_name, const arma::vec& below,
                     const char* above_name, const arma::vec& above)
{
  for (arma::uword i = 0; i < below.n_elem; ++i)
    if (below(i) > above(i))
      throw Error("{}: {}[{}] = {} exceeds {}[{}] = {}", method, below_name, i, below(i),
                  above_name, i, above(i));
}

void require_xy(const char* method, const arma::vec& x, const arma::vec& y)
{
  require_data(method, "x", x);
  require_length(method, "y", y, "x", x.n_elem);
}

void require_visible(const char* method, const arma::vec& x, const arma::vec& y)
{
  require_xy(method, x, y);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    if (std::isfinite(x(i)) && std::isfinite(y(i)))
      return;
  throw Error("{}: no point (x, y) of the {} given is finite, so there is nothing to draw", method,
              x.n_elem);
}

Range range_of(const char* method, double lo, double hi)
{
  require_finite(method, "lo", lo);
  require_finite(method, "hi", hi);
  if (!(lo < hi))
    throw Error("{}: expected lo < hi, got lo = {} and hi = {}", method, lo, hi);
  return {lo, hi};
}

void set_ticks(const char* method, Axis& axis, const std::vector<double>& values,
               const std::vector<std::string>& labels)
{
  require_data(method, "values", arma::vec(values));
  require_finite(method, "values", arma::vec(values));
  if (!labels.empty() && labels.size() != values.size())
    throw Error("{}: labels has {} entries, expected {} (as many as values) or none", method,
                labels.size(), values.size());
  axis.ticks = values;
  axis.tick_labels = labels;
}

void require_labels(const char* name, const std::vector<std::string>& labels, arma::uword expected,
                    const arma::mat& cells)
{
  if (!labels.empty() && labels.size() != expected)
    throw Error("heat_map: {} has {} entries, expected {} or none (cells is {})", name,
                labels.size(), expected, shape(cells));
}

void require_digits(const char* method, int digits)
{
  if (digits < 0 || digits > 12)
    throw Error("{}: digits is {}, expected 0 to 12", method, digits);
}

bool untouched(const Panel& panel)
{
  return panel.title.empty() && panel.series.empty() && panel.marks.empty() &&
         panel.cells.is_empty();
}

bool is_reference(const Series& series)
{
  return series.kind == Series::Kind::horizontal_line || series.kind == Series::Kind::vertical_line;
}

} // namespace

Figure& Figure::title(std::string text)
{
  model_.title = std::move(text);
  return *this;
}

Figure& Figure::caption(std::string text)
{
  model_.caption = std::move(text);
  return *this;
}

Figure& Figure::alt(std::string text)
{
  model_.alt = std::move(text);
  return *this;
}

Figure& Figure::measured()
{
  model_.measured = true;
  return *this;
}

Figure& Figure::size(unsigned width, unsigned height)
{
  for (const auto& [name, pixels] : {std::pair{"width", width}, std::pair{"height", height}})
    if (pixels < 200 || pixels > 4000)
      throw Error("size: {} is {} pixels, expected 200 to 4000", name, pixels);
  model_.width = width;
  model_.height = height;
  return *this;
}

Figure& Figure::columns(unsigned count)
{
  if (count == 0)
    throw Error("columns: count is 0, expected at least one panel per row");
  model_.columns = count;
  return *this;
}

Figure& Figure::panel(std::string title)
{
  if (model_.panels.size() > 1 || !untouched(current()))
    model_.panels.emplace_back();
  current().title = std::move(title);
  return *this;
}

Figure& Figure::axes(std::string x, std::string y)
{
  return x_label(std::move(x)).y_label(std::move(y));
}

Figure& Figure::x_label(std::string text)
{
  current().x.label = std::move(text);
  return *this;
}

Figure& Figure::y_label(std::string text)
{
  current().y.label = std::move(text);
  return *this;
}

Figure& Figure::x_range(double lo, double hi)
{
  current().x.range = range_of("x_range", lo, hi);
  return *this;
}

Figure& Figure::y_range(double lo, double hi)
{
  current().y.range = range_of("y_range", lo, hi);
  return *this;
}

Figure& Figure::log_x()
{
  current().x.log = true;
  return *this;
}

Figure& Figure::log_y()
{
  current().y.log = true;
  return *this;
}

Figure& Figure::x_ticks(const std::vector<double>& values, const std::vector<std::string>& labels)
{
  set_ticks("x_ticks", current().x, values, labels);
  return *this;
}

Figure& Figure::y_ticks(const std::vector<double>& values, const std::vector<std::string>& labels)
{
  set_ticks("y_ticks", current().y, values, labels);
  return *this;
}

Figure& Figure::legend_at(Corner corner)
{
  current().legend = corner;
  return *this;
}

Figure& Figure::equal_axes()
{
  current().equal_axes = true;
  return *this;
}

Figure& Figure::bare()
{
  current().bare = true;
  return *this;
}

Figure& Figure::add(Series series)
{
  if (!current().cells.is_empty())
    throw Error("a panel with a heat_map takes no other series; start another with panel()");
  current().series.push_back(std::move(series));
  return *this;
}

Figure& Figure::line(const arma::vec& x, const arma::vec& y, const std::string& legend)
{
  require_visible("line", x, y);
  return add({.kind = Series::Kind::line, .x = x, .y = y, .legend = legend});
}

Figure& Figure::points(const arma::vec& x, const arma::vec& y, const std::string& legend)
{
  require_xy("points", x, y);
  require_finite("points", "x", x);
  require_finite("points", "y", y);
  return add({.kind = Series::Kind::points, .x = x, .y = y, .legend = legend});
}

Figure& Figure::line_points(const arma::vec& x, const arma::vec& y, const std::string& legend)
{
  require_visible("line_points", x, y);
  return add({.kind = Series::Kind::line_points, .x = x, .y = y, .legend = legend});
}

Figure& Figure::curve(const std::function<double(double)>& f, double lo, double hi,
                      arma::uword samples, const std::string& legend)
{
  range_of("curve", lo, hi);
  if (!f)
    throw Error("curve: f is empty, expected a function of one number");
  if (samples < 2)
    throw Error("curve: samples is {}, expected at least 2", samples);
  const bool geometric = current().x.log;
  if (geometric && lo <= 0)
    throw Error("curve: lo is {}, expected a positive number (log_x was asked for)", lo);

  arma::vec x = geometric
                    ? arma::vec(arma::exp(arma::linspace(std::log(lo), std::log(hi), samples)))
                    : arma::vec(arma::linspace(lo, hi, samples));
  x.front() = lo;
  x.back() = hi;
  arma::vec y(samples);
  for (arma::uword i = 0; i < samples; ++i)
    y(i) = f(x(i));
  require_visible("curve", x, y);
  return add({.kind = Series::Kind::line, .x = x, .y = y, .legend = legend});
}

Figure& Figure::band(const arma::vec& x, const arma::vec& lo, const arma::vec& hi,
                     const std::string& legend)
{
  require_data("band", "x", x);
  require_length("band", "lo", lo, "x", x.n_elem);
  require_length("band", "hi", hi, "x", x.n_elem);
  require_finite("band", "x", x);
  require_finite("band", "lo", lo);
  require_finite("band", "hi", hi);
  require_ordered("band", "lo", lo, "hi", hi);
  return add({.kind = Series::Kind::band, .x = x, .lo = lo, .hi = hi, .legend = legend});
}

Figure& Figure::error_bars(const arma::vec& x, const arma::vec& y, const arma::vec& lo,
                           const arma::vec& hi, const std::string& legend)
{
  require_xy("error_bars", x, y);
  require_length("error_bars", "lo", lo, "x", x.n_elem);
  require_length("error_bars", "hi", hi, "x", x.n_elem);
  require_finite("error_bars", "x", x);
  require_finite("error_bars", "y", y);
  require_finite("error_bars", "lo", lo);
  require_finite("error_bars", "hi", hi);
  require_ordered("error_bars", "lo", lo, "y", y);
  require_ordered("error_bars", "y", y, "hi", hi);
  return add(
      {.kind = Series::Kind::error_bars, .x = x, .y = y, .lo = lo, .hi = hi, .legend = legend});
}

Figure& Figure::bars(const std::vector<std::string>& labels, const arma::vec& values,
                     const std::string& legend, const Bars& options)
{
  require_data("bars", "values", values);
  if (labels.size() != values.n_elem)
    throw Error("bars: labels has {} entries, expected {} (as many as values)", labels.size(),
                values.n_elem);
  require_finite("bars", "values", values);
  require_digits("bars", options.digits);
  const bool grouped =
      std::any_of(current().series.begin(), current().series.end(),
                  [](const Series& series) { return series.kind == Series::Kind::bars; });
  if (grouped && labels != current().categories)
    throw Error("bars: labels differ from those of the panel's first bars; bars in groups share "
                "their labels");
  current().categories = labels;
  return add({.kind = Series::Kind::bars,
              .x = arma::regspace(1, static_cast<double>(values.n_elem)),
              .y = values,
              .legend = legend,
              .bars = options});
}

Figure& Figure::heat_map(const arma::mat& cells, const HeatMap& options)
{
  if (cells.is_empty())
    throw Error("heat_map: cells is {}, expected at least one row and one column", shape(cells));
  if (cells.n_elem > most_cells)
    throw Error("heat_map: cells is {}, expected at most {} cells; draw a part of it, or averages "
                "of blocks",
                shape(cells), most_cells);
  if (!cells.is_finite() && arma::vec(cells.elem(arma::find_finite(cells))).is_empty())
    throw Error("heat_map: no value in cells ({}) is finite, so there is nothing to draw",
                shape(cells));
  require_labels("row_labels", options.row_labels, cells.n_rows, cells);
  require_labels("column_labels", options.column_labels, cells.n_cols, cells);
  require_digits("heat_map", options.digits);
  if (options.range)
    range_of("heat_map: range", options.range->lo, options.range->hi);
  if (!current().series.empty() || !current().cells.is_empty())
    throw Error("heat_map: the panel already has a series; start another with panel()");
  if (current().x.log || current().y.log)
    throw Error("heat_map: rows and columns are counted, log_x and log_y do not apply");
  current().cells = cells;
  current().heat_map = options;
  return *this;
}

Figure& Figure::horizontal_line(double y, const std::string& legend)
{
  require_finite("horizontal_line", "y", y);
  return add({.kind = Series::Kind::horizontal_line, .y = arma::vec{y}, .legend = legend});
}

Figure& Figure::vertical_line(double x, const std::string& legend)
{
  require_finite("vertical_line", "x", x);
  return add({.kind = Series::Kind::vertical_line, .x = arma::vec{x}, .legend = legend});
}

Figure& Figure::add(Mark mark, const char* method)
{
  require_finite(method, "x0", mark.x0);
  require_finite(method, "y0", mark.y0);
  require_finite(method, "x1", mark.x1);
  require_finite(method, "y1", mark.y1);
  if (!(mark.stroke.width > 0 && mark.stroke.width <= 40))
    throw Error("{}: stroke.width is {} pixels, expected more than 0 and at most 40", method,
                mark.stroke.width);
  if (!(mark.stroke.opacity >= 0 && mark.stroke.opacity <= 1))
    throw Error("{}: stroke.opacity is {}, expected 0 to 1", method, mark.stroke.opacity);
  current().marks.push_back(std::move(mark));
  return *this;
}

Figure& Figure::arrow(double x0, double y0, double x1, double y1, const std::string& label,
                      const Stroke& stroke)
{
  return add({Mark::Kind::arrow, x0, y0, x1, y1, label, stroke}, "arrow");
}

Figure& Figure::segment(double x0, double y0, double x1, double y1, const std::string& label,
                        const Stroke& stroke)
{
  return add({Mark::Kind::segment, x0, y0, x1, y1, label, stroke}, "segment");
}

Figure& Figure::text(double x, double y, const std::string& text, Align align, Ink ink)
{
  require_finite("text", "x", x);
  require_finite("text", "y", y);
  return add({Mark::Kind::text, x, y, x, y, text, {.ink = ink}, align}, "text");
}

Figure& Figure::box(double x0, double y0, double x1, double y1, const std::string& text, Ink ink)
{
  return add({Mark::Kind::box, x0, y0, x1, y1, text, {.ink = ink}}, "box");
}

Figure& Figure::circle(double x, double y, double radius, const std::string& text,
                       const Stroke& stroke)
{
  require_finite("circle", "x", x);
  require_finite("circle", "y", y);
  if (!(radius > 0) || !std::isfinite(radius))
    throw Error("circle: radius is {}, expected a positive number", radius);
  return add({Mark::Kind::circle, x, y, radius, 0, text, stroke}, "circle");
}

void check_complete(const Figure& figure)
{
  const Model& model = figure.model();
  const std::string name =
      model.title.empty() ? "a figure" : fmt::format("figure \"{}\"", model.title);
  if (model.title.empty())
    throw Error("{}: has no title; every figure needs one, call title()", name);
  if (model.caption.empty())
    throw Error("{}: has no caption; say what to see in it, call caption()", name);
  if (model.alt.empty())
    throw Error("{}: has no alternative text; describe it with alt() for those who cannot see it",
                name);
  for (std::size_t i = 0; i < model.panels.size(); ++i) {
    const Panel& panel = model.panels[i];
    const std::string where =
        model.panels.size() == 1 ? name : fmt::format("{}, panel {}", name, i + 1);
    if (panel.series.empty() && panel.marks.empty() && panel.cells.is_empty())
      throw Error("{}: shows nothing; add a series or a diagram", where);
    if (!panel.bare && panel.x.label.empty())
      throw Error("{}: has no label on the x axis, call x_label() (or bare() for a diagram)",
                  where);
    if (!panel.bare && panel.y.label.empty())
      throw Error("{}: has no label on the y axis, call y_label() (or bare() for a diagram)",
                  where);
    const auto drawn = std::count_if(panel.series.begin(), panel.series.end(),
                                     [](const Series& series) { return !is_reference(series); });
    for (std::size_t k = 0; drawn >= 2 && k < panel.series.size(); ++k)
      if (!is_reference(panel.series[k]) && panel.series[k].legend.empty())
        throw Error("{}: series {} of {} has no legend; with two or more each needs one", where,
                    k + 1, panel.series.size());
  }
}

} // namespace epreuve::figures
