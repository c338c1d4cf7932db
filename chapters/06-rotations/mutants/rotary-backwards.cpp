// [rotary] you turn the other way: column j gets R_{-(s+j)}
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat turned = X;
  for (arma::uword j = 0; j < X.n_cols; ++j)
    turned.col(j) = shifted(X.col(j), -s - long(j), p);
  return turned;
}
