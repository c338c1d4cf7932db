#include "epreuve/exercise_source.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace epreuve::exercises {

namespace {

/// The name in a line "// [NAME] ..."; empty if it is none.
std::string marked(const std::string& line)
{
  static const std::regex marker(R"(// ?\[(\w+)\].*)");
  std::smatch found;
  return std::regex_match(line, found, marker) ? found[1].str() : "";
}

} // namespace

Source::Source(std::string_view text)
{
  std::string* part = &preamble;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    std::string line(text.substr(begin, end - begin));
    std::string bare = line;
    while (!bare.empty() && (bare.back() == '\n' || bare.back() == '\r'))
      bare.pop_back();
    if (const std::string name = marked(bare); !name.empty()) {
      sections.push_back({name, ""});
      part = &sections.back().text;
    }
    *part += line;
    begin = end;
  }
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

std::vector<Declaration> declarations(std::string_view header)
{
  std::vector<Declaration> found;
  std::string comment, signature;
  bool inside = false;
  for (const std::string& line : split_lines(header)) {
    if (line.starts_with("namespace exercise"))
      inside = true;
    else if (!inside || line.starts_with("{") || line.starts_with("}") ||
             line.starts_with("EXERCISES")) {
      comment.clear();
    } else if (line.starts_with("///")) {
      comment +=
          line.substr(std::min<std::size_t>(line.starts_with("/// ") ? 4 : 3, line.size())) + "\n";
    } else if (line.empty()) {
      comment.clear();
      signature.clear();
    } else {
      signature += (signature.empty() ? "" : "\n") + line;
      static const std::regex function(R"(([^;{}=]*[\s&>](\w+)\([^;{}]*\));)");
      std::smatch match;
      if (std::regex_match(signature, match, function)) {
        found.push_back({match[2].str(), comment, match[1].str()});
        signature.clear();
        comment.clear();
      }
    }
  }
  return found;
}

std::string stub(const Declaration& declaration, std::string_view title)
{
  std::string signature = declaration.signature;
  signature.insert(signature.rfind(declaration.name, signature.find('(')), "exercise::");
  return fmt::format("// [{}] {}\n{}\n{{\n  throw NotStarted();\n}}\n", declaration.name, title,
                     signature);
}

} // namespace epreuve::exercises
