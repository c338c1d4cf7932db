// [log_sum_exp] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
double exercise::log_sum_exp(const arma::vec& x)
{
  double m = 0;
  for (double logit : x)
    if (std::isfinite(logit))
      m = std::max(m, std::abs(logit));
  double sum = 0;
  for (double logit : x)
    sum += std::exp(logit - m);
  return std::log(sum) + m;
}
