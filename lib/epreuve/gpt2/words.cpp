#include "epreuve/gpt2/words.hpp"

#include "epreuve/error.hpp"
#include "epreuve/utf8.hpp"

#include <algorithm>
#include <memory>
#include <string>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace epreuve::gpt2 {

namespace {

// GPT-2's encoder writes \s where this says \p{White_Space}. Its regular expressions mean the
// same by both; PCRE2's \s has the Mongolian vowel separator, U+180E, besides.
constexpr std::string_view pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+)"
    R"(|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+)";

struct Free
{
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

std::string message(int error)
{
  std::string text(256, '\0');
  const int length =
      pcre2_get_error_message(error, reinterpret_cast<PCRE2_UCHAR*>(text.data()), text.size());
  text.resize(static_cast<std::size_t>(std::max(length, 0)));
  return text;
}

std::unique_ptr<pcre2_code, Free> compile()
{
  int error = 0;
  PCRE2_SIZE offset = 0;
  std::unique_ptr<pcre2_code, Free> code(
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                    PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED, &error, &offset, nullptr));
  if (code == nullptr)
    throw Error("PCRE2 {}.{} does not read GPT-2's pattern (at character {}: {}); needed is 10.40 "
                "or newer, with Unicode",
                PCRE2_MAJOR, PCRE2_MINOR, offset, message(error));
  // Where there is no JIT the interpreter gives the same matches.
  pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);
  return code;
}

/// The text as PCRE2 may see it: bytes that are not UTF-8 replaced, one for one, by a symbol.
/// `copy` holds it if it is another than the text.
std::string_view valid_utf8(std::string_view text, std::string& copy)
{
  constexpr char substitute = 0x1A;
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size(); at += length) {
    const Utf8Unit unit = first_utf8_unit(text.substr(at));
    length = unit.length;
    if (unit.kind == Utf8Unit::Kind::character)
      continue;
    if (copy.empty())
      copy = text;
    copy.replace(at, length, length, substitute);
  }
  return copy.empty() ? text : copy;
}

} // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view word)>& visit)
{
  static const std::unique_ptr<pcre2_code, Free> code = compile();
  const std::unique_ptr<pcre2_match_data, Free> match(pcre2_match_data_create(1, nullptr));
  std::string copy;
  const std::string_view subject = valid_utf8(text, copy);
  // Each match begins where the last one ended: the pattern is anchored, and every character
  // begins a match. It backtracks by one character at most, so it needs no memory or time to
  // speak of, and checking UTF-8 again at every word would take quadratic time.
  for (std::size_t begin = 0; begin < subject.size();) {
    const int status = pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()),
                                   subject.size(), begin, PCRE2_NO_UTF_CHECK, match.get(), nullptr);
    if (status < 0)
      throw Error("PCRE2 failed to split a text of {} bytes, at byte {}: {}", text.size(), begin,
                  message(status));
    const std::size_t end = pcre2_get_ovector_pointer(match.get())[1];
    visit(text.substr(begin, end - begin));
    begin = end;
  }
}

} // namespace epreuve::gpt2
