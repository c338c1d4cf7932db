#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace epreuve::tools {

/// Members in the order in which they were written.
using Json = nlohmann::ordered_json;

/// JSON on one line; invalid UTF-8 becomes U+FFFD.
std::string one_line(const Json& json);

/// Prints JSON on a line of its own.
void print(const Json& json);

/// Whether the FILE of --json is standard output, "-": it then has JSON alone.
bool is_standard_output(const std::string& file);

/// @throws Error now, if writing FILE after long work is bound to fail; nothing if none is given
void require_json(const std::string& file);

/// Writes what --json asks for; nothing if no FILE is given.
void write_json(const std::string& file, const std::string& text);

enum class Align
{
  left,
  right,
  decimal_mark
};

struct Column
{
  std::string heading;
  std::vector<std::string> cells{};
  Align align = Align::decimal_mark; ///< of the cells; the heading is to the left or right
};

/// Columns of a line on standard output: those of the terminal; without one, no line is too long.
std::size_t line_width();

/// Prints a line, which goes on below where the terminal is narrower.
void print_line(const std::string& text);

/// Prints columns of equal length side by side, under their headings. On a terminal that is too narrow, a last column of
/// words is broken; if that is not enough, each row is a paragraph that begins with its first cell.
void print_table(std::vector<Column> columns);

/// A bar of so many columns, to an eighth of one.
std::string bar(double length);

} // namespace epreuve::tools
