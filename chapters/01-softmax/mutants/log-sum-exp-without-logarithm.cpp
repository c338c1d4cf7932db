// [log_sum_exp] you add the sum to the maximum; add its logarithm
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + arma::accu(arma::exp(x - x.max()));
}
