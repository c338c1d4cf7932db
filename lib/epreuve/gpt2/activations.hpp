#pragma once

#include "epreuve/gpt2/model.hpp"

namespace epreuve::gpt2 {

// The values of a forward pass, shown to a hook under the names that hook.hpp lists. Each function is called after the
// formulas whose values it shows, and writes in their place what the hook puts there. What the pass never has by itself
// (the scores, what an attention adds to the stream) is computed from those, by the formulas of the pass, and only if
// the hook wants it.
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
void visit_embedding(Hook<Real>& hook, const Weights<Real>& weights, const Texts& text,
                     arma::uword before, arma::Mat<Real>& x);

/// From ln1 of a block to the outputs of its heads.
template <typename Real>
void visit_heads(Hook<Real>& hook, const Config& config, arma::uword layer,
                 typename Workspace<Real>::Block& v, const Attended<Real>& heads);

/// What the heads write, and the stream after the attention.
template <typename Real>
void visit_attention(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
                     arma::Mat<Real>& x, const arma::Mat<Real>& z);

/// From ln2 of a block to the neurons of its MLP.
template <typename Real>
void visit_hidden(Hook<Real>& hook, arma::uword layer, typename Workspace<Real>::Block& v);

/// What the MLP writes, and the stream after the block, which enters the next one.
template <typename Real>
void visit_mlp(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
               arma::Mat<Real>& x, const arma::Mat<Real>& activated);

/// What the unembedding reads.
template <typename Real>
void visit_final(Hook<Real>& hook, arma::Mat<Real>& normed);

} // namespace epreuve::gpt2
