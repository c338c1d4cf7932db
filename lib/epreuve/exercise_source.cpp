#include "epreuve/exercise_source.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace epreuve::exercises {

namespace {

/// The name in a line "// [NAME] ..."; empty if it is not such a line.
std::string_view marked(std::string_view line)
{
  for (const std::string_view start : {"// [", "//["})
    if (line.starts_with(start)) {
      line.remove_prefix(start.size());
      const std::size_t end = line.find(']');
      const std::string_view name = line.substr(0, end);
      const bool is_name = std::ranges::all_of(
          name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
      return end != std::string_view::npos && is_name ? name : std::string_view();
    }
  return {};
}

} // namespace

Source::Source(std::string_view text)
{
  std::string* part = &preamble;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view line = text.substr(begin, end - begin);
    if (const std::string_view name = marked(line); !name.empty()) {
      sections.push_back({std::string(name), ""});
      part = &sections.back().text;
    }
    *part += line;
    begin = end;
  }
}

std::string why_no_source(std::string_view text)
{
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return "is empty";
  for (const std::string_view mark : {"\xff\xfe", "\xfe\xff"})
    if (text.starts_with(mark))
      return "is a text in UTF-16, expected UTF-8: choose that encoding when you save it in your "
             "editor";
  if (const auto at = text.find('\0'); at != std::string_view::npos)
    return fmt::format("is not a text: it has a NUL byte in line {}",
                       1 + std::ranges::count(text.substr(0, at), '\n'));
  return "";
}

std::string Source::text() const
{
  std::string all = preamble;
  for (const Section& section : sections)
    all += section.text;
  return all;
}

const Source::Section* Source::find(std::string_view name) const
{
  const auto found = std::ranges::find(sections, name, &Section::name);
  return found == sections.end() ? nullptr : &*found;
}

const Source::Section* Source::at_line(int line) const
{
  const auto lines_of = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  const Section* found = nullptr;
  auto next = 1 + lines_of(preamble);
  for (const Section& section : sections) {
    if (line >= next)
      found = &section;
    next += lines_of(section.text);
  }
  return found;
}

void Source::replace(std::string_view name, std::string text)
{
  const auto found = std::ranges::find(sections, name, &Section::name);
  if (found == sections.end())
    throw Error("there is no line \"// [{}]\", where that exercise begins", name);
  const bool last = found + 1 == sections.end();
  while (text.ends_with("\n\n"))
    text.pop_back();
  found->text = text + (last || text.empty() ? "" : "\n");
}

} // namespace epreuve::exercises
