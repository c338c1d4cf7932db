// [layer_norm] gain and bias have an entry for each coordinate, that is for each row; you apply them along the row
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  y.each_row() %= norm.gain.t();
  y.each_row() += norm.bias.t();
  return y;
}
