// [rms_norm] the mean square has no root here
arma::mat exercise::rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = gain % x.col(k) / (arma::mean(arma::square(x.col(k))) + epsilon);
  return y;
}
