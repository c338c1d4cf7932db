// [layer_norm] you divide by the variance; divide by its square root, the standard deviation
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y(arma::size(x));
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec c = x.col(k) - arma::mean(x.col(k));
    const double v = arma::dot(c, c) / static_cast<double>(c.n_elem);
    y.col(k) = c / (v + norm.epsilon) % norm.gain + norm.bias;
  }
  return y;
}
