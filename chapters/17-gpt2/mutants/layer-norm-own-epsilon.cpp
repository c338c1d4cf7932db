// [layer_norm] your epsilon is always 1e-5; take the one you are given, norm.epsilon
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::mean(arma::square(y), 0) + 1e-5);
  y.each_col() %= norm.gain;
  y.each_col() += norm.bias;
  return y;
}
