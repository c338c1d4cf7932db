// [softmax_jacobian_times] the term with sigma^T v is missing: you return diag(sigma) v
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  arma::vec result = stable_softmax(x);
  for (arma::uword i = 0; i < v.n_elem; ++i)
    result(i) *= v(i);
  return result;
}
