#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/tokenizer.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

namespace epreuve {

/// A head by its numbers, which count from 0.
struct Head
{
  arma::uword layer, head;
  std::string name() const { return fmt::format("{}.{}", layer, head); }
};

/// Those that the document speaks of: itself, all tokens so far, repetitions, the previous token.
inline const std::vector<Head> four{{0, 3}, {0, 9}, {0, 5}, {4, 11}};

/// A sentence, and what has been published of heads on it.
struct Seen
{
  std::string text;
  std::vector<gpt2::Token> tokens;
  std::vector<std::string> words;
  std::map<std::string, arma::mat> patterns; ///< by the name of the head
};

/// The document's sentence, with its matrix of head 4.11.
const Seen& black_dog();
/// Two sentences of the Transformer Explainer, with all four heads.
const std::vector<Seen>& seen_elsewhere();

/// A claim about GPT-2 that the pages speak for, and all weights decide: it holds where they are.
/// @param seen  what can be said without them
evidence::Claim& decided_by_weights(Chapter& chapter, std::string_view id, const std::string& seen,
                                    Chapter::Where where = Chapter::Where::current());

} // namespace epreuve
