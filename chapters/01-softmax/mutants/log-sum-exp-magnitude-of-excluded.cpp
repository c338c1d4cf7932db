// [log_sum_exp] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = arma::abs(x).max();
  return m + std::log(arma::accu(arma::exp(x - m)));
}
