#include "epreuve/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace epreuve {

namespace {

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// Bytes beyond ASCII count as parts of names, which is enough here.
bool is_name(char c)
{
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

class Lexer
{
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> all()
  {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        ++line_;
        ++at_;
        begins_line_ = true;
      } else if (is_blank(text_[at_]) || is_splice(at_))
        ++at_;
      else
        next();
    }
    return std::move(tokens_);
  }

private:
  char peek(std::size_t ahead = 0) const
  {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  /// A backslash that joins its line to the next.
  bool is_splice(std::size_t at) const
  {
    return text_[at] == '\\' &&
           (text_.substr(at + 1, 1) == "\n" || text_.substr(at + 1, 2) == "\r\n");
  }

  void push(Token::Kind kind, std::size_t end, bool ended = true)
  {
    const std::string_view text = text_.substr(at_, end - at_);
    const int last = line_ + static_cast<int>(std::ranges::count(text, '\n'));
    tokens_.push_back({kind, text, line_, last, begins_line_, ended});
    begins_line_ = false;
    line_ = last;
    at_ = end;
  }

  void next()
  {
    const char c = peek();
    if (c == '#' && begins_line_)
      push(Token::Kind::directive, end_of_directive());
    else if (c == '/' && peek(1) == '/')
      push(Token::Kind::comment, end_of_logical_line(at_));
    else if (c == '/' && peek(1) == '*') {
      const std::size_t close = text_.find("*/", at_ + 2);
      const bool ended = close != std::string_view::npos;
      push(Token::Kind::comment, ended ? close + 2 : text_.size(), ended);
    } else if (c == '"' || c == '\'')
      quoted(at_);
    else if (is_digit(c) || (c == '.' && is_digit(peek(1))))
      push(Token::Kind::number, end_of_number());
    else if (is_name(c))
      name();
    else
      push(Token::Kind::punctuation, at_ + 1);
  }

  /// A name, or a literal with a prefix: u8"...", LR"(...)", U'x'.
  void name()
  {
    std::size_t end = at_;
    while (end < text_.size() && is_name(text_[end]))
      ++end;
    const std::string_view prefix = text_.substr(at_, end - at_);
    const char quote = end < text_.size() ? text_[end] : '\0';
    constexpr std::array<std::string_view, 4> prefixes{"u8", "u", "U", "L"};
    constexpr std::array<std::string_view, 5> raw{"R", "u8R", "uR", "UR", "LR"};
    if (quote == '"' && std::ranges::find(raw, prefix) != raw.end())
      raw_string(end);
    else if ((quote == '"' || quote == '\'') &&
             std::ranges::find(prefixes, prefix) != prefixes.end())
      quoted(end);
    else
      push(Token::Kind::identifier, end);
  }

  void raw_string(std::size_t quote)
  {
    // No further than a delimiter is long, or many of these without a bracket would take quadratic time.
    constexpr std::size_t longest = 16;
    const std::string_view start = text_.substr(quote + 1, longest + 1);
    const std::size_t length = start.find('(');
    const std::string_view delimiter = start.substr(0, length);
    if (length == std::string_view::npos ||
        delimiter.find_first_of(" \t\r\n\v\f\\)\"") != std::string_view::npos)
      return quoted(quote);
    const std::string end = ")" + std::string(delimiter) + "\"";
    const std::size_t close = text_.find(end, quote);
    const bool ended = close != std::string_view::npos;
    push(Token::Kind::string, ended ? close + end.size() : text_.size(), ended);
  }

  void quoted(std::size_t quote)
  {
    const auto [end, ended] = end_of_quoted(quote);
    push(text_[quote] == '"' ? Token::Kind::string : Token::Kind::character, end, ended);
  }

  std::pair<std::size_t, bool> end_of_quoted(std::size_t quote) const
  {
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != '\n' && text_[end] != text_[quote])
      end += is_splice(end) && text_[end + 1] == '\r' ? 3 : text_[end] == '\\' ? 2 : 1;
    const bool ended = end < text_.size() && text_[end] == text_[quote];
    return {ended ? end + 1 : std::min(end, text_.size()), ended};
  }

  std::size_t end_of_number() const
  {
    std::size_t end = at_ + 1;
    const auto c = [&](std::size_t at) { return at < text_.size() ? text_[at] : '\0'; };
    for (; end < text_.size(); ++end) {
      constexpr std::string_view exponents = "eEpP";
      const bool sign = (c(end) == '+' || c(end) == '-') &&
                        exponents.find(text_[end - 1]) != std::string_view::npos;
      const bool separator = c(end) == '\'' && is_name(c(end + 1));
      if (!is_name(c(end)) && c(end) != '.' && !sign && !separator)
        break;
    }
    return end;
  }

  std::size_t end_of_logical_line(std::size_t from) const
  {
    std::size_t end = text_.find('\n', from);
    while (end != std::string_view::npos) {
      const bool crlf = end > 0 && text_[end - 1] == '\r';
      const std::size_t before = crlf ? end - 1 : end;
      if (before == 0 || text_[before - 1] != '\\')
        break;
      end = text_.find('\n', end + 1);
    }
    return std::min(end, text_.size());
  }

  std::size_t end_of_directive() const
  {
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '\n') {
      const std::string_view rest = text_.substr(end);
      if (rest.starts_with("//"))
        return end_of_logical_line(end);
      if (rest.starts_with("/*")) {
        const std::size_t close = text_.find("*/", end + 2);
        end = close == std::string_view::npos ? text_.size() : close + 2;
      } else if (rest[0] == '"' || rest[0] == '\'')
        end = end_of_quoted(end).first;
      else if (is_splice(end))
        end += text_[end + 1] == '\r' ? 3 : 2;
      else
        ++end;
    }
    return end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool begins_line_ = true;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokens_of(std::string_view text)
{
  return Lexer(text).all();
}

std::string value_of_string(std::string_view literal)
{
  const std::size_t quote = std::min(literal.find('"'), literal.size());
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('(', quote);
    const std::size_t length = open - quote; // of the delimiter, with one bracket
    return std::string(literal.substr(open + 1, literal.size() - open - 2 - length));
  }
  std::string value;
  for (std::size_t at = quote + 1; at < literal.size() && literal[at] != '"'; ++at) {
    constexpr std::string_view quotable = "\"'\\";
    if (literal[at] == '\\' && at + 1 < literal.size() &&
        quotable.find(literal[at + 1]) != std::string_view::npos)
      ++at;
    value += literal[at];
  }
  return value;
}

} // namespace epreuve
