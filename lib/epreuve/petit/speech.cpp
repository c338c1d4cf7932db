#include "epreuve/petit/speech.hpp"

#include <string>

namespace epreuve::petit {

Speech::Speech(const language::Language& language, const gpt2::Tokenizer& tokenizer)
    : language_(&language), begin_(tokenizer.end_of_text())
{
  for (const std::string& word : language.words()) {
    first_.push_back(tokenizer.encode(word));
    later_.push_back(tokenizer.encode(" " + word));
  }
}

std::vector<Token> Speech::tokens(std::span<const Word> words) const
{
  std::vector<Token> all{begin_};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::vector<Token>& of_word = chain(words[i], i == 0);
    all.insert(all.end(), of_word.begin(), of_word.end());
  }
  return all;
}

} // namespace epreuve::petit
