// [softmax_jacobian] your J holds only its diagonal; sigma_i depends on the other logits too
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J(x.n_elem, x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < x.n_elem; i++)
    J(i, i) = s(i) * (1 - s(i));
  return J;
}
