// [softmax_jacobian] your diagonal is 1 - sigma_i^2: sigma_i multiplies delta_ij too
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::eye(x.n_elem, x.n_elem) - s * s.t();
}
