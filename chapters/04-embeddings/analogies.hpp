#pragma once

#include "epreuve/language/contexts.hpp"

#include <armadillo>

/// Analogies a - b = c - d between word vectors: why they hold, and how often others do.
namespace epreuve::instruments {

/// Two pairs of words: niece and nephew, woman and man.
struct TwoPairs
{
  language::Word a, b, c, d;
};

/// How many contexts distinguish none of the four words; how many distinguish the two pairs (a from c and b from d),
/// but not the words within them; the words within them (a from b, c from d), but not the pairs; and both.
struct Company
{
  int neither = 0, between = 0, within = 0, both = 0;
  friend bool operator==(const Company&, const Company&) = default;
};

/// Every context of the language, by its exact probabilities given each word. If none is counted under `both`, then
/// F(a) - F(b) = F(c) - F(d) for every function F of these probabilities, context by context.
/// @throws Error if there is no such word
Company company_of(const language::Contexts& contexts, const TwoPairs& pairs);

/// How many contexts have different probabilities given one word and the other.
/// @throws Error if there is no such word
int contexts_between(const language::Contexts& contexts, language::Word one, language::Word other);

/// All pairs of pairs of four different columns, and in how many of them the differences are parallel.
struct Quadruples
{
  long all = 0;
  long parallelograms = 0; ///< a - b = c - d or d - c, of four different vectors
  long above_half = 0;     ///< |cos| of the two differences > 1/2
  double margin = 1;       ///< least distance of a |cos| from 1/2, against roundings
};

/// @param vectors  a column for each word; two are the same if they are within 3e-5 of each other
/// @throws         Error unless there are at least four columns
Quadruples count_quadruples(const arma::mat& vectors);

} // namespace epreuve::instruments
