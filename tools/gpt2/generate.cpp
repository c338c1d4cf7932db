#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"
#include "gpt2/prompt.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/sampling.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/options.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

using gpt2::Token;

struct GenerateOptions
{
  PromptOptions prompt;
  std::string precision = "float";
  std::size_t count = 50;
  gpt2::Sampling sampling;
  std::uint64_t seed = 20170612; // as the chapters
};

/// Writes tokens as they come: their text, or without a tokenizer their ids as --tokens takes them.
class Writer
{
public:
  Writer(const Prompt& prompt, bool to_stdout) : to_stdout_(to_stdout)
  {
    if (prompt.tokenizer) {
      decoder_.emplace(*prompt.tokenizer);
      known_ = prompt.tokenizer->vocabulary_size();
    }
  }

  void write(Token token)
  {
    // A model's N may be padded beyond its vocabulary: such a token has no text.
    if (decoder_)
      put(token < known_ ? decoder_->next(token) : "\uFFFD");
    else
      put((written_++ == 0 ? "" : ",") + std::to_string(token));
  }
  void finish() { put(decoder_ ? decoder_->finish() : ""); }
  /// Ends the line of what was printed, if anything was.
  void end_line()
  {
    if (is_in_line_)
      std::cout << std::endl;
    is_in_line_ = false;
  }

  /// What was written since the last call.
  std::string take() { return std::exchange(text_, ""); }

private:
  void put(const std::string& piece)
  {
    text_ += piece;
    is_in_line_ = is_in_line_ || (to_stdout_ && !piece.empty());
    if (to_stdout_ && !(std::cout << piece << std::flush))
      throw Error("standard output takes no more text");
  }

  std::optional<gpt2::StreamDecoder> decoder_;
  bool to_stdout_;
  bool is_in_line_ = false; ///< a line of standard output is unfinished
  std::size_t known_ = 0;   ///< tokens of the vocabulary
  std::size_t written_ = 0;
  std::string text_;
};

/// The token that ends a text: without a tokenizer the last, as in the published vocabulary.
std::optional<Token> end_of_text(const Prompt& prompt, const gpt2::Config& config)
{
  if (!prompt.tokenizer)
    return static_cast<Token>(config.N - 1);
  return prompt.tokenizer->has_end_of_text() ? std::optional(prompt.tokenizer->end_of_text())
                                             : std::nullopt;
}

/// Why a text ends.
enum class Stop
{
  count,
  end_of_text,
  context
};

struct Generated
{
  std::vector<Token> tokens;
  Stop stop = Stop::count;
};

template <typename Real>
Generated generate(const gpt2::Model<Real>& model, const Prompt& prompt, std::size_t count,
                   gpt2::Sampler& sampler, Writer& writer)
{
  gpt2::Session<Real> session(model);
  const std::optional<Token> end = end_of_text(prompt, model.config());
  Generated generated;
  std::vector<Token> fresh = prompt.tokens;
  while (generated.tokens.size() < count) {
    if (session.room() < fresh.size()) {
      generated.stop = Stop::context;
      break;
    }
    const auto logits = arma::conv_to<arma::vec>::from(session.append(fresh));
    const Token token = sampler.draw(logits, session.tokens());
    if (token == end) {
      generated.stop = Stop::end_of_text;
      break;
    }
    generated.tokens.push_back(token);
    writer.write(token);
    fresh = {token};
  }
  writer.finish();
  return generated;
}

void run(const GenerateOptions& options)
{
  gpt2::Sampler sampler(options.sampling, options.seed);
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const gpt2::Config& config = checkpoint.config();
  const Prompt prompt = read_prompt(options.prompt, config);
  require_within_context(prompt.tokens, config);

  const bool streams = !options.prompt.json;
  Writer writer(prompt, streams);
  const auto generate_and_write = [&](const auto& model) {
    for (const Token token : std::span(prompt.tokens).subspan(prompt.begins_with_marker ? 1 : 0))
      writer.write(token);
    writer.take();
    return generate(model, prompt, options.count, sampler, writer);
  };
  Generated generated;
  try {
    generated = with_model(options.precision, checkpoint, generate_and_write);
  } catch (...) {
    writer.end_line(); // so the message begins on a line of its own
    throw;
  }
  if (streams) {
    writer.end_line();
    const std::string why = generated.stop == Stop::context
                                ? fmt::format("; the context of {} tokens is full", config.context)
                            : generated.stop == Stop::end_of_text ? "; the text is at its end"
                                                                  : "";
    std::cerr << fmt::format("epreuve: {}, seed {}{}\n", counted(generated.tokens.size(), "token"),
                             options.seed, why);
    return;
  }
  const char* stopped = generated.stop == Stop::context       ? "context"
                        : generated.stop == Stop::end_of_text ? "end of text"
                                                              : "count";
  print({{"prompt", prompt.entries(prompt.tokens)},
         {"tokens", prompt.entries(generated.tokens)},
         {"text", prompt.tokenizer ? Json(writer.take()) : Json()},
         {"stopped", stopped},
         {"seed", options.seed}});
}

} // namespace

void add_generate(Command& gpt2)
{
  Command command = gpt2.add_subcommand("generate", "Continue a text, token by token");
  const auto options = std::make_shared<GenerateOptions>();
  gpt2::Sampling& sampling = options->sampling;
  add_prompt_options(command, options->prompt);
  add_whole_number(command, "-n,--count", options->count, {0, gpt2::largest_size},
                   "Tokens to add, at most");
  command.add_option("--temperature", sampling.temperature, "0: always the most probable token")
      .capture_default_str();
  add_whole_number(command, "--top-k", sampling.top_k, {0, gpt2::largest_size},
                   "Only the k most probable tokens; 0: all");
  command
      .add_option("--top-p", sampling.top_p,
                  "Only the most probable tokens that together have this probability")
      .capture_default_str();
  command
      .add_option("--repetition-penalty", sampling.repetition_penalty,
                  "Above 1, tokens already there become less probable")
      .capture_default_str();
  add_whole_number(command, "--seed", options->seed, {}, "Seed of every random draw");
  add_any_precision_option(command, options->precision);
  command.footer(
      "The same seed gives the same text. It ends early at <|endoftext|> and where the "
      "context is full.\n"
      "Example: ./epreuve gpt2 generate \"Once upon a time\" -n 100 --top-k 40 --seed 1");
  command.callback([options] { run(*options); });
}

} // namespace epreuve::tools
