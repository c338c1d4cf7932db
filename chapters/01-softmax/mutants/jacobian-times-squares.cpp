// [softmax_jacobian_times] sigma_i occurs twice in your second term: the mean sigma^T v is multiplied by it once
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % v - s % s * arma::dot(s, v);
}
