#include "epreuve/exercises/cpp_text.hpp"

#include "epreuve/exercises/values.hpp"
#include "epreuve/text.hpp"

#include <cmath>

namespace epreuve::exercises {

std::string cpp(double x)
{
  if (std::isnan(x))
    return "NAN";
  if (std::isinf(x))
    return x > 0 ? "INFINITY" : "-INFINITY";
  const std::string digits = x == 0 && std::signbit(x) ? "-0" : show(x, all_digits);
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

std::string cpp(const std::string& text)
{
  // Characters that can be seen stay what they are; bytes that are no characters, and those that
  // control, are written in octal, which takes three digits and no more.
  const bool is_readable = printable(text) == text;
  std::string quoted;
  bool has_zero = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    has_zero = has_zero || byte == 0;
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", c);
    else if (c == '\n')
      quoted += "\\n";
    else if (byte < ' ' || byte == 127 || (byte > 127 && !is_readable))
      quoted += fmt::format("\\{:03o}", byte);
    else
      quoted += c;
  }
  return has_zero ? fmt::format("std::string(\"{}\", {})", quoted, text.size())
                  : fmt::format("std::string(\"{}\")", quoted);
}

std::string cpp_list(const std::vector<std::string>& elements)
{
  constexpr std::size_t longest_line = 90;
  std::string text = "{";
  std::size_t begin = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string separator = i == 0 ? "" : ",";
    const std::size_t length = text.size() - begin;
    const bool breaks = i > 0 && length + elements[i].size() > longest_line;
    text += separator;
    if (breaks) {
      text += "\n      ";
      begin = text.size();
    } else if (i > 0) {
      text += ' ';
    }
    text += elements[i];
  }
  return text + "}";
}

} // namespace epreuve::exercises
