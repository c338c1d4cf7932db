// [causal_mask] you write a large negative number where minus infinity belongs; scores may be as large
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(-1e10);
  return M;
}
