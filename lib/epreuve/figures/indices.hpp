#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::figures {

/// A part of a line of text, on the line or set smaller and raised or lowered: an exponent, an index.
struct Run
{
  enum class Level
  {
    line,
    raised,
    lowered
  };
  std::string text;
  Level level = Level::line;

  bool operator==(const Run&) const = default;
};

/// A line of printable text in runs. Unicode's superscripts and subscripts become the characters that they stand for:
/// "10⁻³" is "10" and "−3", raised. One letter, a "_" or "^", then letters and digits, W_out or e^t, is a letter with an
/// index, if nothing before or after makes it a part of a longer word: not a_b_c, x_{1}, my_name. The sign itself is not
/// shown.
std::vector<Run> runs(std::string_view line);

} // namespace epreuve::figures
