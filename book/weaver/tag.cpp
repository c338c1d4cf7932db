#include "weaver/tag.hpp"

#include <algorithm>
#include <array>

namespace epreuve::book {

namespace {

std::size_t end_of_blanks(std::string_view text, std::size_t at)
{
  return std::min(text.find_first_not_of(' ', at), text.size());
}

std::size_t end_of_word(std::string_view text, std::size_t at)
{
  return std::min(text.find(' ', at), text.size());
}

bool takes_names(std::string_view word)
{
  constexpr std::array<std::string_view, 5> words{"param", "tparam", "throws", "exception",
                                                  "retval"};
  return std::ranges::find(words, word) != words.end();
}

} // namespace

std::optional<Tag> tag_in(std::string_view line)
{
  const std::size_t first = end_of_blanks(line, 0);
  if (!line.substr(first).starts_with('@'))
    return std::nullopt;
  std::size_t end = end_of_word(line, first);
  Tag tag{.word = std::string(line.substr(first + 1, end - first - 1)), .names = {}, .text = ""};
  std::size_t text = end_of_blanks(line, end);
  if (takes_names(tag.word) && text < line.size()) {
    end = end_of_word(line, text);
    tag.names.emplace_back(line.substr(text, end - text));
    text = end_of_blanks(line, end);
    std::vector<std::string> names = tag.names;
    std::size_t after = text;
    while (names.back().ends_with(',') && after < line.size()) {
      names.back().pop_back();
      end = end_of_word(line, after);
      names.emplace_back(line.substr(after, end - after));
      after = end_of_blanks(line, end);
    }
    // "@param x, which is a vector" has one name, and a comma after it.
    if (names.size() > 1 && (after == line.size() || after - end > 1)) {
      tag.names = std::move(names);
      text = after;
    }
  }
  tag.text = line.substr(text);
  return tag;
}

std::string without_quotation(std::string_view line)
{
  std::string text(line);
  const std::size_t first = text.find_first_not_of(' ');
  constexpr std::size_t of_code = 5; // a blank after the slashes, then four
  if (first < of_code && text[first] == '>')
    text.insert(first, 1, '\\');
  return text;
}

} // namespace epreuve::book
