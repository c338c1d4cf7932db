#include "gpt2/prompt.hpp"

#include "gpt2/files.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unistd.h>

namespace epreuve::tools {

namespace {

using gpt2::Token;

/// Text with visible newlines.
std::string on_one_line(const std::string& bytes)
{
  std::string shown;
  for (const char c : printable(bytes))
    shown += c == '\n' ? "↵" : std::string(1, c);
  return shown;
}

/// Text with visible blanks and newlines.
std::string visible(const std::string& bytes)
{
  std::string shown;
  for (const char c : on_one_line(bytes))
    shown += c == ' ' ? "␣" : std::string(1, c);
  return shown;
}

constexpr std::string_view what_to_give =
    "give one, as in \"The cat sat on the\", on standard input, or as --tokens 464,3797";

std::string without_last_newline(std::string text)
{
  for (const std::string_view line_end : {"\r\n", "\n"})
    if (text.ends_with(line_end))
      return text.substr(0, text.size() - line_end.size());
  return text;
}

} // namespace

void add_prompt_options(Command& command, PromptOptions& options)
{
  command.add_option(
      "TEXT", options.text,
      "The text, one argument, which may begin with - after --; without it, standard "
      "input, whose last newline does not count");
  command.add_option("MORE", options.more_words).group("");
  command
      .add_option(
          "--tokens", options.tokens,
          "Tokens instead of a text, as 464,3797; needs no tokenizer, and prints texts only "
          "with --tokenizer")
      .type_name("IDS");
  add_weights_option(command, options.weights);
  add_tokenizer_option(command, options.tokenizer);
  command.add_flag("--json", options.json, "As JSON");
}

Json Prompt::entry(Token token) const
{
  const bool known = tokenizer && token < tokenizer->vocabulary_size();
  return {{"id", token}, {"token", known ? Json(tokenizer->bytes(token)) : Json()}};
}

Json Prompt::entries(const std::vector<Token>& some) const
{
  Json list = Json::array();
  for (const Token token : some)
    list.push_back(entry(token));
  return list;
}

std::string Prompt::label(Token token) const
{
  const Json text = entry(token).at("token");
  return text.is_null() ? std::to_string(token) : visible(text.get<std::string>());
}

std::vector<std::string> Prompt::labels() const
{
  std::vector<std::string> all;
  for (const Token token : tokens)
    all.push_back(label(token));
  return all;
}

std::string Prompt::named() const
{
  if (!tokenizer)
    return counted(tokens.size(), "token");
  constexpr std::size_t most_columns = 48;
  std::string end;
  for (auto token = tokens.rbegin(); token != tokens.rend() - (begins_with_marker ? 1 : 0);
       ++token) {
    const std::string text =
        entry(*token).at("token").is_null() ? "\uFFFD" : tokenizer->bytes(*token);
    if (display_width(printable(text + end)) > most_columns)
      return fmt::format("“…{}”", on_one_line(end));
    end = text + end;
  }
  return fmt::format("“{}”", on_one_line(end));
}

std::string standard_input(std::string_view advice)
{
  if (::isatty(STDIN_FILENO) == 1)
    throw Error("there is no text to begin with; {}", advice);
  return read_standard_input(longest_text);
}

std::vector<Token> parse_tokens(const std::string& list)
{
  std::vector<Token> tokens;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view piece = trimmed(std::string_view(list).substr(begin, end - begin));
    Token token = 0;
    const auto [rest, error] = std::from_chars(piece.data(), piece.data() + piece.size(), token);
    if (error != std::errc() || rest != piece.data() + piece.size())
      throw Error("--tokens: \"{}\" is not a token id; give ids separated by commas, as in "
                  "--tokens 464,3797",
                  printable(piece));
    tokens.push_back(token);
    begin = end + 1;
  }
  return tokens;
}

Token one_token(const Prompt& prompt, const char* option, const std::string& text)
{
  if (!prompt.tokenizer)
    throw Error(
        "{} \"{}\" is a text, which only a tokenizer can make a token; name its folder with "
        "--tokenizer DIR",
        option, printable(text));
  const std::vector<Token> tokens = prompt.tokenizer->encode(text);
  if (tokens.empty())
    throw Error("{} is empty; give the text of one token, as in {} \" mouse\"", option, option);
  if (tokens.size() == 1)
    return tokens.front();
  std::vector<std::string> pieces;
  for (const Token token : tokens)
    pieces.push_back(prompt.label(token));
  throw Error("{} \"{}\" is {} tokens, {}; give the text of one token{}", option, printable(text),
              tokens.size(), fmt::join(pieces, " "),
              prompt.tokenizer->encode(" " + text).size() == 1
                  ? fmt::format(": with a blank before it, \" {}\", it is one", printable(text))
                  : "");
}

void require_one_source(const PromptOptions& options)
{
  if (options.text && options.tokens)
    throw Error("both a text and --tokens are given; leave one of them out");
  if (!options.more_words.empty())
    throw Error("\"{}\" follows the text \"{}\"; put a text of several words in quotes",
                printable(options.more_words.front()), printable(*options.text));
}

void require_known(const std::vector<Token>& tokens, std::size_t N)
{
  for (const Token token : tokens) {
    if (token >= N)
      throw Error("token {} is out of range: the vocabulary has {} tokens, 0 to {}", token, N,
                  N - 1);
  }
}

void require_within_context(const std::vector<Token>& tokens, const gpt2::Config& config)
{
  if (tokens.size() > config.context)
    throw Error("{} tokens are more than the model's context of {}; shorten the text",
                tokens.size(), config.context);
}

Prompt read_prompt(const PromptOptions& options, const gpt2::Config& config)
{
  require_one_source(options);
  Prompt prompt;
  if (options.tokens) {
    prompt.tokens = parse_tokens(*options.tokens);
    if (!options.tokenizer.empty())
      prompt.tokenizer = open_tokenizer(options.tokenizer, options.weights);
  } else {
    const std::string text =
        options.text ? *options.text : without_last_newline(standard_input(what_to_give));
    prompt.begins_with_marker = begins_with_end_of_text(options.tokenizer, options.weights);
    if (text.empty() && !prompt.begins_with_marker)
      throw Error("there is no text to begin with; {}", what_to_give);
    prompt.tokenizer = open_tokenizer(options.tokenizer, options.weights);
    prompt.tokens = prompt.tokenizer->encode(text);
    prompt.typed = text;
    if (prompt.begins_with_marker)
      prompt.tokens.insert(prompt.tokens.begin(), prompt.tokenizer->end_of_text());
  }
  require_known(prompt.tokens, config.N);
  return prompt;
}

} // namespace epreuve::tools
