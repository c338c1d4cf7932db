#include "epreuve/gpt2/tokenizer.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/words.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/utf8.hpp"
#include "support/checkpoints.hpp"
#include "support/errors.hpp"
#include "support/toy_tokenizer.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;
using namespace epreuve::tests;

namespace {

using Tokens = std::vector<Token>;

Tokenizer tokenizer_of(const TokenizerFiles& files)
{
  return Tokenizer::from_texts(files.vocab_json, files.merges_txt);
}

const std::string text_to_learn_from =
    "The dog and the cat sat on the mat. The dog's mat is the cat's mat, isn't it? "
    "Été: les élèves répètent, répètent et répètent encore. 12 345 345 345\n\n"
    "aaaaaaaaaaaaaaaa aaaaaaaa aaaa aa        \n        \n    ----------------";

const Tokenizer& toy()
{
  static const Tokenizer tokenizer = tokenizer_of(train_tokenizer(text_to_learn_from, 120));
  return tokenizer;
}

/// Byte-pair encoding as its definition reads, on the names that the files use: as long as some
/// pair of neighbours is in the list, join all occurrences, from left to right, of the one that
/// is listed first.
Tokens encode_by_definition(const TokenizerFiles& files,
                            const std::vector<std::pair<std::string, std::string>>& merges,
                            std::string_view text)
{
  const auto vocabulary = nlohmann::json::parse(files.vocab_json);
  Tokens tokens;
  for_each_word(text, [&](std::string_view word) {
    std::vector<std::string> parts;
    for (const char byte : word)
      parts.push_back(name_of_byte(static_cast<unsigned char>(byte)));
    for (auto merge = merges.begin(); merge != merges.end();) {
      std::vector<std::string> joined;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool pair = i + 1 < parts.size() && std::pair(parts[i], parts[i + 1]) == *merge;
        joined.push_back(pair ? parts[i] + parts[i + 1] : parts[i]);
        i += pair ? 1 : 0;
      }
      merge = joined.size() < parts.size() ? merges.begin() : merge + 1;
      parts = joined;
    }
    for (const std::string& part : parts)
      tokens.push_back(vocabulary.at(part));
  });
  return tokens;
}

/// Merges of tokens already made, drawn at random: not merges that a text would lead to, but allowed.
std::vector<std::pair<std::string, std::string>> random_merges(std::mt19937& draw)
{
  std::vector<std::string> made{"a", "b", name_of_byte(' '), name_of_byte(0xC3),
                                name_of_byte(0xA9)};
  std::vector<std::pair<std::string, std::string>> merges;
  for (int i = 0; i < 25; ++i) {
    const std::pair merge(made[draw() % made.size()], made[draw() % made.size()]);
    if (std::ranges::find(merges, merge) != merges.end())
      continue;
    merges.push_back(merge);
    made.push_back(merge.first + merge.second);
  }
  return merges;
}

std::string replace_broken(std::string_view text)
{
  std::string clean;
  while (!text.empty()) {
    const Utf8Unit unit = first_utf8_unit(text);
    clean += unit.kind == Utf8Unit::Kind::character ? text.substr(0, unit.length) : "\uFFFD";
    text.remove_prefix(unit.length);
  }
  return clean;
}

rc::Gen<std::string> mixed_text()
{
  return rc::gen::scale(
      3, rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
                          std::vector<std::string>{"a", "aaa", "b", " ", "  ", "the", " dog", "é",
                                                   "中", "\U0001F600", "'s", "\n", "7", "\xFF",
                                                   "\xE4\xB8", "\x80", "<|endoftext|>", "<|"})),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts)
                          text += part;
                        return text;
                      }));
}

double seconds(const std::function<void()>& work)
{
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_byte_is_written_as_gpt2_writes_it)
{
  // The support code writes the toy's files; these are the names in GPT-2's files.
  BOOST_TEST(name_of_byte(' ') == "Ġ");
  BOOST_TEST(name_of_byte('\n') == "Ċ");
  BOOST_TEST(name_of_byte('!') == "!");
  BOOST_TEST(name_of_byte(0x7F) == "ġ");
  BOOST_TEST(name_of_byte(0xA1) == "¡");
  BOOST_TEST(name_of_byte(0xAD) == "Ń");
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    BOOST_TEST(toy().bytes(static_cast<Token>(byte)) == text);
    BOOST_TEST(toy().encode(text) == Tokens{static_cast<Token>(byte)},
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(any_bytes_decode_to_themselves)
{
  BOOST_TEST(rc::check("bytes", [](const std::string& text) {
    RC_ASSERT(toy().decode(toy().encode(text)) == text);
    RC_ASSERT(toy().decode(toy().encode(text, Special::allowed)) == text);
  }));
  BOOST_TEST(rc::check("mixed text", [] {
    const std::string text = *mixed_text();
    RC_ASSERT(toy().decode(toy().encode(text)) == text);
    RC_ASSERT(toy().decode(toy().encode(text, Special::allowed)) == text);
  }));
}

BOOST_AUTO_TEST_CASE(tokens_are_those_of_the_definition)
{
  std::mt19937 draw(1);
  for (int vocabulary = 0; vocabulary < 200; ++vocabulary) {
    const auto merges = random_merges(draw);
    const TokenizerFiles files = tokenizer_files(merges);
    const Tokenizer tokenizer = tokenizer_of(files);
    for (int i = 0; i < 20; ++i) {
      std::string text;
      for (auto length = draw() % 40; length > 0; --length)
        text += std::array{"a", "b", "a", "b", " ", "é"}[draw() % 6];
      BOOST_TEST_CONTEXT(text << "\n" << files.merges_txt)
      BOOST_TEST_REQUIRE(tokenizer.encode(text) == encode_by_definition(files, merges, text),
                         boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(all_occurrences_of_a_pair_are_joined_before_another_pair)
{
  // "aba" can come from the third line and from the fifth. In "abaaba" it comes from the fifth,
  // and although "aba a" is listed above it, the second "a ba" is joined first.
  const Tokenizer tokenizer = tokenizer_of(
      tokenizer_files({{"b", "a"}, {"a", "b"}, {"ab", "a"}, {"aba", "a"}, {"a", "ba"}}));
  std::vector<std::string> bytes;
  for (const Token token : tokenizer.encode("abaaba"))
    bytes.push_back(tokenizer.bytes(token));
  BOOST_TEST(bytes == std::vector<std::string>({"aba", "aba"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_word_met_again_gets_the_same_tokens)
{
  // More different words than are remembered, twice.
  std::string words;
  Tokens once;
  for (int i = 0; i < 20'000; ++i) {
    const std::string word = " w" + std::string(1 + i % 3, 'a') + std::to_string(i);
    words += word;
    for (const Token token : toy().encode(word))
      once.push_back(token);
  }
  const Tokens twice = toy().encode(words + words);
  BOOST_TEST_REQUIRE(twice.size() == 2 * once.size());
  BOOST_TEST(std::equal(once.begin(), once.end(), twice.begin()));
  BOOST_TEST(std::equal(once.begin(), once.end(),
                        twice.begin() + static_cast<std::ptrdiff_t>(once.size())));
}

BOOST_AUTO_TEST_CASE(the_end_of_text_is_a_token_only_when_asked_for)
{
  const std::string text = "a<|endoftext|><|endoftext|> b";
  const Token end = toy().end_of_text();
  BOOST_TEST(std::ranges::count(toy().encode(text), end) == 0);
  const Tokens tokens = toy().encode(text, Special::allowed);
  const Tokens a = toy().encode("a");
  const Tokens b = toy().encode(" b");
  Tokens expected = a;
  expected.insert(expected.end(), {end, end});
  expected.insert(expected.end(), b.begin(), b.end());
  BOOST_TEST(tokens == expected, boost::test_tools::per_element());
  BOOST_TEST(toy().bytes(end) == "<|endoftext|>");
}

BOOST_AUTO_TEST_CASE(a_stream_shows_whole_characters_and_all_of_them)
{
  BOOST_TEST(rc::check("stream", [] {
    // Any tokens, most of them single bytes, some of them parts of characters.
    const auto tokens = *rc::gen::scale(
        3, rc::gen::container<Tokens>(rc::gen::oneOf(
               rc::gen::inRange<Token>(0, static_cast<Token>(toy().vocabulary_size())),
               rc::gen::inRange<Token>(0xBE, 0x100),
               rc::gen::elementOf(toy().encode("é中\U0001F600é中")))));
    StreamDecoder stream(toy());
    std::string text;
    for (const Token token : tokens) {
      const std::string piece = stream.next(token);
      RC_ASSERT(replace_broken(piece) == piece);
      text += piece;
    }
    text += stream.finish();
    RC_ASSERT(text == replace_broken(toy().decode(tokens)));
    RC_ASSERT(stream.finish().empty());
  }));
}

BOOST_AUTO_TEST_CASE(a_stream_holds_a_character_back_until_it_is_whole)
{
  StreamDecoder stream(toy());
  BOOST_TEST(stream.next(0xE4).empty());
  BOOST_TEST(stream.next(0xB8).empty());
  BOOST_TEST(stream.next(0xAD) == "中");
  BOOST_TEST(stream.next(0xF0).empty());
  BOOST_TEST(stream.next(0x9F).empty());
  BOOST_TEST(stream.next('a') == "\uFFFDa");
  BOOST_TEST(stream.next(0xE4).empty());
  BOOST_TEST(stream.finish() == "\uFFFD");
}

BOOST_AUTO_TEST_CASE(a_token_out_of_range_is_an_error)
{
  const std::string words = "there is no token 100000: the vocabulary has 0 to " +
                            std::to_string(toy().vocabulary_size() - 1);
  BOOST_CHECK_EXCEPTION(toy().bytes(100'000), Error, says(words));
  BOOST_CHECK_EXCEPTION(toy().decode({1, 100'000}), Error, says(words));
  BOOST_CHECK_EXCEPTION(StreamDecoder(toy()).next(100'000), Error, says(words));
}

BOOST_AUTO_TEST_CASE(time_grows_with_the_length_whatever_the_text)
{
  std::mt19937 draw(1);
  const std::string base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string line;
  std::string letters;
  std::string bytes;
  for (int i = 0; i < 1 << 20; ++i) {
    line += base64[draw() % 64];
    letters += base64[draw() % 52];
    bytes += static_cast<char>(draw() % 256);
  }
  for (const std::string& text : {line, letters, bytes, std::string(1 << 20, ' '),
                                  std::string(1 << 20, 'a'), std::string(1 << 20, '\xFF')}) {
    const double part = seconds([&] { toy().encode(std::string_view(text).substr(0, 1 << 17)); });
    const double whole = seconds([&] { BOOST_TEST((toy().decode(toy().encode(text)) == text)); });
    // The text is eight times as long; a quadratic time would grow 64 times, to minutes.
    BOOST_TEST(whole < 24 * std::max(part, 0.01));
  }
}

BOOST_AUTO_TEST_CASE(merges_are_read_in_a_time_that_grows_with_their_number)
{
  // All words of up to four letters, each made in every way in which it can be split.
  const auto files_of = [](char last) {
    std::vector<std::string> words{""};
    std::vector<std::pair<std::string, std::string>> merges;
    for (int length = 1; length <= 4; ++length) {
      std::vector<std::string> longer;
      for (const std::string& word : words)
        for (char letter = 'a'; letter <= last; ++letter)
          longer.push_back(word + letter);
      words = std::move(longer);
      for (const std::string& word : words)
        for (std::size_t at = 1; at < word.size(); ++at)
          merges.emplace_back(word.substr(0, at), word.substr(at));
    }
    return tokenizer_files(merges);
  };
  const TokenizerFiles few = files_of('h'), many = files_of('q');
  const double part = seconds([&] { tokenizer_of(few); });
  const double whole = seconds([&] { tokenizer_of(many); });
  const double ratio =
      static_cast<double>(many.merges_txt.size()) / static_cast<double>(few.merges_txt.size());
  // Twenty times as many: a quadratic time would grow 400 times.
  BOOST_TEST(ratio > 19);
  BOOST_TEST(whole < 4 * ratio * std::max(part, 0.005));
  BOOST_CHECK_EXCEPTION(Tokenizer::from_texts(few.vocab_json, few.merges_txt + "ab ab\n"), Error,
                        says("merges.txt", "\"ab ab\" stands there for the second time"));
}

BOOST_AUTO_TEST_CASE(files_that_are_none_or_too_long_are_refused_at_once,
                     *boost::unit_test::timeout(20))
{
  const TokenizerFiles files = train_tokenizer(text_to_learn_from, 5);
  for (const char* odd : {"vocab.json", "merges.txt"}) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& why) {
      BOOST_CHECK_EXCEPTION(Tokenizer{folder.path()}, Error, says((folder / odd).string(), why));
      std::filesystem::remove(folder / odd);
    };
    write_file(folder / "vocab.json", files.vocab_json);
    write_file(folder / "merges.txt", files.merges_txt);
    std::filesystem::remove(folder / odd);
    BOOST_REQUIRE(::mkfifo((folder / odd).c_str(), 0600) == 0);
    refused("it is a pipe");
    std::filesystem::create_symlink("/dev/zero", folder / odd);
    refused("it is a device");
    write_file(folder / odd, "");
    BOOST_REQUIRE(::truncate((folder / odd).c_str(), off_t{1} << 40) == 0);
    refused("has 1099511627776 bytes, expected at most 67108864");
  }
}

BOOST_AUTO_TEST_CASE(missing_files_are_named)
{
  const TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(Tokenizer{folder.path()}, Error,
                        says("there is no " + (folder / "vocab.json").string()));
  const TokenizerFiles files = train_tokenizer(text_to_learn_from, 5);
  write_file(folder / "vocab.json", files.vocab_json);
  BOOST_CHECK_EXCEPTION(Tokenizer{folder.path()}, Error,
                        says("there is no " + (folder / "merges.txt").string()));
  write_file(folder / "merges.txt", files.merges_txt);
  BOOST_TEST(Tokenizer{folder.path()}.vocabulary_size() == 256u + 5u + 1u);
  write_file(folder / "vocab.json", "{");
  BOOST_CHECK_EXCEPTION(Tokenizer{folder.path()}, Error,
                        says((folder / "vocab.json").string(), "is no JSON"));
  std::filesystem::remove(folder / "vocab.json");
  std::filesystem::create_directory(folder / "vocab.json");
  BOOST_CHECK_EXCEPTION(Tokenizer{folder.path()}, Error,
                        says((folder / "vocab.json").string(), "cannot be read"));
}

BOOST_AUTO_TEST_CASE(the_error_says_why_a_file_is_not_a_vocabulary)
{
  const TokenizerFiles files = tokenizer_files({{"a", "b"}});
  const auto refuses = [&](const std::string& vocab_json, const std::string& words) {
    BOOST_CHECK_EXCEPTION(Tokenizer::from_texts(vocab_json, files.merges_txt), Error,
                          says("vocab.json", words));
  };
  const auto with = [&](const std::string& name, const nlohmann::json& id) {
    auto vocabulary = nlohmann::json::parse(files.vocab_json);
    vocabulary[name] = id;
    return vocabulary.dump();
  };
  refuses("", "is no JSON from line 1, column 1 on");
  refuses("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n",
          "is a pointer of Git LFS, which stands in a clone for the file");
  refuses("{\"a\": 0, \xFF", "is no JSON from line 1, column 10 on");
  refuses("{\"a\": 1e999}", "line 1, column 12: a number that is too large");
  refuses("{\"a\": " + std::string(50'000, '[') + std::string(50'000, ']') + "}",
          "line 1, column 8: nested deeper than 2 levels");
  refuses("{\"a\": 0, \"a\": 1}", "line 1, column 12: \"a\" occurs twice");
  refuses("[]", "expected one object, from token to id");
  refuses("{}", "expected one object, from token to id");
  refuses(with("ab", 70'000),
          "the token \"ab\" has the id \"70000\", but the ids of 258 tokens must "
          "be 0 to 257");
  refuses(with("ab", -1), "has the id \"-1\"");
  refuses(with("ab", 3.5), "has the id \"3.5\"");
  refuses(with("ab", nullptr), "has the id \"null\"");
  refuses(with("ab", {1, 2}), "has the id array");
  refuses(with("ab", 97), "the tokens \"a\" and \"ab\" have the same id, 97");
  refuses(with("中", 258),
          "the token \"中\" (id 258) has a character that stands for no byte, U+4E2D");
  auto vocabulary = nlohmann::json::parse(files.vocab_json);
  vocabulary.erase("A");
  vocabulary["<|endoftext|>"] = 'A';
  refuses(vocabulary.dump(), "has no token for the byte 0x41");
}

BOOST_AUTO_TEST_CASE(the_error_names_the_line_that_is_not_a_merge)
{
  const TokenizerFiles files = tokenizer_files({{"a", "b"}, {"ab", "c"}, {"abc", "d"}});
  const auto refuses = [&](const std::string& merges_txt, const std::string& words) {
    BOOST_CHECK_EXCEPTION(Tokenizer::from_texts(files.vocab_json, merges_txt), Error,
                          says("merges.txt", words));
  };
  refuses("#version: 0.2\na b\nab\n",
          "line 3: expected two tokens with a blank between them, got \"ab\"");
  refuses("a b\n\nab c\n", "line 2: expected two tokens");
  refuses("a b\nab  c\n", "line 2: expected two tokens");
  refuses("a b\n ab c\n", "line 2: expected two tokens");
  refuses("a b\nab \n", "line 2: expected two tokens");
  refuses("a b c\n", "line 1: expected two tokens");
  refuses("a b\na c\n", "line 2: vocab.json has no token \"ac\"");
  refuses("a b\nab x\n", "line 2: vocab.json has no token \"abx\"");
  refuses("a b\na b\n", "line 2: \"a b\" stands there for the second time");
}

BOOST_AUTO_TEST_CASE(any_line_missing_from_the_merges_is_noticed)
{
  const TokenizerFiles files = train_tokenizer(text_to_learn_from, 60);
  std::vector<std::size_t> begins{0};
  while (begins.back() < files.merges_txt.size())
    begins.push_back(files.merges_txt.find('\n', begins.back()) + 1);
  for (std::size_t line = 1; line + 1 < begins.size(); ++line) {
    std::string merges = files.merges_txt;
    merges.erase(begins[line], begins[line + 1] - begins[line]);
    BOOST_CHECK_EXCEPTION(Tokenizer::from_texts(files.vocab_json, merges), Error,
                          says("merges.txt", "is a line missing?"));
  }
  const auto cut = files.merges_txt.substr(0, files.merges_txt.size() / 2);
  BOOST_CHECK_EXCEPTION(Tokenizer::from_texts(files.vocab_json, cut), Error, says("merges.txt"));
}

BOOST_AUTO_TEST_CASE(files_may_come_with_other_line_ends_and_without_the_first_line)
{
  const TokenizerFiles files = train_tokenizer(text_to_learn_from, 60);
  std::string lines = files.merges_txt.substr(files.merges_txt.find('\n') + 1);
  const std::string text = "the élèves and the dogs";
  const Tokens expected = tokenizer_of(files).encode(text);
  const auto check = [&](const std::string& merges) {
    BOOST_TEST(Tokenizer::from_texts(files.vocab_json, merges).encode(text) == expected,
               boost::test_tools::per_element());
  };
  check(lines);
  check(lines + "\n\n");
  lines.pop_back();
  check(lines);
  std::string windows;
  for (const char character : files.merges_txt)
    windows += character == '\n' ? "\r\n" : std::string(1, character);
  check(windows);
  const std::string mark = "\xEF\xBB\xBF"; // as editors on Windows write it
  check(mark + files.merges_txt);
  BOOST_TEST(Tokenizer::from_texts(mark + files.vocab_json, files.merges_txt).encode(text) ==
                 expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_vocabulary_may_have_no_end_of_text)
{
  auto vocabulary = nlohmann::json::parse(tokenizer_files({}).vocab_json);
  vocabulary.erase("<|endoftext|>");
  const Tokenizer tokenizer = Tokenizer::from_texts(vocabulary.dump(), "");
  BOOST_TEST(tokenizer.vocabulary_size() == 256u);
  BOOST_CHECK_EXCEPTION(tokenizer.end_of_text(), Error,
                        says("the vocabulary has no token <|endoftext|>"));
  BOOST_TEST(tokenizer.decode(tokenizer.encode("<|endoftext|>")) == "<|endoftext|>");
  BOOST_CHECK_THROW(tokenizer.encode("<|endoftext|>", Special::allowed), Error);
}

namespace {

boost::test_tools::assertion_result the_published_files(boost::unit_test::test_unit_id)
{
  const auto folder = published_folder();
  if (!folder.empty() && exists(folder / "vocab.json") && exists(folder / "merges.txt"))
    return true;
  std::cout << "skipped: EPREUVE_GPT2 names no folder with vocab.json and merges.txt\n";
  return false;
}

const Tokenizer& published()
{
  static const Tokenizer tokenizer{published_folder()};
  return tokenizer;
}

} // namespace

BOOST_AUTO_TEST_SUITE(with_the_published_files,
                      *boost::unit_test::precondition(the_published_files))

BOOST_AUTO_TEST_CASE(the_vocabulary_has_its_published_size)
{
  BOOST_TEST(published().vocabulary_size() == 50257u);
  BOOST_TEST(published().end_of_text() == 50256u);
}

BOOST_AUTO_TEST_CASE(texts_have_the_tokens_that_others_published)
{
  // The first two: poloclub/transformer-explainer, examples; "Cars are", "San Francisco is":
  // certik/fastGPT, tests.
  const std::vector<std::pair<std::string, Tokens>> texts{
      {"Data visualization empowers users to", {6601, 32704, 795, 30132, 2985, 284}},
      {"Artificial Intelligence is transforming the", {8001, 9542, 9345, 318, 25449, 262}},
      {"San Francisco is", {15017, 6033, 318}},
      {"Cars are", {34, 945, 389}},
      {"Hello world ", {15496, 995, 220}},
      {"One two three four", {3198, 734, 1115, 1440}},
      {"The dog", {464, 3290}}};
  for (const auto& [text, tokens] : texts) {
    BOOST_TEST(published().encode(text) == tokens, boost::test_tools::per_element());
    BOOST_TEST(published().decode(tokens) == text);
  }
}

BOOST_AUTO_TEST_CASE(the_documents_tokens_have_their_numbers)
{
  // exo7 2.1: what may follow "The cat sat on the" and "The child sat on the".
  const std::vector<std::pair<std::string, Token>> tokens{{" floor", 4314},  {" bed", 3996},
                                                          {" couch", 18507}, {" ground", 2323},
                                                          {" edge", 5743},   {" sofa", 34902}};
  for (const auto& [text, token] : tokens)
    BOOST_TEST(published().encode(text) == Tokens{token}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(any_bytes_decode_to_themselves_with_the_published_tokens)
{
  BOOST_TEST(rc::check("bytes", [](const std::string& text) {
    RC_ASSERT(published().decode(published().encode(text)) == text);
  }));
  BOOST_TEST(rc::check("mixed text", [] {
    const std::string text = *mixed_text();
    RC_ASSERT(published().decode(published().encode(text)) == text);
  }));
  Tokens all;
  for (Token token = 0; token < published().vocabulary_size(); ++token)
    all.push_back(token);
  const std::string text = published().decode(all);
  BOOST_TEST((published().decode(published().encode(text)) == text));
}

BOOST_AUTO_TEST_SUITE_END()
