#include "epreuve/language/grammar.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <limits>

namespace epreuve::language {
namespace {

template <typename... Visitors>
struct Overloaded : Visitors...
{
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

/// A whole number from 0 to below `bound`, all equally probable: numbers of the generator that would favour
/// the small remainders are passed over.
std::uint64_t below(std::uint64_t bound, std::mt19937_64& generator)
{
  const std::uint64_t passed_over = (0 - bound) % bound; // 2^64 mod bound
  std::uint64_t drawn = generator();
  while (drawn < passed_over)
    drawn = generator();
  return drawn % bound;
}

void collect(const Phrase& phrase, std::vector<std::string>& words)
{
  std::visit(Overloaded{[&](const Node::Word& word) {
                          if (std::find(words.begin(), words.end(), word.text) == words.end())
                            words.push_back(word.text);
                        },
                        [&](const Node::Sequence& sequence) {
                          for (const Phrase& part : sequence.parts)
                            collect(part, words);
                        },
                        [&](const Node::Choice& choice) {
                          for (const Phrase& alternative : choice.alternatives)
                            collect(alternative, words);
                        }},
             phrase.node().is);
}

std::vector<std::string> said(const Phrase& phrase, std::mt19937_64& generator)
{
  return std::visit(Overloaded{[](const Node::Word& word) { return std::vector{word.text}; },
                               [&](const Node::Sequence& sequence) {
                                 std::vector<std::string> all;
                                 for (const Phrase& part : sequence.parts) {
                                   const std::vector<std::string> words = said(part, generator);
                                   all.insert(sequence.crossed ? all.begin() : all.end(),
                                              words.begin(), words.end());
                                 }
                                 return all;
                               },
                               [&](const Node::Choice& choice) {
                                 const std::uint64_t drawn = below(choice.upto.back(), generator);
                                 const auto place = std::upper_bound(choice.upto.begin(),
                                                                     choice.upto.end(), drawn) -
                                                    choice.upto.begin();
                                 return said(choice.alternatives[std::size_t(place)], generator);
                               }},
                    phrase.node().is);
}

} // namespace

Phrase::Phrase() : Phrase(Node{Node::Sequence{}}) {}

Phrase::Phrase(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}

Phrase word(std::string_view text)
{
  if (text.empty() || text.find_first_of(" \t\r\n") != std::string_view::npos)
    throw Error("a word of a grammar has no blank and is not empty, got \"{}\"", text);
  return Phrase(Node{Node::Word{std::string(text)}});
}

Phrase operator+(const Phrase& a, const Phrase& b)
{
  return Phrase(Node{Node::Sequence{{a, b}}});
}

Phrase crossed(const Phrase& a, const Phrase& b)
{
  return Phrase(Node{Node::Sequence{{a, b}, true}});
}

Phrase choice(std::vector<std::pair<Rational, Phrase>> alternatives)
{
  Rational sum = 0;
  Integer unit = 1; // of all odds
  for (const auto& [odds, alternative] : alternatives) {
    if (odds < 0)
      throw Error("the odds of an alternative must be at least 0, got {}", odds.str());
    sum += odds;
    unit = lcm(unit, denominator(odds));
  }
  if (sum == 0)
    throw Error("a choice needs an alternative with odds above 0, got {} alternatives",
                alternatives.size());
  if (numerator(sum) * (unit / denominator(sum)) > std::numeric_limits<std::int64_t>::max())
    throw Error("the odds of a choice must be multiples of a fraction above 2^-63 of their sum {}, "
                "got some of {}",
                sum.str(), Rational(1, unit).str());

  Node::Choice result;
  Rational upto = 0;
  for (auto& [odds, alternative] : alternatives) {
    upto += odds;
    result.upto.push_back(std::uint64_t(numerator(upto) * (unit / denominator(upto))));
    result.probabilities.push_back(odds / sum);
    result.alternatives.push_back(std::move(alternative));
  }
  return Phrase(Node{std::move(result)});
}

Phrase maybe(const Rational& probability, const Phrase& phrase)
{
  if (probability < 0 || probability > 1)
    throw Error("a probability must be from 0 to 1, got {}", probability.str());
  return choice({{probability, phrase}, {1 - probability, Phrase()}});
}

std::vector<std::string> words_of(const Phrase& phrase)
{
  std::vector<std::string> words;
  collect(phrase, words);
  return words;
}

std::vector<std::string> draw(const Phrase& phrase, std::mt19937_64& generator)
{
  return said(phrase, generator);
}

} // namespace epreuve::language
