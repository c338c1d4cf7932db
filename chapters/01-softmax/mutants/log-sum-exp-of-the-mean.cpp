// [log_sum_exp] your logarithm is of the mean of the exponentials; the formula has their sum
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + std::log(arma::mean(arma::exp(x - x.max())));
}
