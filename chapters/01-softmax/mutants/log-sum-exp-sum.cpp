// [log_sum_exp] you return the sum; its logarithm is asked for
double exercise::log_sum_exp(const arma::vec& x)
{
  return arma::accu(arma::exp(x));
}
