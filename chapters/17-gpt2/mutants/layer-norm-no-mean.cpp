// [layer_norm] the mean is not subtracted from what you scale
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  y.each_col() %= norm.gain;
  y.each_col() += norm.bias;
  return y;
}
