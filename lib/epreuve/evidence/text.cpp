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
