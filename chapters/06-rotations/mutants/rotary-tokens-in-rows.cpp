// [rotary] you treat the rows as the tokens; each column is one
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword i = 0; i < X.n_rows; i++)
    Y.row(i) = shifted(X.row(i).t(), s + static_cast<long>(i), p).t();
  return Y;
}
