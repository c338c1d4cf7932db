// [rms_norm] the mean is subtracted here: that is layer norm; RMS norm leaves it
arma::mat exercise::rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = gain % (x.col(k) - arma::mean(x.col(k))) /
               std::sqrt(arma::mean(arma::square(x.col(k) - arma::mean(x.col(k)))) + epsilon);
  return y;
}
