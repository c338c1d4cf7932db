// [layer_norm] epsilon is added to the variance as it is, not squared
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon * norm.epsilon);
  y.each_col() %= norm.gain;
  y.each_col() += norm.bias;
  return y;
}
