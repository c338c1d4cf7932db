#pragma once

#include <armadillo>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// Intermediate values of a forward pass, under names such as "blocks.4.attn.pattern". Layers
/// and heads count from 0; K tokens were appended, T were there in all (T = K without a cache).
///
///     embed, pos_embed                  n x K    wte and wpe columns
///     blocks.L.resid_pre                n x K    the residual stream before the block,
///     blocks.L.resid_mid                n x K      after its attention, and
///     blocks.L.resid_post               n x K      after its MLP
///     blocks.L.ln1.normalized           n x K    what the attention reads, gain and bias applied
///     blocks.L.attn.q                   d x K x heads
///     blocks.L.attn.k, .attn.v          d x T x heads
///     blocks.L.attn.scores              K x T x heads    <q, k> / sqrt d, rows are queries;
///                                                        -inf where the mask is
///     blocks.L.attn.pattern             K x T x heads    their softmax by rows
///     blocks.L.attn.z                   d x K x heads    V pattern^T
///     blocks.L.attn.result              n x K x heads    W^O_h z_h: what each head writes
///     blocks.L.attn_out                 n x K    their sum and the bias
///     blocks.L.ln2.normalized           n x K
///     blocks.L.mlp.pre, .mlp.post       mlp x K  before and after GELU
///     blocks.L.mlp_out                  n x K
///     ln_final.normalized               n x K    what the unembedding reads
///
/// A value that nobody asks for is neither computed nor kept.
template <typename Real>
class Trace
{
public:
  /// @param patterns  names, "*" standing for any run of characters: "blocks.*.resid_post"
  explicit Trace(std::vector<std::string> patterns);

  bool wants(std::string_view name) const;
  void keep(const std::string& name, arma::Cube<Real> value);

  std::vector<std::string> names() const; ///< of what was kept, in order
  bool has(const std::string& name) const { return kept_.contains(name); }
  /// @throws Error naming what was recorded instead
  const arma::Cube<Real>& operator[](const std::string& name) const;
  /// One slice: the matrix of one head, or the only one.
  arma::Mat<Real> matrix(const std::string& name, arma::uword head = 0) const;

private:
  std::vector<std::string> patterns_;
  std::map<std::string, arma::Cube<Real>> kept_;
};

} // namespace epreuve::gpt2
