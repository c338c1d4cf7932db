// [softmax_jacobian_times] you subtract sigma_i v_i; the second term is sigma_i times the whole sum of sigma_j v_j
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % (v - s % v);
}
