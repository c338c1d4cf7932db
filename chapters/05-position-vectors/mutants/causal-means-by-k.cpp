// [causal_means] you divide column k by k, but it is the mean of k + 1 columns
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y(arma::size(X));
  arma::vec sum(X.n_rows, arma::fill::zeros);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    sum += X.col(k);
    Y.col(k) = sum / std::max(1., double(k));
  }
  return Y;
}
