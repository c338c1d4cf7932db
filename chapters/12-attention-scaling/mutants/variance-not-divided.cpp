// [mean_and_variance] you do not divide the sum of squared distances by n
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m = arma::mean(x);
  return {m, arma::accu(arma::square(x - m))};
}
