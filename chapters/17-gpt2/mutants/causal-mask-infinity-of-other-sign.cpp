// [causal_mask] you write infinity; it is minus infinity whose exponential is 0
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(arma::datum::inf);
  return M;
}
