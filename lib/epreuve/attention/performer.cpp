#include "epreuve/attention/performer.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::attention {

namespace {

template <typename Real>
void require_directions(const char* function, const arma::Mat<Real>& X,
                        const arma::Mat<Real>& Omega)
{
  if (X.is_empty() || Omega.is_empty() || Omega.n_cols != X.n_rows)
    throw Error(
        "{}: Omega must be m x {}, one direction per row, as X is {}, and no size 0, got {}",
        function, X.n_rows, shape(X), shape(Omega));
}

template <typename Real>
void require_features(const char* function, const arma::Mat<Real>& Psi, const arma::Mat<Real>& Phi,
                      const arma::Mat<Real>& V, bool causal)
{
  if (Psi.is_empty() || Phi.is_empty() || V.is_empty())
    throw Error("{}: no size may be 0, got features {} and {}, V {}", function, shape(Psi),
                shape(Phi), shape(V));
  if (Psi.n_rows != Phi.n_rows || Phi.n_cols != V.n_cols)
    throw Error("{}: queries and keys must have as many features, and V a column for each key, got "
                "features {} and {}, V {}",
                function, shape(Psi), shape(Phi), shape(V));
  if (causal && Psi.n_cols != Phi.n_cols)
    throw Error("{}: causal attention has a query for each key, got {} and {}", function,
                Psi.n_cols, Phi.n_cols);
}

template <typename Real>
Real denominator(const arma::Col<Real>& s, const arma::Mat<Real>& Psi, arma::uword i)
{
  const Real sum = arma::dot(s, Psi.col(i));
  if (!std::isfinite(sum) || !(std::abs(sum) > 0))
    throw Error("feature_attention: the denominator of query {} is {}; its features and those of "
                "the keys have nothing in common that the type can hold",
                i, static_cast<double>(sum));
  return sum;
}

/// ln of the positive features, without 1 / sqrt(m): Omega x - |x|^2 / 2.
template <typename Real>
arma::Mat<Real> exponents(const arma::Mat<Real>& X, const arma::Mat<Real>& Omega)
{
  arma::Mat<Real> exponents = Omega * X;
  exponents.each_row() -= arma::sum(arma::square(X), 0) / Real(2);
  return exponents;
}

/// Vectors as the features need them, and features up to constants.
template <typename Real>
struct Performed
{
  arma::Mat<Real> q, k, Psi, Phi;
};

template <typename Real>
Performed<Real> performed(const char* function, const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                          const arma::Mat<Real>& Omega)
{
  require_directions(function, Q, Omega);
  require_directions(function, K, Omega);
  const Real fourth_root = std::sqrt(std::sqrt(Real(Q.n_rows)));
  Performed<Real> of{.q = Q / fourth_root, .k = K / fourth_root, .Psi = {}, .Phi = {}};
  of.Psi = exponents(of.q, Omega);
  of.Psi.each_row() -= arma::max(of.Psi, 0);
  of.Psi = arma::exp(of.Psi);
  of.Phi = exponents(of.k, Omega);
  of.Phi = arma::exp(of.Phi - of.Phi.max());
  return of;
}

/// From the derivatives by features phi_l, those by the vectors x: sum_l G_l phi_l (w_l - x).
template <typename Real>
arma::Mat<Real> through_features(const arma::Mat<Real>& G, const arma::Mat<Real>& features,
                                 const arma::Mat<Real>& Omega, const arma::Mat<Real>& x)
{
  const arma::Mat<Real> by_exponent = G % features;
  arma::Mat<Real> to_x = x;
  to_x.each_row() %= -arma::sum(by_exponent, 0);
  to_x += Omega.t() * by_exponent;
  return to_x;
}

} // namespace

template <typename Real>
arma::Mat<Real> positive_features(const arma::Mat<Real>& X, const arma::Mat<Real>& Omega)
{
  require_directions("positive_features", X, Omega);
  return arma::exp(exponents(X, Omega)) / std::sqrt(Real(Omega.n_rows));
}

template <typename Real>
arma::Mat<Real> trigonometric_features(const arma::Mat<Real>& X, const arma::Mat<Real>& Omega)
{
  require_directions("trigonometric_features", X, Omega);
  const arma::Mat<Real> angles = Omega * X;
  arma::Mat<Real> features =
      arma::join_cols(arma::Mat<Real>(arma::sin(angles)), arma::Mat<Real>(arma::cos(angles)));
  const arma::Row<Real> squares = arma::sum(arma::square(X), 0);
  features.each_row() %= arma::exp(squares / Real(2)) / std::sqrt(Real(Omega.n_rows));
  return features;
}

arma::mat orthogonal_directions(arma::uword m, arma::uword d)
{
  if (m == 0 || d == 0)
    throw Error("orthogonal_directions: m and d must be at least 1, got {} and {}", m, d);
  arma::mat Omega(m, d);
  for (arma::uword first = 0; first < m; first += d) {
    arma::mat rotation, R;
    if (!arma::qr(rotation, R, arma::mat(d, d, arma::fill::randn)))
      throw Error("orthogonal_directions: the factorisation Q R of {} x {} failed", d, d);
    // Of the two signs of each column the one that R's diagonal tells: then the matrix is uniformly distributed.
    rotation.each_row() %= arma::sign(R.diag()).t();
    const arma::uword rows = std::min(d, m - first);
    const arma::vec lengths =
        arma::sqrt(arma::sum(arma::square(arma::mat(rows, d, arma::fill::randn)), 1));
    Omega.rows(first, first + rows - 1) = rotation.head_rows(rows);
    Omega.rows(first, first + rows - 1).each_col() %= lengths;
  }
  return Omega;
}

template <typename Real>
arma::Mat<Real> feature_attention(const arma::Mat<Real>& Psi, const arma::Mat<Real>& Phi,
                                  const arma::Mat<Real>& V, bool causal)
{
  require_features("feature_attention", Psi, Phi, V, causal);
  arma::Mat<Real> Z(V.n_rows, Psi.n_cols);
  arma::Mat<Real> N(V.n_rows, Phi.n_rows);
  arma::Col<Real> s(Phi.n_rows);
  if (!causal) {
    N = V * Phi.t();
    s = arma::sum(Phi, 1);
  }
  for (arma::uword i = 0; i < Psi.n_cols; ++i) {
    if (causal) {
      N += V.col(i) * Phi.col(i).t();
      s += Phi.col(i);
    }
    Z.col(i) = N * Psi.col(i) / denominator(s, Psi, i);
  }
  return Z;
}

template <typename Real>
FeatureAttentionGradient<Real>
feature_attention_backward(const arma::Mat<Real>& Psi, const arma::Mat<Real>& Phi,
                           const arma::Mat<Real>& V, const arma::Mat<Real>& U, bool causal)
{
  require_features("feature_attention_backward", Psi, Phi, V, causal);
  if (arma::size(U) != arma::size(V.n_rows, Psi.n_cols))
    throw Error("feature_attention_backward: U must have the shape of Z, {} x {}, got {}", V.n_rows,
                Psi.n_cols, shape(U));
  FeatureAttentionGradient<Real> to{.Psi = arma::Mat<Real>(arma::size(Psi)),
                                    .Phi = arma::Mat<Real>(arma::size(Phi)),
                                    .V = arma::Mat<Real>(arma::size(V))};
  arma::Mat<Real> W = U; // of the w_i
  arma::Row<Real> c(Psi.n_cols);
  arma::Mat<Real> N(V.n_rows, Phi.n_rows);
  arma::Col<Real> s(Phi.n_rows);
  if (!causal) {
    N = V * Phi.t();
    s = arma::sum(Phi, 1);
  }
  for (arma::uword i = 0; i < Psi.n_cols; ++i) {
    if (causal) {
      N += V.col(i) * Phi.col(i).t();
      s += Phi.col(i);
    }
    const Real sum = denominator(s, Psi, i);
    W.col(i) /= sum;
    c(i) = -arma::dot(W.col(i), N * Psi.col(i)) / sum;
    to.Psi.col(i) = N.t() * W.col(i) + c(i) * s;
  }
  if (!causal) {
    const arma::Mat<Real> M = W * Psi.t();
    to.Phi = M.t() * V;
    to.Phi.each_col() += Psi * c.t();
    to.V = M * Phi;
    return to;
  }
  arma::Mat<Real> M(V.n_rows, Psi.n_rows);
  arma::Col<Real> t(Psi.n_rows);
  for (arma::uword j = Phi.n_cols; j-- > 0;) {
    M += W.col(j) * Psi.col(j).t();
    t += c(j) * Psi.col(j);
    to.Phi.col(j) = M.t() * V.col(j) + t;
    to.V.col(j) = M * Phi.col(j);
  }
  return to;
}

template <typename Real>
arma::Mat<Real> performer_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const arma::Mat<Real>& Omega,
                                    bool causal)
{
  const auto of = performed("performer_attention", Q, K, Omega);
  return feature_attention(of.Psi, of.Phi, V, causal);
}

template <typename Real>
AttendGradient<Real>
performer_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                             const arma::Mat<Real>& V, const arma::Mat<Real>& Omega,
                             const arma::Mat<Real>& U, bool causal)
{
  const auto of = performed("performer_attention_backward", Q, K, Omega);
  const auto [to_Psi, to_Phi, to_V] = feature_attention_backward(of.Psi, of.Phi, V, U, causal);
  const Real fourth_root = std::sqrt(std::sqrt(Real(Q.n_rows)));
  return {.Q = through_features(to_Psi, of.Psi, Omega, of.q) / fourth_root,
          .K = through_features(to_Phi, of.Phi, Omega, of.k) / fourth_root,
          .V = to_V};
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> positive_features(const arma::Mat<Real>&, const arma::Mat<Real>&);      \
  template arma::Mat<Real> trigonometric_features(const arma::Mat<Real>&, const arma::Mat<Real>&); \
  template arma::Mat<Real> feature_attention(const arma::Mat<Real>&, const arma::Mat<Real>&,       \
                                             const arma::Mat<Real>&, bool);                        \
  template FeatureAttentionGradient<Real> feature_attention_backward(                              \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&,                      \
      const arma::Mat<Real>&, bool);                                                               \
  template arma::Mat<Real> performer_attention(const arma::Mat<Real>&, const arma::Mat<Real>&,     \
                                               const arma::Mat<Real>&, const arma::Mat<Real>&,     \
                                               bool);                                              \
  template AttendGradient<Real> performer_attention_backward(                                      \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&,                      \
      const arma::Mat<Real>&, const arma::Mat<Real>&, bool);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
