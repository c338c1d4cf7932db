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

namespace {

constexpr std::size_t gap = 2, least_room = 20;

std::string unpadded(const std::string& cell)
{
  return std::string(trimmed(cell));
}

/// The rows of a table as paragraphs: the first cell, and below it the others after their headings.
template <typename Paint>
void print_paragraphs(const std::vector<Column>& columns, const Paint& painted)
{
  for (std::size_t row = 1; row < columns.front().cells.size(); ++row) {
    std::cout << painted(unpadded(columns.front().cells[row]), true) << '\n';
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const std::string cell =
          unpadded(columns[i].cells.front()) + " " + unpadded(columns[i].cells[row]);
      for (const std::string& line : wrap(trimmed(cell), static_cast<double>(line_width() - gap)))
        std::cout << std::string(gap, ' ') << line << '\n';
    }
  }
}

} // namespace

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

std::size_t line_width()
{
  return ::isatty(STDOUT_FILENO) == 1 ? evidence::typography_of_stdout().width
                                      : std::numeric_limits<std::size_t>::max();
}

void print_line(const std::string& text)
{
  for (const std::string& line : wrap(text, static_cast<double>(line_width())))
    std::cout << line << '\n';
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
  const auto painted = [&](const std::string& line, bool heading) {
    return type.painted(heading ? "1" : "", line);
  };
  std::size_t begin = 0; // of the last column
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    begin += display_width(columns[i].cells.front()) + gap;
  const std::size_t room = line_width() - std::min(line_width(), begin);
  const Column& last = columns.back();
  const bool breaks = last.align == Align::left && room >= least_room;
  if (!breaks && display_width(last.cells.front()) > room) {
    print_paragraphs(columns, painted);
    return;
  }
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::string before;
    for (std::size_t i = 0; i + 1 < columns.size(); ++i)
      before += columns[i].cells[row] + std::string(gap, ' ');
    for (std::string line : breaks ? wrap(unpadded(last.cells[row]), static_cast<double>(room))
                                   : std::vector{last.cells[row]}) {
      line = before + line;
      line.erase(line.find_last_not_of(' ') + 1);
      std::cout << painted(line, row == 0) << '\n';
      before = std::string(begin, ' ');
    }
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
