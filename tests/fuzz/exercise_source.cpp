// A file of exercises, or a chapter's exercises.hpp: its sections are the file, its tokens are parts of
// it, and a flaw that is reported is on one of its lines.

#include "epreuve/exercise_source.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercises/salvage.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/text.hpp"
#include "fuzz.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

using namespace epreuve;
using namespace epreuve::exercises;
using fuzz::require;

namespace {

void check_sections(const std::string& text, int lines)
{
  const Source source(text);
  require(source.text() == text, "the sections are not the file");
  for (int line = 0; line <= lines + 1; line += std::max(1, lines / 64))
    if (const Source::Section* const section = source.at_line(line))
      require(section->text.find(section->name) < section->text.size(), "a section without a name");
  for (const Source::Section& section : source.sections) {
    require(source.find(section.name) != nullptr, "a section that is not found");
    Source changed = source;
    changed.replace(section.name, "x\n");
    require(changed.find(section.name)->text.starts_with("x\n"), "a section that is not replaced");
  }
}

void check_tokens(const std::string& text, int lines)
{
  const char* last = text.data();
  for (const Token& token : tokens_of(text)) {
    require(!token.text.empty() && token.text.data() >= last, "tokens that overlap");
    last = token.text.data() + token.text.size();
    require(last <= text.data() + text.size(), "a token beyond the text");
    require(1 <= token.line && token.line <= token.last_line && token.last_line <= lines,
            "a token on a line that there is not");
    if (token.kind == Token::Kind::string)
      require(value_of_string(token.text).size() <= token.text.size(),
              "a literal longer than it is");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::text(data, size);
  const int lines = static_cast<int>(split_lines(text).size());
  check_sections(text, lines);
  check_tokens(text, lines);
  const Message flaw = imbalance(text);
  require(0 <= flaw.line && flaw.line <= lines, "a flaw on a line that does not exist");
  try {
    for (const Exercise& exercise : exercises_in(text))
      require(1 <= exercise.line && exercise.line <= lines && !exercise.title.empty() &&
                  exercise.hints.size() >= 3,
              "an exercise that is incomplete");
  } catch (const Error&) { // with the line
  }
  const std::string why = why_no_source(text);
  require(why.find('\n') == std::string::npos, "a reason on several lines");
  return 0;
}
