#pragma once

#include <armadillo>

#include <string>
#include <string_view>

namespace epreuve::gpt2 {

/// What looks at the values of a forward pass, and may put others in their place. Trace keeps them; Patch replaces some.
///
/// The values have names such as "blocks.4.attn.pattern". Layers and heads count from 0; K tokens were appended, T were
/// there in all (T = K without a cache). Those with a star can be replaced, and all that is computed later is computed
/// from what was put there; the others can only be seen.
///
///     embed, pos_embed                  n x K    wte and wpe columns
///   * blocks.L.resid_pre                n x K    the residual stream before the block,
///   * blocks.L.resid_mid                n x K      after its attention, and
///   * blocks.L.resid_post               n x K      after its MLP
///     blocks.L.ln1.normalized           n x K    what the attention reads, gain and bias applied
///     blocks.L.attn.q                   d x K x heads
///     blocks.L.attn.k, .attn.v          d x T x heads
///     blocks.L.attn.scores              K x T x heads    <q, k> / sqrt d, rows are queries;
///                                                        -inf where the mask is
///   * blocks.L.attn.pattern             K x T x heads    their softmax by rows
///   * blocks.L.attn.z                   d x K x heads    V pattern^T
///   * blocks.L.attn.result              n x K x heads    W^O_h z_h: what each head writes
///   * blocks.L.attn_out                 n x K    their sum and the bias
///     blocks.L.ln2.normalized           n x K
///     blocks.L.mlp.pre                  mlp x K  before GELU
///   * blocks.L.mlp.post                 mlp x K  after it
///   * blocks.L.mlp_out                  n x K
///   * ln_final.normalized               n x K    what the unembedding reads
///
/// They come in the order of the pass, which is that of the list except that the stream after a block is also that before
/// the next: resid_post of one, then resid_pre of the other. A value that nobody wants is neither computed nor copied.
template <typename Real>
class Hook
{
public:
  virtual ~Hook() = default;

  virtual bool wants(std::string_view name) const = 0;
  /// A value that it wants.
  /// @param value  one slice, or a slice for each head; what is left in it takes the value's place if the hook returns
  ///               true, and must have the same shape. An entry that stays as it is changes nothing, to the bit.
  /// @return       whether it was replaced; if not, `value` is not read again
  virtual bool visit(const std::string& name, arma::Cube<Real>& value) = 0;

protected:
  Hook() = default;
  Hook(const Hook&) = default;
  Hook(Hook&&) = default;
  Hook& operator=(const Hook&) = default;
  Hook& operator=(Hook&&) = default;
};

} // namespace epreuve::gpt2
