// [causal_mask] a mask of 0 and 1 times minus infinity: 0 times infinity is not a number; and trimatu(M, 1) wants two columns at least
arma::mat exercise::causal_mask(const arma::mat& S)
{
  const arma::mat mask = arma::trimatu(arma::ones(arma::size(S)), 1);
  return S - mask * arma::datum::inf;
}
