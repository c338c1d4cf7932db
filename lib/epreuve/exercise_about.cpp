#include "epreuve/exercise_about.hpp"

#include "epreuve/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace epreuve::exercises {

namespace {

class Calls
{
public:
  explicit Calls(std::string_view text)
  {
    std::ranges::copy_if(tokens_of(text), std::back_inserter(tokens_),
                         [](const Token& token) { return token.kind != Token::Kind::comment; });
  }

  std::vector<About> read() const
  {
    std::vector<About> found;
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      if (!is(i, "."))
        continue;
      const std::string_view member = tokens_[i + 1].text;
      const std::size_t argument = member == "exercise" ? after_template(i + 2) : i + 2;
      if (argument + 1 >= tokens_.size() || !is(argument, "("))
        continue;
      if (member == "exercise") {
        found.emplace_back();
        found.back().name = text_at(argument + 1);
      } else if (!found.empty()) {
        set(found.back(), member, argument + 1);
      }
    }
    return found;
  }

private:
  void set(About& about, std::string_view member, std::size_t argument) const
  {
    if (member == "title")
      about.title = text_at(argument);
    else if (member == "section")
      about.section = text_at(argument);
    else if (member == "points")
      about.points = number_at(argument);
    else if (member == "stars")
      about.stars = number_at(argument);
    else if (member == "hint")
      about.hints.push_back(text_at(argument));
  }

  bool is(std::size_t i, std::string_view text) const
  {
    return i < tokens_.size() && tokens_[i].text == text;
  }

  /// The place after <...>, if there is one here.
  std::size_t after_template(std::size_t i) const
  {
    int depth = 0;
    do {
      depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
      ++i;
    } while (depth > 0 && i < tokens_.size());
    return i;
  }

  /// Adjacent literals are joined.
  std::string text_at(std::size_t i) const
  {
    std::string text;
    for (; i < tokens_.size() && tokens_[i].kind == Token::Kind::string; ++i)
      text += value_of_string(tokens_[i].text);
    return text;
  }

  int number_at(std::size_t i) const
  {
    int number = 0;
    const std::string_view text = tokens_[i].text;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

  std::vector<Token> tokens_;
};

} // namespace

std::vector<About> abouts_in(std::string_view checks)
{
  return Calls(checks).read();
}

} // namespace epreuve::exercises
