// [log_sum_exp] you sum logarithms; the logarithm is taken once, of the sum
double exercise::log_sum_exp(const arma::vec& x)
{
  return arma::accu(arma::log(arma::exp(x - x.max()))) + x.max();
}
