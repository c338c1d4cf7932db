// [rotary] you leave the first column as it is; it is at position s, which need not be 0
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 1; j < X.n_cols; j++)
    Y.col(j) = shifted(X.col(j), s + static_cast<long>(j), p);
  return Y;
}
