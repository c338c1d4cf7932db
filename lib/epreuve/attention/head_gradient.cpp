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
AttendGradient<Real> attend_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                     const arma::Mat<Real>& V, const arma::Mat<Real>& A,
                                     const arma::Mat<Real>& U)
{
  if (Q.is_empty() || K.is_empty() || V.is_empty())
    throw Error("attend_backward: no size may be 0, got Q {}, K {} and V {}", shape(Q), shape(K),
                shape(V));
  if (Q.n_rows != K.n_rows || V.n_cols != K.n_cols)
    throw Error("attend_backward: K must have as many rows as Q and a column for each of V, got Q "
                "{}, K {} and V {}",
                shape(Q), shape(K), shape(V));
  if (arma::size(A) != arma::size(Q.n_cols, K.n_cols) ||
      arma::size(U) != arma::size(V.n_rows, Q.n_cols))
    throw Error("attend_backward: A must be {} x {} and U {} x {}, as Q is {}, K {} and V {}; got "
                "{} and {}",
                Q.n_cols, K.n_cols, V.n_rows, Q.n_cols, shape(Q), shape(K), shape(V), shape(A),
                shape(U));
  const Real root = std::sqrt(Real(Q.n_rows));
  const arma::Mat<Real> D = scores_gradient<Real>(A, U.t() * V);
  return {.Q = K * D.t() / root, .K = Q * D / root, .V = U * A};
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
  const auto [to_Q, to_K, to_V] = attend_backward(Q, K, V, A, U);
  return {.W_Q = to_Q * x.t(),
          .W_K = to_K * x.t(),
          .W_V = to_V * x.t(),
          .W_O = G * (V * A.t()).t(),
          .x = W_Q.t() * to_Q + W_K.t() * to_K + W_V.t() * to_V};
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> scores_gradient(const arma::Mat<Real>&, const arma::Mat<Real>&);        \
  template AttendGradient<Real> attend_backward(const arma::Mat<Real>&, const arma::Mat<Real>&,    \
                                                const arma::Mat<Real>&, const arma::Mat<Real>&,    \
                                                const arma::Mat<Real>&);                           \
  template HeadGradient<Real> head_gradient(const Head<Real>&, const arma::Mat<Real>&,             \
                                            const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
