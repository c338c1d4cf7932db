// [masked_scores] a large negative number is a score like others; minus infinity is -arma::datum::inf
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows > i + S.n_cols)
        M(i, j) = -1e9;
  return M;
}
