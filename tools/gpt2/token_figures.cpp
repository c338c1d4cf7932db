#include "gpt2/token_figures.hpp"

#include "epreuve/text.hpp"
#include "gpt2/figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace epreuve::tools {

namespace {

using figures::Figure;

constexpr std::size_t most_values = 16; ///< printed above their bars; none if there are more
constexpr std::size_t most_told = 8;    ///< listed in an alternative text

std::vector<std::string> first(const std::vector<std::string>& all, std::size_t count)
{
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

/// "␣floor 7.64 %, ␣bed 6.53 %" of the first few.
std::string listed(const std::vector<std::string>& labels, const arma::vec& values,
                   const char* unit)
{
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(most_told, labels.size()); ++i)
    parts.push_back(fmt::format("{} {:.2f} {}", labels[i], values[i], unit));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// In pixels: if there are many bars, their labels are turned, and each needs less room.
unsigned width_of_bars(std::size_t count)
{
  constexpr std::size_t many = 16;
  return count <= many ? pixels(120, 60, count, 620) : pixels(120, 30, count, 1080);
}

/// Means of `step` values each; the last mean is of the values that are left.
arma::vec means_of_blocks(const arma::vec& values, arma::uword step)
{
  arma::vec means((values.n_elem + step - 1) / step);
  for (arma::uword i = 0; i < means.n_elem; ++i)
    means[i] = arma::mean(values.subvec(i * step, std::min((i + 1) * step, values.n_elem) - 1));
  return means;
}

} // namespace

Figure next_figure(const std::string& text, const std::vector<std::string>& labels,
                   const arma::vec& probabilities)
{
  const std::vector<std::string> drawn = first(labels, most_labels);
  const arma::vec percent = 100 * probabilities.head(drawn.size());
  Figure figure;
  figure.title(fmt::format("The most probable tokens after {}", text))
      .size(width_of_bars(drawn.size()), 420)
      .x_label("next token")
      .y_label("probability (%)")
      .y_range(0, 1.12 * percent.max())
      .bars(drawn, percent, "", {.value_text = drawn.size() <= most_values, .digits = 2})
      .caption(fmt::format("The {} that the model finds most probable after {}: together they have "
                           "{:.1f} % of the probability. A blank is drawn as ␣.",
                           counted(drawn.size(), "token"), text, arma::accu(percent)))
      .alt(fmt::format("Bar chart of probabilities, in falling order: {}{}.",
                       listed(drawn, percent, "%"),
                       drawn.size() <= most_told ? ""
                                                 : fmt::format(", and so on to {} {:.2f} %",
                                                               drawn.back(), percent.back())));
  return figure;
}

Figure compared_figure(const std::string& text, const std::vector<std::string>& words,
                       const arma::vec& model, const arma::vec& exact, double missing)
{
  const std::vector<std::string> drawn = first(words, most_labels);
  const arma::vec of_model = 100 * model.head(drawn.size()), right = 100 * exact.head(drawn.size());
  Figure figure;
  figure.title(fmt::format("Next words after {}", text))
      .size(width_of_bars(2 * drawn.size()), 420)
      .x_label("next word")
      .y_label("probability (%)")
      .y_range(0, 1.12 * std::max(of_model.max(), right.max()))
      .bars(drawn, of_model, "petit", {.value_text = drawn.size() <= most_values / 2, .digits = 2})
      .bars(drawn, right, "exact", {.value_text = drawn.size() <= most_values / 2, .digits = 2})
      .caption(fmt::format("The next words after {}: what petit gives each, and its exact "
                           "probability in the language. Their "
                           "divergence is {:.5f} nats.",
                           text, missing))
      .alt(fmt::format("Pairs of bars: petit {}; exact {}.", listed(drawn, of_model, "%"),
                       listed(drawn, right, "%")));
  return figure;
}

Figure lens_figure(const std::string& text, const std::vector<std::string>& labels,
                   const std::vector<LensRow>& rows)
{
  constexpr std::size_t most_columns = 12;
  const std::vector<std::string> columns = first(labels, most_columns);
  arma::mat percent(rows.size(), columns.size());
  std::vector<std::string> depths;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    percent.row(i) = 100 * rows[i].probabilities.head(columns.size()).t();
    depths.push_back(fmt::format("{}: {}", rows[i].depth, rows[i].answer));
  }
  Figure figure;
  figure.title(fmt::format("What each layer would answer after {}", text))
      .size(pixels(320, 76, columns.size(), 620), pixels(170, 30, rows.size(), 320))
      .x_label("the model's own answers, the most probable first")
      .y_label("layer, and its first answer")
      .heat_map(percent, {.row_labels = depths,
                          .column_labels = columns,
                          .range = figures::Range{0, std::max(1e-6, percent.max())},
                          .value_text = true,
                          .digits = 1,
                          .scale_label = "%",
                          .square_cells = false})
      .caption(fmt::format("The logit lens after {}: the residual stream after each layer, read "
                           "by the final layer norm and the unembedding. A column is a token that "
                           "the model itself finds most probable; next to each layer is the token "
                           "that this layer would answer.",
                           text))
      .alt(fmt::format("Heat map of {} depths against {}. From the embedding, which would answer "
                       "{}, the probability of {} goes from {:.2f} to {:.2f} % after the last "
                       "layer.",
                       rows.size(), counted(columns.size(), "token"), rows.front().answer,
                       columns.front(), percent.col(0).front(), percent.col(0).back()));
  return figure;
}

Figure norms_figure(const std::string& text, const StreamNorms& norms)
{
  const arma::uword depths = norms.stream.size(), layers = depths - 1,
                    K = norms.stream.front().n_elem;
  arma::vec at(depths), lowest(depths), highest(depths), first_token(depths), last_token(depths);
  std::vector<std::string> labels;
  for (arma::uword depth = 0; depth < depths; ++depth) {
    const arma::vec& norm = norms.stream[depth];
    at[depth] = static_cast<double>(depth);
    lowest[depth] = norm.min();
    highest[depth] = norm.max();
    first_token[depth] = norm.front();
    last_token[depth] = norm.back();
    labels.push_back(depth == 0 ? "embed" : std::to_string(depth - 1));
  }
  const arma::vec layer = arma::regspace(0, static_cast<double>(layers) - 1);
  Figure figure;
  figure.title(fmt::format("Norms along the residual stream of {}", text)).size(1000, 440);
  figure.panel("the stream")
      .x_label("after layer")
      .y_label("norm of the vector")
      .x_ticks(arma::conv_to<std::vector<double>>::from(at), labels)
      .log_y();
  if (K > 1)
    figure.band(at, lowest, highest, "all tokens").line_points(at, first_token, "first token");
  figure.line_points(at, last_token, "last token");
  figure.panel("what a layer adds to the last token")
      .x_label("layer")
      .y_label("norm of what is added")
      .x_ticks(arma::conv_to<std::vector<double>>::from(layer))
      .line_points(layer, norms.attention, "attention")
      .line_points(layer, norms.mlp, "MLP");
  figure
      .caption(fmt::format("The residual stream of {}, {}: on the left the norm of its vectors "
                           "after the embedding and after each layer, the scale logarithmic; on "
                           "the right the norm of what attention and MLP add to the last of them.",
                           text, counted(K, "token")))
      .alt(fmt::format("Two panels over {} layers. The norm of the last token goes from {:.1f} in "
                       "the embedding to {:.1f} after the last layer{}. The largest addition to it "
                       "is {:.1f} by attention and {:.1f} by an MLP.",
                       layers, last_token.front(), last_token.back(),
                       K == 1 ? ""
                              : fmt::format(", that of the first token from {:.1f} to {:.1f}",
                                            first_token.front(), first_token.back()),
                       norms.attention.max(), norms.mlp.max()));
  return figure;
}

Figure attribution_figure(const std::string& text, const std::string& answer,
                          const gpt2::LogitAttribution& parts)
{
  const arma::vec attention = parts.attention();
  std::vector<std::string> labels{"embedding", "positions"};
  std::vector<double> values{parts.embedding, parts.position};
  for (arma::uword layer = 0; layer < attention.n_elem; ++layer) {
    labels.push_back(fmt::format("attention {}", layer));
    values.push_back(attention[layer]);
    labels.push_back(fmt::format("MLP {}", layer));
    values.push_back(parts.mlp[layer]);
  }
  labels.emplace_back("final bias");
  values.push_back(parts.final_bias);
  const arma::vec bars(values);
  const arma::uword largest = bars.index_max(), smallest = bars.index_min();
  Figure figure;
  figure.title(fmt::format("What is added up to the logit of {} after {}", answer, text))
      .size(pixels(120, labels.size() <= 40 ? 40 : 24, labels.size(), 620), 440)
      .x_label("part of the residual stream, in the order of the pass")
      .y_label("what it gives to the logit")
      .bars(labels, bars, "", {.value_text = labels.size() <= most_labels, .digits = 1})
      .caption(fmt::format("Direct logit attribution: the logit of {} after {}, {:.2f}, is the sum "
                           "of what each part of the last token's residual stream gives to it "
                           "through the final layer norm, whose scale is frozen, and the "
                           "unembedding. Attention is all heads of a layer and its bias.",
                           answer, text, parts.sum()))
      .alt(
          fmt::format("Bar chart of {} parts that sum to {:.2f}. The largest is {:.2f}, of {}; the "
                      "smallest {:.2f}, of {}.",
                      labels.size(), parts.sum(), bars[largest], labels[largest], bars[smallest],
                      labels[smallest]));
  return figure;
}

Figure head_attribution_figure(const std::string& text, const std::string& answer,
                               const gpt2::LogitAttribution& parts)
{
  const arma::mat cells = arma::join_rows(parts.heads, parts.attention_bias);
  const double most = std::max(1e-6, arma::abs(cells).max());
  std::vector<std::string> layers, heads;
  for (arma::uword layer = 0; layer < cells.n_rows; ++layer)
    layers.push_back(std::to_string(layer));
  for (arma::uword head = 0; head < parts.heads.n_cols; ++head)
    heads.push_back(std::to_string(head));
  heads.emplace_back("bias");
  const arma::uword strongest = arma::abs(parts.heads).index_max(),
                    layer = strongest % parts.heads.n_rows, head = strongest / parts.heads.n_rows;
  Figure figure;
  figure.title(fmt::format("What each head gives to the logit of {} after {}", answer, text))
      .size(pixels(200, 54, heads.size(), 520), pixels(190, 30, layers.size(), 280))
      .x_label("head")
      .y_label("layer")
      .heat_map(cells, {.row_labels = layers,
                        .column_labels = heads,
                        .range = figures::Range{-most, most},
                        .palette = figures::Palette::diverging,
                        .value_text = true,
                        .digits = 2,
                        .scale_label = "logit",
                        .square_cells = false})
      .caption(fmt::format("What each head, and the bias of each attention, gives directly to the "
                           "logit of {} after {}; not what later layers make of it. A row sums to "
                           "the bar of its attention.",
                           answer, text))
      .alt(fmt::format("Heat map of {} layers by {} heads and a bias. Head {}.{} gives most or "
                       "takes most, {:.2f}.",
                       layers.size(), parts.heads.n_cols, layer, head, parts.heads(strongest)));
  return figure;
}

Figure surprise_figure(const std::string& text, const std::vector<std::string>& labels,
                       const arma::vec& bits)
{
  constexpr arma::uword most_points = 500;
  const double mean = arma::mean(bits);
  const arma::uword step = (bits.n_elem + most_points - 1) / most_points;
  Figure figure;
  figure.title(fmt::format("The surprise at each token of {}", text))
      .y_label("surprise (bits)")
      .horizontal_line(mean, fmt::format("mean, {:.2f} bits", mean));
  if (bits.n_elem <= most_labels)
    figure.size(width_of_bars(bits.n_elem), 440)
        .x_label("token")
        .bars(labels, bits, "surprise", {.value_text = bits.n_elem <= most_values, .digits = 1});
  else {
    const arma::vec drawn = means_of_blocks(bits, step);
    const auto middle = static_cast<double>(step - 1) / 2;
    figure.size(1000, 420)
        .x_label("position in the text")
        .line(1 + middle +
                  static_cast<double>(step) *
                      arma::regspace(0, static_cast<double>(drawn.n_elem) - 1),
              drawn, step == 1 ? "surprise" : fmt::format("mean of {} tokens", step));
  }
  figure
      .caption(fmt::format("How surprised the model is at each token of {} after those before it: "
                           "-log2 of the probability that it gave the token, in bits. Nothing "
                           "predicts the first token. The mean, {:.2f} bits, makes the "
                           "perplexity 2^{:.2f} = {:.1f}.",
                           text, mean, mean, std::exp2(mean)))
      .alt(bits.n_elem <= most_labels
               ? fmt::format(
                     "Bar chart of the surprise at {}, the largest {:.1f} bits at {}: {}{}.",
                     counted(bits.n_elem, "token"), bits.max(), labels[bits.index_max()],
                     listed(labels, bits, "bits"), bits.n_elem <= most_told ? "" : ", and so on")
               : fmt::format("Line of the surprise at {}; its mean is {:.2f} bits, the largest "
                             "surprise {:.1f}.",
                             counted(bits.n_elem, "token"), mean, bits.max()));
  return figure;
}

} // namespace epreuve::tools
