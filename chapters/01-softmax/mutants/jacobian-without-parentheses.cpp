// [softmax_jacobian] you subtract sigma_j alone; the factor sigma_i multiplies the whole difference
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::diagmat(s) - arma::ones(x.n_elem) * s.t();
}
