// [rms_norm] epsilon is missing: it is added to the mean square, under the root
arma::mat exercise::rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))));
  return y;
}
