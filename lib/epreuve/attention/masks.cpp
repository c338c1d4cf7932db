#include "epreuve/attention/masks.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <limits>

namespace epreuve::attention {

template <typename Real>
arma::Mat<Real> masked(arma::Mat<Real> S, const arma::umat& seen)
{
  if (arma::size(S) != arma::size(seen))
    throw Error("masked: seen must say of each score whether it is seen, got S {} and seen {}",
                shape(S), shape(seen));
  for (arma::uword i = 0; i < S.n_rows; ++i)
    if (!arma::any(seen.row(i)))
      throw Error("masked: query {} sees no key, expected at least one", i);
  S.elem(arma::find(seen == 0)).fill(-std::numeric_limits<Real>::infinity());
  return S;
}

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

template arma::fmat masked(arma::fmat, const arma::umat&);
template arma::mat masked(arma::mat, const arma::umat&);
template arma::fmat causal_mask(arma::fmat);
template arma::mat causal_mask(arma::mat);

} // namespace epreuve::attention
