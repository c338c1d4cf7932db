// [causal_means] your tokens see the whole sentence; a causal mask hides all that comes later
arma::mat exercise::causal_means(const arma::mat& X)
{
  return arma::repmat(arma::mean(X, 1).eval(), 1, X.n_cols);
}
