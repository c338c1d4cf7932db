#pragma once

#include "epreuve/error.hpp"
#include "epreuve/gpt2/hook.hpp"
#include "epreuve/gpt2/texts.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

#include <string>
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

/// The values of a forward pass, of K tokens, in memory that is used again from call to call.
template <typename Real>
struct Workspace
{
  struct Block
  {
    arma::Mat<Real> normed;    ///< n x K: what the attention reads
    arma::Mat<Real> qkv;       ///< 3n x K: queries, keys and values, one under the other
    arma::Mat<Real> z;         ///< n x K: the heads' outputs, one under the other
    arma::Mat<Real> normed_2;  ///< n x K: what the MLP reads
    arma::Mat<Real> hidden;    ///< mlp x K
    arma::Mat<Real> activated; ///< mlp x K: GELU of it
  };

  /// Whether the values of every block are kept, as the way back needs them (backward.hpp). Else `blocks` is one, in which
  /// all of them compute, and `stream` is empty; without a hook `normed_2` and `activated` are, too, which stand in the place
  /// of `normed` and `hidden`.
  bool keeps = false;
  std::vector<Block> blocks{};
  std::vector<arma::Mat<Real>>
      stream{};             ///< x before the first block, and after each attention and MLP
  arma::Mat<Real> x{};      ///< n x K: the residual stream
  arma::Mat<Real> normed{}; ///< n x K: the final layer norm
};

/// NaN or infinity has come up in a forward pass.
class NotFinite : public Error
{
public:
  /// @param where_  what gave it: "block 3's attention"
  NotFinite(std::string where_, bool in_float);

  std::string where;
};

/// GPT-2's forward pass, up to the unembedding.
/// @param w      set, up to where the pass ends
/// @param texts  of at least one token, each below N, and no longer than the context, less what the cache has; one, if
///               there is a cache or a hook
/// @param cache  keys and values of the tokens so far, to which those of the new ones are appended, if given
/// @param hook   sees the values that it wants, and may replace them, if given
/// @return       w.normed
/// @throws       NotFinite where NaN or infinity comes up
template <typename Real>
const arma::Mat<Real>& forward(Workspace<Real>& w, const Weights<Real>& weights, const Texts& texts,
                               Cache<Real>* cache = nullptr, Hook<Real>* hook = nullptr);

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

  /// The forward pass that the others are made of (gpt2::forward), of tokens that it examines first.
  const arma::Mat<Real>& forward(const std::vector<Token>& tokens, Workspace<Real>& workspace,
                                 Cache<Real>* cache, Hook<Real>* hook) const;

private:
  Weights<Real> weights_;
};

} // namespace epreuve::gpt2
