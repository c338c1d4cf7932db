// [softmax_jacobian] overflow: subtract the maximum first
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = softmax(x);
  return arma::diagmat(s) - s * s.t();
}
