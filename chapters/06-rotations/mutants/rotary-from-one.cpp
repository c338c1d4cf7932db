// [rotary] your first column is turned by s + 1; it is at position s
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  Y.each_col([&](arma::vec& y) { y = shifted(y, ++s, p); });
  return Y;
}
