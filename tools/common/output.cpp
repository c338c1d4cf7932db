#include "common/output.hpp"

#include "epreuve/evidence/report.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <unistd.h>

namespace epreuve::tools {

std::string one_line(const Json& json)
{
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void print(const Json& json)
{
  std::cout << one_line(json) << '\n';
}

bool is_standard_output(const std::string& file)
{
  return file == "-";
}

void require_json(const std::string& file)
{
  if (!file.empty() && !is_standard_output(file))
    require_writable(file);
}

void write_json(const std::string& file, const std::string& text)
{
  if (is_standard_output(file))
    std::cout << text << '\n';
  else if (!file.empty())
    write_file(file, text + "\n");
}

void print_table(std::vector<Column> columns)
{
  for (Column& column : columns) {
    if (column.align == Align::decimal_mark)
      column.cells = at_decimal_mark(column.cells);
    column.cells.insert(column.cells.begin(), column.heading);
    std::size_t width = 0;
    for (const std::string& cell : column.cells)
      width = std::max(width, display_width(cell));
    for (std::string& cell : column.cells)
      cell = column.align == Align::left ? pad_right(cell, width) : pad_left(cell, width);
  }
  const evidence::Typography type = evidence::typography_of_stdout();
  const std::size_t width =
      ::isatty(STDOUT_FILENO) == 1 ? type.width : std::numeric_limits<std::size_t>::max();
  const auto print = [&](std::size_t first, std::size_t end) {
    for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
      std::string line = columns.front().cells[row];
      for (std::size_t i = first; i < end; ++i)
        line += "  " + columns[i].cells[row];
      line.erase(line.find_last_not_of(' ') + 1);
      std::cout << (row == 0 && type.colour ? fmt::format("\x1b[1m{}\x1b[0m\n", line)
                                            : line + "\n");
    }
  };
  std::size_t first = 1;
  do {
    std::size_t end = first, used = display_width(columns.front().cells.front());
    while (end < columns.size() &&
           (end == first || used + 2 + display_width(columns[end].cells.front()) <= width))
      used += 2 + display_width(columns[end++].cells.front());
    if (first > 1)
      std::cout << '\n';
    print(first, end);
    first = end;
  } while (first < columns.size());
}

std::string bar(double length)
{
  constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto units = static_cast<std::size_t>(std::lround(8 * length));
  std::string text;
  for (std::size_t i = 0; i < units / 8; ++i)
    text += "█";
  return text + eighths[units % 8];
}

} // namespace epreuve::tools
