// [log_sum_exp] you subtract the smallest logit, so the others still overflow; subtract the maximum
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.min();
  return m + std::log(arma::accu(arma::exp(x - m)));
}
