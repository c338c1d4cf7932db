// [log_sum_exp] your logarithm is to base 10; the formula has the natural one, std::log
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.max();
  return m + std::log10(arma::accu(arma::exp(x - m)));
}
