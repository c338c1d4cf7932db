#include "epreuve/attention/linformer.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::attention {

namespace {

template <typename Real>
void require_mixtures(const char* function, const arma::Mat<Real>& K, const arma::Mat<Real>& V,
                      const arma::Mat<Real>& E, const arma::Mat<Real>& F)
{
  if (arma::size(E) != arma::size(F) || E.n_cols != K.n_cols || V.n_cols != K.n_cols)
    throw Error("{0}: V must have a column for each of K, and E and F must be k x {1}, as K is "
                "{2}, got V {3}, E {4} and F {5}",
                function, K.n_cols, shape(K), shape(V), shape(E), shape(F));
}

} // namespace

template <typename Real>
arma::Mat<Real> linformer_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const arma::Mat<Real>& E,
                                    const arma::Mat<Real>& F)
{
  require_mixtures("linformer_attention", K, V, E, F);
  return attend<Real>(Q, K * E.t(), V * F.t());
}

template <typename Real>
LinformerGradient<Real>
linformer_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                             const arma::Mat<Real>& V, const arma::Mat<Real>& E,
                             const arma::Mat<Real>& F, const arma::Mat<Real>& U)
{
  require_mixtures("linformer_attention_backward", K, V, E, F);
  const arma::Mat<Real> mixed_K = K * E.t(), mixed_V = V * F.t();
  const auto [to_Q, to_K, to_V] =
      attend_backward<Real>(Q, mixed_K, mixed_V, attention_pattern<Real>(Q, mixed_K), U);
  return {.Q = to_Q, .K = to_K * E, .V = to_V * F, .E = to_K.t() * K, .F = to_V.t() * V};
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> linformer_attention(const arma::Mat<Real>&, const arma::Mat<Real>&,     \
                                               const arma::Mat<Real>&, const arma::Mat<Real>&,     \
                                               const arma::Mat<Real>&);                            \
  template LinformerGradient<Real> linformer_attention_backward(                                   \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&,                      \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
