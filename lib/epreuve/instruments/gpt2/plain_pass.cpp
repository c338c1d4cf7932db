#include "epreuve/instruments/gpt2/plain_pass.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/softmax.hpp"

#include <cmath>
#include <limits>

namespace epreuve::instruments::plain {

namespace {

template <typename Real>
arma::Mat<Real> product(const arma::Mat<Real>& A, const arma::Mat<Real>& B)
{
  arma::Mat<Real> C(A.n_rows, B.n_cols);
  for (arma::uword j = 0; j < B.n_cols; ++j)
    for (arma::uword k = 0; k < A.n_cols; ++k)
      C.col(j) += A.col(k) * B(k, j);
  return C;
}

} // namespace

template <typename Real>
arma::Mat<Real> start(const gpt2::Weights<Real>& weights, const Tokens& text)
{
  if (text.empty() || text.size() > weights.config.context)
    throw Error("plain::start: a text has 1 to {} tokens (the model's context), got {}",
                weights.config.context, text.size());
  const arma::uvec t = arma::conv_to<arma::uvec>::from(text);
  return weights.wte.cols(t) + weights.wpe.head_cols(t.n_elem);
}

template <typename Real>
arma::Mat<Real> layer_norm(const gpt2::Norm<Real>& norm, arma::Mat<Real> x, double epsilon)
{
  x.each_row() -= arma::mean(x, 0);
  const arma::Row<Real> variance = arma::mean(arma::square(x), 0);
  x.each_row() /= arma::sqrt(variance + Real(epsilon));
  x.each_col() %= norm.gain;
  x.each_col() += norm.bias;
  return x;
}

template <typename Real>
arma::Mat<Real> dense(const gpt2::Dense<Real>& layer, const arma::Mat<Real>& x)
{
  arma::Mat<Real> y = product<Real>(layer.neurons.t(), x);
  y.each_col() += layer.b;
  return y;
}

template <typename Real>
arma::Mat<Real> attention(const gpt2::Block<Real>& block, const arma::Mat<Real>& x,
                          arma::uword heads)
{
  const arma::uword n = x.n_rows, d = n / heads;
  const arma::Mat<Real> qkv = dense(block.qkv, x);
  arma::Mat<Real> z(n, x.n_cols);
  for (arma::uword row = 0; row < n; row += d) {
    const auto part = [&](arma::uword first) -> arma::Mat<Real> {
      return qkv.rows(first + row, first + row + d - 1);
    };
    const arma::Mat<Real> Q = part(0), K = part(n), V = part(2 * n);
    arma::Mat<Real> scores = product<Real>(Q.t(), K) / std::sqrt(Real(d));
    for (arma::uword key = 1; key < scores.n_cols; ++key) // hidden from all queries before it
      scores.col(key).head(key).fill(-std::numeric_limits<Real>::infinity());
    z.rows(row, row + d - 1) = product<Real>(V, math::softmax_rows(scores).t());
  }
  return dense(block.heads, z);
}

template <typename Real>
arma::Mat<Real> mlp(const gpt2::Block<Real>& block, const arma::Mat<Real>& x, bool exact_gelu)
{
  const arma::Mat<Real> before = dense(block.mlp_in, x);
  return dense(block.mlp_out, exact_gelu ? math::gelu(before) : math::gelu_tanh(before));
}

template <typename Real>
std::vector<arma::Mat<Real>> stream(const gpt2::Weights<Real>& weights, const Tokens& text,
                                    Variant variant)
{
  const double epsilon = weights.config.layer_norm_epsilon;
  std::vector<arma::Mat<Real>> x{start(weights, text)};
  const auto add_block = [&](const gpt2::Norm<Real>& norm, const auto& block) {
    const arma::Mat<Real> before = x.back();
    x.push_back(variant.norm_first ? before + block(layer_norm(norm, before, epsilon))
                                   : layer_norm<Real>(norm, before + block(before), epsilon));
  };
  for (const gpt2::Block<Real>& block : weights.blocks) {
    add_block(block.ln_1, [&](const arma::Mat<Real>& read) {
      return attention(block, read, weights.config.heads);
    });
    add_block(block.ln_2,
              [&](const arma::Mat<Real>& read) { return mlp(block, read, variant.exact_gelu); });
  }
  return x;
}

std::vector<arma::mat> stream(const ModelRun& run)
{
  return stream(run.weights(), run.text);
}

template <typename Real>
arma::Mat<Real> end(const gpt2::Weights<Real>& weights, const arma::Mat<Real>& x)
{
  return product<Real>(weights.wte.t(),
                       layer_norm(weights.ln_f, x, weights.config.layer_norm_epsilon));
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> start(const gpt2::Weights<Real>&, const Tokens&);                       \
  template arma::Mat<Real> layer_norm(const gpt2::Norm<Real>&, arma::Mat<Real>, double);           \
  template arma::Mat<Real> dense(const gpt2::Dense<Real>&, const arma::Mat<Real>&);                \
  template arma::Mat<Real> attention(const gpt2::Block<Real>&, const arma::Mat<Real>&,             \
                                     arma::uword);                                                 \
  template arma::Mat<Real> mlp(const gpt2::Block<Real>&, const arma::Mat<Real>&, bool);            \
  template std::vector<arma::Mat<Real>> stream(const gpt2::Weights<Real>&, const Tokens&,          \
                                               Variant);                                           \
  template arma::Mat<Real> end(const gpt2::Weights<Real>&, const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::instruments::plain
