#include "weaver/drawings.hpp"

#include "epreuve/lexer.hpp"
#include "epreuve/text.hpp"

#include "weaver/literate.hpp"

#include <algorithm>

namespace epreuve::book {

namespace {

using Tokens = std::vector<Token>;

/// Behind the bracket that closes the one at `open`.
std::size_t after_brackets(const Tokens& tokens, std::size_t open)
{
  int depth = 0;
  std::size_t at = open;
  do {
    const std::string_view text = tokens[at].text;
    depth += text == "(" || text == "{" || text == "[" ? 1 : 0;
    depth -= text == ")" || text == "}" || text == "]" ? 1 : 0;
    ++at;
  } while (depth > 0 && at < tokens.size());
  return at;
}

bool is_text(const Tokens& tokens, std::size_t at, std::string_view text)
{
  return at < tokens.size() && tokens[at].text == text;
}

} // namespace

Drawings::Drawings(const std::vector<SourceFile>& files)
{
  for (const SourceFile& file : files) {
    const std::string text = clean_source(file.text);
    const std::vector<std::string> lines = split_lines(text);
    const Tokens tokens = tokens_of(text);
    std::size_t begin = 0; // of the declaration, its comments included
    for (std::size_t i = 0; i < tokens.size();) {
      const bool named = tokens[i].kind == Token::Kind::identifier && is_text(tokens, i + 1, "(");
      const std::size_t after = named ? after_brackets(tokens, i + 1) : i + 1;
      if (named && is_text(tokens, after, "{")) {
        const std::size_t end = after_brackets(tokens, after);
        std::string code;
        for (int line = tokens[begin].line; line <= tokens[end - 1].last_line; ++line)
          code += lines[static_cast<std::size_t>(line - 1)] + "\n";
        functions_.try_emplace(std::string(tokens[i].text),
                               Drawing{file.path.substr(file.path.rfind('/') + 1),
                                       tokens[begin].line, code.substr(0, code.size() - 1)});
        i = begin = end;
        continue;
      }
      const std::string_view last = tokens[i].text;
      if (last == ";" || last == "{" || last == "}" || tokens[i].kind == Token::Kind::directive)
        begin = i + 1;
      i = after;
    }
  }
}

std::vector<Drawing> Drawings::of(std::string_view figure,
                                  const std::vector<std::string>& texts) const
{
  std::vector<Drawing> drawings;
  for (const std::string& text : texts) {
    const Tokens tokens = tokens_of(text);
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
      if (tokens[i].text != "figure" || tokens[i + 1].text != "(" ||
          tokens[i + 2].kind != Token::Kind::string ||
          value_of_string(tokens[i + 2].text) != figure)
        continue;
      const std::size_t end = after_brackets(tokens, i + 1);
      for (std::size_t j = i + 3; j < end; ++j)
        if (const auto found = functions_.find(tokens[j].text); found != functions_.end())
          drawings.push_back(found->second);
      return drawings;
    }
  }
  return drawings;
}

} // namespace epreuve::book
