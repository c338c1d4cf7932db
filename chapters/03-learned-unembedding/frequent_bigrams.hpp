#pragma once

#include "bigram_network.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/language/language.hpp"

#include <string>
#include <vector>

namespace epreuve::instruments {

/// A language's bigrams made small: its most frequent words, and one token for all others, which is again a text.
struct FrequentBigrams
{
  std::vector<std::string> words; ///< the frequent ones first, then "…"
  RationalMatrix joint;           ///< N x N: at (j, i) the probability of i and then j; of sum 1

  /// How often each token occurs: the column sums, which are also the row sums.
  std::vector<Rational> frequencies() const;
};

/// @param kept  how many words keep their names; of equally frequent ones, those first in words()
/// @return      N = kept + 1 tokens
/// @throws      Error unless 1 <= kept < words().size()
FrequentBigrams frequent_bigrams(const language::Language& language, arma::uword kept);

/// A network's targets for them: after token i, token j with (1 - smoothing) P_ji + smoothing pi_j, so that pi
/// stays as it is, and no entry is 0 if smoothing > 0. In fractions until the end, where doubles are rounded once.
/// @throws Error unless smoothing is from 0 to 1
Bigrams in_doubles(const FrequentBigrams& bigrams, const Rational& smoothing = 0);

} // namespace epreuve::instruments
