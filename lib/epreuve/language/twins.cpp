#include "epreuve/language/twins.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <functional>
#include <variant>

namespace epreuve::language {
namespace {

/// What has been said, with the probability of all choices up to there.
using Said = Twins;
using Then = std::function<void(const Said&)>;

/// b after a, in the source; in the target too, unless it is crossed there.
Said joined(const Said& a, const Said& b, bool crossed)
{
  Said both = a;
  both.source.insert(both.source.end(), b.source.begin(), b.source.end());
  both.target.insert(crossed ? both.target.begin() : both.target.end(), b.target.begin(),
                     b.target.end());
  std::vector<std::size_t> of_b = b.renders;
  for (std::size_t& place : of_b)
    place += a.source.size();
  both.renders.insert(crossed ? both.renders.begin() : both.renders.end(), of_b.begin(),
                      of_b.end());
  both.probability = b.probability;
  return both;
}

[[noreturn]] void refuse(const Language& source, const Language& target)
{
  throw Error(
      "a translation from \"{}\" to \"{}\" needs two languages of one grammar, of which the "
      "first is spoken in its order",
      source.tag(), target.tag());
}

/// All derivations of both grammars at once, but for those that are cut off.
class Derivations
{
public:
  /// Whether to go on after a word of the source at a place, or after a choice.
  std::function<bool(std::size_t place, Word word)> keep_word = [](std::size_t, Word) {
    return true;
  };
  Rational least = 0;

  Derivations(const Language& source, const Language& target) : source_(source), target_(target) {}

  void each(const Then& then) const
  {
    phrase(source_.grammar(), target_.grammar(), 0, 1, [&](const Said& sentence) {
      const std::size_t end = sentence.source.size();
      if (keep_word(end, 0))
        then(joined(sentence, {{0}, {0}, {0}, sentence.probability}, false));
    });
  }

private:
  /// @param place        how many words of the source come before
  /// @param probability  of the choices so far
  void phrase(const Phrase& a, const Phrase& b, std::size_t place, const Rational& probability,
              const Then& then) const
  {
    if (a.node().is.index() != b.node().is.index())
      refuse(source_, target_);
    if (const auto* word = std::get_if<Node::Word>(&a.node().is)) {
      const Word said = source_.word(word->text);
      if (keep_word(place, said))
        then({{said}, {target_.word(std::get<Node::Word>(b.node().is).text)}, {0}, probability});
    } else if (const auto* choice = std::get_if<Node::Choice>(&a.node().is)) {
      const auto& other = std::get<Node::Choice>(b.node().is);
      if (choice->probabilities != other.probabilities)
        refuse(source_, target_);
      for (std::size_t i = 0; i < choice->alternatives.size(); ++i)
        if (const Rational p = probability * choice->probabilities[i]; p > 0 && p >= least)
          phrase(choice->alternatives[i], other.alternatives[i], place, p, then);
    } else {
      const auto& parts = std::get<Node::Sequence>(a.node().is);
      const auto& others = std::get<Node::Sequence>(b.node().is);
      if (parts.crossed || parts.parts.size() != others.parts.size())
        refuse(source_, target_);
      sequence(parts, others, 0, place, {{}, {}, {}, probability}, then);
    }
  }

  void sequence(const Node::Sequence& a, const Node::Sequence& b, std::size_t part,
                std::size_t place, const Said& before, const Then& then) const
  {
    if (part == a.parts.size()) {
      then(before);
      return;
    }
    phrase(a.parts[part], b.parts[part], place, before.probability, [&](const Said& said) {
      sequence(a, b, part + 1, place + said.source.size(), joined(before, said, b.crossed), then);
    });
  }

  const Language &source_, &target_;
};

} // namespace

std::optional<Twins> translation(const Language& source, const Language& target,
                                 const std::vector<Word>& sentence)
{
  Derivations derivations(source, target);
  derivations.keep_word = [&](std::size_t place, Word word) {
    return place < sentence.size() && sentence[place] == word;
  };
  std::optional<Twins> found;
  derivations.each([&](const Twins& twins) {
    if (twins.source.size() == sentence.size())
      found = twins;
  });
  return found;
}

std::vector<Twins> likely_twins(const Language& source, const Language& target,
                                const Rational& least)
{
  if (least <= 0)
    throw Error("likely_twins: least must be above 0, got {}", least.str());
  Derivations derivations(source, target);
  derivations.least = least;
  std::vector<Twins> all;
  derivations.each([&](const Twins& twins) { all.push_back(twins); });
  std::stable_sort(all.begin(), all.end(),
                   [](const Twins& a, const Twins& b) { return a.probability > b.probability; });
  return all;
}

} // namespace epreuve::language
