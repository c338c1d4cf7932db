#include "epreuve/evidence/text.hpp"

#include <algorithm>

namespace epreuve::evidence {

namespace {

bool continues(char c)
{
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

/// U+0300 to U+036F, the combining marks that formulas use: 0xCC 0x80 to 0xCD 0xAF.
bool combines(std::string_view text, std::size_t i)
{
  if (i + 1 >= text.size())
    return false;
  const auto lead = static_cast<unsigned char>(text[i]);
  const auto trail = static_cast<unsigned char>(text[i + 1]);
  return lead == 0xCCu || (lead == 0xCDu && trail <= 0xAFu);
}

/// Length in bytes of the longest prefix of at most `width` columns.
std::size_t prefix(std::string_view text, std::size_t width)
{
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues(text[i]) || combines(text, i))
      continue;
    if (columns == width)
      return i;
    ++columns;
  }
  return text.size();
}

} // namespace

std::size_t display_width(std::string_view text)
{
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    columns += !continues(text[i]) && !combines(text, i);
  return columns;
}

std::string pad_right(std::string_view text, std::size_t width)
{
  const std::size_t columns = display_width(text);
  return std::string(text) + std::string(width > columns ? width - columns : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width)
{
  const std::size_t columns = display_width(text);
  return std::string(width > columns ? width - columns : 0, ' ') + std::string(text);
}

std::vector<std::string> at_decimal_mark(const std::vector<std::string>& numbers)
{
  const auto whole_part = [](const std::string& number) {
    return std::string_view(number).substr(0, number.find_first_of(".,eE%/·"));
  };
  std::size_t before = 0;
  for (const std::string& number : numbers)
    before = std::max(before, display_width(whole_part(number)));
  std::vector<std::string> aligned;
  std::size_t width = 0;
  for (const std::string& number : numbers) {
    aligned.push_back(std::string(before - display_width(whole_part(number)), ' ') + number);
    width = std::max(width, display_width(aligned.back()));
  }
  for (std::string& number : aligned)
    number = pad_right(number, width);
  return aligned;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width)
{
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    std::string_view paragraph = text.substr(0, end);
    while (display_width(paragraph) > width) {
      const std::size_t fits = prefix(paragraph, width);
      const std::size_t blank = paragraph.rfind(' ', fits);
      const bool breakable = blank != std::string_view::npos && blank > 0;
      lines.emplace_back(paragraph.substr(0, breakable ? blank : fits));
      paragraph.remove_prefix(breakable ? blank + 1 : fits);
    }
    lines.emplace_back(paragraph);
    if (end == std::string_view::npos)
      return lines;
    text.remove_prefix(end + 1);
  }
}

} // namespace epreuve::evidence
