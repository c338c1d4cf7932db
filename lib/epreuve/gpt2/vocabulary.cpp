#include "epreuve/gpt2/vocabulary.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

#include <unordered_map>
#include <unordered_set>

namespace epreuve::gpt2 {

namespace {

/// Tokens by their names: as the files write them.
using Names = std::unordered_map<std::string, Token>;

std::string in_quotes(std::string_view name)
{
  constexpr std::size_t widest = 60;
  const std::string shown = printable(name);
  const std::string_view prefix = prefix_within(shown, widest);
  return fmt::format("\"{}{}\"", prefix, prefix.size() < shown.size() ? "..." : "");
}

/// The character that stands for each byte.
std::array<char32_t, 256> characters_of_bytes()
{
  std::array<char32_t, 256> characters{};
  char32_t next = 0x100;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool printable = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte != 0xAD);
    characters[byte] = printable ? byte : next++;
  }
  return characters;
}

Names read_names(const NamedText& file)
{
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(file.text);
  } catch (const nlohmann::json::exception& error) {
    throw Error("{} is not JSON: {}", file.name, printable(error.what()));
  }
  if (!json.is_object() || json.empty())
    throw Error("{} is no vocabulary: it must hold one object, from token to number", file.name);
  Names names;
  std::vector<const std::string*> owners(json.size());
  for (const auto& [name, id] : json.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= json.size())
      throw Error("{}: token {} has the id {}, but the ids of {} tokens must be 0 to {}", file.name,
                  in_quotes(name), printable(id.dump()), json.size(), json.size() - 1);
    const auto token = id.get<Token>();
    if (owners[token] != nullptr)
      throw Error("{}: the tokens {} and {} have the same id {}", file.name,
                  in_quotes(*owners[token]), in_quotes(name), token);
    owners[token] = &names.emplace(name, token).first->first;
  }
  return names;
}

/// The bytes that each token's name spells.
std::vector<std::string> spell(const Names& names, const std::string& file)
{
  const std::array<char32_t, 256> characters = characters_of_bytes();
  std::unordered_map<char32_t, char> bytes;
  for (std::size_t byte = 0; byte < 256; ++byte)
    bytes.emplace(characters[byte], static_cast<char>(byte));
  std::vector<std::string> tokens(names.size());
  for (const auto& [name, token] : names)
    for (const char32_t code : code_points(name)) {
      const auto byte = bytes.find(code);
      if (byte == bytes.end())
        throw Error("{}: token {} (id {}) has a character, U+{:04X}, that stands for no byte", file,
                    in_quotes(name), token, static_cast<std::uint32_t>(code));
      tokens[token] += byte->second;
    }
  return tokens;
}

std::array<Token, 256> find_bytes(const std::vector<std::string>& tokens, const std::string& file)
{
  std::array<std::optional<Token>, 256> found;
  for (Token token = 0; token < tokens.size(); ++token)
    if (tokens[token].size() == 1)
      found[static_cast<unsigned char>(tokens[token][0])] = token;
  std::array<Token, 256> of_byte{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (!found[byte])
      throw Error("{} has no token for the byte 0x{:02X}; it must have one for each of the 256, so "
                  "that any text has tokens",
                  file, byte);
    of_byte[byte] = *found[byte];
  }
  return of_byte;
}

std::vector<Merge> read_merges(const NamedText& file, const NamedText& vocab_json,
                               const Names& names, std::vector<bool>& made)
{
  std::vector<Merge> merges;
  std::unordered_set<std::string> seen;
  std::vector<std::string> lines = split_lines(file.text);
  while (!lines.empty() && (lines.back().empty() || lines.back() == "\r"))
    lines.pop_back();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string& line = lines[i];
    if (line.ends_with('\r'))
      line.pop_back();
    if (i == 0 && line.starts_with("#version"))
      continue;
    const std::size_t blank = line.find(' ');
    if (blank == 0 || blank == std::string::npos || blank + 1 == line.size() ||
        line.find(' ', blank + 1) != std::string::npos)
      throw Error("{}, line {}: expected two tokens with a blank between them, got {}", file.name,
                  i + 1, in_quotes(line));
    if (!seen.insert(line).second)
      throw Error("{}, line {}: {} stands there for the second time", file.name, i + 1,
                  in_quotes(line));
    const auto token = [&](const std::string& name) {
      const auto found = names.find(name);
      if (found == names.end())
        throw Error("{}, line {}: {} has no token {}", file.name, i + 1, vocab_json.name,
                    in_quotes(name));
      return found->second;
    };
    const std::string left = line.substr(0, blank);
    const std::string right = line.substr(blank + 1);
    for (const std::string& part : {left, right})
      if (!made[token(part)])
        throw Error("{}, line {}: no line before it makes the token {}; is a line missing?",
                    file.name, i + 1, in_quotes(part));
    merges.push_back({token(left), token(right), token(left + right)});
    made[merges.back().joined] = true;
  }
  return merges;
}

} // namespace

Vocabulary read_vocabulary(const NamedText& vocab_json, const NamedText& merges_txt)
{
  const Names names = read_names(vocab_json);
  Vocabulary vocabulary;
  vocabulary.tokens = spell(names, vocab_json.name);
  vocabulary.of_byte = find_bytes(vocabulary.tokens, vocab_json.name);
  if (const auto found = names.find(std::string(end_of_text_marker)); found != names.end())
    vocabulary.end_of_text = found->second;

  std::vector<bool> made(names.size());
  for (const Token token : vocabulary.of_byte)
    made[token] = true;
  vocabulary.merges = read_merges(merges_txt, vocab_json, names, made);
  if (vocabulary.end_of_text)
    made[*vocabulary.end_of_text] = true;
  for (const auto& [name, token] : names)
    if (!made[token])
      throw Error("{}: no line makes the token {} (id {} in {}); is a line missing?",
                  merges_txt.name, in_quotes(name), token, vocab_json.name);
  return vocabulary;
}

} // namespace epreuve::gpt2
