// [layer_norm] epsilon is added to the variance, under the root; you add it to the root
arma::mat exercise::layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                               double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec centred = x.col(k) - arma::mean(x.col(k));
    const double variance = arma::mean(arma::square(centred));
    y.col(k) = gain % centred / (std::sqrt(variance) + epsilon) + bias;
  }
  return y;
}
