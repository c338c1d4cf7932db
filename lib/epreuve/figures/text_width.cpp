#include "epreuve/figures/text_width.hpp"

#include "epreuve/text.hpp"

#include <algorithm>
#include <string>

namespace epreuve::figures {

namespace {

double em(char32_t code)
{
  if (is_combining(code))
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

double text_width(std::string_view text, double font_size)
{
  double widest = 0;
  for (const std::string& line : split_lines(text)) {
    double width = 0;
    for (const char32_t code : code_points(line))
      width += em(code);
    widest = std::max(widest, width);
  }
  return widest * font_size;
}

} // namespace epreuve::figures
