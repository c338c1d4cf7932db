#pragma once

#include "epreuve/petit/next_words.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace epreuve::petit {

/// A mean over prefixes.
struct Part
{
  std::size_t prefixes = 0;
  double nats = 0; ///< the sum of what is missing there
};

/// A model compared with the exact probabilities, over all prefixes of random texts, each from the text's beginning.
struct Comparison
{
  Part all;
  double half_width = 0; ///< of mean()'s 95 % interval, from the differences between texts
  std::map<std::string, Part>
      by_choice; ///< what the next word can settle (choices.hpp): its parts sum to the whole
  std::vector<Part> by_position; ///< by the number of words before

  /// The divergence, in nats a word: by so much the model's loss over whole sentences is above the entropy rate.
  double mean() const { return all.nats / static_cast<double>(all.prefixes); }
};

/// Over texts of three sentences, which are within the context.
/// @param choices  by belief
/// @param texts    at least 2
template <typename Real>
Comparison compare(const gpt2::Model<Real>& model, const Speech& speech,
                   const language::Beliefs& beliefs, const std::vector<std::string>& choices,
                   std::uint64_t seed, std::size_t texts);

} // namespace epreuve::petit
