// [causal_mask] you write 0 where minus infinity belongs: e^0 is 1, so softmax would still look there
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat lower(arma::size(S));
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j <= i; ++j)
      lower(i, j) = S(i, j);
  return lower;
}
