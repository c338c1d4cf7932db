#include "epreuve/gpt2/vocabulary.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/other_file.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace epreuve::gpt2 {

namespace {

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

/// How the files write a token.
std::string name_of(std::string_view bytes)
{
  static const std::array<char32_t, 256> characters = characters_of_bytes();
  std::string name;
  for (const char byte : bytes) {
    const char32_t code = characters[static_cast<unsigned char>(byte)]; // below U+0800
    if (code < 0x80) {
      name += static_cast<char>(code);
    } else {
      name += static_cast<char>(0xC0 | code >> 6);
      name += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return name;
}

/// The name of each token in vocab.json.
std::vector<std::string> read_names(const NamedText& file)
{
  const nlohmann::json json = parse_json(file.text, file.name, {.deepest = 2});
  if (!json.is_object() || json.empty())
    throw Error("{} is no vocabulary: expected one object, from token to id", file.name);
  std::vector<std::string> names(json.size());
  std::vector<bool> taken(json.size());
  for (const auto& [name, id] : json.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= json.size())
      throw Error("{}: the token {} has the id {}, but the ids of {} tokens must be 0 to {}",
                  file.name, in_quotes(name),
                  id.is_primitive() ? in_quotes(id.dump()) : id.type_name(), json.size(),
                  json.size() - 1);
    const auto token = id.get<Token>();
    if (taken[token])
      throw Error("{}: the tokens {} and {} have the same id, {}", file.name,
                  in_quotes(names[token]), in_quotes(name), token);
    names[token] = name;
    taken[token] = true;
  }
  return names;
}

/// The bytes that each token's name spells.
std::vector<std::string> spell(const std::vector<std::string>& names, const std::string& file)
{
  const std::array<char32_t, 256> characters = characters_of_bytes();
  std::unordered_map<char32_t, char> bytes;
  for (std::size_t byte = 0; byte < 256; ++byte)
    bytes.emplace(characters[byte], static_cast<char>(byte));
  std::vector<std::string> tokens(names.size());
  for (Token token = 0; token < names.size(); ++token)
    for (const char32_t code : code_points(names[token])) {
      const auto byte = bytes.find(code);
      if (byte == bytes.end())
        throw Error("{}: the token {} (id {}) has a character that stands for no byte, U+{:04X}",
                    file, in_quotes(names[token]), token, static_cast<std::uint32_t>(code));
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

/// Reads merges.txt, and keeps account of the tokens that its lines have made.
class Merges
{
public:
  Merges(const NamedText& file, const std::string& vocab_json,
         const std::vector<std::string>& names, const std::array<Token, 256>& of_byte)
      : file_(file), vocab_json_(vocab_json), names_(names), made_(names.size())
  {
    tokens_.reserve(names.size());
    for (Token token = 0; token < names.size(); ++token)
      tokens_.emplace(names[token], token);
    for (const Token token : of_byte)
      made_[token] = true;
  }

  std::vector<Merge> read()
  {
    std::string_view rest = file_.text.substr(0, file_.text.find_last_not_of("\r\n") + 1);
    if (constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        rest.starts_with(byte_order_mark))
      rest.remove_prefix(byte_order_mark.size());
    for (std::size_t number = 1; !rest.empty(); ++number) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.ends_with('\r'))
        line.remove_suffix(1);
      if (number > 1 || !line.starts_with("#version"))
        add(std::string(line), fmt::format("{}, line {}", file_.name, number));
    }
    require_all_made();
    return std::move(merges_);
  }

private:
  void add(const std::string& line, const std::string& where)
  {
    const std::size_t blank = line.find(' ');
    if (blank == 0 || blank == std::string::npos || blank + 1 == line.size() ||
        line.find(' ', blank + 1) != std::string::npos)
      throw Error("{}: expected two tokens with a blank between them, got {}", where,
                  in_quotes(line));
    const std::string left = line.substr(0, blank);
    const std::string right = line.substr(blank + 1);
    const Merge merge = {made_before(left, where), made_before(right, where),
                         token(left + right, where)};
    if (!pairs_.insert(std::uint64_t{merge.left} << 32 | merge.right).second)
      throw Error("{}: {} stands there for the second time", where, in_quotes(line));
    made_[merge.joined] = true;
    merges_.push_back(merge);
  }

  Token token(const std::string& name, const std::string& where) const
  {
    const auto found = tokens_.find(name);
    if (found == tokens_.end())
      throw Error("{}: {} has no token {}", where, vocab_json_, in_quotes(name));
    return found->second;
  }

  Token made_before(const std::string& name, const std::string& where) const
  {
    const Token part = token(name, where);
    if (!made_[part])
      throw Error("{}: no line before it makes the token {}; is a line missing?", where,
                  in_quotes(name));
    return part;
  }

  void require_all_made() const
  {
    for (Token token = 0; token < names_.size(); ++token)
      if (!made_[token] && names_[token] != end_of_text_marker)
        throw Error("{}: no line makes the token {} (id {} in {}); is a line missing?", file_.name,
                    in_quotes(names_[token]), token, vocab_json_);
  }

  const NamedText& file_;
  const std::string& vocab_json_;
  const std::vector<std::string>& names_;
  std::unordered_map<std::string_view, Token> tokens_;
  std::vector<bool> made_;
  std::vector<Merge> merges_;
  std::unordered_set<std::uint64_t> pairs_; ///< of merges_: left and right in one number
};

} // namespace

Vocabulary vocabulary_of_bytes()
{
  Vocabulary vocabulary{};
  for (Token byte = 0; byte < 256; ++byte) {
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
    vocabulary.of_byte[byte] = byte;
  }
  return vocabulary;
}

VocabularyFiles write_vocabulary(const Vocabulary& vocabulary)
{
  std::vector<std::string> names;
  VocabularyFiles files{"{", "#version: 0.2\n"};
  for (const std::string& bytes : vocabulary.tokens) {
    files.vocab_json += names.empty() ? "" : ", ";
    files.vocab_json += nlohmann::json(name_of(bytes)).dump() + fmt::format(": {}", names.size());
    names.push_back(name_of(bytes));
  }
  files.vocab_json += "}\n";
  for (const Merge& merge : vocabulary.merges)
    files.merges_txt += names[merge.left] + " " + names[merge.right] + "\n";
  return files;
}

Vocabulary read_vocabulary(const NamedText& vocab_json, const NamedText& merges_txt)
{
  for (const NamedText& file : {vocab_json, merges_txt})
    refuse_other_file(file.name, file.text);
  const std::vector<std::string> names = read_names(vocab_json);
  Vocabulary vocabulary;
  vocabulary.tokens = spell(names, vocab_json.name);
  vocabulary.of_byte = find_bytes(vocabulary.tokens, vocab_json.name);
  vocabulary.merges = Merges(merges_txt, vocab_json.name, names, vocabulary.of_byte).read();
  if (const auto found = std::find(names.begin(), names.end(), end_of_text_marker);
      found != names.end())
    vocabulary.end_of_text = static_cast<Token>(found - names.begin());
  return vocabulary;
}

} // namespace epreuve::gpt2
