// [softmax_jacobian] your second factor has the index i twice: off the diagonal it is the product of sigma_i and sigma_j
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::diagmat(s) - (s % s) * arma::ones(x.n_elem).t();
}
