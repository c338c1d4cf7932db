#pragma once

#include "epreuve/rational.hpp"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace epreuve::language {

using epreuve::Rational;

struct Node;

/// A part of a sentence, as a grammar has it: a word, some parts one after the other, or a choice. It is a
/// value; what two phrases share is kept once. None contains itself, so that what it says is bounded:
///
///     const Phrase cat = maybe({1, 4}, word("black")) + word("cat");
///     const Phrase sentence = word("the") + cat + choice({{3, word("sleeps")}, {1, word("sings")}});
class Phrase
{
public:
  /// Nothing: a phrase without words.
  Phrase();
  explicit Phrase(Node node);

  const Node& node() const { return *node_; }

private:
  std::shared_ptr<const Node> node_;
};

/// @throws Error if the text is empty or holds a blank
Phrase word(std::string_view text);

/// First a, then b.
Phrase operator+(const Phrase& a, const Phrase& b);

/// Chosen as a, then b, and spoken as b, then a: what a twin says where its order crosses.
Phrase crossed(const Phrase& a, const Phrase& b);

/// One of the alternatives, each with the probability odds / (sum of all odds). One with odds 0 is never
/// said, but its words are words of the language.
/// @throws Error if there is none, one has negative odds, all have 0, or they are finer than 64 bits
Phrase choice(std::vector<std::pair<Rational, Phrase>> alternatives);

/// The phrase with this probability, else nothing.
/// @throws Error unless it is from 0 to 1
Phrase maybe(const Rational& probability, const Phrase& phrase);

/// The words of a phrase, each once, in the order in which the grammar names them.
std::vector<std::string> words_of(const Phrase& phrase);

/// A text of the phrase, drawn at random: each choice in the order of the grammar, by whole numbers of the
/// generator against the odds, so exactly and the same everywhere.
std::vector<std::string> draw(const Phrase& phrase, std::mt19937_64& generator);

/// The parts of a phrase.
struct Node
{
  struct Word
  {
    std::string text;
  };
  struct Sequence
  {
    std::vector<Phrase> parts; ///< in the order in which they are chosen
    bool crossed = false;      ///< whether they are spoken in the opposite order
  };
  struct Choice
  {
    std::vector<Phrase> alternatives;
    std::vector<Rational> probabilities; ///< their sum is 1
    std::vector<std::uint64_t> upto; ///< sums of the odds, as whole numbers: what is drawn against
  };
  std::variant<Sequence, Word, Choice> is;
};

} // namespace epreuve::language
