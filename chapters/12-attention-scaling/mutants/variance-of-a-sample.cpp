// [mean_and_variance] your variance divides by n - 1; the formula divides by n
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  return {arma::mean(x), arma::var(x)};
}
