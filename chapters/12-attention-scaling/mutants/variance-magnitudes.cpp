// [mean_and_variance] you average the distances from the mean; square them first
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m = arma::mean(x);
  return {m, arma::mean(arma::abs(x - m))};
}
