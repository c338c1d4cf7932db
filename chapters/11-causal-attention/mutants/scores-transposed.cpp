// [masked_scores] you mask the past and show the future: row i is the query, and it sees the keys j up to its own token
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows < i + S.n_cols)
        M(i, j) = -arma::datum::inf;
  return M;
}
