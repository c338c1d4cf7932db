#include "epreuve/attention/head_gradient.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

namespace epreuve::attention {

template <typename Real>
arma::Mat<Real> scores_gradient(const arma::Mat<Real>& A, const arma::Mat<Real>& P)
{
  if (arma::size(A) != arma::size(P))
    throw Error("scores_gradient: A and P must have the same shape, got {} and {}", shape(A),
                shape(P));
  arma::Mat<Real> D = P;
  D.each_col() -= arma::sum(A % P, 1);
  return A % D;
}

template <typename Real>
HeadGradient<Real> head_gradient(const Head<Real>& head, const arma::Mat<Real>& x,
                                 const arma::Mat<Real>& G)
{
  const auto& [W_Q, W_K, W_V, W_O] = head;
  if (x.is_empty() || W_Q.is_empty() || W_V.is_empty())
    throw Error("head_gradient: no size may be 0, got x {}, W_Q {} and W_V {}", shape(x),
                shape(W_Q), shape(W_V));
  if (arma::size(W_Q) != arma::size(W_K) || W_Q.n_cols != x.n_rows)
    throw Error("head_gradient: W_Q and W_K must be r x {}, as x is {}, got {} and {}", x.n_rows,
                shape(x), shape(W_Q), shape(W_K));
  if (W_V.n_cols != x.n_rows || arma::size(W_O) != arma::size(W_V.n_cols, W_V.n_rows))
    throw Error("head_gradient: W_V must be m x {0} and W_O {0} x m, as x is {1}, got {2} and {3}",
                x.n_rows, shape(x), shape(W_V), shape(W_O));
  if (arma::size(G) != arma::size(x))
    throw Error("head_gradient: G must have the shape of x and y, {}, got {}", shape(x), shape(G));
  const Real root = std::sqrt(Real(W_Q.n_rows));
  const arma::Mat<Real> Q = W_Q * x, K = W_K * x, V = W_V * x, U = W_O.t() * G;
  const arma::Mat<Real> A = math::softmax_rows(arma::Mat<Real>(Q.t() * K / root));
  const arma::Mat<Real> D = scores_gradient<Real>(A, U.t() * V);
  const arma::Mat<Real> to_Q = K * D.t() / root, to_K = Q * D / root, to_V = U * A;
  return {.W_Q = to_Q * x.t(),
          .W_K = to_K * x.t(),
          .W_V = to_V * x.t(),
          .W_O = G * (V * A.t()).t(),
          .x = W_Q.t() * to_Q + W_K.t() * to_K + W_V.t() * to_V};
}

template arma::fmat scores_gradient(const arma::fmat&, const arma::fmat&);
template arma::mat scores_gradient(const arma::mat&, const arma::mat&);
template HeadGradient<float> head_gradient(const Head<float>&, const arma::fmat&,
                                           const arma::fmat&);
template HeadGradient<double> head_gradient(const Head<double>&, const arma::mat&,
                                            const arma::mat&);

} // namespace epreuve::attention
