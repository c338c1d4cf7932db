// [causal_mask] you mask the past; rows are queries, so the future lies above the diagonal
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < i; ++j)
      masked(i, j) = -arma::datum::inf;
  return masked;
}
