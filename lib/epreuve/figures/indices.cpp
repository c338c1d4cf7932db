#include "epreuve/figures/indices.hpp"

#include "epreuve/utf8.hpp"

#include <algorithm>
#include <cstddef>

namespace epreuve::figures {

namespace {

using Level = Run::Level;

struct Shifted
{
  std::string_view sign, stands_for;
};

constexpr Shifted superscripts[] = {
    {"⁰", "0"}, {"¹", "1"}, {"²", "2"}, {"³", "3"}, {"⁴", "4"}, {"⁵", "5"}, {"⁶", "6"}, {"⁷", "7"},
    {"⁸", "8"}, {"⁹", "9"}, {"⁺", "+"}, {"⁻", "−"}, {"⁼", "="}, {"⁽", "("}, {"⁾", ")"}, {"ᵃ", "a"},
    {"ᵇ", "b"}, {"ᶜ", "c"}, {"ᵈ", "d"}, {"ᵉ", "e"}, {"ᶠ", "f"}, {"ᵍ", "g"}, {"ʰ", "h"}, {"ⁱ", "i"},
    {"ʲ", "j"}, {"ᵏ", "k"}, {"ˡ", "l"}, {"ᵐ", "m"}, {"ⁿ", "n"}, {"ᵒ", "o"}, {"ᵖ", "p"}, {"ʳ", "r"},
    {"ˢ", "s"}, {"ᵗ", "t"}, {"ᵘ", "u"}, {"ᵛ", "v"}, {"ʷ", "w"}, {"ˣ", "x"}, {"ʸ", "y"}, {"ᶻ", "z"},
    {"ᴬ", "A"}, {"ᴮ", "B"}, {"ᴰ", "D"}, {"ᴱ", "E"}, {"ᴳ", "G"}, {"ᴴ", "H"}, {"ᴵ", "I"}, {"ᴶ", "J"},
    {"ᴷ", "K"}, {"ᴸ", "L"}, {"ᴹ", "M"}, {"ᴺ", "N"}, {"ᴼ", "O"}, {"ᴾ", "P"}, {"ᴿ", "R"}, {"ᵀ", "T"},
    {"ᵁ", "U"}, {"ⱽ", "V"}, {"ᵂ", "W"}, {"ᵝ", "β"}, {"ᵞ", "γ"}, {"ᵟ", "δ"}, {"ᶿ", "θ"}};

constexpr Shifted subscripts[] = {
    {"₀", "0"}, {"₁", "1"}, {"₂", "2"}, {"₃", "3"}, {"₄", "4"}, {"₅", "5"}, {"₆", "6"}, {"₇", "7"},
    {"₈", "8"}, {"₉", "9"}, {"₊", "+"}, {"₋", "−"}, {"₌", "="}, {"₍", "("}, {"₎", ")"}, {"ₐ", "a"},
    {"ₑ", "e"}, {"ₕ", "h"}, {"ᵢ", "i"}, {"ⱼ", "j"}, {"ₖ", "k"}, {"ₗ", "l"}, {"ₘ", "m"}, {"ₙ", "n"},
    {"ₒ", "o"}, {"ₚ", "p"}, {"ᵣ", "r"}, {"ₛ", "s"}, {"ₜ", "t"}, {"ᵤ", "u"}, {"ᵥ", "v"}, {"ₓ", "x"},
    {"ᵦ", "β"}, {"ᵧ", "γ"}, {"ᵨ", "ρ"}, {"ᵩ", "φ"}, {"ᵪ", "χ"}};

Run shown(std::string_view character)
{
  for (const Shifted& one : superscripts)
    if (one.sign == character)
      return {std::string(one.stands_for), Level::raised};
  for (const Shifted& one : subscripts)
    if (one.sign == character)
      return {std::string(one.stands_for), Level::lowered};
  return {std::string(character), Level::line};
}

bool is_latin_or_digit(std::string_view character)
{
  const char c = character.size() == 1 ? character.front() : ' ';
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_letter(std::string_view character)
{
  // Greek: U+0370 to U+03FF
  return (is_latin_or_digit(character) && character.front() > '9') ||
         (character >= "\u0370" && character <= "\u03FF");
}

bool joins(std::string_view character)
{
  return character == "_" || character == "^";
}

/// How many characters from `sign` on are an index, W "_out"; 0 if the sign is one like any other.
std::size_t index_length(const std::vector<std::string_view>& characters, std::size_t sign)
{
  const auto at = [&](std::size_t i) { return i < characters.size() ? characters[i] : " "; };
  if (sign == 0 || !joins(characters[sign]) || !is_letter(characters[sign - 1]))
    return 0;
  if (sign >= 2) {
    const std::string_view before = characters[sign - 2];
    if (is_latin_or_digit(before) || is_letter(before) || joins(before))
      return 0;
  }
  std::size_t end = sign + 1;
  while (is_latin_or_digit(at(end)))
    ++end;
  return end == sign + 1 || joins(at(end)) ? 0 : end - sign;
}

} // namespace

std::vector<Run> runs(std::string_view line)
{
  std::vector<std::string_view> characters;
  while (!line.empty()) {
    characters.push_back(line.substr(0, first_utf8_unit(line).length));
    line.remove_prefix(characters.back().size());
  }
  std::vector<Run> result;
  const auto add = [&](const Run& run) {
    if (result.empty() || result.back().level != run.level)
      result.push_back(run);
    else
      result.back().text += run.text;
  };
  for (std::size_t i = 0; i < characters.size();) {
    const std::size_t length = index_length(characters, i);
    const Level level = characters[i] == "_" ? Level::lowered : Level::raised;
    for (std::size_t k = 1; k < length; ++k)
      add({std::string(characters[i + k]), level});
    if (length == 0)
      add(shown(characters[i]));
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

} // namespace epreuve::figures
