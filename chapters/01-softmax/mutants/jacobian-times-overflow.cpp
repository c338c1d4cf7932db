// [softmax_jacobian_times] overflow: subtract the maximum first
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = softmax(x);
  return s % (v - arma::dot(s, v));
}
