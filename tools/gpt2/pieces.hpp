#pragma once

#include "common/progress.hpp"

#include "epreuve/gpt2/session.hpp"

#include <algorithm>
#include <vector>

namespace epreuve::tools {

/// How many tokens are computed between two steps of the progress line: large enough for the
/// products to run at full speed, small enough for their logits (N x 128) to stay small.
inline constexpr std::size_t piece_size = 128;

inline std::size_t piece_count(std::size_t tokens)
{
  return (tokens + piece_size - 1) / piece_size;
}

/// Appends tokens[begin, end) to a session, piece by piece, and gives the logits of each piece
/// to use(position of its first token, logits).
template <typename Real, typename Use>
void append_in_pieces(gpt2::Session<Real>& session, const std::vector<gpt2::Token>& tokens,
                      std::size_t begin, std::size_t end, tools::Progress& progress, const Use& use)
{
  for (; begin < end; begin += piece_size) {
    progress.begin("pieces of 128 tokens");
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        tokens.begin() + static_cast<std::ptrdiff_t>(std::min(begin + piece_size, end));
    use(begin, session.append_all({first, last}));
  }
}

} // namespace epreuve::tools
