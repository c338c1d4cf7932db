// The forward pass's functions in float, as fast as the machine allows; kernels.hpp says what
// they compute, model.cpp how it is written down.
//
// Products of many tokens are OpenBLAS's, those of a short prompt are panels.hpp's. Here is one token's products (bound by
// reading the weights once, each neuron in one line), and what has exponentials in it, written so that the compiler
// vectorises it for the processor it will run on.

#include "epreuve/gpt2/eight_bits.hpp"
#include "epreuve/gpt2/fast_parts.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/gpt2/panels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace epreuve::gpt2 {

EPREUVE_VECTORISED void softmax_range(float* s, std::size_t count, float scale)
{
  const float largest = range_of(s, count).largest;
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i) {
    s[i] = exponential(scale * (s[i] - largest));
    sum += s[i];
  }
  const float inverse = 1 / sum;
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i)
    s[i] *= inverse;
}

void causal_softmax(float* s, std::size_t visible, std::size_t keys, float scale)
{
  const std::size_t count = in_vectors(visible, keys);
  std::fill(s + visible, s + count,
            std::numeric_limits<float>::lowest()); // e^-87 in the sum, at most 15 times
  softmax_range(s, count, scale);
  std::fill(s + visible, s + keys, 0.0F);
}

namespace {

/// x / 2 (1 + tanh u) = x / (1 + e^{-2u}), u = sqrt(2 / pi) (x + 0.044715 x^3)
EPREUVE_VECTORISED void gelu_range(float* y, const float* x, std::size_t count)
{
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const float u = 0.797884561F * (x[i] + 0.044715F * x[i] * x[i] * x[i]);
    y[i] = x[i] / (1 + exponential(-2 * u));
  }
}

EPREUVE_VECTORISED void normalize(float* y, const float* x, const float* gain, const float* bias,
                                  std::size_t n, float epsilon)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i)
    sum += x[i];
  const float mean = sum / static_cast<float>(n);
  float squares = 0;
#pragma omp simd reduction(+ : squares)
  for (std::size_t i = 0; i < n; ++i)
    squares += (x[i] - mean) * (x[i] - mean);
  // Squares that overflow would make every entry 0.
  const float variance = squares / static_cast<float>(n) + epsilon;
  const float scale = variance <= std::numeric_limits<float>::max()
                          ? 1 / std::sqrt(variance)
                          : std::numeric_limits<float>::quiet_NaN();
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i)
    y[i] = gain[i] * ((x[i] - mean) * scale) + bias[i];
}

/// y_i += <neurons_i, x> for `count` neurons, one line of memory after another: reading four at
/// once takes half as long again.
EPREUVE_VECTORISED void add_products_range(float* y, const float* neurons, std::size_t count,
                                           const float* x, std::size_t n)
{
  for (std::size_t i = 0; i < count; ++i) {
    const float* neuron = neurons + i * n;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t j = 0; j < n; ++j)
      sum += neuron[j] * x[j];
    y[i] += sum;
  }
}

/// y += neurons^T x for one token. Each thread reads a stretch of its own; the last neurons are for
/// the thread that is done first, so that none waits long for another.
void add_products(float* y, const arma::fmat& neurons, const float* x)
{
  constexpr arma::uword piece = 16;
  const arma::uword n = neurons.n_rows, out = neurons.n_cols;
  const arma::uword shared = out / piece * 11 / 12 * piece;
  const auto add = [&](arma::uword first) {
    add_products_range(y + first, neurons.colptr(first), std::min(piece, out - first), x, n);
  };
#pragma omp parallel if (worth_threads(n * out))
  {
#pragma omp for schedule(static) nowait
    for (arma::uword first = 0; first < shared; first += piece)
      add(first);
#pragma omp for schedule(dynamic)
    for (arma::uword first = shared; first < out; first += piece)
      add(first);
  }
}

/// Y = neurons^T X, or Y += neurons^T X, for any number of tokens.
void products(arma::fmat& Y, const arma::fmat& neurons, const arma::fmat& X, bool add)
{
  if (X.n_cols == 1) {
    if (!add)
      Y.zeros();
    add_products(Y.memptr(), neurons, X.memptr());
    return;
  }
  if (const panels::Kernel* const kernel = panels::kernel_for(neurons.n_elem, X.n_cols)) {
    panels::products(Y, neurons, X, add, *kernel);
    return;
  }
  gemm('T', 'N', neurons.n_cols, X.n_cols, neurons.n_rows, neurons.memptr(), neurons.n_rows,
       X.memptr(), X.n_rows, add ? 1 : 0, Y.memptr(), Y.n_rows);
}

/// y += W x.
void add_product(arma::fmat& y, const Dense<float>& layer, const arma::fmat& x)
{
  if (layer.eight_bits)
    eight_bits::products(y, *layer.eight_bits, x, true);
  else
    products(y, layer.neurons, x, true);
}

/// Attention's inputs and output, and the places of its heads.
struct Attention
{
  Attention(arma::fmat& z_, const arma::subview<float>& q_, const arma::subview<float>& k_,
            const arma::subview<float>& v_, arma::uword heads_)
      : z(z_), q(q_), k(k_), v(v_), heads(heads_), d(q_.n_rows / heads_), K(q_.n_cols), T(k_.n_cols)
  {
  }

  /// One head's queries from `first` on. They need no key after the last of them.
  void attend(arma::uword h, arma::uword first, arma::uword queries, float* scores) const
  {
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    const arma::uword keys = T - K + first + queries;
    gemm('T', 'N', keys, queries, d, k.colptr(0) + h * d, k.m.n_rows, q.colptr(first) + h * d,
         q.m.n_rows, 0, scores, keys);
    for (arma::uword i = 0; i < queries; ++i) {
      float* const column = scores + i * keys;
      const arma::uword visible = T - K + first + i + 1;
      causal_softmax(column, visible, keys, scale);
    }
    gemm('N', 'N', d, queries, keys, v.colptr(0) + h * d, v.m.n_rows, scores, keys, 0,
         z.colptr(first) + h * d, z.n_rows);
  }

  arma::fmat& z;
  const arma::subview<float>&q, &k, &v;
  arma::uword heads, d, K, T;
};

/// A task is one head's next 128 queries: the masked half of the scores is, but for the diagonal
/// blocks, never computed.
void attend_all(const Attention& attention, bool threads)
{
  constexpr arma::uword block = 128;
  const arma::uword K = attention.K, blocks = (K + block - 1) / block;
#pragma omp parallel if (threads)
  {
    float* const scores = kept<float>(attention.T * std::min(block, K));
#pragma omp for schedule(dynamic) collapse(2)
    for (arma::uword turn = 0; turn < blocks; ++turn) {
      for (arma::uword h = 0; h < attention.heads; ++h) {
        const arma::uword first = (blocks - 1 - turn) * block; // the longest first
        attention.attend(h, first, std::min(block, K - first), scores);
      }
    }
  }
}

/// One query: each thread has some heads side by side, because a token's keys and values
/// are contiguous.
void attend_one(const Attention& attention, bool threads)
{
  const arma::uword heads = attention.heads;
  float* const scores = kept<float>(heads * attention.T);
#pragma omp parallel for schedule(static) if (threads)
  for (arma::uword h = 0; h < heads; ++h)
    attention.attend(h, 0, 1, scores + h * attention.T);
}

} // namespace

void embed(arma::fmat& x, const Weights<float>& weights, const Texts& texts, arma::uword first)
{
  if (!weights.wte_in_eight_bits) {
    embed<float>(x, weights, texts, first);
    return;
  }
  x.set_size(weights.config.n, texts.tokens.size());
  for (arma::uword k = 0; k < texts.tokens.size(); ++k)
    x.col(k) = weights.wte_in_eight_bits->neuron(texts.tokens[k]) +
               weights.wpe.col(first + k % texts.length);
}

void layer_norm(arma::fmat& y, const Norm<float>& norm, const arma::fmat& x, double epsilon)
{
  y.set_size(x.n_rows, x.n_cols);
#pragma omp parallel for schedule(static) if (worth_threads(x.n_elem))
  for (arma::uword k = 0; k < x.n_cols; ++k)
    normalize(y.colptr(k), x.colptr(k), norm.gain.memptr(), norm.bias.memptr(), x.n_rows,
              static_cast<float>(epsilon));
}

void linear(arma::fmat& y, const Dense<float>& layer, const arma::fmat& x)
{
  y.set_size(layer.b.n_elem, x.n_cols);
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = layer.b;
  add_product(y, layer, x);
}

void add_linear(arma::fmat& y, const Dense<float>& layer, const arma::fmat& x)
{
  y.each_col() += layer.b;
  add_product(y, layer, x);
}

void gelu(arma::fmat& y, const arma::fmat& h)
{
  y.set_size(h.n_rows, h.n_cols);
#pragma omp parallel for schedule(static) if (worth_threads(h.n_elem))
  for (arma::uword k = 0; k < h.n_cols; ++k)
    gelu_range(y.colptr(k), h.colptr(k), h.n_rows);
}

void causal_attention(arma::fmat& z, const arma::subview<float>& q, const arma::subview<float>& k,
                      const arma::subview<float>& v, arma::uword heads)
{
  z.set_size(q.n_rows, q.n_cols);
  const Attention attention(z, q, k, v, heads);
  const bool threads = worth_threads(q.n_cols * k.n_cols * q.n_rows);
  if (q.n_cols == 1)
    attend_one(attention, threads);
  else
    attend_all(attention, threads);
}

void unembed(arma::fmat& logits, const arma::fmat& wte, const arma::fmat& x)
{
  logits.set_size(wte.n_cols, x.n_cols);
  products(logits, wte, x, false);
}

void unembed(arma::fmat& logits, const Weights<float>& weights, const arma::fmat& x)
{
  if (!weights.wte_in_eight_bits) {
    unembed(logits, weights.wte, x);
    return;
  }
  logits.set_size(weights.config.N, x.n_cols);
  eight_bits::products(logits, *weights.wte_in_eight_bits, x, false);
}

} // namespace epreuve::gpt2
