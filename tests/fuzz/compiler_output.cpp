// A compiler's output, after a first byte: j as JSON, t as text, l from the linker. Whatever it is, every message read
// from it is bounded, on one line, printable, and leads to a line of the file or to none.

#include "epreuve/exercises/gcc_messages.hpp"
#include "epreuve/text.hpp"
#include "fuzz.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

using namespace epreuve;
using namespace epreuve::exercises;
using fuzz::require;

namespace {

void check_words(const std::string& words)
{
  require(words.size() <= 4000, "words without bound");
  require(words.find('\n') == std::string::npos, "words on several lines");
  require(printable(words) == words, "words that are not printable");
}

void check(const Message& message)
{
  require(message.line >= 0, "a line below 0");
  check_words(message.words);
  check_words(message.function);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string input = fuzz::text(data, size);
  if (input.empty())
    return 0;
  const std::string output = fuzz::deepened(input.substr(1));
  const Diagnostics found = read_messages(input.front() == 'j'   ? Speaker::compiler_in_json
                                          : input.front() == 'l' ? Speaker::linker
                                                                 : Speaker::compiler_in_text,
                                          output, "/s/e.cpp");
  require(!found.compiled, "the compiler's output alone shows success");
  require(!found.errors.empty() && found.errors.size() <= most_errors, "too many errors, or none");
  require(found.warnings.size() <= 100, "too many warnings");
  require(found.error == found.errors.front().words && found.line == found.errors.front().line,
          "the first error is not the one that is reported");
  for (const auto& messages : {found.errors, found.warnings})
    for (const Message& message : messages)
      check(message);
  return 0;
}
