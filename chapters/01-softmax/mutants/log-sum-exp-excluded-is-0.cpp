// [log_sum_exp] you treat an excluded token, of logit -inf, as one of logit 0; its exponential is 0
double exercise::log_sum_exp(const arma::vec& x)
{
  arma::vec logits = x;
  for (double& logit : logits)
    if (std::isinf(logit))
      logit = 0;
  const double m = logits.max();
  return m + std::log(arma::accu(arma::exp(logits - m)));
}
