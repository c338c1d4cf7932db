// [softmax_jacobian] off the diagonal your sign is wrong: delta_ij is 0 there, and the product sigma_i sigma_j is subtracted
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J = s * s.t();
  J.diag() = s % (1 - s);
  return J;
}
