// [log_sum_exp] you subtract the mean, and the largest logit may be far above it, or the mean -inf; subtract the maximum
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = arma::mean(x);
  return m + std::log(arma::accu(arma::exp(x - m)));
}
