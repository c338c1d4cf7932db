#include "epreuve/attention/patterns.hpp"

#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/math/softmax.hpp"

namespace epreuve::attention {

template <typename Real>
arma::Mat<Real> attention_pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K)
{
  return math::softmax_rows(scaled_attention_scores(Q, K));
}

template <typename Real>
arma::Mat<Real> causal_pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K)
{
  return math::softmax_rows(causal_mask(scaled_attention_scores(Q, K)));
}

template arma::fmat attention_pattern(const arma::fmat&, const arma::fmat&);
template arma::mat attention_pattern(const arma::mat&, const arma::mat&);
template arma::fmat causal_pattern(const arma::fmat&, const arma::fmat&);
template arma::mat causal_pattern(const arma::mat&, const arma::mat&);

} // namespace epreuve::attention
