// [layer_norm] gain and bias are one column: Armadillo's % and + do not repeat it for each token
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  return norm.gain % y + norm.bias;
}
