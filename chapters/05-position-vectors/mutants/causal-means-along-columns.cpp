// [causal_means] you go down the columns; tokens are columns, and their mean goes along the rows
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y = arma::cumsum(X, 0);
  for (arma::uword i = 0; i < X.n_rows; ++i)
    Y.row(i) /= double(i + 1);
  return Y;
}
