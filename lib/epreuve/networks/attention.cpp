#include "epreuve/networks/attention.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::networks {

namespace {

using attention::Head;

template <typename Real>
void require_heads(const char* function, const std::vector<Head<Real>>& heads,
                   const arma::Mat<Real>& x, const arma::Mat<Real>& y)
{
  if (heads.empty())
    throw Error("{}: there must be at least one head", function);
  if (x.n_rows != y.n_rows)
    throw Error("{}: the tokens of x and y must have the same dimension, got {} and {}", function,
                shape(x), shape(y));
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const auto& [W_Q, W_K, W_V, W_O] = heads[h];
    if (arma::size(W_Q) != arma::size(W_K) || W_Q.n_cols != x.n_rows || W_V.n_cols != x.n_rows ||
        arma::size(W_O) != arma::size(W_V.n_cols, W_V.n_rows))
      throw Error("{}: W_Q and W_K must be d x {n}, W_V m x {n} and W_O {n} x m, as x is {x}; head "
                  "{h} has {q}, {k}, {v} and {o}",
                  function, fmt::arg("n", x.n_rows), fmt::arg("x", shape(x)), fmt::arg("h", h),
                  fmt::arg("q", shape(W_Q)), fmt::arg("k", shape(W_K)), fmt::arg("v", shape(W_V)),
                  fmt::arg("o", shape(W_O)));
  }
}

template <typename Real>
arma::Mat<Real> pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K, const arma::umat& seen)
{
  return math::softmax_rows(attention::masked(attention::scaled_attention_scores(Q, K), seen));
}

} // namespace

template <typename Real>
arma::Mat<Real> multi_head(const std::vector<Head<Real>>& heads, const arma::Mat<Real>& x,
                           const arma::Mat<Real>& y, const arma::umat& seen)
{
  require_heads("multi_head", heads, x, y);
  arma::Mat<Real> sum(arma::size(x));
  for (const auto& [W_Q, W_K, W_V, W_O] : heads) {
    const arma::Mat<Real> Q = W_Q * x, K = W_K * y, V = W_V * y;
    sum += W_O * attention::head_output(V, pattern(Q, K, seen));
  }
  return sum;
}

template <typename Real>
arma::Cube<Real> multi_head_patterns(const std::vector<Head<Real>>& heads, const arma::Mat<Real>& x,
                                     const arma::Mat<Real>& y, const arma::umat& seen)
{
  require_heads("multi_head_patterns", heads, x, y);
  arma::Cube<Real> all(x.n_cols, y.n_cols, heads.size());
  for (arma::uword h = 0; h < heads.size(); ++h) {
    const arma::Mat<Real> Q = heads[h].W_Q * x, K = heads[h].W_K * y;
    all.slice(h) = pattern(Q, K, seen);
  }
  return all;
}

template <typename Real>
MultiHeadGradient<Real> multi_head_backward(const std::vector<Head<Real>>& heads,
                                            const arma::Mat<Real>& x, const arma::Mat<Real>& y,
                                            const arma::umat& seen, const arma::Mat<Real>& G)
{
  require_heads("multi_head_backward", heads, x, y);
  if (arma::size(G) != arma::size(x))
    throw Error("multi_head_backward: G must have the shape of x, {}, got {}", shape(x), shape(G));
  MultiHeadGradient<Real> to{
      .heads = {}, .x = arma::Mat<Real>(arma::size(x)), .y = arma::Mat<Real>(arma::size(y))};
  for (const auto& [W_Q, W_K, W_V, W_O] : heads) {
    const arma::Mat<Real> Q = W_Q * x, K = W_K * y, V = W_V * y, A = pattern(Q, K, seen);
    const auto [to_Q, to_K, to_V] =
        attention::attend_backward(Q, K, V, A, arma::Mat<Real>(W_O.t() * G));
    to.heads.push_back({.W_Q = to_Q * x.t(),
                        .W_K = to_K * y.t(),
                        .W_V = to_V * y.t(),
                        .W_O = G * (V * A.t()).t()});
    to.x += W_Q.t() * to_Q;
    to.y += W_K.t() * to_K + W_V.t() * to_V;
  }
  return to;
}

template <typename Real>
HeadOutputGradient<Real> head_output_backward(const arma::Mat<Real>& V, const arma::Mat<Real>& A,
                                              const arma::Mat<Real>& G)
{
  if (V.n_cols != A.n_cols || arma::size(G) != arma::size(V.n_rows, A.n_rows))
    throw Error("head_output_backward: G must have the shape of V A^T, got V {}, A {} and G {}",
                shape(V), shape(A), shape(G));
  return {.V = G * A, .A = G.t() * V};
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> multi_head(const std::vector<Head<Real>>&, const arma::Mat<Real>&,      \
                                      const arma::Mat<Real>&, const arma::umat&);                  \
  template arma::Cube<Real> multi_head_patterns(const std::vector<Head<Real>>&,                    \
                                                const arma::Mat<Real>&, const arma::Mat<Real>&,    \
                                                const arma::umat&);                                \
  template MultiHeadGradient<Real> multi_head_backward(                                            \
      const std::vector<Head<Real>>&, const arma::Mat<Real>&, const arma::Mat<Real>&,              \
      const arma::umat&, const arma::Mat<Real>&);                                                  \
  template HeadOutputGradient<Real> head_output_backward(                                          \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::networks
