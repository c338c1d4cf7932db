#include "epreuve/gpt2/words.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;

namespace {

std::vector<std::string> words_of(std::string_view text)
{
  std::vector<std::string> words;
  for_each_word(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

std::vector<std::string> list(std::initializer_list<std::string> words)
{
  return words;
}

enum class Class
{
  letter,
  digit,
  symbol,
  white
};

struct Character
{
  std::string bytes;
  Class kind;
};

/// Characters whose classes can be looked up, among them those on which implementations of
/// regular expressions differ: U+0085 and U+00A0 are white space, U+180E, U+200B and U+FEFF not.
const std::vector<Character> alphabet{
    {"'", Class::symbol},          {"s", Class::letter},          {"t", Class::letter},
    {"r", Class::letter},          {"e", Class::letter},          {"v", Class::letter},
    {"m", Class::letter},          {"l", Class::letter},          {"d", Class::letter},
    {"S", Class::letter},          {"é", Class::letter},          {"ω", Class::letter},
    {"中", Class::letter},         {"\U0001D4D0", Class::letter}, {"1", Class::digit},
    {"²", Class::digit},           {"٣", Class::digit},           {"Ⅷ", Class::digit},
    {"!", Class::symbol},          {"€", Class::symbol},          {"\u0301", Class::symbol},
    {"\U0001F600", Class::symbol}, {"\u200D", Class::symbol},     {"\u200B", Class::symbol},
    {"\u180E", Class::symbol},     {"\uFEFF", Class::symbol},     {"\x01", Class::symbol},
    {"\x1C", Class::symbol},       {"\uE000", Class::symbol},     {"\uFFFF", Class::symbol},
    {"\xFF", Class::symbol},       {"\xC0\x80", Class::symbol},   {"\xED\xA0\x80", Class::symbol},
    {" ", Class::white},           {" ", Class::white},           {" ", Class::white},
    {"\n", Class::white},          {"\r", Class::white},          {"\t", Class::white},
    {"\v", Class::white},          {"\u0085", Class::white},      {"\u00A0", Class::white},
    {"\u1680", Class::white},      {"\u2009", Class::white},      {"\u2028", Class::white},
    {"\u202F", Class::white},      {"\u3000", Class::white}};

/// GPT-2's pattern without regular expressions: where the word that begins at `begin` ends.
std::size_t end_of_word(const std::vector<Character>& text, std::size_t begin)
{
  const auto is = [&](std::size_t i, const std::string& bytes) {
    return i < text.size() && text[i].bytes == bytes;
  };
  const auto end_of_run = [&](std::size_t i) {
    const Class kind = text[i].kind;
    while (i < text.size() && text[i].kind == kind)
      ++i;
    return i;
  };
  if (is(begin, "'")) {
    for (const char* one : {"s", "t", "m", "d"})
      if (is(begin + 1, one))
        return begin + 2;
    for (const auto& [first, second] : {std::pair("r", "e"), {"v", "e"}, {"l", "l"}})
      if (is(begin + 1, first) && is(begin + 2, second))
        return begin + 3;
  }
  const std::size_t after_blank = is(begin, " ") ? begin + 1 : begin;
  if (after_blank < text.size() && text[after_blank].kind != Class::white)
    return end_of_run(after_blank);
  const std::size_t end = end_of_run(begin);
  return end < text.size() && end - begin > 1 ? end - 1 : end;
}

} // namespace

BOOST_AUTO_TEST_CASE(words_keep_the_blank_before_them)
{
  BOOST_TEST(words_of("The dog's 12 bones!") == list({"The", " dog", "'s", " 12", " bones", "!"}),
             boost::test_tools::per_element());
  BOOST_TEST(words_of("a  b \n") == list({"a", " ", " b", " \n"}),
             boost::test_tools::per_element());
  BOOST_TEST(words_of("DON'T don't") == list({"DON", "'", "T", " don", "'t"}),
             boost::test_tools::per_element());
  BOOST_TEST(words_of("").empty());
}

BOOST_AUTO_TEST_CASE(words_are_those_of_the_pattern_read_character_by_character)
{
  BOOST_TEST(rc::check("words", [] {
    const auto indices =
        *rc::gen::scale(10, rc::gen::container<std::vector<std::size_t>>(
                                rc::gen::inRange<std::size_t>(0, alphabet.size())));
    std::vector<Character> characters;
    std::string text;
    for (const std::size_t i : indices) {
      characters.push_back(alphabet[i]);
      text += alphabet[i].bytes;
    }
    std::vector<std::string> expected;
    for (std::size_t begin = 0; begin < characters.size();) {
      const std::size_t end = end_of_word(characters, begin);
      expected.emplace_back();
      for (; begin < end; ++begin)
        expected.back() += characters[begin].bytes;
    }
    RC_ASSERT(words_of(text) == expected);
  }));
}

BOOST_AUTO_TEST_CASE(any_bytes_are_their_words_joined)
{
  BOOST_TEST(rc::check("sum of words", [](const std::string& text) {
    std::string sum;
    for_each_word(text, [&](std::string_view word) {
      RC_ASSERT(!word.empty());
      RC_ASSERT(word.data() == text.data() + sum.size());
      sum += word;
    });
    RC_ASSERT(sum == text);
  }));
}

BOOST_AUTO_TEST_CASE(a_run_of_ten_million_is_one_word)
{
  for (const char* unit : {"a", "1", "!", " ", "\n", "é", "\u3000", "\xFF"}) {
    std::string run;
    while (run.size() < 10'000'000)
      run += unit;
    const auto words = words_of(run);
    BOOST_TEST(words.size() == 1u);
    BOOST_TEST((words.front() == run));
  }
  const auto words = words_of(std::string(10'000'000, ' ') + "a");
  BOOST_TEST(words.size() == 2u);
  BOOST_TEST(words.front().size() == 9'999'999u);
}
