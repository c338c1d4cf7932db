#include "commands/statement.hpp"

#include "epreuve/exercise.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

constexpr std::size_t indent = 2;

/// A paragraph, whose lines after the first are `hang` columns further in.
std::string paragraph(const std::string& text, std::size_t hang, std::size_t width)
{
  std::string result;
  std::size_t in = indent;
  for (std::string_view rest = text; !rest.empty(); in = indent + hang) {
    const std::string line = wrap(rest, static_cast<double>(width - in)).front();
    result += std::string(in, ' ') + line + "\n";
    rest.remove_prefix(line.size());
    rest = trimmed(rest);
  }
  return result;
}

} // namespace

std::string statement(const Workbook& workbook, const std::string& exercise,
                      const evidence::Typography& typography)
{
  const auto found = std::ranges::find(workbook.exercises, exercise, &exercises::Exercise::name);
  std::string result, open; // the paragraph so far
  const auto end_paragraph = [&] {
    if (!open.empty())
      result += paragraph(std::exchange(open, ""), open.starts_with('@') ? 4 : 0, typography.width);
  };
  for (const std::string& line : split_lines(found->statement + "\n" + found->signature + ";")) {
    const std::string words(trimmed(line));
    if (line.empty() || line.starts_with('@'))
      end_paragraph();
    if (line.empty()) {
      if (!result.ends_with("\n\n"))
        result += "\n";
    } else if (line.starts_with(' ') && !open.starts_with('@')) {
      end_paragraph();
      result += paragraph(line, line.find_first_not_of(' ') + 2, typography.width);
    } else {
      open += (open.empty() ? "" : " ") + words;
    }
  }
  end_paragraph();
  return result;
}

} // namespace epreuve::tools
