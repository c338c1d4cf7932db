#include "gpt2_commands.hpp"
#include "gpt2_files.hpp"
#include "gpt2_pieces.hpp"
#include "gpt2_prompt.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/math/softmax.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <numbers>

namespace epreuve::driver {

namespace {

using gpt2::Token;

struct PerplexityOptions
{
  PromptOptions prompt; ///< its text is the file's name
  std::string precision = "float";
  std::size_t stride = 0;
};

std::string read_text(const std::string& file)
{
  if (std::filesystem::is_directory(file))
    throw Error("{} is a folder; name a file with a text", file);
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw Error("there is no file {} that can be read; name a file with a text", file);
  return {std::istreambuf_iterator<char>(input), {}};
}

/// The text of a file, or --tokens.
struct Sample
{
  Prompt prompt;
  std::size_t bytes = 0; ///< of the tokens but the first, which nothing predicts
};

Sample read_sample(const PromptOptions& options, const gpt2::Config& config)
{
  if (!options.text && !options.tokens)
    throw Error("which text? Name its file, or give --tokens");
  PromptOptions contents = options;
  if (options.text && !options.tokens)
    contents.text = read_text(*options.text);
  Sample sample{read_prompt(contents, config)};
  const Prompt& prompt = sample.prompt;
  if (prompt.tokens.size() < 2)
    throw Error("one token predicts nothing; give a longer text");
  if (prompt.tokenizer)
    sample.bytes = contents.text->size() - prompt.tokenizer->bytes(prompt.tokens.front()).size();
  return sample;
}

/// The tokens that predict the next one are read in windows of a context, each begun `stride`
/// tokens after the one before; a window repeats what was read already, for its keys and values,
/// and predicts from what is new. Calls read(begin, new, end) for each.
template <typename Read>
void for_each_window(std::size_t count, std::size_t context, std::size_t stride, const Read& read)
{
  for (std::size_t begin = 0, fresh = 0; fresh < count; begin += stride) {
    const std::size_t end = std::min(begin + context, count);
    read(begin, fresh, end);
    fresh = end;
  }
}

/// The sum of -ln p(token | those before it in its window), over all tokens but the first.
template <typename Real>
double negative_log_likelihood(const gpt2::Model<Real>& model, const std::vector<Token>& tokens,
                               std::size_t stride)
{
  const std::size_t context = model.config().context, count = tokens.size() - 1;
  std::size_t pieces = 0;
  for_each_window(count, context, stride, [&](std::size_t, std::size_t fresh, std::size_t end) {
    pieces += piece_count(end - fresh);
  });
  tools::Progress progress(pieces);
  gpt2::Session<Real> session(model);
  double sum = 0;
  const auto add = [&](std::size_t first, const arma::Mat<Real>& logits) {
    for (arma::uword j = 0; j < logits.n_cols; ++j) {
      const auto x = arma::conv_to<arma::vec>::from(logits.col(j));
      sum += math::log_sum_exp(x) - x[tokens[first + j + 1]];
    }
  };
  for_each_window(count, context, stride,
                  [&](std::size_t begin, std::size_t fresh, std::size_t end) {
                    session.clear();
                    if (begin < fresh)
                      session.append({tokens.data() + begin, tokens.data() + fresh});
                    append_in_pieces(session, tokens, fresh, end, progress, add);
                  });
  return sum;
}

void perplexity(const PerplexityOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const gpt2::Config& config = checkpoint.config();
  const std::size_t stride = options.stride != 0 ? options.stride : (config.context + 1) / 2;
  if (stride > config.context)
    throw Error("--stride {} is more than the model's context of {}: tokens would be left out",
                stride, config.context);
  const Sample sample = read_sample(options.prompt, config);
  const double sum = in_precision(options.precision, [&](auto real) {
    const gpt2::Model<decltype(real)> model(checkpoint);
    return negative_log_likelihood(model, sample.prompt.tokens, stride);
  });
  const std::size_t predicted = sample.prompt.tokens.size() - 1;
  const double mean = sum / static_cast<double>(predicted);
  const double bits = sum / std::numbers::ln2 / static_cast<double>(sample.bytes);
  if (options.prompt.json) {
    print({{"tokens", sample.prompt.tokens.size()},
           {"predicted", predicted},
           {"mean_negative_log_likelihood", mean},
           {"perplexity", std::exp(mean)},
           {"bits_per_byte", sample.bytes > 0 ? Json(bits) : Json()}});
    return;
  }
  std::cout << fmt::format("tokens                 {}, all but the first predicted\n"
                           "mean -ln p             {:.4f}\n"
                           "perplexity             {:.2f}\n",
                           sample.prompt.tokens.size(), mean, std::exp(mean));
  if (sample.bytes > 0)
    std::cout << fmt::format("bits per byte          {:.4f}\n", bits);
}

} // namespace

void add_perplexity(CLI::App& gpt2)
{
  CLI::App* command =
      gpt2.add_subcommand("perplexity", "How well the model predicts the text of a file");
  const auto options = std::make_shared<PerplexityOptions>();
  add_prompt_options(*command, options->prompt);
  command->get_option("TEXT")->description("File with the text; /dev/stdin reads standard input");
  command
      ->add_option("--stride", options->stride,
                   "A text longer than the context is read in windows that begin so many tokens "
                   "apart; half a context if not given")
      ->check(CLI::PositiveNumber)
      ->type_name("COUNT");
  add_precision_option(*command, options->precision);
  command->footer("Example: ./epreuve gpt2 perplexity book.txt --json");
  command->callback([options] { perplexity(*options); });
}

} // namespace epreuve::driver
