// [softmax_jacobian] the factor sigma_i is missing: delta_ij - sigma_j is the derivative of the logarithm of sigma_i
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::eye(x.n_elem, x.n_elem) - arma::ones(x.n_elem) * s.t();
}
