#pragma once

#include "epreuve/gpt2/hook.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

#include <utility>
#include <vector>

namespace epreuve::gpt2 {

/// Keys and values of the tokens so far, for each block; n x context, `length` columns filled.
template <typename Real>
struct Cache
{
  std::vector<arma::Mat<Real>> keys, values;
  arma::uword length = 0;
};

/// The matrices that a forward pass computes in, kept from call to call and layer to layer.
template <typename Real>
struct Workspace
{
  arma::Mat<Real> x;      ///< n x K: the residual stream
  arma::Mat<Real> normed; ///< n x K
  arma::Mat<Real> qkv;    ///< 3n x K
  arma::Mat<Real> z;      ///< n x K: the heads' outputs, one under the other
  arma::Mat<Real> hidden; ///< mlp x K
};

/// GPT-2: from tokens to logits. In float the products and attention are those of
/// fast_kernels.cpp, in double the plain formulas of model.cpp.
/// Source: exo7 1.1, 2.1, 3, 6; Radford et al. (2019), 2.3.
template <typename Real>
class Model
{
public:
  explicit Model(const Checkpoint& checkpoint) : Model(load_weights<Real>(checkpoint)) {}
  explicit Model(Weights<Real> weights) : weights_(std::move(weights)) {}

  const Config& config() const { return weights_.config; }
  const Weights<Real>& weights() const { return weights_; }

  /// Logits of the token after each position.
  /// @param tokens  K, at least 1 and at most config().context, each < config().N
  /// @param hook    sees the values that it wants, and may replace them, if given: a Trace or a Patch
  /// @return        N x K
  /// @throws        Error for no tokens, too many, or an id out of range; or where NaN or infinity comes up, as from
  ///                a damaged weight or where float overflows, which says in which half of which block
  arma::Mat<Real> logits(const std::vector<Token>& tokens, Hook<Real>* hook = nullptr) const;

  /// The same, in memory that is used again from call to call.
  void logits(const std::vector<Token>& tokens, Workspace<Real>& workspace,
              arma::Mat<Real>& logits) const;

  /// Logits of the token after the last: N.
  arma::Col<Real> last_logits(const std::vector<Token>& tokens, Hook<Real>* hook = nullptr) const;

  /// The final layer norm and the unembedding, of any residual stream: the logit lens.
  /// @param x  n x K
  /// @return   N x K
  arma::Mat<Real> unembed(const arma::Mat<Real>& x) const;

  /// The unembedding of what `forward` returns, n x K: N x K.
  arma::Mat<Real> logits_of(const arma::Mat<Real>& normed) const;

  /// The forward pass that the others are made of: appends tokens to the cache, if there is
  /// one, and returns the final layer norm of the residual stream (n x K), in the workspace.
  const arma::Mat<Real>& forward(const std::vector<Token>& tokens, Workspace<Real>& workspace,
                                 Cache<Real>* cache, Hook<Real>* hook) const;

private:
  Weights<Real> weights_;
};

} // namespace epreuve::gpt2
