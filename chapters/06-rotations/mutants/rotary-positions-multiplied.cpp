// [rotary] you multiply s and the number of the column; the position is their sum
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    Y.col(j) = shifted(X.col(j), s * static_cast<long>(j), p);
  return Y;
}
