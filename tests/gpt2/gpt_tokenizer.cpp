// The npm package gpt-tokenizer, an independent GPT-2 tokenizer, and ours on the same strings.
// EPREUVE_GPT_TOKENIZER names the folder where npm installed it; see .ci/run.

#include "epreuve/fetching/fetch.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/checkpoints.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

using namespace epreuve;
using gpt2::Token;

namespace {

using Strings = std::vector<std::string>;

std::string utf8(std::uint32_t code)
{
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  if (code < 0x80)
    return {byte(code)};
  if (code < 0x800)
    return {byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F))};
  if (code < 0x10000)
    return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F))};
  return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)),
          byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F))};
}

/// Whether PCRE2's Unicode knows a character. JavaScript's may be newer: what is a letter there
/// and unassigned here is left out, as there is nothing right or wrong about it.
bool is_assigned(const std::string& character)
{
  int error = 0;
  PCRE2_SIZE offset = 0;
  static const std::unique_ptr<pcre2_code, decltype(&pcre2_code_free)> unassigned(
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>("\\p{Cn}"), PCRE2_ZERO_TERMINATED, PCRE2_UTF,
                    &error, &offset, nullptr),
      pcre2_code_free);
  static const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> match(
      pcre2_match_data_create(1, nullptr), pcre2_match_data_free);
  return pcre2_match(unassigned.get(), reinterpret_cast<PCRE2_SPTR>(character.data()),
                     character.size(), 0, 0, match.get(), nullptr) == PCRE2_ERROR_NOMATCH;
}

/// Draws strings, each with one kind of difficulty or with all of them.
class StringMaker
{
public:
  Strings all()
  {
    Strings strings;
    for (int i = 0; i < 10'000; ++i)
      strings.push_back(i % 10 == 0 ? mixture() : of_kind(i % 10));
    return strings;
  }

private:
  std::size_t below(std::size_t bound) { return draw_() % bound; }

  std::string one_of(const Strings& list) { return list[below(list.size())]; }

  std::string several_of(const Strings& list)
  {
    std::string text;
    for (std::size_t length = below(30); length > 0; --length)
      text += one_of(list);
    return text;
  }

  /// Of any plane; U+FEFF is left out, because the package drops it from the beginning of bytes.
  std::string any_character()
  {
    constexpr std::array<std::uint32_t, 8> ends{0x250,   0x800,   0x3000,  0x3000,
                                                0x10000, 0x20000, 0x20000, 0x110000};
    for (;;) {
      const auto code = static_cast<std::uint32_t>(below(ends[below(ends.size())]));
      const bool surrogate = code >= 0xD800 && code < 0xE000;
      if (!surrogate && code != 0xFEFF && is_assigned(utf8(code)))
        return utf8(code);
    }
  }

  std::string of_kind(int kind)
  {
    switch (kind) {
    case 1: {
      std::string text;
      for (std::size_t length = below(40); length > 0; --length)
        text += any_character();
      return text;
    }
    case 2:
      return several_of(white_);
    case 3:
      return several_of(contractions_);
    case 4:
      return several_of(digits_);
    case 5:
      return several_of(emoji_);
    case 6:
      return several_of(marks_);
    case 7:
      return several_of(line_ends_);
    case 8: {
      std::string run;
      const std::string unit = below(2) == 0 ? one_of(runs_) : any_character();
      for (std::size_t length = below(300); length > 0; --length)
        run += unit;
      return one_of(words_) + run + one_of(words_);
    }
    default:
      return several_of(words_);
    }
  }

  std::string mixture()
  {
    std::string text;
    for (int kind = 1; kind < 10; ++kind)
      text += of_kind(1 + static_cast<int>(below(9)));
    return text;
  }

  std::mt19937 draw_{1};
  const Strings white_{" ",      " ",      " ",      "  ",     "\t",     "\n",
                       "\r",     "\v",     "\f",     "\u0085", "\u00A0", "\u1680",
                       "\u2000", "\u2003", "\u200A", "\u2028", "\u2029", "\u202F",
                       "\u205F", "\u3000", "\u180E", "\u200B", "\u2060", "\x1C",
                       "\x1F",   "a",      "B",      "1",      "!",      "é"};
  const Strings contractions_{
      "I'm", "it's", "IT'S", "don't", "DON'T", "we'll", "WE'LL", "they've", "you're", "he'd",
      "'",   "''",   "'s",   "'S",    "'ll",   "'l",    "'v",    "'re",     "'t",     "'tis",
      "’s",  "’ll",  " ",    " 's",   "1's",   "!'s",   "é's",   "s'",      "\n's"};
  const Strings digits_{"0", "7",  "42", "1234567890", "٠١٢", "०१२",        "๓",          "〇", "Ⅷ",
                        "ⅸ", "²",  "½",  "①",          "一",  "\U0001D7D8", "\U00010107", "꘠",  "߁",
                        " ", " 7", "a",  ".",          ",",   "-",          "%"};
  const Strings emoji_{"\U0001F600",
                       "\U0001F468\u200D\U0001F469\u200D\U0001F467",
                       "\U0001F44D\U0001F3FD",
                       "\U0001F1EB\U0001F1F7",
                       "1\uFE0F\u20E3",
                       "\u2764\uFE0F",
                       "\u200D",
                       "\uFE0F",
                       " ",
                       "a",
                       "\U0001F3F4\U000E0067\U000E0062\U000E007F",
                       "\u263A"};
  const Strings marks_{"e\u0301",
                       "é",
                       "a\u0300\u0301\u0302\u0303",
                       "\u0301",
                       " \u0301",
                       "क\u094D\u0937\u093F",
                       "น\u0E49\u0E33",
                       "\u05D0\u05B8",
                       "\u0627\u0651",
                       "\u1112\u1161\u11AB",
                       "한",
                       " ",
                       "x",
                       "1\u0338",
                       "\u0489",
                       "\u20DD"};
  const Strings line_ends_{"\n", "\r\n", "\r",  "\n\n",   "\r\n\r\n", "\n\r", " \n", "\n ", "\t",
                           "a",  " b",   "c\n", "\u2028", "{",        "}",    "  ",  "    "};
  const Strings runs_{" ", "a",  "A",          "\n",     "\r\n", "-",  "=",  "0", "'",
                      "é", "中", "\U0001F600", "\u00A0", "ab",   ". ", " .", "\t"};
  const Strings words_{"The",
                       " the",
                       " dog",
                       "isn't",
                       " black",
                       "GPT-2",
                       " é́t́é",
                       " camelCase",
                       "snake_case",
                       " 3.14",
                       "https://example.org/?a=1&b=2",
                       "naïve",
                       " Привет",
                       " γειά",
                       "你好",
                       "こんにちは",
                       " 안녕",
                       "مرحبا",
                       "שלום",
                       "नमस्ते",
                       "()[]{}",
                       " ->",
                       "<|endoftext|>",
                       "<|",
                       "\"",
                       "...",
                       " — ",
                       "\\n",
                       "\x01",
                       "\x7F",
                       "\uFFFD",
                       "\uFFFF",
                       "\U0010FFFF",
                       "\uE000",
                       "#version: 0.2"};
};

/// Where npm installed the package; empty if it did not.
std::filesystem::path package_folder()
{
  const char* folder = std::getenv("EPREUVE_GPT_TOKENIZER");
  return folder == nullptr ? "" : folder;
}

boost::test_tools::assertion_result the_package(boost::unit_test::test_unit_id)
{
  if (exists(package_folder() / "node_modules"))
    return true;
  std::cout << "skipped: EPREUVE_GPT_TOKENIZER names no folder with node_modules/gpt-tokenizer\n";
  return false;
}

} // namespace

BOOST_AUTO_TEST_CASE(ten_thousand_strings_have_the_tokens_of_another_tokenizer,
                     *boost::unit_test::precondition(the_package))
{
  const std::filesystem::path folder = package_folder();
  const Strings texts = StringMaker().all();
  write_file(folder / "texts.json", nlohmann::json(texts).dump());
  const auto node =
      tests::run("/usr/bin/env", {"node", EPREUVE_SOURCE_DIR "/tests/gpt2/gpt-tokenizer/tokens.mjs",
                                  folder.string()});
  BOOST_TEST_REQUIRE(node.status == 0, node.error);
  const auto expected = nlohmann::json::parse(tests::read_file(folder / "tokens.json"))
                            .get<std::vector<std::vector<Token>>>();
  BOOST_TEST_REQUIRE(expected.size() == texts.size());

  const gpt2::Tokenizer tokenizer(folder);
  for (std::size_t i = 0; i < texts.size(); ++i)
    BOOST_TEST_CONTEXT(nlohmann::json(texts[i]).dump(-1, ' ', true))
    {
      BOOST_TEST_REQUIRE((tokenizer.decode(expected[i]) == texts[i]));
      BOOST_TEST(tokenizer.encode(texts[i]) == expected[i], boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(the_packages_vocabulary_is_the_published_one,
                     *boost::unit_test::precondition(the_package))
{
  const std::string merges = tests::read_file(package_folder() / "merges.txt");
  Sha256 hash;
  hash.add(std::as_bytes(std::span(merges)));
  BOOST_TEST(std::move(hash).hex() == gpt2::published_files().merges_sha256);
  const gpt2::Tokenizer tokenizer(package_folder());
  BOOST_TEST(tokenizer.vocabulary_size() == 50257u);
  BOOST_TEST(tokenizer.end_of_text() == 50256u);
}
