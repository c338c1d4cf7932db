// [log_sum_exp] you take the logarithm of the mean of the exponentials; the formula has that of their sum
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + std::log(arma::mean(arma::exp(x - x.max())));
}
