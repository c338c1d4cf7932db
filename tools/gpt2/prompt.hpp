#pragma once

#include "common/output.hpp"

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/tokenizer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// The input of a command of `gpt2`, as it was typed.
struct PromptOptions
{
  std::optional<std::string> text, tokens;
  std::vector<std::string> more_words; ///< after the text: quotes were forgotten
  std::string weights, tokenizer;
  bool json = false;
};

/// Adds TEXT, --tokens, --weights, --tokenizer and --json.
void add_prompt_options(Command& command, PromptOptions& options);

/// Tokens, and the tokenizer that knows their texts if they came from a text or one was named.
struct Prompt
{
  std::vector<gpt2::Token> tokens;
  std::optional<gpt2::Tokenizer> tokenizer;
  std::optional<std::string> typed; ///< the text that they came from
  bool begins_with_marker =
      false; ///< the first token is not of the text, but <|endoftext|> before it

  /// {"id", "token"}: the token's text, with invalid UTF-8 printed as U+FFFD, or null.
  Json entry(gpt2::Token token) const;
  Json entries(const std::vector<gpt2::Token>& tokens) const;
  /// The token in a table or figure, with blanks as ␣ and newlines as ↵; without a tokenizer its id.
  std::string label(gpt2::Token token) const;
  std::vector<std::string> labels() const;
  /// The text in quotes, for a caption; of a long text only its end; without a tokenizer
  /// "3 tokens".
  std::string named() const;
};

/// Numbers separated by commas.
/// @throws Error naming the piece that is not a token id
std::vector<gpt2::Token> parse_tokens(const std::string& list);

/// The longest text that a command reads, in bytes: more than a model gets through in a week.
inline constexpr std::size_t longest_text = std::size_t{64} << 20;

/// Everything that standard input holds, byte for byte.
/// @param advice  what to do instead of typing, for the message
/// @throws Error if it is a terminal, where nobody was asked to type, or if it holds more than the longest text
std::string standard_input(std::string_view advice);

/// The tokens of TEXT or --tokens; if neither is given, of standard input without its last newline,
/// which is the shell's and not the text's.
/// @throws Error for both or no token; for an id that the model does not have
Prompt read_prompt(const PromptOptions& options, const gpt2::Config& config);

/// The token that a text is.
/// @param prompt  whose tokenizer is asked
/// @param option  that gave the text, for the message: "--answer"
/// @throws Error unless it is exactly one, or if there is no tokenizer
gpt2::Token one_token(const Prompt& prompt, const char* option, const std::string& text);

/// @throws Error for more than one of TEXT and --tokens, or for a second TEXT
void require_one_source(const PromptOptions& options);
/// @throws Error for ids that a vocabulary of N tokens does not have
void require_known(const std::vector<gpt2::Token>& tokens, std::size_t N);
/// @throws Error for more tokens than the model's context
void require_within_context(const std::vector<gpt2::Token>& tokens, const gpt2::Config& config);

} // namespace epreuve::tools
