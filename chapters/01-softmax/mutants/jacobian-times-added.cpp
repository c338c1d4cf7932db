// [softmax_jacobian_times] you add the mean sigma^T v; it is subtracted
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % (v + arma::dot(s, v));
}
