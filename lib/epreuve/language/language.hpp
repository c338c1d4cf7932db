#pragma once

#include "epreuve/language/automaton.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::language {

/// A language whose every probability is known as a fraction: the sentences of a grammar that is unambiguous and
/// bounded, one after another, each independent of the others and ended by the word ".". A text is such a
/// sequence of words; it begins at the beginning of a sentence.
///
/// In the weighted automaton, with T_w the matrix of the arcs that bear w,
///
///     P(a text begins with w_1 ... w_t) = e_start T_{w_1} ... T_{w_t} 1,
///
/// and a sentence has one path, so its probability is a product of the grammar's own odds.
class Language
{
public:
  /// @param tag       of the language: "en"
  /// @param sentence  its grammar, without the "." at the end
  /// @throws          Error if the grammar names ".", or if a sentence has two derivations (with the sentence)
  Language(std::string tag, Phrase sentence);

  const std::string& tag() const { return tag_; }

  /// All different; words()[0] is ".", which ends a sentence.
  const std::vector<std::string>& words() const { return words_; }

  /// @throws Error if it is not one of the words, with the nearest one
  Word word(std::string_view text) const;

  /// The words of a text, between blanks; a "." may be attached to the word before it, and where French elides, two
  /// words may be written together: "the cat sleeps.", "qu'une femme".
  /// @throws Error if one is no word of the language: its position (from 1), and the nearest word
  std::vector<Word> encode(std::string_view text) const;

  /// The words with a blank between them.
  /// @throws Error if one is not below words().size(), as all that takes words does
  std::string text(const std::vector<Word>& words) const;

  /// How probable a sentence is, its final "." included; 0 if it is not a sentence, or more than one.
  Rational sentence_probability(const std::vector<Word>& sentence) const;

  /// The probability that a sentence begins so; for several sentences, that a text does. 0 if none can; 1 for no words.
  Rational prefix_probability(const std::vector<Word>& prefix) const;

  /// How probable each word is after a prefix, by words(); the sum is 1.
  /// @throws Error if no text begins so: where it goes wrong, and the words that could stand there
  std::vector<Rational> next(const std::vector<Word>& prefix) const;
  /// The same for a text; where it has a token that is no word, the error too names the words that could stand there.
  std::vector<Rational> next(std::string_view prefix) const;

  /// A corpus: sentences, each with its ".". The same seed gives the same words for ever, and in the twin of
  /// the language their translation, since the choices are drawn in the order of the grammar.
  std::vector<Word> sample(std::uint64_t seed, std::size_t sentences) const;

  const Phrase& grammar() const { return sentence_; }
  const language::Automaton& automaton() const { return automaton_; }

private:
  using Forward =
      std::map<std::size_t,
               Rational>; ///< by state: the probability of being there after the words so far

  /// A piece of a text between blanks, and which word it is, if it is one.
  struct Token
  {
    std::string_view text;
    std::optional<Word> word;
  };

  Token token(std::string_view piece) const;
  std::vector<Token> tokens(std::string_view text) const;
  std::string unknown(const std::vector<Token>& tokens, std::size_t i) const;
  void require_words(const std::vector<Word>& words) const;
  const std::string& nearest_word(std::string_view text) const;
  Forward said(const Forward& before, Word word) const;
  Forward said(const Forward& before, const std::vector<Word>& words, std::size_t i) const;
  std::vector<Rational> next(const Forward& before) const;
  std::string could_stand(const Forward& before, const std::vector<Word>& words,
                          std::size_t i) const;

  std::string tag_;
  Phrase sentence_;
  std::vector<std::string> words_;
  std::map<std::string, Word, std::less<>> numbers_;
  language::Automaton automaton_;
};

/// The words whose probability is above 0, the most probable first, ties in the order of words().
std::vector<Word> most_probable_first(const std::vector<Rational>& probabilities);

/// The documents' world in English: cats that sit on floors, beds and couches; what is signed after an apartment
/// or a war, or before a Picasso; women and men, nieces and nephews, queens and kings, and their pronouns;
/// subjects and verbs across relative clauses, at most two deep; names that return; copied words; rare ones.
/// As in exo7 6.1, an article may be a part of the word: "the-lease".
/// @param names_return  how often the second name of a sentence is its first: from 0 to 1
/// @throws              Error if it is not
Language english(const Rational& names_return);
const Language& english(); ///< with names_return = 3/4

/// Its twin: the same grammar with French words, so each sentence has a translation that is as probable as
/// itself. It is word by word, except that colours follow their noun ("créature verte"); where French
/// agrees or elides, one English word has several forms.
Language french(const Rational& names_return);
const Language& french(); ///< with names_return = 3/4

} // namespace epreuve::language
