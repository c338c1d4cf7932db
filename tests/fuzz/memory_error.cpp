// The output of a program that ended like one ended by a sanitizer: anybody may print it. The words made of it are one
// line and lead to a line of the file or to none, and making text printable twice is the same as once.

#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/text.hpp"
#include "fuzz.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

using namespace epreuve;
using namespace epreuve::exercises;
using fuzz::require;

namespace {

void check_text(const std::string& text)
{
  const std::string clean = printable(text);
  require(printable(clean) == clean, "printable text that is not printable");
  require(clean.size() <= 3 * text.size(), "printable text that grows");
  require(excerpt(text).size() <= 9000, "an excerpt without bound");
  require(excerpt_line(text).find('\n') == std::string::npos, "a line of several lines");
  require(display_width(in_quotes(text)) <= 65, "a quotation without bound");
  for (const char c : escape(text))
    require(c != '<' && c != '>' && c != '"', "markup");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::text(data, size);
  const Answer answer{.outcome = Outcome::exited, .payload = "86", .printed = text};
  if (const auto error = memory_error(answer)) {
    require(error->line >= 0, "a line below 0");
    require(!error->words.empty(), "an error without words");
    require(words(*error).find('\n') == std::string::npos, "an error of several lines");
  }
  check_text(text);
  return 0;
}
