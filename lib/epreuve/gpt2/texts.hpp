#pragma once

#include "epreuve/gpt2/tokenizer.hpp"

#include <armadillo>

#include <span>
#include <vector>

namespace epreuve::gpt2 {

/// A view of the texts that a pass reads, each of as many tokens: one, or those of a batch, one after another.
struct Texts
{
  Texts(const std::vector<Token>& text) : tokens(text), length(text.size()) {}
  /// @param texts  T x B: a text is a column
  Texts(const arma::Mat<Token>& texts) : tokens(texts.memptr(), texts.n_elem), length(texts.n_rows)
  {
  }

  std::span<const Token> tokens; ///< K = B T
  arma::uword length;            ///< T
};

} // namespace epreuve::gpt2
