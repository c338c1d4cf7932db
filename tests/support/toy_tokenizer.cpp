#include "support/toy_tokenizer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace epreuve::tests {

namespace {

using Name = std::string;
using Pair = std::pair<Name, Name>;

/// The bytes that cannot be printed in Latin-1, in order: 0-32, 127-160, 173.
int place_among_unprintable(int byte)
{
  if (byte <= 32)
    return byte;
  if (byte >= 127 && byte <= 160)
    return 33 + byte - 127;
  return byte == 173 ? 67 : -1;
}

std::vector<std::vector<Name>> split_at_blanks(std::string_view text)
{
  std::vector<std::vector<Name>> words(1);
  for (const char character : text) {
    if (character == ' ')
      words.emplace_back();
    words.back().push_back(name_of_byte(static_cast<unsigned char>(character)));
  }
  return words;
}

Pair most_frequent(const std::vector<std::vector<Name>>& words)
{
  std::map<Pair, int> counts;
  for (const auto& word : words)
    for (std::size_t i = 0; i + 1 < word.size(); ++i)
      ++counts[{word[i], word[i + 1]}];
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  return most == counts.end() ? Pair() : most->first;
}

void join(std::vector<Name>& word, const Pair& pair)
{
  for (std::size_t i = 0; i + 1 < word.size(); ++i)
    if (word[i] == pair.first && word[i + 1] == pair.second) {
      word[i] += word[i + 1];
      word.erase(word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

} // namespace

std::string name_of_byte(unsigned char byte)
{
  const int place = place_among_unprintable(byte);
  const unsigned code = place < 0 ? byte : 256u + static_cast<unsigned>(place);
  if (code < 0x80)
    return {static_cast<char>(code)};
  return {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
}

std::string name_of_bytes(std::string_view bytes)
{
  std::string name;
  for (const char byte : bytes)
    name += name_of_byte(static_cast<unsigned char>(byte));
  return name;
}

TokenizerFiles tokenizer_files(const std::vector<Pair>& merges)
{
  nlohmann::json vocabulary;
  const auto add = [&](const Name& name) { vocabulary.emplace(name, vocabulary.size()); };
  for (int byte = 0; byte < 256; ++byte)
    add(name_of_byte(static_cast<unsigned char>(byte)));
  std::string lines = "#version: 0.2\n";
  for (const auto& [left, right] : merges) {
    add(left + right);
    lines += left + " " + right + "\n";
  }
  add("<|endoftext|>");
  return {vocabulary.dump(), lines};
}

TokenizerFiles train_tokenizer(std::string_view text, std::size_t merges)
{
  std::vector<std::vector<Name>> words = split_at_blanks(text);
  std::vector<Pair> learnt;
  while (learnt.size() < merges) {
    const Pair pair = most_frequent(words);
    if (pair.first.empty())
      break;
    for (auto& word : words)
      join(word, pair);
    learnt.push_back(pair);
  }
  return tokenizer_files(learnt);
}

} // namespace epreuve::tests
