// [softmax_jacobian] your delta_ij is 1 where i and j differ; it is 1 where they are equal
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J(x.n_elem, x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    for (arma::uword j = 0; j < x.n_elem; j++)
      J(i, j) = s(i) * (i == j ? -s(j) : 1 - s(j));
  return J;
}
