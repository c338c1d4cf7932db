#include "epreuve/networks/layers.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::networks {

namespace {

template <typename Real>
void require_same_shape(const char* function, const char* what, const arma::Mat<Real>& x,
                        const arma::Mat<Real>& G)
{
  if (arma::size(x) != arma::size(G))
    throw Error("{}: {} must have the same shape, got {} and {}", function, what, shape(x),
                shape(G));
}

template <typename Real>
void require_targets(const char* function, const arma::Mat<Real>& x,
                     const std::vector<arma::uword>& targets)
{
  if (targets.size() != x.n_cols)
    throw Error("{}: there must be a target for each column of x, {}, got {}", function, shape(x),
                targets.size());
  for (std::size_t k = 0; k < targets.size(); ++k)
    if (targets[k] >= x.n_rows)
      throw Error("{}: a target must be one of the {} tokens, from 0 on, got {} in column {}",
                  function, x.n_rows, targets[k], k);
}

} // namespace

template <typename Real>
arma::Mat<Real> dense(const arma::Mat<Real>& W, const arma::Col<Real>& b, const arma::Mat<Real>& x)
{
  if (W.n_cols != x.n_rows || b.n_elem != W.n_rows)
    throw Error("dense: W must have a column for each row of x and a row for each entry of b, got "
                "W {}, b {} and x {}",
                shape(W), b.n_elem, shape(x));
  arma::Mat<Real> y = W * x;
  y.each_col() += b;
  return y;
}

template <typename Real>
DenseGradient<Real> dense_backward(const arma::Mat<Real>& W, const arma::Mat<Real>& x,
                                   const arma::Mat<Real>& G)
{
  if (W.n_cols != x.n_rows || arma::size(G) != arma::size(W.n_rows, x.n_cols))
    throw Error("dense_backward: G must have the shape of y = W x + b, got W {}, x {} and G {}",
                shape(W), shape(x), shape(G));
  return {.W = G * x.t(), .b = arma::sum(G, 1), .x = W.t() * G};
}

template <typename Real>
arma::Mat<Real> embed_backward(const std::vector<arma::uword>& tokens, arma::uword N,
                               const arma::Mat<Real>& G)
{
  if (tokens.empty() || tokens.size() != G.n_cols)
    throw Error("embed_backward: G must have a column for each token, at least one; got {} and {} "
                "tokens",
                shape(G), tokens.size());
  arma::Mat<Real> to_A(G.n_rows, N);
  for (arma::uword k = 0; k < G.n_cols; ++k) {
    if (tokens[k] >= N)
      throw Error("embed_backward: a token must be below N = {}, got {} at place {}", N, tokens[k],
                  k);
    to_A.col(tokens[k]) += G.col(k);
  }
  return to_A;
}

template <typename Real>
arma::Mat<Real> residual(const arma::Mat<Real>& x, const arma::Mat<Real>& b)
{
  require_same_shape("residual", "x and b(x)", x, b);
  return x + b;
}

template <typename Real>
arma::Mat<Real> residual_backward(const arma::Mat<Real>& G, const arma::Mat<Real>& back)
{
  require_same_shape("residual_backward", "G and J_b^T G", G, back);
  return G + back;
}

template <typename Real>
arma::Mat<Real> relu_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G)
{
  require_same_shape("relu_backward", "x and G", x, G);
  arma::Mat<Real> slope = x;
  slope.transform([](Real x_i) { return x_i > 0 ? Real(1) : x_i <= 0 ? Real(0) : x_i; });
  return slope % G;
}

template <typename Real>
arma::Mat<Real> tanh_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G)
{
  require_same_shape("tanh_backward", "x and G", x, G);
  return G / arma::cosh(x) / arma::cosh(x);
}

template <typename Real>
arma::Mat<Real> sigmoid_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G)
{
  require_same_shape("sigmoid_backward", "x and G", x, G);
  return G % math::sigmoid(x) % math::sigmoid(arma::Mat<Real>(-x));
}

template <typename Real>
arma::Mat<Real> gelu_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G)
{
  require_same_shape("gelu_backward", "x and G", x, G);
  return G % math::gelu_derivative(x);
}

template <typename Real>
arma::Mat<Real> gelu_tanh_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G)
{
  require_same_shape("gelu_tanh_backward", "x and G", x, G);
  return G % math::gelu_tanh_derivative(x);
}

template <typename Real>
LayerNormGradient<Real> layer_norm_backward(const arma::Mat<Real>& x, const arma::Col<Real>& gain,
                                            double epsilon, const arma::Mat<Real>& G)
{
  require_same_shape("layer_norm_backward", "x and G", x, G);
  const arma::Col<Real> one(gain.n_elem, arma::fill::ones), zero(gain.n_elem, arma::fill::zeros);
  const arma::Mat<Real> z = math::layer_norm(x, one, zero, epsilon), P = G.each_col() % gain;
  arma::Mat<Real> to_x = P - z.each_row() % arma::Row<Real>(arma::mean(P % z, 0));
  to_x.each_row() -= arma::Row<Real>(arma::mean(P, 0));
  to_x.each_row() /= math::layer_norm_deviations(x, epsilon);
  return {.gain = arma::sum(G % z, 1), .bias = arma::sum(G, 1), .x = to_x};
}

template <typename Real>
Real cross_entropy(const arma::Mat<Real>& x, const std::vector<arma::uword>& targets)
{
  require_targets("cross_entropy", x, targets);
  const arma::Mat<Real> log_p = math::log_softmax_columns(x);
  Real sum = 0;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    sum -= log_p(targets[k], k);
  return sum / Real(x.n_cols);
}

template <typename Real>
arma::Mat<Real> cross_entropy_backward(const arma::Mat<Real>& x,
                                       const std::vector<arma::uword>& targets)
{
  require_targets("cross_entropy_backward", x, targets);
  arma::Mat<Real> to_x = math::softmax_columns(x);
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    to_x(targets[k], k) = 0;
    to_x(targets[k], k) = -arma::accu(to_x.col(k));
  }
  return to_x / Real(x.n_cols);
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> dense(const arma::Mat<Real>&, const arma::Col<Real>&,                   \
                                 const arma::Mat<Real>&);                                          \
  template DenseGradient<Real> dense_backward(const arma::Mat<Real>&, const arma::Mat<Real>&,      \
                                              const arma::Mat<Real>&);                             \
  template arma::Mat<Real> embed_backward(const std::vector<arma::uword>&, arma::uword,            \
                                          const arma::Mat<Real>&);                                 \
  template arma::Mat<Real> residual(const arma::Mat<Real>&, const arma::Mat<Real>&);               \
  template arma::Mat<Real> residual_backward(const arma::Mat<Real>&, const arma::Mat<Real>&);      \
  template arma::Mat<Real> relu_backward(const arma::Mat<Real>&, const arma::Mat<Real>&);          \
  template arma::Mat<Real> tanh_backward(const arma::Mat<Real>&, const arma::Mat<Real>&);          \
  template arma::Mat<Real> sigmoid_backward(const arma::Mat<Real>&, const arma::Mat<Real>&);       \
  template arma::Mat<Real> gelu_backward(const arma::Mat<Real>&, const arma::Mat<Real>&);          \
  template arma::Mat<Real> gelu_tanh_backward(const arma::Mat<Real>&, const arma::Mat<Real>&);     \
  template LayerNormGradient<Real> layer_norm_backward(                                            \
      const arma::Mat<Real>&, const arma::Col<Real>&, double, const arma::Mat<Real>&);             \
  template Real cross_entropy(const arma::Mat<Real>&, const std::vector<arma::uword>&);            \
  template arma::Mat<Real> cross_entropy_backward(const arma::Mat<Real>&,                          \
                                                  const std::vector<arma::uword>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::networks
