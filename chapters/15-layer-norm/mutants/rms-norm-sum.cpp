// [rms_norm] you divide by the root of the sum of squares; it is that of their mean
arma::mat exercise::rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = gain % x.col(k) / std::sqrt(arma::accu(arma::square(x.col(k))) + epsilon);
  return y;
}
