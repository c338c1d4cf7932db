// [causal_mask] you let every query see the token that follows it; the mask begins at j = i + 1
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = i + 2; j < S.n_cols; ++j)
      masked(i, j) = -arma::datum::inf;
  return masked;
}
