#include "epreuve/figures/table.hpp"

#include "epreuve/figures/layout.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace epreuve::figures {

namespace {

std::string one_line(const std::string& text)
{
  std::string line = printable(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

std::string shortened(const std::string& text, std::size_t width)
{
  const std::string line = one_line(text);
  if (display_width(line) <= width)
    return line;
  return std::string(prefix_within(line, static_cast<double>(width) - 1)) + "…";
}

std::string blocks(double length)
{
  static constexpr std::array<std::string_view, 8> parts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const long eighths = std::lround(length * 8);
  std::string bar;
  for (long i = 0; i < eighths / 8; ++i)
    bar += "█";
  return bar + std::string(parts[static_cast<std::size_t>(eighths % 8)]);
}

std::string label_of(const std::vector<std::string>& labels, arma::uword i)
{
  return labels.empty() ? std::to_string(i + 1) : labels[i];
}

std::string as_numbers(const Panel& panel, unsigned width)
{
  const HeatMap& options = panel.heat_map;
  const arma::mat& cells = panel.cells;
  std::size_t row_width = 0, cell_width = 0;
  for (arma::uword i = 0; i < cells.n_rows; ++i) {
    row_width = std::max(row_width, display_width(one_line(label_of(options.row_labels, i))));
    for (arma::uword j = 0; j < cells.n_cols; ++j)
      if (std::isfinite(cells(i, j)))
        cell_width = std::max(cell_width, display_width(value_text(cells(i, j), options.digits)));
  }
  for (arma::uword j = 0; j < cells.n_cols; ++j)
    cell_width = std::max(
        cell_width,
        std::min<std::size_t>(10, display_width(one_line(label_of(options.column_labels, j)))));
  row_width = std::min<std::size_t>(row_width, 16);
  if (row_width + cells.n_cols * (cell_width + 2) > width)
    return "";

  std::string table = std::string(row_width, ' ');
  for (arma::uword j = 0; j < cells.n_cols; ++j)
    table += "  " + pad_left(shortened(label_of(options.column_labels, j), cell_width), cell_width);
  for (arma::uword i = 0; i < cells.n_rows; ++i) {
    table += "\n" + pad_left(shortened(label_of(options.row_labels, i), row_width), row_width);
    for (arma::uword j = 0; j < cells.n_cols; ++j)
      table += "  " +
               pad_left(std::isfinite(cells(i, j)) ? value_text(cells(i, j), options.digits) : "·",
                        cell_width);
  }
  return table + "\n";
}

std::string as_shades(const Panel& panel, unsigned width)
{
  static constexpr std::array<std::string_view, 5> shades{" ", "░", "▒", "▓", "█"};
  const Range range = heat_map_range(panel);
  const auto blocks_of = [](arma::uword count, arma::uword most) {
    return (count + most - 1) / most;
  };
  const arma::mat& cells = panel.cells;
  const arma::uword across = blocks_of(cells.n_cols, std::min<arma::uword>(width - 2, 96)),
                    down = blocks_of(cells.n_rows, 40);
  std::string picture;
  for (arma::uword i = 0; i < cells.n_rows; i += down) {
    picture += "│";
    for (arma::uword j = 0; j < cells.n_cols; j += across) {
      const arma::mat block = cells.submat(i, j, std::min(i + down, cells.n_rows) - 1,
                                           std::min(j + across, cells.n_cols) - 1);
      const arma::vec finite = block.elem(arma::find_finite(block));
      if (finite.is_empty()) {
        picture += "·";
        continue;
      }
      const double t = (arma::mean(finite) - range.lo) / (range.hi - range.lo);
      picture += shades[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0, 1.0) * 4))];
    }
    picture += "│\n";
  }
  if (across > 1 || down > 1)
    picture += fmt::format("each character: the mean of {} x {} cells\n", down, across);
  return picture + fmt::format("from {:.4g} (blank) to {:.4g} (█)\n", range.lo, range.hi);
}

} // namespace

std::string bars_as_text(const Panel& panel, unsigned width)
{
  const auto groups = bar_groups(panel);
  std::size_t label_width = 0, legend_width = 0, value_width = 0;
  double lo = 0, hi = 0;
  for (const std::string& label : panel.categories)
    label_width = std::max(label_width, display_width(one_line(label)));
  for (const Series* series : groups) {
    legend_width = std::max(legend_width, display_width(one_line(series->legend)));
    for (const double value : series->y) {
      value_width = std::max(value_width, display_width(value_text(value, series->bars.digits)));
      lo = std::min(lo, value);
      hi = std::max(hi, value);
    }
  }
  label_width = std::min<std::size_t>(label_width, width / 4);
  legend_width = groups.size() > 1 ? std::min<std::size_t>(legend_width, width / 4) : 0;
  const double span = hi - lo > 0 ? hi - lo : 1;
  const double room =
      std::max(4.0, static_cast<double>(width) - static_cast<double>(label_width + legend_width) -
                        static_cast<double>(value_width) - 6.0);

  std::string text;
  for (std::size_t i = 0; i < panel.categories.size(); ++i)
    for (std::size_t k = 0; k < groups.size(); ++k) {
      const double value = groups[k]->y(i);
      const std::string label = k == 0 ? shortened(panel.categories[i], label_width) : "";
      text += pad_left(label, label_width) + "  ";
      if (legend_width > 0)
        text += pad_right(shortened(groups[k]->legend, legend_width), legend_width) + "  ";
      text += pad_left(value_text(value, groups[k]->bars.digits), value_width) + "  ";
      const auto zero = static_cast<std::size_t>(std::lround(-lo / span * room));
      const std::string bar = blocks(std::abs(value) / span * room);
      const std::size_t length = display_width(bar);
      text += std::string(value < 0 ? zero - std::min(zero, length) : zero, ' ') + bar + "\n";
    }
  return text;
}

std::string heat_map_as_text(const Panel& panel, unsigned width)
{
  std::string table = as_numbers(panel, width);
  return table.empty() ? as_shades(panel, width) : table;
}

} // namespace epreuve::figures
