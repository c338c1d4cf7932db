// [causal_means] you add up the columns, but do not divide by how many there are
arma::mat exercise::causal_means(const arma::mat& X)
{
  return arma::cumsum(X, 1);
}
