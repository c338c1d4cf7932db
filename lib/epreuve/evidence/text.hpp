#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::evidence {

/// Columns that UTF-8 text takes on a terminal: code points, without the combining marks. (The
/// suite prints no double-width characters.)
std::size_t display_width(std::string_view text);

/// Text filled up with blanks to a width; longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// Texts filled up with blanks to one common width, their decimal marks under each other.
std::vector<std::string> at_decimal_mark(const std::vector<std::string>& numbers);

/// Breaks text into lines of at most `width` columns, at blanks where there are any, and at
/// its own line ends. A word longer than a line is broken.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

} // namespace epreuve::evidence
