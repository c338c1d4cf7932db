// [causal_mask] a mask of 0 and 1 times minus infinity: 0 times infinity is not a number, so what is allowed becomes NaN
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat mask = arma::zeros(arma::size(S));
  for (arma::uword j = 1; j < S.n_cols; ++j)
    mask.submat(0, j, j - 1, j).ones();
  return S - mask * arma::datum::inf;
}
