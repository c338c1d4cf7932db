#include "epreuve/gpt2/words.hpp"

#include <cstddef>
#include <functional>
#include <string_view>

// The library's lib/epreuve/gpt2/words.cpp for WebAssembly, for which there is no PCRE2: the page's own regular expressions
// know the same pattern (explore.js). The text must be UTF-8, as all that comes from a page is.

/// How many bytes the first word of a text has. A function of the page.
extern "C" __attribute__((import_module("page"), import_name("word_length"))) int
explore_word_length(const char* text, int length);

namespace epreuve::gpt2 {

void for_each_word(std::string_view text, const std::function<void(std::string_view word)>& visit)
{
  while (!text.empty()) {
    const auto length =
        static_cast<std::size_t>(explore_word_length(text.data(), static_cast<int>(text.size())));
    visit(text.substr(0, length));
    text.remove_prefix(length);
  }
}

} // namespace epreuve::gpt2
