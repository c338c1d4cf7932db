// [log_sum_exp] you subtract the maximum and do not add it again
double exercise::log_sum_exp(const arma::vec& x)
{
  const arma::vec shifted = x - arma::max(x);
  double sum = 0.0;
  for (arma::uword j = 0; j < shifted.n_elem; ++j)
    sum += std::exp(shifted(j));
  return std::log(sum);
}
