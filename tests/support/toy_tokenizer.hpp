#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::tests {

/// The two files of a small tokenizer, written as GPT-2's are.
struct TokenizerFiles
{
  std::string vocab_json;
  std::string merges_txt;
};

/// How the files write one byte.
std::string name_of_byte(unsigned char byte);
std::string name_of_bytes(std::string_view bytes);

/// The 256 bytes, the tokens that the merges make of them, and "<|endoftext|>" last.
/// @param merges  pairs of names
TokenizerFiles tokenizer_files(const std::vector<std::pair<std::string, std::string>>& merges);

/// Byte-pair encoding learnt from a text: as many times as asked, the pair most frequent within
/// the words (each with the blank before it) becomes a token.
TokenizerFiles train_tokenizer(std::string_view text, std::size_t merges);

} // namespace epreuve::tests
