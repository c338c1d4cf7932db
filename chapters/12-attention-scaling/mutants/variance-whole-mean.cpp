// [mean_and_variance] your mean is a whole number: an int drops everything after the decimal point
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const int m = static_cast<int>(arma::mean(x));
  return {m, arma::mean(arma::square(x - m))};
}
