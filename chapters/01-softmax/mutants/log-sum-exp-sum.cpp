// [log_sum_exp] you return the sum; take its logarithm
double exercise::log_sum_exp(const arma::vec& x)
{
  return arma::accu(arma::exp(x));
}
