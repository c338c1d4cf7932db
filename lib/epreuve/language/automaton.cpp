#include "epreuve/language/automaton.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace epreuve::language {
namespace {

using State = std::size_t;
using Arcs = std::vector<Arc>;

struct InOrder
{
  static auto key(const Arc& arc) { return std::tie(arc.word, arc.to, arc.probability); }
  bool operator()(const Arc& a, const Arc& b) const { return key(a) < key(b); }
  bool operator()(const Arcs& a, const Arcs& b) const
  {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), *this);
  }
};

/// Builds from the end of the sentence to its beginning: what follows a phrase is a state before the phrase is.
class Builder
{
public:
  explicit Builder(const std::map<std::string, Word, std::less<>>& words) : words_(words) {}

  /// The state that says the phrase and goes on in `next`.
  State before(const Phrase& phrase, State next)
  {
    const auto known = done_.find({&phrase.node(), next});
    if (known != done_.end())
      return known->second;
    const State state =
        std::visit([&](const auto& node) { return build(node, next); }, phrase.node().is);
    done_.emplace(std::pair{&phrase.node(), next}, state);
    return state;
  }

  const std::vector<Arcs>& states() const { return states_; }

private:
  State build(const Node::Word& word, State next)
  {
    return state({{words_.find(word.text)->second, next, 1}});
  }

  State build(const Node::Sequence& sequence, State next)
  {
    std::vector<Phrase> spoken = sequence.parts;
    if (sequence.crossed)
      std::reverse(spoken.begin(), spoken.end());
    for (auto part = spoken.rbegin(); part != spoken.rend(); ++part)
      next = before(*part, next);
    return next;
  }

  State build(const Node::Choice& choice, State next)
  {
    Arcs arcs;
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
      if (choice.probabilities[i] == 0)
        continue;
      const State alternative = before(choice.alternatives[i], next);
      if (alternative == Automaton::over)
        throw Error("a sentence's grammar must not end with what may be nothing");
      for (Arc arc : states_[alternative]) {
        arc.probability *= choice.probabilities[i];
        arcs.push_back(std::move(arc));
      }
    }
    return state(std::move(arcs));
  }

  State state(Arcs arcs)
  {
    std::sort(arcs.begin(), arcs.end(), InOrder{});
    const auto [place, is_new] = numbers_.emplace(std::move(arcs), states_.size());
    if (is_new)
      states_.push_back(place->first);
    return place->second;
  }

  const std::map<std::string, Word, std::less<>>& words_;
  std::vector<Arcs> states_{Arcs{}}; // the first is `over`
  std::map<Arcs, State, InOrder> numbers_;
  std::map<std::pair<const Node*, State>, State> done_;
};

/// The states that are reached from one, renumbered in the same order.
Automaton reached_from(State start, const std::vector<Arcs>& states)
{
  std::vector<bool> reached(states.size());
  reached[start] = reached[Automaton::over] = true;
  for (State s = start; s > 0; --s)
    if (reached[s])
      for (const Arc& arc : states[s])
        reached[arc.to] = true;

  Automaton result;
  std::vector<State> number(states.size());
  for (State s = 0; s <= start; ++s) {
    if (!reached[s])
      continue;
    number[s] = result.states.size();
    result.states.push_back(states[s]);
    for (Arc& arc : result.states.back())
      arc.to = number[arc.to];
  }
  return result;
}

/// The words said when two paths are in two states, or in one where they have not parted yet.
struct Pair
{
  State a, b;
  std::vector<Word> said;
};

} // namespace

Automaton automaton(const Phrase& phrase, const std::map<std::string, Word, std::less<>>& words)
{
  Builder builder(words);
  const State start = builder.before(phrase, Automaton::over);
  if (start == Automaton::over)
    throw Error("a sentence's grammar must have a word");
  return reached_from(start, builder.states());
}

std::optional<std::vector<Word>> ambiguity(const Automaton& automaton)
{
  // Every state leads to the end, so two paths make a sentence as soon as they meet again.
  std::vector<Pair> open{{automaton.start(), automaton.start(), {}}};
  std::set<std::pair<State, State>> seen{{automaton.start(), automaton.start()}};
  while (!open.empty()) {
    const Pair pair = std::move(open.back());
    open.pop_back();
    const Arcs& of_a = automaton.states[pair.a];
    const Arcs& of_b = automaton.states[pair.b];
    for (std::size_t i = 0; i < of_a.size(); ++i)
      for (std::size_t j = pair.a == pair.b ? i : 0; j < of_b.size(); ++j) {
        if (of_a[i].word != of_b[j].word)
          continue;
        std::vector<Word> said = pair.said;
        said.push_back(of_a[i].word);
        const bool parted = pair.a != pair.b || i != j;
        State a = of_a[i].to, b = of_b[j].to;
        if (parted && a == b) {
          for (; a != Automaton::over; a = automaton.states[a].front().to)
            said.push_back(automaton.states[a].front().word);
          return said;
        }
        if (a > b)
          std::swap(a, b);
        if (seen.emplace(a, b).second)
          open.push_back({a, b, std::move(said)});
      }
  }
  return std::nullopt;
}

std::vector<Rational> expected_visits(const Automaton& automaton)
{
  std::vector<Rational> visits(automaton.states.size());
  visits[automaton.start()] = 1;
  for (State s = automaton.start(); s > 0; --s)
    for (const Arc& arc : automaton.states[s])
      visits[arc.to] += visits[s] * arc.probability;
  return visits;
}

} // namespace epreuve::language
