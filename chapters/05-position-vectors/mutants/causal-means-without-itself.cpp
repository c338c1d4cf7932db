// [causal_means] your means leave out the token itself; it sees itself, too
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y(arma::size(X), arma::fill::zeros);
  arma::vec sum(X.n_rows, arma::fill::zeros);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    if (k > 0)
      Y.col(k) = sum / double(k);
    sum += X.col(k);
  }
  return Y;
}
