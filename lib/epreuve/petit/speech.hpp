#pragma once

#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/language/language.hpp"

#include <span>
#include <vector>

/// The small GPT-2 that comes with the suite, petit: how it reads the language of known entropy (language/language.hpp),
/// how it was trained, and how far its probabilities are from the exact ones.
namespace epreuve::petit {

using gpt2::Token;
using language::Word;

/// How a text of a language becomes tokens: <|endoftext|>, then its words with a blank between them. The marker stands at
/// the beginning of a sentence, where it says as much as the "." of a sentence before; and it makes the empty prefix one
/// that the model can be asked about.
///
/// A word is the chain of its tokens, and its probability is the product along the chain. For most the chain is one token;
/// the pattern of GPT-2's tokenizer makes three of " the-mouse".
class Speech
{
public:
  /// @throws Error if the tokenizer has no <|endoftext|>
  Speech(const language::Language& language, const gpt2::Tokenizer& tokenizer);

  const language::Language& language() const { return *language_; }
  Token begin() const { return begin_; }

  /// The tokens of a word, as the first of a text or after another.
  const std::vector<Token>& chain(Word word, bool is_first) const
  {
    return is_first ? first_.at(word) : later_.at(word);
  }

  std::vector<Token> tokens(std::span<const Word> words) const;

private:
  const language::Language* language_;
  Token begin_;
  std::vector<std::vector<Token>> first_, later_;
};

} // namespace epreuve::petit
