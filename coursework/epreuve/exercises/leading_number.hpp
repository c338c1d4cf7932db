#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>

namespace epreuve::exercises {

/// The number that a text begins with; 0 if there is none or it is too large.
inline std::uint64_t leading_number(std::string_view text)
{
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failure == std::errc() ? number : 0;
}

/// The line number that a text begins with; 0 if no file has such a line.
inline int leading_line(std::string_view text)
{
  const std::uint64_t number = leading_number(text);
  return number <= std::numeric_limits<int>::max() ? static_cast<int>(number) : 0;
}

} // namespace epreuve::exercises
