#include "gpt2/attention_figures.hpp"

#include "gpt2/figures.hpp"

#include "epreuve/figures/head_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace epreuve::tools {

namespace {

using figures::Figure;

constexpr double blank = std::numeric_limits<double>::quiet_NaN();
constexpr arma::uword most_cells = 65536; // of a heat map
constexpr arma::uword most_blocks = 20;   // of a pattern on the sheet, along each side
constexpr arma::uword most_rows = 256;    // of a pattern with a figure of its own

/// The pattern, blank where the causal mask leaves nothing.
arma::mat below_the_mask(arma::mat pattern)
{
  for (arma::uword key = 1; key < pattern.n_cols; ++key)
    pattern.col(key).head(key).fill(blank);
  return pattern;
}

/// Cells of a sheet of patterns, b x b blocks each, with a blank line between neighbours.
arma::uword sheet_cells(arma::uword layers, arma::uword heads, arma::uword b)
{
  return (layers * (b + 1) - 1) * (heads * (b + 1) - 1);
}

/// The largest entries of `step` x `step` blocks.
arma::mat in_blocks(const arma::mat& pattern, arma::uword step)
{
  const arma::uword K = pattern.n_rows, b = (K + step - 1) / step;
  arma::mat blocks(b, b);
  for (arma::uword i = 0; i < b; ++i)
    for (arma::uword j = 0; j < b; ++j)
      blocks(i, j) = pattern
                         .submat(i * step, j * step, std::min((i + 1) * step, K) - 1,
                                 std::min((j + 1) * step, K) - 1)
                         .max();
  return blocks;
}

/// What a caption says about the blocks.
std::string about_blocks(arma::uword step)
{
  return step == 1 ? "" : fmt::format(" A cell is the largest of {} x {} weights.", step, step);
}

/// Ticks in the middle of each of `count` patterns, numbered from 0.
std::pair<std::vector<double>, std::vector<std::string>> middles(arma::uword count, arma::uword b)
{
  std::vector<double> at;
  std::vector<std::string> labels;
  for (arma::uword i = 0; i < count; ++i) {
    at.push_back(static_cast<double>(i * (b + 1)) + (static_cast<double>(b) + 1) / 2);
    labels.push_back(std::to_string(i));
  }
  return {at, labels};
}

} // namespace

Figure attention_map(const std::string& name, const arma::mat& pattern,
                     const std::vector<std::string>& tokens)
{
  const arma::uword K = pattern.n_rows, step = (K + most_rows - 1) / most_rows;
  const auto labels = K <= most_labels ? tokens : std::vector<std::string>{};
  Figure figure;
  const arma::uword labelled = labels.size();
  figure.title(fmt::format("Head {}: what each token attends to", name))
      .size(pixels(300, 20, labelled, 680), pixels(140, 20, labelled, 460))
      .x_label("key")
      .y_label("query")
      .heat_map(below_the_mask(in_blocks(pattern, step)), {.row_labels = labels,
                                                           .column_labels = labels,
                                                           .range = figures::Range{0, 1},
                                                           .value_text = K <= 8,
                                                           .digits = 3,
                                                           .scale_label = "weight"})
      .caption(fmt::format("The attention pattern of head {} over {} tokens: a row is a query and "
                           "sums to 1.{}",
                           name, K, about_blocks(step)))
      .alt(fmt::format("Heat map of the {} x {} attention pattern of head {}, lower triangular.", K,
                       K, name));
  return figure;
}

Figure attention_lines(const std::string& name, const arma::mat& pattern,
                       const std::vector<std::string>& tokens)
{
  Figure figure;
  figure.title(fmt::format("Head {}: from query to key", name))
      .size(560, pixels(90, 26, tokens.size(), 300));
  figures::head_view(figure, tokens, pattern);
  figure
      .caption(fmt::format("Head {}: queries on the left, keys on the right; the stronger a line, "
                           "the larger the weight.",
                           name))
      .alt(fmt::format("Lines from {} query tokens to the key tokens that head {} attends to.",
                       tokens.size(), name));
  return figure;
}

Figure attention_sheet(const std::vector<arma::cube>& patterns,
                       const std::vector<std::string>& tokens)
{
  const arma::uword layers = patterns.size(), heads = patterns.front().n_slices, K = tokens.size();
  arma::uword step = (K + most_blocks - 1) / most_blocks;
  while (step < K && sheet_cells(layers, heads, (K + step - 1) / step) > most_cells)
    ++step;
  const arma::uword b = (K + step - 1) / step;

  arma::mat cells(layers * (b + 1) - 1, heads * (b + 1) - 1);
  cells.fill(blank);
  for (arma::uword layer = 0; layer < layers; ++layer)
    for (arma::uword head = 0; head < heads; ++head)
      cells.submat(layer * (b + 1), head * (b + 1), arma::size(b, b)) =
          below_the_mask(in_blocks(patterns[layer].slice(head), step));

  const auto [y_ticks, y_labels] = middles(layers, b);
  const auto [x_ticks, x_labels] = middles(heads, b);
  Figure figure;
  figure.title(fmt::format("The patterns of all {} heads", layers * heads))
      .size(pixels(160, 80, heads, 300), pixels(120, 80, layers, 200))
      .x_label("head")
      .y_label("layer")
      .x_ticks(x_ticks, x_labels)
      .y_ticks(y_ticks, y_labels)
      .heat_map(cells, {.range = figures::Range{0, 1}, .scale_label = "weight"})
      .caption(
          fmt::format("Attention patterns over {} tokens, one for each head: queries down, keys to "
                      "the right.{}",
                      K, about_blocks(step)))
      .alt(fmt::format("{} x {} small heat maps of lower triangular attention patterns.", layers,
                       heads));
  return figure;
}

} // namespace epreuve::tools
