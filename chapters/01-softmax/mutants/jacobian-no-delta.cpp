// [softmax_jacobian] the term with delta_ij is missing: sigma_i belongs on the diagonal
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J(x.n_elem, x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    for (arma::uword j = 0; j < x.n_elem; j++)
      J(i, j) = -s(i) * s(j);
  return J;
}
