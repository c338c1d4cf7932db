// [masked_scores] row 0 is about token T - K, not about token 0: where only the last tokens ask, the mask begins further right
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j > i)
        M(i, j) = -arma::datum::inf;
  return M;
}
