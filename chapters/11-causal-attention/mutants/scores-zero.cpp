// [masked_scores] you put 0 where minus infinity belongs: a score of 0 is a score, and e^0 = 1 is a weight
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows > i + S.n_cols)
        M(i, j) = 0;
  return M;
}
