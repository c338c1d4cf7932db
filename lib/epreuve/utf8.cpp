#include "epreuve/utf8.hpp"

namespace epreuve {

Utf8Unit first_utf8_unit(std::string_view text)
{
  using enum Utf8Unit::Kind;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80)
    return {character, 1};
  if (lead < 0xC2 || lead > 0xF4)
    return {broken, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  // The second byte alone can make a form overlong, a surrogate, or larger than U+10FFFF.
  unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size())
      return {unfinished, i};
    if (byte(i) < least || byte(i) > most)
      return {broken, i};
    least = 0x80;
    most = 0xBF;
  }
  return {character, length};
}

} // namespace epreuve
