#include "epreuve/utf8.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve;

namespace {

/// Whether some character's UTF-8 begins with these bytes: by the code points that it could have.
bool begins_a_character(const std::string& bytes)
{
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  std::size_t length = 1;
  long first = byte(0);
  if (byte(0) >= 0x80) {
    length = byte(0) >> 5 == 0b110     ? 2
             : byte(0) >> 4 == 0b1110  ? 3
             : byte(0) >> 3 == 0b11110 ? 4
                                       : 0;
    first = byte(0) & (0x7F >> length);
  }
  if (length < bytes.size())
    return false;
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    if (byte(i) >> 6 != 0b10)
      return false;
    first = first << 6 | (byte(i) & 0x3F);
  }
  const int free_bits = 6 * static_cast<int>(length - bytes.size());
  first <<= free_bits;
  long last = first + (1L << free_bits) - 1;
  const long shortest[] = {0, 0, 0x80, 0x800, 0x10000};
  first = std::max(first, shortest[length]);
  last = std::min(last, 0x10FFFFL);
  const bool only_surrogates = first >= 0xD800 && last <= 0xDFFF;
  return first <= last && !only_surrogates;
}

bool is_a_character(const std::string& bytes)
{
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return bytes.size() == length && begins_a_character(bytes);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_unit_is_a_character_or_the_longest_beginning_of_one)
{
  using enum Utf8Unit::Kind;
  // Each byte here is the first or last of those that mean the same somewhere.
  const std::string bytes =
      "\x01\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF"
      "\xF0\xF1\xF3\xF4\xF5\xFF";
  int wrong = 0;
  int characters = 0;
  const auto check = [&](const std::string& text) {
    std::size_t length = 1;
    while (length < text.size() && begins_a_character(text.substr(0, length + 1)))
      ++length;
    const std::string prefix = text.substr(0, length);
    const bool unfinished =
        length == text.size() && begins_a_character(text) && !is_a_character(text);
    const auto kind = is_a_character(prefix) ? character
                      : unfinished           ? Utf8Unit::Kind::unfinished
                                             : broken;
    const Utf8Unit unit = first_utf8_unit(text);
    wrong += unit.kind != kind || unit.length != length;
    characters += kind == character;
  };
  for (const char a : bytes) {
    check({a});
    for (const char b : bytes) {
      check({a, b});
      for (const char c : bytes) {
        check({a, b, c});
        for (const char d : bytes)
          check({a, b, c, d});
      }
    }
  }
  BOOST_TEST(wrong == 0);
  BOOST_TEST(characters > 1000);
}

BOOST_AUTO_TEST_CASE(broken_bytes_part_as_in_the_standards_example)
{
  // Table 3-8 of the Unicode Standard 15.0: three, one and one replacements.
  const std::string text = "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64";
  std::vector<std::size_t> lengths;
  for (std::size_t at = 0; at < text.size(); at += lengths.back())
    lengths.push_back(first_utf8_unit(std::string_view(text).substr(at)).length);
  const std::vector<std::size_t> expected{1, 3, 2, 1, 1, 1, 1, 1, 1, 1};
  BOOST_TEST(lengths == expected, boost::test_tools::per_element());
}
