// [causal_means] your means are of a token and all that come after; a causal mask hides these
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y(arma::size(X));
  arma::vec sum(X.n_rows, arma::fill::zeros);
  for (arma::uword k = X.n_cols; k-- > 0;) {
    sum += X.col(k);
    Y.col(k) = sum / double(X.n_cols - k);
  }
  return Y;
}
