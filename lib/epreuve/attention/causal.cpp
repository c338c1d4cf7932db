#include "epreuve/attention/causal.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/shape.hpp"

#include <limits>

namespace epreuve::attention {

template <typename Real>
arma::Mat<Real> causal_mask(arma::Mat<Real> S)
{
  if (S.n_rows > S.n_cols)
    throw Error("causal_mask: each query is one of the tokens, so S can have no more rows than "
                "columns, got {}",
                shape(S));
  const arma::uword before = S.n_cols - S.n_rows;
  for (arma::uword i = 0; i + before + 1 < S.n_cols; ++i)
    S.row(i).tail(S.n_cols - (i + before + 1)).fill(-std::numeric_limits<Real>::infinity());
  return S;
}

template <typename Real>
arma::Mat<Real> causal_pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K)
{
  return math::softmax_rows(causal_mask(math::scaled_attention_scores(Q, K)));
}

template <typename Real>
arma::Mat<Real> head_output(const arma::Mat<Real>& V, const arma::Mat<Real>& A)
{
  if (V.n_cols != A.n_cols)
    throw Error("head_output: V must have a value for each column of A, got V {} and A {}",
                shape(V), shape(A));
  return V * A.t();
}

template arma::fmat causal_mask(arma::fmat);
template arma::mat causal_mask(arma::mat);
template arma::fmat causal_pattern(const arma::fmat&, const arma::fmat&);
template arma::mat causal_pattern(const arma::mat&, const arma::mat&);
template arma::fmat head_output(const arma::fmat&, const arma::fmat&);
template arma::mat head_output(const arma::mat&, const arma::mat&);

} // namespace epreuve::attention
