// [layer_norm] epsilon belongs under the root: sqrt(v + epsilon), not sqrt(v) + epsilon
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const double m = arma::mean(x.col(k)), s = arma::stddev(x.col(k), 1);
    for (arma::uword i = 0; i < x.n_rows; ++i)
      y(i, k) = norm.gain(i) * (x(i, k) - m) / (s + norm.epsilon) + norm.bias(i);
  }
  return y;
}
