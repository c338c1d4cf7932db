// Any bytes, after a first one that says how they are used:
//   t  a text; it decodes to itself, and its stream is UTF-8
//   m  lines of merges.txt, a zero byte, a text; the vocabulary is made to fit the lines
//   v  vocab.json, a zero byte, merges.txt; refused with a message of one line, or it works

#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/error.hpp"
#include "epreuve/text.hpp"
#include "epreuve/utf8.hpp"
#include "support/toy_tokenizer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve;
using gpt2::Special;
using gpt2::Token;
using gpt2::Tokenizer;

namespace {

[[noreturn]] void fail(const std::string& what)
{
  std::fputs((what + "\n").c_str(), stderr);
  std::abort();
}

void check_utf8(std::string_view text)
{
  while (!text.empty()) {
    const Utf8Unit unit = first_utf8_unit(text);
    if (unit.kind != Utf8Unit::Kind::character)
      fail("a stream that is not UTF-8");
    text.remove_prefix(unit.length);
  }
}

void check_round_trip(const Tokenizer& tokenizer, std::string_view text)
{
  for (const Special special : {Special::as_text, Special::allowed}) {
    const std::vector<Token> tokens = tokenizer.encode(text, special);
    if (tokenizer.decode(tokens) != text)
      fail("a text that does not decode to itself");
    gpt2::StreamDecoder stream(tokenizer);
    for (const Token token : tokens)
      check_utf8(stream.next(token));
    check_utf8(stream.finish());
  }
}

std::pair<std::string_view, std::string_view> split_at_zero(std::string_view input)
{
  const std::size_t zero = std::min(input.find('\0'), input.size());
  return {input.substr(0, zero), input.substr(std::min(zero + 1, input.size()))};
}

std::vector<std::pair<std::string, std::string>> pairs_of(std::string_view lines)
{
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& line : split_lines(lines))
    if (const std::size_t blank = line.find(' '); blank != std::string::npos)
      pairs.emplace_back(tests::name_of_bytes(line.substr(0, blank)),
                         tests::name_of_bytes(line.substr(blank + 1)));
  return pairs;
}

void load(std::string_view vocab_json, std::string_view merges_txt, std::string_view text)
{
  try {
    check_round_trip(Tokenizer::from_texts(vocab_json, merges_txt), text);
  } catch (const Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos)
      fail(fmt::format("a message of several lines: {}", error.what()));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  std::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.empty())
    return 0;
  const char purpose = input.front();
  input.remove_prefix(1);
  const auto [first, second] = split_at_zero(input);
  if (purpose == 't') {
    static const auto files =
        tests::train_tokenizer("the cat and the other cat  aaaaaaaa été été", 30);
    static const Tokenizer toy = Tokenizer::from_texts(files.vocab_json, files.merges_txt);
    check_round_trip(toy, input);
  } else if (purpose == 'm') {
    const auto files = tests::tokenizer_files(pairs_of(first));
    load(files.vocab_json, files.merges_txt, second);
  } else if (purpose == 'v') {
    load(first, second, second);
  }
  return 0;
}
