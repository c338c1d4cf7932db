// A text typed after ./epreuve language next: it is refused in words, or it is read as words that, written out, are
// read as the same words, and the probabilities of the next word have the sum 1.

#include "epreuve/error.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/text.hpp"
#include "fuzz.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::language;
using fuzz::require;

namespace {

void check(const Language& language, const std::string& text)
{
  std::vector<Word> words;
  try {
    words = language.encode(text);
  } catch (const Error& e) {
    require(visible(e.what()) == e.what(), "a message that hides or reverses the text around it");
    return;
  }
  const std::string written = language.text(words);
  require(language.encode(written) == words, "words that are read as others once they are written");
  const bool possible = language.prefix_probability(words) > 0;
  try {
    Rational sum = 0;
    for (const Rational& probability : language.next(text))
      sum += probability;
    require(possible && sum == 1, "the probabilities of the next word do not sum to 1");
  } catch (const Error&) {
    require(!possible, "a prefix is refused that has a probability");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::text(data, size);
  check(english(), text);
  check(french(), text);
  return 0;
}
