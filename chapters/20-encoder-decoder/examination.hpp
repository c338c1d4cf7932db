#pragma once

#include "epreuve/language/twins.hpp"
#include "epreuve/translator/making.hpp"
#include "epreuve/translator/translator.hpp"
#include "share.hpp"

#include <vector>

namespace epreuve::instruments {

/// Sentences, and what a translator makes of each.
struct Examined
{
  std::vector<language::Twins> sentences;
  std::vector<translator::Judged> judged;

  Share right() const;
  /// The share of the sentences that are wrong, each weighted by its exact probability.
  double weighted_error() const;
};

/// On all cores.
Examined examined(const translator::Translator& translator, std::vector<language::Twins> sentences);

/// The translator in git, asked for everything that was withheld from it.
struct Examination
{
  translator::Translator translator = translator::read(translator::folder());
  std::vector<language::Twins> training; ///< the likely sentences that were not withheld
  Examined by_hash;
  std::vector<Examined> by_construction; ///< in the order of translator::withheld_constructions
  Examined constructions;                ///< all of these

  Examination();
};

/// Made at the first call.
const Examination& examination();

} // namespace epreuve::instruments
