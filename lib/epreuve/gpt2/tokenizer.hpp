#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// A token's number in the vocabulary.
using Token = std::uint32_t;

/// How encode() treats the text "<|endoftext|>".
enum class Special
{
  as_text, ///< text as any other: what a user typed
  allowed  ///< the token that separates documents
};

/// GPT-2's tokenizer: byte-level byte-pair encoding.
///
/// Any string of bytes encodes, and decodes back to itself, UTF-8 or not. Text is first split
/// into words by GPT-2's pattern, then in each word the pair of neighbours that is listed first in
/// merges.txt is joined, again and again, until no pair is left that is listed there.
/// Source: exo7 2.1 (tokens); Radford et al., "Language Models are Unsupervised Multitask
/// Learners" (2019), 2.2.
class Tokenizer
{
public:
  /// @param folder  with vocab.json and merges.txt
  /// @throws Error naming the file and what is wrong: not there, no JSON, a line of merges.txt
  ///         that is no pair, a merge whose result the vocabulary lacks (a missing line), ids
  ///         that are not 0 .. N - 1
  explicit Tokenizer(const std::filesystem::path& folder);
  /// The same from what the two files hold.
  static Tokenizer from_texts(std::string_view vocab_json, std::string_view merges_txt);
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  std::size_t vocabulary_size() const;
  bool has_end_of_text() const;
  /// Of "<|endoftext|>". @throws Error if the vocabulary has none
  Token end_of_text() const;

  std::vector<Token> encode(std::string_view text, Special special = Special::as_text) const;

  /// The bytes of a token: " dog" for 3290. They need not be whole characters.
  /// @throws Error if the id is out of range
  const std::string& bytes(Token token) const;
  std::string decode(const std::vector<Token>& tokens) const;

private:
  struct Implementation;
  explicit Tokenizer(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

/// Decodes tokens one by one into text that can be printed at once: it holds back the bytes of a
/// character until it is whole, and replaces what cannot become one by U+FFFD.
class StreamDecoder
{
public:
  explicit StreamDecoder(const Tokenizer& tokenizer) : tokenizer_(&tokenizer) {}
  /// The whole characters that this token completes; may be empty.
  std::string next(Token token);
  /// The rest at the end: a U+FFFD for a character that was never completed.
  std::string finish();

private:
  const Tokenizer* tokenizer_;
  std::string held_;
};

} // namespace epreuve::gpt2
