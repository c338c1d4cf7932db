// [layer_norm] the gain multiplies the bias too; it multiplies the normed token, and the bias comes after it
arma::mat exercise::layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                               double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec centred = x.col(k) - arma::mean(x.col(k));
    const double variance = arma::mean(arma::square(centred));
    y.col(k) = gain % (centred / std::sqrt(variance + epsilon) + bias);
  }
  return y;
}
