#include "commands/statement.hpp"

#include "epreuve/exercise.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <algorithm>
#include <cstddef>
#include <regex>
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

/// A statement with its paragraphs translated, which are cut as tests/translations/texts.py does: words in one line, of
/// a parameter or a result those that follow its name, formulas as they stand.
std::string in_language(const std::string& text)
{
  static const std::regex name(R"(@(?:param (?:\w+, )*\w+|return) *)");
  std::string result, open; // the paragraph so far
  const auto end_paragraph = [&] {
    std::smatch match;
    const bool is_of_name =
        std::regex_search(open, match, name, std::regex_constants::match_continuous);
    const std::size_t begin = is_of_name ? static_cast<std::size_t>(match.length()) : 0;
    if (!open.empty())
      result += open.substr(0, begin) + translated("exercises", open.substr(begin)) + "\n";
    open.clear();
  };
  for (const std::string& line : split_lines(text)) {
    const bool is_formula = line.starts_with(' ') && !open.starts_with('@');
    if (line.empty() || line.starts_with('@') || is_formula != open.starts_with(' '))
      end_paragraph();
    if (line.empty())
      result += "\n";
    else if (open.empty())
      open = line;
    else if (is_formula)
      open += "\n" + line;
    else
      open += " " + std::string(trimmed(line));
  }
  end_paragraph();
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
  for (const std::string& line :
       split_lines(in_language(found->statement) + "\n" + found->signature + ";")) {
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
