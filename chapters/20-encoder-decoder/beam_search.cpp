#include "beam_search.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace epreuve::instruments {

namespace {

bool ended(const Hypothesis& text, arma::uword end)
{
  return !text.words.empty() && text.words.back() == end;
}

std::vector<Hypothesis> continuations(const Hypothesis& text, const NextWord& next,
                                      std::size_t most)
{
  if (text.words.size() == most)
    throw Error("beam_search: a text must end after at most {} words", most);
  std::vector<Hypothesis> all;
  const std::vector<Rational> law = next(text.words);
  for (arma::uword word = 0; word < law.size(); ++word)
    if (law[word] > 0) {
      all.push_back({text.words, text.probability * law[word]});
      all.back().words.push_back(word);
    }
  return all;
}

bool before(const Hypothesis& a, const Hypothesis& b)
{
  return a.probability != b.probability ? a.probability > b.probability : a.words < b.words;
}

} // namespace

Hypothesis beam_search(const NextWord& next, arma::uword end, std::size_t width, std::size_t most)
{
  if (width == 0)
    throw Error("beam_search: the width must be at least 1, got 0");
  std::vector<Hypothesis> kept{{}};
  while (!std::ranges::all_of(kept, [&](const auto& text) { return ended(text, end); })) {
    std::vector<Hypothesis> all;
    for (const Hypothesis& text : kept)
      if (ended(text, end))
        all.push_back(text);
      else
        std::ranges::move(continuations(text, next, most), std::back_inserter(all));
    std::ranges::sort(all, before);
    all.resize(std::min(width, all.size()));
    kept = std::move(all);
  }
  return kept.front();
}

Hypothesis most_probable_text(const NextWord& next, arma::uword end, std::size_t most)
{
  const auto order = [](const Hypothesis& a, const Hypothesis& b) { return before(a, b); };
  std::set<Hypothesis, decltype(order)> open(order);
  open.emplace();
  while (!ended(*open.begin(), end)) {
    const Hypothesis text = *open.begin();
    open.erase(open.begin());
    for (Hypothesis& longer : continuations(text, next, most))
      open.insert(std::move(longer));
  }
  return *open.begin();
}

} // namespace epreuve::instruments
