#pragma once

#include "epreuve/gpt2/tokenizer.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// Two tokens that become one where they are adjacent.
struct Merge
{
  Token left, right, joined;
  bool operator==(const Merge&) const = default;
};

/// The contents of vocab.json and merges.txt.
struct Vocabulary
{
  std::vector<std::string> tokens; ///< the bytes of each
  std::array<Token, 256> of_byte;  ///< the token of each single byte
  std::vector<Merge> merges;       ///< the first is the first to be applied
  std::optional<Token> end_of_text;
};

/// The longest vocab.json or merges.txt that is read, in bytes: sixty times GPT-2's.
inline constexpr std::size_t longest_vocabulary_file = std::size_t{64} << 20;

inline constexpr std::string_view end_of_text_marker = "<|endoftext|>";

/// The 256 bytes, each its own number.
Vocabulary vocabulary_of_bytes();

/// The contents of GPT-2's two files.
struct VocabularyFiles
{
  std::string vocab_json, merges_txt;
};

/// The files that read_vocabulary reads as this vocabulary: tokens in the order of their numbers.
VocabularyFiles write_vocabulary(const Vocabulary& vocabulary);

/// The contents of a file, and its name for messages.
struct NamedText
{
  std::string name;
  std::string_view text;
};

/// Reads GPT-2's two files. vocab.json is an object from token to number; merges.txt, after an
/// optional line "#version: ...", has one merge per line, "left right". Both write a byte as one
/// character: its own in Latin-1 if that is printable (188 are), else the first one from
/// U+0100 that is not taken yet, so that a blank is U+0120.
///
/// A line missing from merges.txt is noticed by the token that no other line makes, or makes
/// too late: by the lines that need it, or in the end.
///
/// @throws Error naming the file, the line or token, and what is wrong with it
/// Source: Radford et al., the published encoder.
Vocabulary read_vocabulary(const NamedText& vocab_json, const NamedText& merges_txt);

} // namespace epreuve::gpt2
