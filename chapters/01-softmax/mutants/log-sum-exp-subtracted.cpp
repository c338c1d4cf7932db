// [log_sum_exp] you subtract the maximum twice: from the logits, and from the logarithm, where it has to be added
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.max();
  return std::log(arma::accu(arma::exp(x - m))) - m;
}
