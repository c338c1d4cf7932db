#pragma once

#include "patterns.hpp"

#include <fmt/format.h>

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

/// The document's sentence, with its matrix of head 4.11.
const instruments::PublishedPatterns& black_dog();

} // namespace epreuve
