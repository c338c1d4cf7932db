#include "common/output.hpp"

#include "epreuve/evidence/report.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace epreuve::tools {

std::string one_line(const Json& json)
{
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void print(const Json& json)
{
  std::cout << one_line(json) << '\n';
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
  const bool colour = evidence::typography_of_stdout().colour;
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::string line;
    for (const Column& column : columns)
      line += (line.empty() ? "" : "  ") + column.cells[row];
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << (row == 0 && colour ? fmt::format("\x1b[1m{}\x1b[0m\n", line) : line + "\n");
  }
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
