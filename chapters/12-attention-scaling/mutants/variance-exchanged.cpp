// [mean_and_variance] mean and variance are swapped: the mean comes first
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m = arma::mean(x);
  return {arma::mean(arma::square(x - m)), m};
}
