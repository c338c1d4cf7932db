// [causal_mask] you write plus infinity; the exponential that is 0 is that of minus infinity
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(arma::datum::inf);
  return M;
}
