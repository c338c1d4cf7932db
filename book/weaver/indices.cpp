#include "weaver/indices.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace epreuve::book {

namespace {

bool is_latin(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// The character of UTF-8 that ends before `end`.
std::string_view last_character(std::string_view text)
{
  std::size_t begin = text.size();
  while (begin > 0 && (static_cast<unsigned char>(text[--begin]) & 0xC0) == 0x80) {
  }
  return text.substr(begin);
}

bool is_greek(std::string_view character)
{
  return character.size() == 2 && (character[0] == '\xCE' || character[0] == '\xCF');
}

/// Whether what ends here can have an index: one letter that is no end of a word, or a bracket.
bool takes_index(std::string_view before)
{
  const std::string_view base = last_character(before);
  if (base == ")" || base == "]")
    return true;
  if (base.empty() || !(is_greek(base) || base == "ℓ" || (base.size() == 1 && is_latin(base[0]))))
    return false;
  before.remove_suffix(base.size());
  const auto ends_word = [](std::string_view text) {
    return !text.empty() && (is_latin(text.back()) || is_digit(text.back()) ||
                             std::string_view("_./\"").find(text.back()) != text.npos);
  };
  if (!ends_word(before) || is_digit(before.back()))
    return true;
  const bool differential = before.back() == 'd', positions = base == "E" && before.back() == 'P';
  return (differential || positions) && !ends_word(before.substr(0, before.size() - 1));
}

bool takes_power(std::string_view before)
{
  const std::string_view base = last_character(before);
  return is_greek(base) || base == "ℓ" ||
         (base.size() == 1 &&
          (is_latin(base[0]) || is_digit(base[0]) || base == ")" || base == "]" || base == "}"));
}

struct Script
{
  std::string_view text;
  std::size_t length; ///< with its brackets
};

/// What is between brackets, which may contain others of their kind.
std::optional<Script> in_brackets(std::string_view text, char open, char close)
{
  if (!text.starts_with(open))
    return std::nullopt;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == open ? 1 : text[i] == close ? -1 : 0;
    if (depth == 0)
      return i == 1 ? std::nullopt : std::optional(Script{text.substr(1, i - 1), i + 1});
  }
  return std::nullopt;
}

template <typename Predicate>
std::size_t run_of(std::string_view text, Predicate is_one)
{
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_one) - text.begin());
}

std::optional<Script> index_after(std::string_view text)
{
  if (const auto script = in_brackets(text, '{', '}'))
    return script;
  const std::size_t length = run_of(text, [](char c) { return is_latin(c) || is_digit(c); });
  // "model" is the longest word that is an index; a further "_", or a call, is a program's.
  if (length == 0 || length > 5 || text.substr(length).starts_with('_') ||
      (length > 1 && text.substr(length).starts_with('(')))
    return std::nullopt;
  return Script{text.substr(0, length), length};
}

/// The length of a character that is an index itself, such as ⱼ; 0 if the text does not begin with one.
std::size_t small_character(std::string_view text)
{
  for (const std::string_view c : {"ᵢ", "ⱼ", "ₖ", "ₙ", "ₘ", "₀", "₁", "₂", "₃", "₄"})
    if (text.starts_with(c))
      return c.size();
  return 0;
}

std::optional<Script> power_after(std::string_view text)
{
  if (const auto script = in_brackets(text, '{', '}'))
    return script;
  if (const auto script = in_brackets(text, '(', ')'))
    return script;
  std::size_t length = text.starts_with("−")   ? std::string_view("−").size()
                       : text.starts_with('-') ? 1
                                               : 0;
  if (const std::size_t digits = run_of(text.substr(length), is_digit); digits > 0) {
    length += digits;
    if (length + 1 < text.size() && text[length] == '.' && is_digit(text[length + 1]))
      length += 1 + run_of(text.substr(length + 1), is_digit);
    return Script{text.substr(0, length), length};
  }
  const std::size_t letters = run_of(text.substr(length), is_latin);
  if (letters == 0 || letters > 3)
    return std::nullopt;
  length += letters;
  length += small_character(text.substr(length));
  return Script{text.substr(0, length), length};
}

} // namespace

std::string with_indices(std::string_view text)
{
  std::string html;
  std::size_t done = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool index = text[i] == '_';
    if (!index && text[i] != '^')
      continue;
    const std::string_view before = text.substr(0, i), after = text.substr(i + 1);
    // W^O_h: an index directly after a power
    const bool follows = done == i;
    const std::optional<Script> script =
        index ? (follows || takes_index(before) ? index_after(after) : std::nullopt)
              : (follows || takes_power(before) ? power_after(after) : std::nullopt);
    if (!script)
      continue;
    html += fmt::format("{0}<{1}>{2}</{1}>", escape(text.substr(done, i - done)),
                        index ? "sub" : "sup", with_indices(script->text));
    done = i + 1 + script->length;
    i = done - 1;
  }
  return html + escape(text.substr(done));
}

} // namespace epreuve::book
