// [softmax_jacobian] your sign is the opposite: it is diag(sigma) less sigma sigma^T
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J = s * s.t();
  for (arma::uword i = 0; i < s.n_elem; ++i)
    J(i, i) -= s(i);
  return J;
}
