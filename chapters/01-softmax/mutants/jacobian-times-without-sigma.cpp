// [softmax_jacobian_times] the factor sigma_i is missing: each entry of v less the mean is multiplied by it
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return v - arma::dot(stable_softmax(x), v);
}
