// [softmax_jacobian_times] the term diag(sigma) v is missing: you return the term with sigma^T v alone
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s * arma::dot(s, v);
}
