// The backward pass's functions in float, as fast as the machine allows; kernels.hpp says what they compute,
// backward.cpp how it is written down.
//
// Products are OpenBLAS's, of all tokens at once. Each sum over tokens is one thread's, in the order of the tokens:
// threads share the coordinates that are summed, not the tokens.

#include "epreuve/gpt2/fast_parts.hpp"
#include "epreuve/gpt2/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace epreuve::gpt2 {

namespace {

/// Coordinates that are summed over the tokens together.
constexpr std::size_t stripe = 64;

/// sum_i = sum over `tokens` columns of dy_i, for at most `stripe` coordinates.
/// @param n  from one column to the next
EPREUVE_VECTORISED void sum_columns(float* sum, const float* dy, std::size_t n, std::size_t tokens,
                                    std::size_t count)
{
  float sums[stripe] = {};
  for (std::size_t k = 0; k < tokens; ++k)
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i)
      sums[i] += dy[k * n + i];
  std::copy(sums, sums + count, sum);
}

void bias_gradient(arma::fvec& db, const arma::fmat& dy)
{
  const std::size_t n = dy.n_rows;
#pragma omp parallel for schedule(static) if (worth_threads(dy.n_elem))
  for (std::size_t first = 0; first < n; first += stripe)
    sum_columns(db.memptr() + first, dy.memptr() + first, n, dy.n_cols,
                std::min(stripe, n - first));
}

/// Of one token: x^ = (x - mean) * scale.
struct Normal
{
  float mean, scale;
};

/// dx += (h - mean(h) - x^ mean(h x^)) scale for one token, h = g dy.
EPREUVE_VECTORISED Normal normalize_backward(float* dx, const float* gain, const float* x,
                                             const float* dy, std::size_t n, float epsilon)
{
  const auto length = static_cast<float>(n);
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i)
    sum += x[i];
  const float mean = sum / length;
  float squares = 0, sum_h = 0, sum_along = 0;
#pragma omp simd reduction(+ : squares, sum_h, sum_along)
  for (std::size_t i = 0; i < n; ++i) {
    const float centred = x[i] - mean, h = gain[i] * dy[i];
    squares += centred * centred;
    sum_h += h;
    sum_along += h * centred;
  }
  const float scale = 1 / std::sqrt(squares / length + epsilon);
  const float mean_h = sum_h / length, along = sum_along * scale / length;
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i)
    dx[i] += (gain[i] * dy[i] - mean_h - (x[i] - mean) * scale * along) * scale;
  return {mean, scale};
}

/// dg = sum dy x^ and db = sum dy over the tokens, for at most `stripe` coordinates.
EPREUVE_VECTORISED void sum_norm_gradient(float* dg, float* db, const float* x, const float* dy,
                                          const Normal* normal, std::size_t n, std::size_t tokens,
                                          std::size_t count)
{
  float gains[stripe] = {}, biases[stripe] = {};
  for (std::size_t k = 0; k < tokens; ++k) {
    const float mean = normal[k].mean, scale = normal[k].scale;
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i) {
      const float d = dy[k * n + i];
      gains[i] += d * ((x[k * n + i] - mean) * scale);
      biases[i] += d;
    }
  }
  std::copy(gains, gains + count, dg);
  std::copy(biases, biases + count, db);
}

/// sigma(v) (1 + x sigma(-v) v'), v = 2 sqrt(2 / pi) (x + 0.044715 x^3), as e^{-v} = sigma(-v) / sigma(v). Beyond 9 and -9
/// it is 1 and 0 to within 1e-26; there x^3 might overflow, and subnormal numbers would slow down the products.
EPREUVE_VECTORISED void gelu_backward_range(float* dh, const float* h, std::size_t count)
{
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    float x = h[i];
    x = std::min(std::max(x, -9.0F), 9.0F);
    const float e = exponential(-1.59576912F * (x + 0.044715F * x * x * x));
    const float slope = 1.59576912F * (1 + 0.134145F * x * x), sigma = 1 / (1 + e);
    dh[i] *= sigma * (1 + x * slope * (e * sigma));
  }
}

/// Of one query, from its pattern a and da: ds_j = a_j (da_j - sum_l a_l da_l) scale, in the place of da.
EPREUVE_VECTORISED void scores_backward(float* da, const float* a, std::size_t count, float scale)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t j = 0; j < count; ++j)
    sum += a[j] * da[j];
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j)
    da[j] = a[j] * (da[j] - sum) * scale;
}

/// One head in one text of T tokens, whose parts of the matrices begin at these places. The queries are taken 128 at a
/// time, as in the forward pass, the last first: they see all keys, whose derivatives they set, and the others add to.
void head_backward(float* dqkv, const float* qkv, const float* dz, arma::uword n, arma::uword d,
                   arma::uword T)
{
  constexpr arma::uword block = 128;
  const float scale = 1 / std::sqrt(static_cast<float>(d));
  float* const pattern = kept<float>(2 * T * std::min(block, T));
  float* const scores = pattern + T * std::min(block, T);
  const arma::uword stride = 3 * n;
  const float *const k = qkv + n, *const v = qkv + 2 * n;
  for (arma::uword keys = T; keys > 0;) {
    const arma::uword first = (keys - 1) / block * block, queries = keys - first;
    const float* const q = qkv + first * stride;
    const float* const dz_here = dz + first * n;
    gemm('T', 'N', keys, queries, d, k, stride, q, stride, 0, pattern, keys);
    gemm('T', 'N', keys, queries, d, v, stride, dz_here, n, 0, scores, keys);
    for (arma::uword i = 0; i < queries; ++i) {
      float *const a = pattern + i * keys, *const ds = scores + i * keys;
      const arma::uword visible = first + i + 1;
      causal_softmax(a, visible, keys, scale);
      std::fill(ds + visible, ds + keys, 0.0F);
      scores_backward(ds, a, in_vectors(visible, keys), scale);
    }
    const float beta = keys == T ? 0 : 1;
    gemm('N', 'N', d, queries, keys, k, stride, scores, keys, 0, dqkv + first * stride, stride);
    gemm('N', 'T', d, keys, queries, q, stride, scores, keys, beta, dqkv + n, stride);
    gemm('N', 'T', d, keys, queries, dz_here, n, pattern, keys, beta, dqkv + 2 * n, stride);
    keys = first;
  }
}

/// Logits become (softmax - [i = target]) / K.
/// @return  the loss
EPREUVE_VECTORISED double cross_entropy_column(float* logits, std::size_t N, Token target, float K)
{
  const Range range = range_of(logits, N);
  const float largest = range.largest;
  const float of_target = logits[target];
  // In float no more numbers are added than keep to its precision.
  constexpr std::size_t piece = 512;
  double sum = 0;
  for (std::size_t first = 0; first < N; first += piece) {
    const std::size_t end = std::min(N, first + piece);
    float part = 0;
#pragma omp simd reduction(+ : part)
    for (std::size_t i = first; i < end; ++i) {
      logits[i] = exponential(logits[i] - largest);
      part += logits[i];
    }
    sum += static_cast<double>(part);
  }
  const float factor = 1 / (static_cast<float>(sum) * K);
  // Smaller probabilities would be subnormal numbers in the end, and slow down the products.
  constexpr float no_probability = 1e-30F;
#pragma omp simd
  for (std::size_t i = 0; i < N; ++i)
    logits[i] = logits[i] < no_probability ? 0 : logits[i] * factor;
  logits[target] -= 1 / K;
  // What else is not finite makes the sum NaN.
  if (range.smallest < std::numeric_limits<float>::lowest())
    return std::numeric_limits<double>::quiet_NaN();
  return std::log(sum) + static_cast<double>(largest) - static_cast<double>(of_target);
}

/// dW^T = x dy^T and dx = W^T dy.
void products_backward(arma::fmat& gradient, arma::fmat& dx, const arma::fmat& neurons,
                       const arma::fmat& x, const arma::fmat& dy)
{
  const arma::uword in = neurons.n_rows, out = neurons.n_cols, K = x.n_cols;
  dx.set_size(in, K);
  gemm('N', 'T', in, out, K, x.memptr(), in, dy.memptr(), out, 0, gradient.memptr(), in);
  gemm('N', 'N', in, K, out, neurons.memptr(), in, dy.memptr(), out, 0, dx.memptr(), in);
}

} // namespace

void layer_norm_backward(Norm<float>& gradient, arma::fmat& dx, const Norm<float>& norm,
                         const arma::fmat& x, const arma::fmat& dy, double epsilon)
{
  const std::size_t n = x.n_rows, K = x.n_cols;
  Normal* const normal = kept<Normal>(K);
#pragma omp parallel if (worth_threads(x.n_elem))
  {
#pragma omp for schedule(static)
    for (std::size_t k = 0; k < K; ++k)
      normal[k] = normalize_backward(dx.colptr(k), norm.gain.memptr(), x.colptr(k), dy.colptr(k), n,
                                     static_cast<float>(epsilon));
#pragma omp for schedule(static)
    for (std::size_t first = 0; first < n; first += stripe)
      sum_norm_gradient(gradient.gain.memptr() + first, gradient.bias.memptr() + first,
                        x.memptr() + first, dy.memptr() + first, normal, n, K,
                        std::min(stripe, n - first));
  }
}

void linear_backward(Dense<float>& gradient, arma::fmat& dx, const Dense<float>& layer,
                     const arma::fmat& x, const arma::fmat& dy)
{
  products_backward(gradient.neurons, dx, layer.neurons, x, dy);
  bias_gradient(gradient.b, dy);
}

void gelu_backward(arma::fmat& dh, const arma::fmat& h)
{
#pragma omp parallel for schedule(static) if (worth_threads(h.n_elem))
  for (arma::uword k = 0; k < h.n_cols; ++k)
    gelu_backward_range(dh.colptr(k), h.colptr(k), h.n_rows);
}

void causal_attention_backward(arma::fmat& dqkv, const arma::fmat& qkv, const arma::fmat& dz,
                               arma::uword heads, arma::uword T)
{
  const arma::uword n = dz.n_rows, d = n / heads, texts = dz.n_cols / T;
  dqkv.set_size(3 * n, dz.n_cols);
#pragma omp parallel for schedule(dynamic) collapse(2) if (worth_threads(dz.n_elem * T))
  for (arma::uword b = 0; b < texts; ++b)
    for (arma::uword h = 0; h < heads; ++h)
      head_backward(dqkv.colptr(b * T) + h * d, qkv.colptr(b * T) + h * d, dz.colptr(b * T) + h * d,
                    n, d, T);
}

void unembed_backward(arma::fmat& gradient, arma::fmat& dx, const arma::fmat& wte,
                      const arma::fmat& x, const arma::fmat& dlogits)
{
  products_backward(gradient, dx, wte, x, dlogits);
}

double softmax_cross_entropy(arma::fmat& logits, const arma::Mat<Token>& targets)
{
  const arma::uword K = logits.n_cols;
  double* const losses = kept<double>(K);
#pragma omp parallel for schedule(static) if (worth_threads(logits.n_elem))
  for (arma::uword k = 0; k < K; ++k)
    losses[k] =
        cross_entropy_column(logits.colptr(k), logits.n_rows, targets[k], static_cast<float>(K));
  double sum = 0;
  for (arma::uword k = 0; k < K; ++k)
    sum += losses[k];
  return sum / static_cast<double>(K);
}

} // namespace epreuve::gpt2
