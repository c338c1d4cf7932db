#pragma once

#include "epreuve/gpt2/model.hpp"

namespace epreuve::gpt2 {

// The values of a forward pass, handed to a trace under the names that trace.hpp lists. Each function is called after
// the formulas whose values it keeps, and finds them in the workspace. What the pass has overwritten or never had by
// itself (the scores, the input of GELU, what an attention adds to the stream) is computed from those, by the
// formulas of the pass, and only if the trace wants it.

/// What the heads of a block read.
template <typename Real>
struct Attended
{
  arma::subview<Real> q;    ///< n x K: of the new tokens
  arma::subview<Real> k, v; ///< n x T: of all tokens so far
};

/// The embeddings, and the stream that enters the first block.
/// @param before  position of the first token
template <typename Real>
void keep_embedding(Trace<Real>& trace, const Weights<Real>& weights,
                    const std::vector<Token>& tokens, arma::uword before, const Workspace<Real>& w);

/// From ln1 of a block to the stream after its attention.
template <typename Real>
void keep_attention(Trace<Real>& trace, const Weights<Real>& weights, arma::uword layer,
                    const Workspace<Real>& w, const Attended<Real>& heads);

/// From ln2 of a block to the stream after it, which enters the next block.
template <typename Real>
void keep_mlp(Trace<Real>& trace, const Weights<Real>& weights, arma::uword layer,
              const Workspace<Real>& w);

/// What the unembedding reads.
template <typename Real>
void keep_final(Trace<Real>& trace, const Workspace<Real>& w);

} // namespace epreuve::gpt2
