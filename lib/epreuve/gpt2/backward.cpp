// GPT-2's backward pass, to be read alongside model.cpp: first the formulas, each that of the function of its name
// there, then the pass, which goes through the blocks from the last to the first. fast_backward.cpp has the same
// formulas for float, fast.

#include "epreuve/gpt2/backward.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

namespace epreuve::gpt2 {

// --- the formulas -------------------------------------------------------------------------

template <typename Real>
void embed_backward(Weights<Real>& gradient, const arma::Mat<Token>& tokens,
                    const arma::Mat<Real>& dx)
{
  gradient.wpe.zeros();
  for (arma::uword b = 0; b < tokens.n_cols; ++b)
    for (arma::uword k = 0; k < tokens.n_rows; ++k) {
      const auto d = dx.col(b * tokens.n_rows + k);
      gradient.wte.col(tokens(k, b)) += d;
      gradient.wpe.col(k) += d;
    }
}

template <typename Real>
void layer_norm_backward(Norm<Real>& gradient, arma::Mat<Real>& dx, const Norm<Real>& norm,
                         const arma::Mat<Real>& x, const arma::Mat<Real>& dy, double epsilon)
{
  using arma::mean;
  const arma::Row<Real> s = arma::sqrt(arma::var(x, 1, 0) + static_cast<Real>(epsilon));
  arma::Mat<Real> normal = x, h = dy;
  normal.each_row() -= arma::Row<Real>(mean(x, 0));
  normal.each_row() /= s;
  h.each_col() %= norm.gain;

  gradient.gain = arma::sum(dy % normal, 1);
  gradient.bias = arma::sum(dy, 1);
  const arma::Row<Real> along_normal = mean(h % normal, 0);
  h.each_row() -= arma::Row<Real>(mean(h, 0));
  normal.each_row() %= along_normal;
  h -= normal;
  h.each_row() /= s;
  dx += h;
}

template <typename Real>
void linear_backward(Dense<Real>& gradient, arma::Mat<Real>& dx, const Dense<Real>& layer,
                     const arma::Mat<Real>& x, const arma::Mat<Real>& dy)
{
  gradient.neurons = x * dy.t(); // dW^T, as W^T is kept
  gradient.b = arma::sum(dy, 1);
  dx = layer.neurons * dy;
}

template <typename Real>
void gelu_backward(arma::Mat<Real>& dh, const arma::Mat<Real>& h)
{
  dh %= math::gelu_tanh_derivative(h);
}

template <typename Real>
void causal_attention_backward(arma::Mat<Real>& dqkv, const arma::Mat<Real>& qkv,
                               const arma::Mat<Real>& dz, arma::uword heads, arma::uword T)
{
  const arma::uword n = dz.n_rows, d = n / heads;
  const Real root = std::sqrt(static_cast<Real>(d));
  dqkv.set_size(3 * n, dz.n_cols);
  for (arma::uword first = 0; first < dz.n_cols; first += T) {
    const arma::span text(first, first + T - 1);
    for (arma::uword h = 0; h < heads; ++h) {
      const arma::span q(h * d, (h + 1) * d - 1), k(n + q.a, n + q.b), v(2 * n + q.a, 2 * n + q.b);
      const arma::Mat<Real> Q = qkv(q, text), K = qkv(k, text), V = qkv(v, text), dZ = dz(q, text);
      const arma::Mat<Real> A = attention::causal_pattern(Q, K);
      const arma::Mat<Real> dS = attention::scores_gradient<Real>(A, dZ.t() * V);
      dqkv(q, text) = K * dS.t() / root;
      dqkv(k, text) = Q * dS / root;
      dqkv(v, text) = dZ * A;
    }
  }
}

template <typename Real>
void unembed_backward(arma::Mat<Real>& gradient, arma::Mat<Real>& dx, const arma::Mat<Real>& wte,
                      const arma::Mat<Real>& x, const arma::Mat<Real>& dlogits)
{
  gradient = x * dlogits.t();
  dx = wte * dlogits;
}

template <typename Real>
double softmax_cross_entropy(arma::Mat<Real>& logits, const arma::Mat<Token>& targets)
{
  if (!logits.is_finite())
    return std::numeric_limits<double>::quiet_NaN();
  const auto K = static_cast<double>(logits.n_cols);
  double loss = 0;
  for (arma::uword k = 0; k < logits.n_cols; ++k) {
    const Token target = targets(k);
    const arma::Col<Real> log_p = math::log_softmax<Real>(logits.col(k));
    loss -= static_cast<double>(log_p(target)) / K;
    logits.col(k) = arma::exp(log_p) / static_cast<Real>(K);
    logits(target, k) -= static_cast<Real>(1 / K);
  }
  return loss;
}

// --- the pass -----------------------------------------------------------------------------

namespace {

void check_batch(const Batch& batch, const Config& config)
{
  const auto& [inputs, targets] = batch;
  if (inputs.is_empty())
    throw Error("no tokens: a batch has at least one text of at least one token, got {}",
                shape(inputs));
  if (arma::size(inputs) != arma::size(targets))
    throw Error("each token of a batch has one that follows it: got {} inputs and {} targets",
                shape(inputs), shape(targets));
  if (inputs.n_rows > config.context)
    throw Error("texts of {} tokens are longer than the context of the model, {}", inputs.n_rows,
                config.context);
  for (const arma::Mat<Token>* tokens : {&inputs, &targets})
    if (tokens->max() >= config.N)
      throw Error("token {} is not in the vocabulary: ids go from 0 to {}", tokens->max(),
                  config.N - 1);
}

/// No weight learns from what is not a number.
/// @param what   "the loss" or "the gradient"
/// @param where  what gave it: "block 3's attention"
template <typename Real>
[[noreturn]] void refuse(const char* what, const std::string& where)
{
  constexpr bool is_float = std::is_same_v<Real, float>;
  throw Error("{} is not a number: {} gives NaN or infinity in {}. A weight is damaged, or has "
              "grown in the steps before until a number is larger than {}; go back to a "
              "checkpoint before that, and take a lower learning rate or clip the gradient",
              what, where, is_float ? "float" : "double",
              is_float ? "float holds (or try --precision double)" : "double holds");
}

/// @param where  what gave it, with {} for the layer, if there is one; made a text only where it is needed
template <typename Real, typename... Layer>
void require_numbers(const arma::Mat<Real>& gradient, fmt::format_string<const Layer&...> where,
                     const Layer&... layer)
{
  if (!gradient.is_finite())
    refuse<Real>("the gradient", fmt::format(where, layer...));
}

template <typename Real>
void forward_to_logits(const Weights<Real>& weights, const Batch& batch, Pass<Real>& pass)
{
  check_batch(batch, weights.config);
  try {
    unembed(pass.logits, weights.wte, forward(pass.forward, weights, batch.inputs));
  } catch (const NotFinite& error) {
    refuse<Real>("the loss", error.where);
  }
}

/// The loss of the logits, which become the derivative by them.
template <typename Real>
double loss_of_logits(Pass<Real>& pass, const Batch& batch)
{
  const double loss = softmax_cross_entropy(pass.logits, batch.targets);
  if (!std::isfinite(loss))
    refuse<Real>("the loss", "the unembedding, wte.weight,");
  return loss;
}

/// From the derivative by the logits, in pass.logits, to that by every parameter.
template <typename Real>
void backward(Weights<Real>& gradient, const Weights<Real>& weights, const Batch& batch,
              Pass<Real>& pass)
{
  const Config& config = weights.config;
  const double epsilon = config.layer_norm_epsilon;
  const Workspace<Real>& kept = pass.forward;

  unembed_backward(gradient.wte, pass.dnormed, weights.wte, kept.normed, pass.logits);
  pass.dx.zeros(arma::size(kept.x));
  layer_norm_backward(gradient.ln_f, pass.dx, weights.ln_f, kept.x, pass.dnormed, epsilon);
  require_numbers(pass.dx, "the way back through the final layer norm");
  for (arma::uword layer = config.layers; layer-- > 0;) {
    const Block<Real>& block = weights.blocks[layer];
    const typename Workspace<Real>::Block& v = kept.blocks[layer];
    const arma::Mat<Real>&x = kept.stream[2 * layer], &x_between = kept.stream[2 * layer + 1];
    Block<Real>& d = gradient.blocks[layer];

    // What a half of a block adds to the stream has the stream's derivative; where it reads from it, its own is added.
    linear_backward(d.mlp_out, pass.dhidden, block.mlp_out, v.activated, pass.dx);
    gelu_backward(pass.dhidden, v.hidden);
    linear_backward(d.mlp_in, pass.dnormed, block.mlp_in, v.normed_2, pass.dhidden);
    layer_norm_backward(d.ln_2, pass.dx, block.ln_2, x_between, pass.dnormed, epsilon);
    require_numbers(pass.dx, "the way back through block {}'s MLP", layer);

    linear_backward(d.heads, pass.dz, block.heads, v.z, pass.dx);
    causal_attention_backward(pass.dqkv, v.qkv, pass.dz, config.heads, batch.inputs.n_rows);
    linear_backward(d.qkv, pass.dnormed, block.qkv, v.normed, pass.dqkv);
    layer_norm_backward(d.ln_1, pass.dx, block.ln_1, x, pass.dnormed, epsilon);
    require_numbers(pass.dx, "the way back through block {}'s attention", layer);
  }
  embed_backward(gradient, batch.inputs, pass.dx);
}

} // namespace

template <typename Real>
double loss_and_gradient(Weights<Real>& gradient, const Weights<Real>& weights, const Batch& batch,
                         Pass<Real>& pass)
{
  if (gradient.config != weights.config)
    throw Error("the gradient of a model has the model's sizes: zero_weights(weights.config)");
  forward_to_logits(weights, batch, pass);
  const double loss = loss_of_logits(pass, batch);
  backward(gradient, weights, batch, pass);
  return loss;
}

template <typename Real>
double loss(const Weights<Real>& weights, const Batch& batch, Pass<Real>& pass)
{
  forward_to_logits(weights, batch, pass);
  return loss_of_logits(pass, batch);
}

#define INSTANTIATE(Real)                                                                          \
  template void embed_backward(Weights<Real>&, const arma::Mat<Token>&, const arma::Mat<Real>&);   \
  template void layer_norm_backward(Norm<Real>&, arma::Mat<Real>&, const Norm<Real>&,              \
                                    const arma::Mat<Real>&, const arma::Mat<Real>&, double);       \
  template void linear_backward(Dense<Real>&, arma::Mat<Real>&, const Dense<Real>&,                \
                                const arma::Mat<Real>&, const arma::Mat<Real>&);                   \
  template void gelu_backward(arma::Mat<Real>&, const arma::Mat<Real>&);                           \
  template void causal_attention_backward(arma::Mat<Real>&, const arma::Mat<Real>&,                \
                                          const arma::Mat<Real>&, arma::uword, arma::uword);       \
  template void unembed_backward(arma::Mat<Real>&, arma::Mat<Real>&, const arma::Mat<Real>&,       \
                                 const arma::Mat<Real>&, const arma::Mat<Real>&);                  \
  template double softmax_cross_entropy(arma::Mat<Real>&, const arma::Mat<Token>&);                \
  template double loss_and_gradient(Weights<Real>&, const Weights<Real>&, const Batch&,            \
                                    Pass<Real>&);                                                  \
  template double loss(const Weights<Real>&, const Batch&, Pass<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::gpt2
