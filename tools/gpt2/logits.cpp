#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"
#include "gpt2/pieces.hpp"
#include "gpt2/prompt.hpp"

#include "epreuve/command.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::tools {

namespace {

struct LogitsOptions
{
  PromptOptions prompt;
  std::string precision = "float";
  std::string out;
};

/// Logits after each token: N x K.
template <typename Real>
arma::Mat<Real> all_logits(const gpt2::Model<Real>& model, const std::vector<gpt2::Token>& tokens)
{
  gpt2::Session<Real> session(model);
  tools::Progress progress(piece_count(tokens.size()));
  arma::Mat<Real> all(model.config().N, tokens.size());
  append_in_pieces(session, tokens, 0, tokens.size(), progress,
                   [&](std::size_t begin, const arma::Mat<Real>& logits) {
                     all.cols(begin, begin + logits.n_cols - 1) = logits;
                   });
  return all;
}

/// Writes one column after the other, so a row of the file is a position.
template <typename Real>
std::string_view bytes(const arma::Mat<Real>& logits)
{
  static_assert(std::endian::native == std::endian::little);
  return {reinterpret_cast<const char*>(logits.memptr()), logits.n_elem * sizeof(Real)};
}

void logits(const LogitsOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  require_writable(options.out);
  with_model(options.precision, checkpoint, [&](const auto& model) {
    write_file(options.out, bytes(all_logits(model, prompt.tokens)));
  });
  const char* type = options.precision == "double" ? "float64" : "float32";
  const std::size_t rows = prompt.tokens.size(), columns = checkpoint.config().N;
  if (options.prompt.json)
    print({{"tokens", prompt.entries(prompt.tokens)},
           {"file", options.out},
           {"type", type},
           {"rows", rows},
           {"columns", columns}});
  else
    std::cerr << fmt::format("epreuve: {}: {} x {} little-endian {}, one row per position\n",
                             options.out, rows, columns, type);
}

} // namespace

void add_logits(Command& gpt2)
{
  Command command = gpt2.add_subcommand("logits", "The logits after each token, as raw numbers");
  const auto options = std::make_shared<LogitsOptions>();
  add_prompt_options(command, options->prompt);
  add_any_precision_option(command, options->precision);
  command
      .add_option("--out", options->out,
                  "File for the logits: little-endian float32, or float64 with --precision "
                  "double; one row of N values per position")
      .type_name("FILE")
      .required();
  command.footer("Example: ./epreuve gpt2 logits --tokens 464,3797,3332 --out logits.bin");
  command.callback([options] { logits(*options); });
}

} // namespace epreuve::tools
