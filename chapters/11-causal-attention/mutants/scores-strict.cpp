// [masked_scores] the diagonal is masked too, but a token sees itself; the first one would see nothing at all
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows >= i + S.n_cols)
        M(i, j) = -arma::datum::inf;
  return M;
}
