#include "epreuve/exercises/signature.hpp"

#include "epreuve/exercises/definitions.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>

namespace epreuve::exercises {

namespace {

using TokenSpan = std::span<const Token>;

struct Signature
{
  std::string returned;
  std::vector<std::string> parameters; ///< their types
};

bool is_word(const Token& token)
{
  return token.kind == Token::Kind::identifier || token.kind == Token::Kind::number;
}

/// A type, written in one way whatever its blanks are, and without exercise::.
std::string type_text(TokenSpan tokens)
{
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "exercise" && i + 2 < tokens.size() && tokens[i + 1].text == ":") {
      i += 2;
      continue;
    }
    if (i > 0 && is_word(tokens[i - 1]) && is_word(tokens[i]))
      text += ' ';
    text += tokens[i].text;
  }
  return text;
}

/// A parameter's type: all of it but its name and its default.
std::string type_of_parameter(TokenSpan tokens)
{
  const auto assigned = std::ranges::find(tokens, "=", &Token::text);
  tokens = tokens.first(static_cast<std::size_t>(assigned - tokens.begin()));
  const std::size_t n = tokens.size();
  const bool has_name = n >= 2 && is_word(tokens[n - 1]) && tokens[n - 2].text != ":" &&
                        tokens[n - 2].text != "const";
  return type_text(has_name ? tokens.first(n - 1) : tokens);
}

/// @param text  "arma::mat exercise::rotation(double omega)"
Signature signature_of(std::string_view text, std::string_view name)
{
  std::vector<Token> tokens = tokens_of(text);
  std::erase_if(tokens, [](const Token& token) { return token.kind == Token::Kind::comment; });
  std::size_t open = 1;
  while (open < tokens.size() && !(tokens[open].text == "(" && tokens[open - 1].text == name))
    ++open;
  Signature read;
  if (open >= tokens.size())
    return read;
  const bool is_qualified = open >= 4 && tokens[open - 2].text == ":";
  read.returned = type_text(TokenSpan(tokens).first(is_qualified ? open - 4 : open - 1));
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    const std::string_view token = tokens[i].text;
    if (depth == 0 && (token == "," || token == ")")) {
      if (i > begin)
        read.parameters.push_back(type_of_parameter(TokenSpan(tokens).subspan(begin, i - begin)));
      begin = i + 1;
      if (token == ")")
        return read;
    }
    depth += token == "(" || token == "<" || token == "{" ? 1 : 0;
    depth -= token == ")" || token == ">" || token == "}" ? 1 : 0;
  }
  return read;
}

/// How a function of the right name differs, in words; empty if it does not.
std::string difference(const Signature& expected, const Signature& found)
{
  if (found.parameters.size() != expected.parameters.size())
    return found.parameters.size() == 1
               ? said("it has 1 parameter, expected {}", expected.parameters.size())
               : said("it has {} parameters, expected {}", found.parameters.size(),
                      expected.parameters.size());
  for (std::size_t i = 0; i < expected.parameters.size(); ++i)
    if (found.parameters[i] != expected.parameters[i])
      return said("its parameter {} is {}, expected {}", i + 1, found.parameters[i],
                  expected.parameters[i]);
  if (found.returned != expected.returned && found.returned != "auto")
    return said("it returns {}, expected {}", found.returned, expected.returned);
  return "";
}

} // namespace

std::string as_defined(const Exercise& declared)
{
  std::string text = declared.signature;
  if (const auto at = text.find(' ' + declared.name + '('); at != std::string::npos)
    text.insert(at + 1, "exercise::");
  return text;
}

std::string why_missing(const Exercise& expected, const std::vector<Exercise>& chapter,
                        std::string_view text)
{
  std::vector<Definition> found = functions_defined_in(text).all;
  if (const auto same = std::ranges::find(found, expected.name, &Definition::name);
      same != found.end()) {
    const std::string words = difference(signature_of(expected.signature, expected.name),
                                         signature_of(same->text, expected.name));
    if (!words.empty())
      return said("line {} defines {}, but {}", same->line, expected.name, words);
    return said("line {} defines {}, but not in namespace exercise: write exercise::{}", same->line,
                expected.name, expected.name);
  }
  std::erase_if(found, [&](const Definition& other) {
    return std::ranges::find(chapter, other.name, &Exercise::name) != chapter.end();
  });
  const std::string none = said("no function is called {}", expected.name);
  if (found.empty())
    return none;
  std::vector<std::string> names;
  for (const Definition& other : found)
    names.push_back(other.name);
  const std::string near = nearest(expected.name, names);
  return said("{}; the nearest is {}, in line {}", none, near,
              std::ranges::find(found, near, &Definition::name)->line);
}

} // namespace epreuve::exercises
