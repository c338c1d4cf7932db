// [rotary] you count positions from 0 and forget s, the position of the first column
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y;
  for (long j = 0; j < static_cast<long>(X.n_cols); ++j)
    Y = arma::join_rows(Y, shifted(X.col(j), j, p));
  return Y;
}
