#include "examination.hpp"

#include "epreuve/rational.hpp"
#include "epreuve/system/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace epreuve::instruments {

using language::Twins;

Share Examined::right() const
{
  return {std::size_t(std::ranges::count(judged, true, &translator::Judged::is_written)),
          judged.size()};
}

double Examined::weighted_error() const
{
  Rational wrong = 0, all = 0;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    all += sentences[i].probability;
    if (!judged[i].is_written)
      wrong += sentences[i].probability;
  }
  return double(Rational(wrong / all));
}

Examined examined(const translator::Translator& translator, std::vector<Twins> sentences)
{
  Examined of{std::move(sentences), {}};
  of.judged.resize(of.sentences.size());
  parallel_for(of.sentences.size(), [&](std::size_t i) {
    of.judged[i] = translator::judged(translator, of.sentences[i].source, of.sentences[i].target);
  });
  return of;
}

Examination::Examination()
{
  translator::Split split = translator::split();
  training = std::move(split.training);
  by_hash = examined(translator, std::move(split.withheld));
  for (std::vector<Twins>& some : split.constructions) {
    const Examined& of = by_construction.emplace_back(examined(translator, std::move(some)));
    constructions.sentences.insert(constructions.sentences.end(), of.sentences.begin(),
                                   of.sentences.end());
    constructions.judged.insert(constructions.judged.end(), of.judged.begin(), of.judged.end());
  }
}

const Examination& examination()
{
  static const Examination once;
  return once;
}

} // namespace epreuve::instruments
