// [log_sum_exp] your maximum starts at 0, but all logits may be negative: start from the first one
double exercise::log_sum_exp(const arma::vec& x)
{
  double largest = 0;
  for (double logit : x)
    if (logit > largest)
      largest = logit;
  double sum = 0;
  for (double logit : x)
    sum += std::exp(logit - largest);
  return largest + std::log(sum);
}
