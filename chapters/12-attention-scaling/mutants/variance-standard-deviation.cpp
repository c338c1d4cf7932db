// [mean_and_variance] you return the standard deviation, the variance's square root
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  return {arma::mean(x), arma::stddev(x, 1)};
}
