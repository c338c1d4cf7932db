// [softmax_jacobian] your J is made of the logits; it is made of their softmax
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  return arma::diagmat(x) - x * x.t();
}
