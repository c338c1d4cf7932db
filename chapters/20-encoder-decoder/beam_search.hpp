#pragma once

#include "epreuve/rational.hpp"

#include <armadillo>

#include <functional>
#include <vector>

namespace epreuve::instruments {

/// A text, as far as it is written, and how probable that is.
struct Hypothesis
{
  std::vector<arma::uword> words{};
  Rational probability = 1;
};

/// The law of the next word after what has been written, a probability for each word.
using NextWord = std::function<std::vector<Rational>(const std::vector<arma::uword>&)>;

/// Beam search: of all texts that continue one of the kept ones by a word, the `width` most probable are kept; a text
/// that has ended stays among them as it is. Of two that are equally probable the first in the order of the words comes
/// first. With width 1 it is greedy.
///
/// @param end    the word that ends a text
/// @param width  at least 1
/// @param most   words that a text may have
/// @return       the most probable of the texts kept, when all of them have ended
/// @throws       Error if the width is 0, or a text has not ended after `most` words
Hypothesis beam_search(const NextWord& next, arma::uword end, std::size_t width,
                       std::size_t most = 50);

/// The most probable of all texts. What is written so far is at least as probable as any text that continues it; so the
/// most probable beginning is continued until one that has ended is the most probable.
/// @throws Error as beam_search
Hypothesis most_probable_text(const NextWord& next, arma::uword end, std::size_t most = 50);

} // namespace epreuve::instruments
