// [softmax_jacobian_times] your mean is weighted with the logits; the weights are their softmax
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return stable_softmax(x) % (v - arma::dot(x, v));
}
