// [softmax_jacobian] you add sigma_i sigma_j; it is subtracted
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::diagmat(s) + s * s.t();
}
