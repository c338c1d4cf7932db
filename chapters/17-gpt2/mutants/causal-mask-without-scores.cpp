// [causal_mask] this is the mask alone; where a query may look, the score stays
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = arma::zeros(arma::size(S));
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(-arma::datum::inf);
  return M;
}
