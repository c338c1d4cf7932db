// [softmax_jacobian_times] your sign is the opposite: the mean is subtracted from v, not v from the mean
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % (arma::dot(s, v) - v);
}
