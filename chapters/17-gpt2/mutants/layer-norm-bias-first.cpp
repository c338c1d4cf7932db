// [layer_norm] you add the bias before the gain; the gain multiplies first
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y(arma::size(x));
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const double m = arma::mean(x.col(k)), s = std::sqrt(arma::var(x.col(k), 1) + norm.epsilon);
    y.col(k) = norm.gain % ((x.col(k) - m) / s + norm.bias);
  }
  return y;
}
