#pragma once

#include "epreuve/gpt2/model.hpp"

#include <vector>

namespace epreuve::gpt2 {

// The values of a forward pass, shown to a hook under the names that hook.hpp lists. Each function is called after the
// formulas whose values it shows, finds them in the workspace, and writes there what the hook puts in their place. What
// the pass has overwritten or never had by itself (the scores, the input of GELU, what an attention adds to the stream)
// is computed from those, by the formulas of the pass, and only if the hook wants it.
//
// Each throws Error if the hook replaces a value that can only be seen, or by one of another shape.

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
void visit_embedding(Hook<Real>& hook, const Weights<Real>& weights,
                     const std::vector<Token>& tokens, arma::uword before, Workspace<Real>& w);

/// From ln1 of a block to the outputs of its heads.
template <typename Real>
void visit_heads(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
                 Workspace<Real>& w, const Attended<Real>& heads);

/// What the heads write, and the stream after the attention.
template <typename Real>
void visit_attention(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
                     Workspace<Real>& w);

/// From ln2 of a block to the neurons of its MLP.
template <typename Real>
void visit_hidden(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
                  Workspace<Real>& w);

/// What the MLP writes, and the stream after the block, which enters the next one.
template <typename Real>
void visit_mlp(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
               Workspace<Real>& w);

/// What the unembedding reads.
template <typename Real>
void visit_final(Hook<Real>& hook, Workspace<Real>& w);

} // namespace epreuve::gpt2
