// [softmax_jacobian_times] the mean that you subtract from v gives all entries the same weight; weight them with sigma
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  double mean = 0;
  for (double value : v)
    mean += value / v.n_elem;
  const arma::vec s = stable_softmax(x);
  return s % (v - mean);
}
