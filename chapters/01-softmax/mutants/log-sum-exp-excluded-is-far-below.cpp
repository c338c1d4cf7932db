// [log_sum_exp] you put a finite logit in place of -inf, and others may be below it; the exponential of -inf is exactly 0
double exercise::log_sum_exp(const arma::vec& x)
{
  arma::vec logits = x;
  for (double& logit : logits)
    if (std::isinf(logit))
      logit = -1e4;
  return logits.max() + std::log(arma::accu(arma::exp(logits - logits.max())));
}
