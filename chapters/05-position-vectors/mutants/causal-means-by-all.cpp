// [causal_means] you divide by the number of all tokens; column k is the mean of k + 1
arma::mat exercise::causal_means(const arma::mat& X)
{
  return arma::cumsum(X, 1) / double(X.n_cols);
}
