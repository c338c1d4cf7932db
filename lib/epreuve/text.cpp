#include "epreuve/text.hpp"

#include "epreuve/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cwchar>
#include <fmt/format.h>
#include <locale.h>
#include <numeric>

namespace epreuve {

namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr std::size_t most_marks = 2; // ệ, taken apart

struct Decoded
{
  char32_t code;
  std::size_t length;
};

Decoded decode(std::string_view text)
{
  const auto [kind, length] = first_utf8_unit(text);
  if (kind != Utf8Unit::Kind::character)
    return {replacement, 1};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  char32_t code = length == 1 ? byte(0) : byte(0) & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    code = code << 6 | (byte(i) & 0x3Fu);
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

/// What wcwidth(3) gives for a character in the locale C.UTF-8: -1 if it is unknown there.
int width_in_c_utf8(char32_t code)
{
  static const locale_t c_utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t());
  if (c_utf8 == locale_t())
    return 1;
  const locale_t before = ::uselocale(c_utf8);
  const int width = ::wcwidth(static_cast<wchar_t>(code));
  ::uselocale(before);
  return width;
}

/// The columns of a terminal that a character takes.
std::size_t columns_of(char32_t code)
{
  if (code < 0x300)
    return 1;
  if (code <= 0x36F || (code >= 0x20D0 && code <= 0x20FF) || (code >= 0xFE00 && code <= 0xFE0F))
    return 0;
  const int width = width_in_c_utf8(code);
  return width < 0 ? 1 : static_cast<std::size_t>(width);
}

/// Whether a character has no visible form, or changes a line's direction or ends a line.
bool is_hidden(char32_t code)
{
  struct Range
  {
    char32_t first, last;
  };
  static constexpr std::array<Range, 18> hidden{{{0x00AD, 0x00AD},
                                                 {0x034F, 0x034F},
                                                 {0x061C, 0x061C},
                                                 {0x115F, 0x1160},
                                                 {0x17B4, 0x17B5},
                                                 {0x180B, 0x180F},
                                                 {0x200B, 0x200F},
                                                 {0x2028, 0x202E},
                                                 {0x2060, 0x206F},
                                                 {0x2800, 0x2800},
                                                 {0x3164, 0x3164},
                                                 {0xFEFF, 0xFEFF},
                                                 {0xFFA0, 0xFFA0},
                                                 {0xFFF0, 0xFFFB},
                                                 {0x13430, 0x1343F},
                                                 {0x1BCA0, 0x1BCA3},
                                                 {0x1D173, 0x1D17A},
                                                 {0xE0000, 0xE0FFF}}};
  return std::any_of(hidden.begin(), hidden.end(),
                     [&](const Range& range) { return range.first <= code && code <= range.last; });
}

/// Whether this system does not know a character.
bool is_unknown(char32_t code)
{
  return code >= 0x300 && width_in_c_utf8(code) < 0;
}

/// Where the character that begins at `at` ends, its combining marks included.
std::size_t end_of_character(std::string_view line, std::size_t at)
{
  at += decode(line.substr(at)).length;
  while (at < line.size()) {
    const Decoded next = decode(line.substr(at));
    if (!is_combining(next.code))
      break;
    at += next.length;
  }
  return at;
}

std::size_t edit_distance(std::string_view a, std::string_view b)
{
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

} // namespace

std::u32string code_points(std::string_view text)
{
  std::u32string codes;
  while (!text.empty()) {
    const Decoded next = decode(text);
    codes += next.code;
    text.remove_prefix(next.length);
  }
  return codes;
}

bool is_combining(char32_t code)
{
  return columns_of(code) == 0;
}

std::string printable(std::string_view text)
{
  std::string clean;
  for (const char32_t code : code_points(text)) {
    if (code < 0x20 && code != '\n')
      append(clean, 0x2400 + code);
    else if (code == 0x7F)
      append(clean, 0x2421);
    else if ((code >= 0x80 && code < 0xA0) || (code & 0xFFFE) == 0xFFFE)
      append(clean, replacement);
    else
      append(clean, code);
  }
  return clean;
}

std::string visible(std::string_view text)
{
  std::string shown;
  bool has_base = false;
  std::size_t marks = 0;
  for (const char32_t code : code_points(printable(text))) {
    const bool is_mark = is_combining(code);
    const bool is_too_much = is_mark && (!has_base || marks == most_marks);
    if (is_hidden(code) || is_unknown(code) || is_too_much) {
      shown += fmt::format("[U+{:04X}]", static_cast<std::uint32_t>(code));
      if (is_too_much)
        continue; // and so are the later ones
    } else
      append(shown, code);
    marks = is_mark && !is_hidden(code) ? marks + 1 : 0;
    has_base = code != '\n';
  }
  return shown;
}

std::string in_quotes(std::string_view text)
{
  constexpr double widest = 60;
  constexpr std::size_t longest =
      1000; // of 60 columns, each a character with two marks, and some more
  std::string line = visible(text.substr(0, longest));
  std::replace(line.begin(), line.end(), '\n', ' ');
  const std::string_view beginning = prefix_within(line, widest);
  return fmt::format("\"{}{}\"", beginning, beginning.size() < line.size() ? "..." : "");
}

std::string escape(std::string_view text, std::string_view markup)
{
  const auto reference = [](char c) {
    switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return "&#39;";
    }
  };
  std::string safe;
  for (const char c : printable(text))
    if (markup.find(c) == std::string_view::npos)
      safe += c;
    else
      safe += reference(c);
  return safe;
}

std::string_view trimmed(std::string_view text)
{
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string in_lower_case(std::string_view text)
{
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::size_t display_width(std::string_view text)
{
  std::size_t width = 0;
  for (const char32_t code : code_points(text))
    width += columns_of(code);
  return width;
}

std::string pad_right(std::string_view text, std::size_t width)
{
  const std::size_t taken = display_width(text);
  return std::string(text) + std::string(width > taken ? width - taken : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width)
{
  const std::size_t taken = display_width(text);
  return std::string(width > taken ? width - taken : 0, ' ') + std::string(text);
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

std::string plural(std::size_t n, std::string_view noun)
{
  return std::string(noun) + (n == 1 ? "" : "s");
}

std::string counted(std::size_t n, std::string_view noun)
{
  return fmt::format("{} {}", n, plural(n, noun));
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

std::string_view prefix_within(std::string_view line, double width, const Measure& measure)
{
  std::size_t fits = 0;
  while (fits < line.size()) {
    const std::size_t end = end_of_character(line, fits);
    if (measure(line.substr(0, end)) > width)
      break;
    fits = end;
  }
  return line.substr(0, fits);
}

std::vector<std::string> wrap(std::string_view text, double width, const Measure& measure)
{
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(text)) {
    std::string_view rest = line;
    while (!rest.empty() && measure(rest) > width) {
      const std::size_t fits =
          std::max(prefix_within(rest, width, measure).size(), end_of_character(rest, 0));
      if (fits == rest.size())
        break;
      const std::size_t blank = rest.rfind(' ', fits);
      const bool breakable = blank != std::string_view::npos && blank > 0;
      lines.emplace_back(rest.substr(0, breakable ? blank : fits));
      rest.remove_prefix(breakable ? blank + 1 : fits);
    }
    lines.emplace_back(rest);
  }
  return lines;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates)
{
  const auto closer = [&](const std::string& a, const std::string& b) {
    return edit_distance(word, a) < edit_distance(word, b);
  };
  const auto best = std::min_element(candidates.begin(), candidates.end(), closer);
  return best == candidates.end() ? "" : *best;
}

} // namespace epreuve
