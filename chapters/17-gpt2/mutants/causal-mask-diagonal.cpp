// [causal_mask] you mask the diagonal too; a token may look at itself
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = i; j < S.n_cols; ++j)
      masked(i, j) = -arma::datum::inf;
  return masked;
}
