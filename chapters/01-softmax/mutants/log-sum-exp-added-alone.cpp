// [log_sum_exp] you add the maximum without having subtracted it from the logits
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + std::log(arma::accu(arma::exp(x)));
}
