// [layer_norm] you divide x itself; its mean is subtracted first
arma::mat exercise::layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                               double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec centred = x.col(k) - arma::mean(x.col(k));
    const double variance = arma::mean(arma::square(centred));
    y.col(k) = gain % x.col(k) / std::sqrt(variance + epsilon) + bias;
  }
  return y;
}
