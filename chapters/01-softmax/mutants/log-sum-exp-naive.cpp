// [log_sum_exp] overflow: subtract the maximum first
double exercise::log_sum_exp(const arma::vec& x)
{
  double sum = 0;
  for (arma::uword j = 0; j < x.n_elem; ++j)
    sum += std::exp(x(j));
  return std::log(sum);
}
