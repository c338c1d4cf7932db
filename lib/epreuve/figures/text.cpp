#include "epreuve/figures/text.hpp"

#include <algorithm>

namespace epreuve::figures {

namespace {

constexpr char32_t replacement = 0xFFFD;

struct Decoded
{
  char32_t code;
  std::size_t length;
};

Decoded decode(std::string_view text)
{
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80)
    return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length)
    return {replacement, 1};
  char32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80)
      return {replacement, 1};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const char32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least || code > 0x10FFFF || surrogate)
    return {replacement, 1};
  return {code, length};
}

void append(std::string& text, char32_t code)
{
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80)
    put(code);
  else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

template <typename Action>
void for_each_code_point(std::string_view text, Action action)
{
  while (!text.empty()) {
    const Decoded next = decode(text);
    action(next.code);
    text.remove_prefix(next.length);
  }
}

bool combining(char32_t code)
{
  return (code >= 0x300 && code <= 0x36F) || (code >= 0x20D0 && code <= 0x20FF) || code == 0x200B ||
         code == 0x200D || (code >= 0xFE00 && code <= 0xFE0F);
}

double em(char32_t code)
{
  if (combining(code))
    return 0;
  if (code >= 0x1100 && (code <= 0x115F || (code >= 0x2E80 && code <= 0xD7FF) ||
                         (code >= 0xF900 && code <= 0xFAFF) || code >= 0x1F000))
    return 1.05;
  if ((code >= 0x2070 && code <= 0x209C) || code == 0xB2 || code == 0xB3 || code == 0xB9)
    return 0.42;
  if (code < 0x80) {
    const char c = static_cast<char>(code);
    if (std::string_view("iljI.,:;'|! ()[]ftr/").find(c) != std::string_view::npos)
      return 0.38;
    if (std::string_view("mwMW@%").find(c) != std::string_view::npos)
      return 0.95;
  }
  return 0.63;
}

} // namespace

std::string printable(std::string_view text)
{
  std::string clean;
  for_each_code_point(text, [&](char32_t code) {
    if (code < 0x20 && code != '\n')
      append(clean, 0x2400 + code);
    else if (code == 0x7F)
      append(clean, 0x2421);
    else if ((code >= 0x80 && code < 0xA0) || (code & 0xFFFE) == 0xFFFE)
      append(clean, replacement);
    else
      append(clean, code);
  });
  return clean;
}

std::size_t character_count(std::string_view text)
{
  std::size_t count = 0;
  for_each_code_point(text, [&](char32_t code) { count += combining(code) ? 0 : 1; });
  return count;
}

double text_width(std::string_view text, double font_size)
{
  double widest = 0;
  for (const std::string& line : split_lines(text)) {
    double width = 0;
    for_each_code_point(line, [&](char32_t code) { width += em(code); });
    widest = std::max(widest, width);
  }
  return widest * font_size;
}

std::vector<std::string> split_lines(std::string_view text)
{
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

} // namespace epreuve::figures
