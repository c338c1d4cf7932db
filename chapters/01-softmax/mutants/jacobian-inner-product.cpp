// [softmax_jacobian] you subtract one number, sigma^T sigma, from every entry; sigma sigma^T is a matrix
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J = arma::diagmat(s);
  J -= arma::as_scalar(s.t() * s);
  return J;
}
