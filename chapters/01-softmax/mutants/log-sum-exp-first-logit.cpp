// [log_sum_exp] you subtract the first logit; another may be so much larger that its exponential overflows
double exercise::log_sum_exp(const arma::vec& x)
{
  double sum = 1;
  for (arma::uword j = 1; j < x.n_elem; j++)
    sum += std::exp(x[j] - x[0]);
  return x[0] + std::log(sum);
}
