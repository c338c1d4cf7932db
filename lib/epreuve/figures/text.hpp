#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::figures {

/// `text` as something every output can hold: UTF-8 in which only newlines control. Other
/// control characters become their pictures (U+2400 ff.), bytes that are not UTF-8 and code
/// points that XML excludes become U+FFFD.
std::string printable(std::string_view text);

/// Characters in printable text: code points that take room (combining ones take none).
std::size_t character_count(std::string_view text);

/// Width in pixels of the widest line of printable text set in a sans-serif of that size:
/// estimated, on the wide side, from the widths of DejaVu Sans, so that no layout depends on the
/// fonts of the machine.
double text_width(std::string_view text, double font_size);

/// The lines of printable text.
std::vector<std::string> split_lines(std::string_view text);

/// The same text with newlines in place of the spaces that keep each line within `limit`;
/// `width` measures a line.
template <typename Measure>
std::string wrap(std::string_view text, double limit, Measure width)
{
  std::string wrapped;
  for (const std::string& line : split_lines(text)) {
    if (!wrapped.empty())
      wrapped += '\n';
    std::string current;
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      const std::string word = line.substr(begin, end - begin);
      if (!current.empty() && width(current + ' ' + word) > limit) {
        wrapped += current + '\n';
        current = word;
      } else
        current += (begin == 0 ? "" : " ") + word;
      begin = end + 1;
    }
    wrapped += current;
  }
  return wrapped;
}

} // namespace epreuve::figures
