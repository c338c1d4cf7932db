// [log_sum_exp] you multiply the logarithm by the maximum; it is added
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() * std::log(arma::accu(arma::exp(x - x.max())));
}
