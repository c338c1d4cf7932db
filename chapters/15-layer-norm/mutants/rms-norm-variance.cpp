// [rms_norm] you divide by the deviation from the mean; it is the mean of the squares, of x itself
arma::mat exercise::rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = gain % x.col(k) /
               std::sqrt(arma::mean(arma::square(x.col(k) - arma::mean(x.col(k)))) + epsilon);
  return y;
}
