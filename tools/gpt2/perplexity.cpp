#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/pieces.hpp"
#include "gpt2/prompt.hpp"
#include "gpt2/token_figures.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/read_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::tools {

namespace {

using gpt2::Token;

struct PerplexityOptions
{
  PromptOptions prompt; ///< its text is the file's name
  std::string precision = "float";
  std::optional<std::size_t> stride;
  bool each = false;
  FigureOptions figures;
};

std::string text_of(const std::string& file)
{
  if (std::filesystem::is_directory(file))
    throw Error("{} is a folder; name a file with a text", file);
  if (!std::filesystem::exists(file))
    throw Error("there is no file {} that can be read; name a file with a text", file);
  return read_text_or_pipe(file, longest_text);
}

constexpr std::string_view how_to_give_a_text =
    "name its file, put it on standard input, or give --tokens 464,3797";

/// The text of a file or of standard input, or --tokens.
struct Sample
{
  Prompt prompt;
  std::size_t bytes = 0; ///< of all tokens except the first, which nothing predicts
};

Sample read_sample(const PromptOptions& options, const gpt2::Config& config)
{
  require_one_source(options);
  PromptOptions contents = options;
  if (!options.tokens) {
    contents.text = options.text ? text_of(*options.text) : standard_input(how_to_give_a_text);
    if (contents.text->empty())
      throw Error("there is no text; {}", how_to_give_a_text);
  }
  Sample sample{read_prompt(contents, config)};
  const Prompt& prompt = sample.prompt;
  if (prompt.tokens.size() < 2)
    throw Error("one token predicts nothing; give a longer text");
  if (prompt.tokenizer)
    sample.bytes =
        contents.text->size() -
        (prompt.begins_with_marker ? 0 : prompt.tokenizer->bytes(prompt.tokens.front()).size());
  return sample;
}

/// The tokens that predict the next one are read in windows of a context, each begun `stride`
/// tokens after the one before; a window repeats tokens that were read already, for their keys and values, and predicts
/// from the new ones. Calls read(begin, new, end) for each.
template <typename Read>
void for_each_window(std::size_t count, std::size_t context, std::size_t stride, const Read& read)
{
  for (std::size_t begin = 0, fresh = 0; fresh < count; begin += stride) {
    const std::size_t end = std::min(begin + context, count);
    read(begin, fresh, end);
    fresh = end;
  }
}

/// -ln p(token | those before it in its window), of all tokens but the first.
template <typename Real>
arma::vec negative_log_likelihoods(const gpt2::Model<Real>& model, const std::vector<Token>& tokens,
                                   std::size_t stride)
{
  const std::size_t context = model.config().context, count = tokens.size() - 1;
  std::size_t pieces = 0;
  for_each_window(count, context, stride, [&](std::size_t, std::size_t fresh, std::size_t end) {
    pieces += piece_count(end - fresh);
  });
  tools::Progress progress(pieces);
  gpt2::Session<Real> session(model);
  arma::vec found(count);
  const auto add = [&](std::size_t first, const arma::Mat<Real>& logits) {
    for (arma::uword j = 0; j < logits.n_cols; ++j) {
      const auto x = arma::conv_to<arma::vec>::from(logits.col(j));
      found[first + j] = math::log_sum_exp(x) - x[tokens[first + j + 1]];
    }
  };
  for_each_window(count, context, stride,
                  [&](std::size_t begin, std::size_t fresh, std::size_t end) {
                    session.clear();
                    if (begin < fresh)
                      session.append({tokens.data() + begin, tokens.data() + fresh});
                    append_in_pieces(session, tokens, fresh, end, progress, add);
                  });
  return found;
}

/// The token that the i-th surprise is at.
Token surprising(const Prompt& prompt, std::size_t i)
{
  return prompt.tokens[i + 1];
}

void print_surprises(const arma::vec& surprises, const Prompt& prompt)
{
  Column tokens{"token", {}, Align::left}, bits{"surprise (bits)"};
  for (arma::uword i = 0; i < surprises.n_elem; ++i) {
    tokens.cells.push_back(prompt.label(surprising(prompt, i)));
    bits.cells.push_back(fmt::format("{:.2f}", surprises[i]));
  }
  print_table({tokens, bits});
  std::cout << '\n';
}

Json surprises_json(const arma::vec& surprises, const Prompt& prompt)
{
  Json list = Json::array();
  for (arma::uword i = 0; i < surprises.n_elem; ++i) {
    list.push_back(prompt.entry(surprising(prompt, i)));
    list.back()["bits"] = surprises[i];
  }
  return list;
}

/// @param file  that the text was read from, if it was
figures::Figure figure_of(const arma::vec& surprises, const Prompt& prompt,
                          const std::optional<std::string>& file)
{
  const std::vector<std::string> labels = prompt.labels();
  // A long text has its file's name, a short one is its own.
  const std::string text = file && labels.size() > most_labels
                               ? std::filesystem::path(*file).filename().string()
                               : prompt.named();
  return surprise_figure(text, {labels.begin() + 1, labels.end()}, surprises);
}

void perplexity(const PerplexityOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const gpt2::Config& config = checkpoint.config();
  const std::size_t stride = options.stride.value_or((config.context + 1) / 2);
  if (stride > config.context)
    throw Error("--stride {} is more than the model's context of {}: tokens would be left out",
                stride, config.context);
  const Sample sample = read_sample(options.prompt, config);
  prepare(options.figures);
  const arma::vec each = with_model(options.precision, checkpoint, [&](const auto& model) {
    return negative_log_likelihoods(model, sample.prompt.tokens, stride);
  });
  const double sum = arma::accu(each);
  const arma::vec surprises = each / std::numbers::ln2;
  const std::size_t predicted = sample.prompt.tokens.size() - 1;
  const double mean = sum / static_cast<double>(predicted);
  const double bits = sum / std::numbers::ln2 / static_cast<double>(sample.bytes);
  const auto figures = [&]() -> std::vector<NamedFigure> {
    return {{"perplexity", figure_of(surprises, sample.prompt, options.prompt.text)}};
  };
  if (options.prompt.json) {
    Json json{{"tokens", sample.prompt.tokens.size()},
              {"predicted", predicted},
              {"mean_negative_log_likelihood", mean},
              {"perplexity", std::exp(mean)},
              {"bits_per_byte", sample.bytes > 0 ? Json(bits) : Json()}};
    if (options.each)
      json["surprises"] = surprises_json(surprises, sample.prompt);
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, figures());
    print(json);
    return;
  }
  if (options.each)
    print_surprises(surprises, sample.prompt);
  std::cout << fmt::format("tokens                 {}, all but the first predicted\n"
                           "mean -ln p             {:.4f}\n"
                           "perplexity             {:.2f}\n",
                           sample.prompt.tokens.size(), mean, std::exp(mean));
  if (sample.bytes > 0)
    std::cout << fmt::format("bits per byte          {:.4f}\n", bits);
  if (options.figures.given())
    show(options.figures, figures());
}

} // namespace

void add_perplexity(Command& gpt2)
{
  Command command =
      gpt2.add_subcommand("perplexity", "How well the model predicts the text of a file");
  const auto options = std::make_shared<PerplexityOptions>();
  add_prompt_options(command, options->prompt);
  command.get_option("TEXT").description(
      "File with the text; without it, standard input, byte for byte");
  add_whole_number(command, "--stride", options->stride, {1, gpt2::largest_size},
                   "A text longer than the context is read in windows that begin this many tokens "
                   "apart; half a context if not given");
  command.add_flag("--each", options->each,
                   "Also the surprise at each token: -log2 of its probability, in bits");
  add_any_precision_option(command, options->precision);
  add_figure_options(command, options->figures, "the surprise at each token");
  command.footer("Example: ./epreuve gpt2 perplexity book.txt --json");
  command.callback([options] { perplexity(*options); });
}

} // namespace epreuve::tools
