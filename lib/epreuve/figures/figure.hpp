#pragma once

#include "epreuve/figures/render.hpp"

#include <armadillo>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::figures {

/// Where a panel's legend goes. `above` the axes it can hide nothing, so it is the default;
/// the corners are inside, for panels that have nothing there.
enum class Corner
{
  above,
  top_left,
  top_right,
  bottom_left,
  bottom_right
};

/// `sequential` runs from light (low) to dark (high) so that ink on paper means quantity;
/// `diverging` is light at the middle of its range, by default 0, blue below and red above.
enum class Palette
{
  sequential,
  diverging
};

enum class Ink
{
  plain,
  accent,
  muted
};

enum class Align
{
  left,
  center,
  right
};

struct Range
{
  double lo = 0;
  double hi = 1;
};

/// How the lines of a diagram are drawn; `width` in pixels. Of an `opacity` below 1 they let through what was drawn
/// before, so draw the strong ones last. In characters, lines of opacity below a quarter are left out.
struct Stroke
{
  Ink ink = Ink::plain;
  double width = 1.5;
  bool dashed = false;
  double opacity = 1;
};

struct Bars
{
  bool value_text = false;
  int digits = 3; ///< of the value text, after the point
};

struct HeatMap
{
  std::vector<std::string> row_labels{};    ///< one per row, or none: rows are numbered
  std::vector<std::string> column_labels{}; ///< one per column, or none
  std::optional<Range> range{};             ///< values of the palette's two ends; else the data's
  Palette palette = Palette::sequential;
  bool value_text = false;
  int digits = 2; ///< of the value text, after the point
  std::string scale_label{};
  bool square_cells = true; ///< while the matrix is at most three times longer than wide
};

/// The model of a figure: plain data, which rendering reads.
struct Series
{
  enum class Kind
  {
    line,
    points,
    line_points,
    band,
    error_bars,
    bars,
    horizontal_line,
    vertical_line
  };
  Kind kind = Kind::line;
  arma::vec x{}, y{}, lo{}, hi{}; ///< lo and hi of bands and error bars
  std::string legend{};
  Bars bars{};
};

struct Mark
{
  enum class Kind
  {
    arrow,
    segment,
    text,
    box,
    circle
  };
  Kind kind = Kind::segment;
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0; ///< a circle has its radius, in units of x, in x1
  std::string text{};
  Stroke stroke{};
  Align align = Align::center;
};

struct Axis
{
  std::string label{};
  std::optional<Range> range{};
  bool log = false;
  std::vector<double> ticks{}; ///< empty: chosen by the renderer
  std::vector<std::string> tick_labels{};
};

struct Panel
{
  std::string title{};
  Axis x{}, y{};
  Corner legend = Corner::above;
  bool equal_axes = false;
  bool bare = false;
  std::vector<std::string> categories{}; ///< of bars: at x = 1, 2, ...
  std::vector<Series> series{};
  std::vector<Mark> marks{};
  arma::mat cells{}; ///< of a heat map
  HeatMap heat_map{};
};

struct Model
{
  std::string title, caption, alt;
  bool measured = false;
  unsigned columns = 0; ///< of panels; 0: all side by side
  unsigned width = 0, height = 0;
  std::vector<Panel> panels{Panel{}};
};

/// A figure of the course. It is described first, then rendered (render.hpp); its title,
/// caption and alternative text can be read without rendering.
///
///     Figure()
///         .title("Softmax, coordinate by coordinate")
///         .x_label("logit").y_label("probability")
///         .line(x, y, "σ₁").line(x, z, "σ₂")
///         .caption("...").alt("...");
///
/// Every method checks its arguments and throws Error naming the one that does not fit:
/// lengths that differ, nothing to draw, a value that cannot be shown. In line() and
/// line_points() a NaN or an infinity is a gap; elsewhere it is an error. Values are drawn to
/// 12 significant digits, which keeps the last bits of a sum from moving a tick.
///
/// Text is plain Unicode (Greek letters, sub- and superscripts): no markup is interpreted, except that a letter
/// with an index, W_out or e^t, is set as such in SVG (indices.hpp). A newline breaks the line; other control characters
/// and bytes that are not UTF-8 are shown as symbols.
class Figure
{
public:
  Figure& title(std::string text);
  Figure& caption(std::string text);
  /// The alternative text: a description for those who cannot see the figure.
  Figure& alt(std::string text);
  /// Marks a figure of a time or a memory peak: it changes from run to run, so it is never
  /// tracked nor compared.
  Figure& measured();
  /// Width and height in pixels; by default, a size that suits the number of panels.
  Figure& size(unsigned width, unsigned height);
  /// Panels per row: 1 stacks them. By default all are side by side.
  Figure& columns(unsigned count);

  /// Starts a further panel; the methods below apply to the last one started. As long as the first
  /// panel shows nothing and has no title, this names the first one instead.
  Figure& panel(std::string title);
  Figure& x_label(std::string text);
  Figure& y_label(std::string text);
  /// Both labels, of x and of y.
  Figure& axes(std::string x, std::string y);
  Figure& x_range(double lo, double hi);
  Figure& y_range(double lo, double hi);
  Figure& log_x();
  Figure& log_y();
  /// Ticks at `values`, with `labels` (as many, or none: the values as numbers).
  Figure& x_ticks(const std::vector<double>& values, const std::vector<std::string>& labels = {});
  Figure& y_ticks(const std::vector<double>& values, const std::vector<std::string>& labels = {});
  Figure& legend_at(Corner corner);
  /// One unit is as long on x as on y: circles are round. One of the ranges grows.
  Figure& equal_axes();
  /// No axes, for diagrams.
  Figure& bare();

  Figure& line(const arma::vec& x, const arma::vec& y, const std::string& legend = "");
  Figure& points(const arma::vec& x, const arma::vec& y, const std::string& legend = "");
  Figure& line_points(const arma::vec& x, const arma::vec& y, const std::string& legend = "");
  /// The graph of f at `samples` abscissas from lo to hi, equally spaced, or geometrically
  /// when log_x() came before. Where f is not finite there is a gap.
  Figure& curve(const std::function<double(double)>& f, double lo, double hi,
                arma::uword samples = 201, const std::string& legend = "");
  /// The region lo <= y <= hi, in a tint of the colour of the series added next.
  Figure& band(const arma::vec& x, const arma::vec& lo, const arma::vec& hi,
               const std::string& legend = "");
  /// Points y with intervals [lo, hi] (bounds, not distances).
  Figure& error_bars(const arma::vec& x, const arma::vec& y, const arma::vec& lo,
                     const arma::vec& hi, const std::string& legend = "");
  /// Bars from 0, one per label; called again with the same labels, bars in groups. The group
  /// of label i is at x = i + 1.
  Figure& bars(const std::vector<std::string>& labels, const arma::vec& values,
               const std::string& legend = "", const Bars& options = {});
  /// Cells as in a printed matrix: row 1 on top. NaN and infinite cells stay blank (a causal
  /// mask). Row and column numbers, counted from 1, are the coordinates of marks.
  Figure& heat_map(const arma::mat& cells, const HeatMap& options = {});
  /// Reference lines across the panel.
  Figure& horizontal_line(double y, const std::string& legend = "");
  Figure& vertical_line(double x, const std::string& legend = "");

  Figure& arrow(double x0, double y0, double x1, double y1, const std::string& label = "",
                const Stroke& stroke = {});
  Figure& segment(double x0, double y0, double x1, double y1, const std::string& label = "",
                  const Stroke& stroke = {});
  Figure& text(double x, double y, const std::string& text, Align align = Align::center,
               Ink ink = Ink::plain);
  /// A box between two opposite corners, `text` in its middle.
  Figure& box(double x0, double y0, double x1, double y1, const std::string& text = "",
              Ink ink = Ink::plain);
  /// A circle (round with equal_axes()); the radius is in units of x.
  Figure& circle(double x, double y, double radius, const std::string& text = "",
                 const Stroke& stroke = {});

  const std::string& title() const { return model_.title; }
  const std::string& caption() const { return model_.caption; }
  const std::string& alt() const { return model_.alt; }
  bool is_measured() const { return model_.measured; }
  const Model& model() const { return model_; }

private:
  Panel& current() { return model_.panels.back(); }
  Figure& add(Series series);
  Figure& add(Mark mark, const char* method);

  Model model_;
};

/// Throws Error, naming what is missing, unless the figure has a title, a caption, an
/// alternative text and in each panel something to see, a label on each axis (unless bare) and
/// a legend for every series when there are several. render() and render_text() call it.
void check_complete(const Figure& figure);

} // namespace epreuve::figures
